// Ratings of persons, and of the players of the computer whom they have met.

import { made, nameOf } from "./elements.js";

/** Show the ratings when they are looked for.  @param {function} offeredFor what is offered of the scenario of a game */
export function createRatings(root, offeredFor) {
  const body = root.querySelector("tbody");
  const signed = (number) => `${number < 0 ? "−" : "+"}${Math.abs(number)}`;

  function row({ person, player, rating, within, games, ...played }) {
    const who = person ? nameOf(person) : [`computer: ${player}, ${offeredFor(played)?.title ?? played.scenario}`];
    const cells = [`${signed(rating)} ± ${within}`, `${games}`].map((textContent) => made("td", { textContent }));
    return made("tr", {}, made("th", { scope: "row" }, ...who), ...cells);
  }

  root.ontoggle = async () => {
    const answer = root.open && (await fetch("/api/ratings").catch(() => null));
    if (!answer?.ok) return;
    const { ratings } = await answer.json();
    body.replaceChildren(...(ratings.length ? ratings.map(row) : [made("tr", {}, made("td", { colSpan: 3, textContent: "Nobody is rated yet." }))]));
  };
}
