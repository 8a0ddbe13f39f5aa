// The end of a game: why it is won, what each side holds and has lost; and the same again, or with the sides swapped, with
// all who have played.

import { made } from "./elements.js";
import { myKey } from "./me.js";
import { linkTo, remember } from "./seats.js";
import { paint } from "./sides.js";

/** Begin the game again, or take the seat that another offers in it. */
async function again(game, who, swapped, tell) {
  const body = JSON.stringify({ ...who, person: myKey(), swapped });
  const answer = await fetch(`/api/games/${game}/rematch`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { id, seat, token, words } = await answer.json();
  if (!answer.ok) return tell(words);
  if (token) remember(id, seat, token);
  location.assign(token ? linkTo(id, seat, token) : `/game/${id}#${seat}`);
}

function sheet({ sides, rows }) {
  const heads = sides.map((side) => paint(made("th", { scope: "col", textContent: side.title }), side));
  const lines = rows.map(([title, ...cells]) => made("tr", {}, made("th", { scope: "row", textContent: title }), ...cells.map((textContent) => made("td", { textContent }))));
  return made("table", {}, made("caption", { className: "heard", textContent: "Score sheet" }), made("thead", {}, made("tr", {}, made("td"), ...heads)), made("tbody", {}, ...lines));
}

/** The ways to play on: to offer it, to take what is offered, or, for who looked on, to look on again. */
function ways(game, token, { you, rematch }, tell) {
  const button = (textContent, swapped) => made("button", { type: "button", textContent, onclick: () => again(game, { token, seat: you }, swapped, tell) });
  if (rematch && you === null) return [made("a", { href: `/game/${rematch.game}`, textContent: "They play again" })];
  if (rematch) return [`${rematch.by === you ? "You offer" : `${rematch.by} offers`} a rematch, in which you are ${rematch.seat}. `, button("Play again", false)];
  return you === null ? [] : [button("Rematch", false), " ", button("Swap sides", true)];
}

/** Show the score sheet of a game that is over, with the ways to play on.  token: of the seat at this page, "" where it was
 * entered by the key.  `tell(words)` says what is wrong. */
export function showEnding(root, game, token, table, sides, tell) {
  root.hidden = !table.ending;
  if (root.hidden) return;
  root.replaceChildren(sheet({ sides, rows: table.ending }), made("p", { role: "status" }, ...ways(game, token, table, tell)));
}
