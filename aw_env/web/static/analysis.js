// The analysis of a game that is over: a curve of what positions were worth, where it turned, and what cost most.

import { made } from "./elements.js";

const WAIT = 1000; // milliseconds from one look to the next, while it is being made
const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH] = [300, 60];

function drawn(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** The curve; a click in it goes to the position. */
function curve({ values, first }, decisions, go) {
  const at = (number) => (WIDE * number) / decisions, up = (value) => HIGH * (1 - value);
  const svg = drawn("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img" });
  svg.setAttribute("aria-label", `How often the ${first} win from there on: ${Math.round(100 * values[0][1])}% at first, ${Math.round(100 * values.at(-1)[1])}% at the end`);
  svg.append(drawn("line", { x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2, class: "level" }));
  svg.append(drawn("polyline", { points: values.map(([number, value]) => `${at(number)},${up(value)}`).join(" "), fill: "none" }));
  svg.onclick = ({ offsetX }) => go(Math.round((decisions * offsetX) / svg.clientWidth));
  return svg;
}

function entries(list, found, go) {
  list.replaceChildren(...found.map(({ number, told }) => made("li", {}, made("button", { type: "button", textContent: told, onclick: () => go(number) }))));
}

/** `ask(address)` asks the server about the game; `go(number)` shows the position after so many decisions. */
export function createAnalysis(root, decisions, ask, go) {
  const [button, status] = [root.querySelector("button"), root.querySelector("[role=status]")];
  async function look() {
    button.disabled = true;
    let found = null;
    try {
      found = await ask("/analysis");
    } catch (error) {
      status.textContent = error.message;
      return;
    }
    const told = found.turns.length + found.losses.length ? "" : " Nothing that could be said with certainty.";
    status.textContent = found.done ? `Analysed.${told}` : `${found.values.length} positions measured …`;
    const shown = root.querySelector("#curve");
    shown.hidden = found.values.length < 2;
    if (!shown.hidden) shown.replaceChildren(made("small", { textContent: `How often the ${found.first} win from there on` }), curve(found, decisions, go));
    entries(root.querySelector("#turns"), found.turns, go);
    entries(root.querySelector("#losses"), found.losses, go);
    if (!found.done) setTimeout(look, WAIT);
  }
  button.onclick = look;
}
