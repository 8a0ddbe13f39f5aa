// Games that wait for a person: whoever comes first takes a seat.

import { bidInWords } from "./bidding.js";
import { timeLeft } from "./clock.js";
import { made, nameInWords, relist } from "./elements.js";
import { myKey } from "./me.js";
import { linkTo, remember } from "./seats.js";

async function join(game, seat, tell) {
  const key = myKey();
  const headers = { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) };
  const answer = await fetch(`/api/games/${game}/join`, { method: "POST", headers, body: JSON.stringify({ seat }) });
  const { token, words } = await answer.json();
  if (!answer.ok) return tell(words);
  remember(game, seat, token);
  location.assign(linkTo(game, seat, token));
}

/** @param {function} offeredFor what is offered of the scenario of a game; gives what shows the list as it is now */
export function createWaiting(root, offeredFor) {
  const problem = root.querySelector("[role=alert]");

  function entry(game) {
    const offered = offeredFor(game), seats = offered?.seats[game.players] ?? [];
    const titles = game.options.map((name) => offered?.options.find((rule) => rule.name === name)?.title ?? name);
    const others = seats.map((seat, number) => (game.held[number] === "person" ? nameInWords(game.people[number]) : game.held[number]) + ` (${seat})`);
    const told = [
      ...(game.bid_for ? ["the two of you bid for the sides"] : []),
      ...(game.bid ? [bidInWords(game.bid, seats)] : []),
      ...(titles.length ? [`rules: ${titles.join(", ")}`] : []),
      `with ${others.filter((_, number) => number !== game.seat).join(", ")}`,
      game.clock ? `${timeLeft(game.clock)} a decision` : "no clock",
      ...(game.dice_known ? ["dice of a chosen number"] : []),
      game.here ? "somebody is at the table" : "nobody is at the table now",
    ];
    const button = made("button", { type: "button", textContent: `Join as ${seats[game.seat]}` });
    button.dataset.key = `${game.id} ${game.seat}`;
    button.onclick = () => join(game.id, seats[game.seat], (words) => (problem.textContent = words));
    const title = offered?.title ?? game.scenario;
    const about = offered && !title.includes(offered.game_title) ? ` (${offered.game_title})` : "";
    return made("li", {}, button, " ", made("b", { textContent: title }), `${about}: ${told.join("; ")}`);
  }

  return async () => {
    const answer = await fetch("/api/waiting").catch(() => null);
    if (!answer?.ok) return;
    const games = (await answer.json()).games.filter((game) => offeredFor(game));
    root.hidden = !games.length;
    relist(root.querySelector("ul"), games, () => games.map(entry));
  };
}
