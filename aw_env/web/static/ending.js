// The end of a game: why it is won, what each side holds and has lost; and the same again, or with the sides swapped.

import { made } from "./elements.js";
import { linkTo, remember } from "./seats.js";
import { paint } from "./sides.js";

/** Who holds each seat in the next game; seats of the two sides alternate. */
const holders = (seats, swapped) => Object.fromEntries(seats.map(({ name }, n) => [name, seats[swapped ? n ^ 1 : n].player]));

async function again(setup, players, clock, tell) {
  const body = JSON.stringify({ setup, players, clock });
  const answer = await fetch("/api/games", { method: "POST", headers: { "content-type": "application/json" }, body });
  const { id, tokens, words } = await answer.json();
  if (!answer.ok) return tell(words);
  const seats = Object.entries(tokens);
  for (const [seat, token] of seats) remember(id, seat, token);
  location.assign(seats.length === 1 ? linkTo(id, ...seats[0]) : "/"); // where the links for the others are
}

function sheet({ sides, rows }) {
  const heads = sides.map((side) => paint(made("th", { scope: "col", textContent: side.title }), side));
  const lines = rows.map(([title, ...cells]) => made("tr", {}, made("th", { scope: "row", textContent: title }), ...cells.map((textContent) => made("td", { textContent }))));
  return made("table", {}, made("caption", { className: "heard", textContent: "Score sheet" }), made("thead", {}, made("tr", {}, made("td"), ...heads)), made("tbody", {}, ...lines));
}

/** Show the score sheet of a game that is over, with the ways to play on; `tell(words)` says what is wrong. */
export function showEnding(root, table, clock, sides, tell) {
  root.hidden = !table.ending;
  if (root.hidden) return;
  const button = (textContent, swapped) => made("button", { type: "button", textContent, onclick: () => again(table.setup, holders(table.seats, swapped), clock, tell) });
  const ways = table.you === null ? [] : [made("p", {}, button("Rematch", false), " ", button("Swap sides", true))];
  root.replaceChildren(sheet({ sides, rows: table.ending }), ...ways);
}
