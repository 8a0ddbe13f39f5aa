// The board as lists of places and the units in them: everything that the drawn board does, for screen readers and
// for those who like lists better.

import { grouped } from "./browser.js";
import { made } from "./elements.js";
import { keyed } from "./ids.js";
import { paint, sideNamed } from "./sides.js";

const NOWHERE = "";

/** See `createBoard` of board.js: both have the same functions.  While `root` is hidden nothing is written. */
export function createBoard(root) {
  const picked = [];
  const hovered = [];
  let scene = null;
  let lit = new Set();
  let marked = new Set();
  let selected = null;

  function thing(item, kind, words) {
    const button = made("button", { type: "button", className: kind, textContent: words });
    paint(button, sideNamed(scene.sides, item.side));
    button.dataset.id = item.id;
    button.onclick = () => picked.forEach((tell) => tell(item.id));
    button.onmouseenter = button.onfocus = () => hovered.forEach((tell) => tell(item.id));
    button.classList.toggle("target", lit.has(item.id));
    button.classList.toggle("marked", marked.has(item.id));
    button.setAttribute("aria-pressed", String(selected === item.id));
    return button;
  }

  function show() {
    if (scene === null || root.hidden) return;
    const here = grouped(scene.units, (unit) => unit.place ?? NOWHERE);
    const list = made("ul", { className: "places" });
    for (const place of [...scene.areas, ...scene.ports, ...scene.boxes]) {
      const units = here.get(place.id) ?? [];
      if (!units.length && !lit.has(place.id) && !scene.areas.includes(place)) continue;
      const notes = [...(place.control ? [sideNamed(scene.sides, place.control).title] : []), ...(place.notes ?? [])];
      const words = notes.length ? `${place.name} (${notes.join(", ")})` : place.name;
      const inside = made("ul", {}, ...units.map((unit) => made("li", {}, thing(unit, "unit", unit.name))));
      list.append(made("li", {}, thing(place, "place", words), inside));
    }
    root.replaceChildren(list);
  }

  return {
    draw(newScene) {
      scene = keyed(newScene);
      show();
    },
    targets(ids) {
      lit = new Set(ids);
      show();
    },
    select(id) {
      selected = id;
      show();
    },
    highlight(ids) {
      marked = new Set(ids);
      for (const button of root.querySelectorAll("button")) button.classList.toggle("marked", marked.has(button.dataset.id));
    },
    bearings() {}, // the choices tell the range, the answer to "why not" what is out of sight
    moves() {}, // the page tells them in words
    onPick: (tell) => picked.push(tell),
    onHover: (tell) => hovered.push(tell),
  };
}
