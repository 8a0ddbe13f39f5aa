// The board as lists of places and the units in them: everything that the drawn board does, for screen readers and
// for those who like lists better.

import { grouped } from "./browser.js";
import { made } from "./elements.js";
import { keyed } from "./ids.js";
import { paint, sideNamed } from "./sides.js";
import { strengthWords } from "./strength.js";

const NOWHERE = "";

const inBrackets = (name, notes) => (notes.length ? `${name} (${notes.join(", ")})` : name);

/** A unit as its counter shows it: type and factors, side, what has happened to it, and at whom it aims. */
function unitWords(unit, { sides, units }) {
  const target = units.find(({ id }) => id === unit.target);
  const notes = [`${unit.type} ${unit.factors}`.trim(), sideNamed(sides, unit.side)?.title, unit.raiding && "raiding", ...unit.marks.map(({ words }) => words), target && `aims at ${target.name}`];
  return inBrackets(unit.name, notes.filter(Boolean));
}

/** A place as the board shows it: who holds it, what it is worth, what happens there. */
function placeWords(place, scene, units) {
  const { sides } = scene;
  const holder = place.owner || (place.control && sideNamed(sides, place.control).title);
  const worth = place.points?.some(Boolean) ? `${place.points.join("/")} points` : place.worth ? `worth ${place.worth}` : "";
  const notes = [holder, worth, place.fighting && "battle", place.resolved && "resolved", place.raided_by?.length && "raided", ...(place.notes ?? []), strengthWords(scene, units)];
  return inBrackets(place.name, [...new Set(notes.filter(Boolean))]);
}

/** See `createBoard` of board.js: both have the same functions.  While `root` is hidden nothing is written. */
export function createBoard(root) {
  const picked = [];
  const hovered = [];
  const gathering = [];
  let scene = null;
  let lit = new Set();
  let marked = new Set();
  let gathered = new Set();
  let selected = null;

  function thing(item, kind, words) {
    const button = made("button", { type: "button", className: kind, textContent: words });
    paint(button, sideNamed(scene.sides, item.side));
    button.dataset.id = item.id;
    button.onclick = ({ shiftKey }) => (shiftKey ? gather(item) : picked.forEach((tell) => tell(item.id)));
    button.onmouseenter = button.onfocus = () => hovered.forEach((tell) => tell(item.id));
    button.classList.toggle("target", lit.has(item.id));
    button.classList.toggle("marked", marked.has(item.id));
    button.classList.toggle("gathered", gathered.has(item.id));
    button.setAttribute("aria-pressed", String(selected === item.id));
    return button;
  }

  /** The unit, or the units of the place, join those that are to be ordered together. */
  function gather({ id }) {
    const here = scene.units.filter((unit) => unit.id === id || unit.place === id);
    gathering.forEach((tell) => tell(here.map((unit) => unit.id), true));
  }

  function show() {
    if (scene === null || root.hidden) return;
    const here = grouped(scene.units, (unit) => unit.place ?? NOWHERE);
    const list = made("ul", { className: "places" });
    for (const place of [...scene.areas, ...scene.ports, ...scene.boxes]) {
      const units = here.get(place.id) ?? [];
      if (!units.length && !lit.has(place.id) && scene.boxes.includes(place)) continue;
      const entry = made("li", {}, thing(place, "place", placeWords(place, scene, units)));
      if (units.length) entry.append(made("ul", {}, ...units.map((unit) => made("li", {}, thing(unit, "unit", unitWords(unit, scene))))));
      list.append(entry);
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
    orderable() {}, // the units ahead are listed below the question
    gathered(ids) {
      gathered = new Set(ids);
      for (const button of root.querySelectorAll("button")) button.classList.toggle("gathered", gathered.has(button.dataset.id));
    },
    bearings() {}, // the choices tell the range, the answer to "why not" what is out of sight
    moves() {}, // the page tells them in words
    onPick: (tell) => picked.push(tell),
    onGather: (tell) => gathering.push(tell),
    onHover: (tell) => hovered.push(tell),
  };
}
