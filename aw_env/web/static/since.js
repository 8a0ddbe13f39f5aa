// What has happened since the seat moved last: a card of a few lines, and where others have gone, as arrows on the board.

import { made } from "./elements.js";

/** Show the card, or hide it where there is nothing to tell. */
export function showSince(root, since) {
  const lines = since?.lines ?? [];
  root.hidden = !lines.length;
  root.querySelector("ul").replaceChildren(...lines.map((textContent) => made("li", { textContent })));
}
