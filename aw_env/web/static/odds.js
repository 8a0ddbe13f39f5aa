// What may come of the choices, or of orders that are not given yet: a line for each.

import { made } from "./elements.js";

const one = (number) => number.toFixed(1);
const signed = (number) => `${number < 0 ? "−" : "+"}${one(Math.abs(number))}`;
const percent = (share) => `${Math.round(100 * share)}%`;

function rows({ words, own, enemy, often, points, error }) {
  const most = often.map(([name, , share]) => `${name} ${percent(share)}`).join(", ");
  const worth = made("td", { textContent: signed(points) }, made("small", { textContent: ` ± ${one(error)}` }));
  const line = made("tr", {}, made("th", { scope: "row", textContent: words }), made("td", { textContent: one(own) }), made("td", { textContent: one(enemy) }), worth);
  if (!most) return [line];
  return [line, made("tr", {}, made("td", { className: "often", colSpan: 4, textContent: `lost most often: ${most}` }))];
}

/** Show the odds in a panel that can be closed; of none, hide it. */
export function showOdds(root, odds) {
  root.hidden = !odds;
  if (!odds) return;
  const heads = ["If", "you lose", "enemy", "points"].map((textContent) => made("th", { scope: "col", textContent }));
  const close = made("button", { type: "button", textContent: "Close", onclick: () => showOdds(root, null) });
  const others = odds.left_out === 1 ? "1 other choice is not compared: name it" : `${odds.left_out} other choices are not compared: name them`;
  const more = odds.left_out ? ` ${others} in the line.` : "";
  const how = `Played on ${odds.lines[0].trials} times by the staff officer, for both sides, until ${odds.until}.${more} `;
  root.replaceChildren(
    made("table", {}, made("caption", { className: "heard", textContent: "Odds" }), made("thead", {}, made("tr", {}, ...heads)), made("tbody", {}, ...odds.lines.flatMap(rows))),
    made("p", {}, made("small", { textContent: how }), close),
  );
}
