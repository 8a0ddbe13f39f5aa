// The battle that is being resolved: both lines, who aims at whom, what the dice aimed at a unit may do to it, and the
// dice that have fallen last.

import { made } from "./elements.js";
import { unitKey } from "./ids.js";
import { paint } from "./sides.js";

const ROLLS = 3; // lines with dice that are shown
const FACES = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

const percent = (chance) => `${Math.round(100 * chance)} %`;

/** Dice as they have fallen; those that hit stand out.  They are not read aloud: the words beside them tell them too. */
export function diceOf(dice, { faces, hit }) {
  const face = (die) => (faces < FACES.length ? FACES[die] : ` ${die}`);
  const shown = made("span", { className: "dice" }, ...dice.map((die) => made("span", { className: die === hit ? "hits" : "", textContent: face(die) })));
  shown.setAttribute("aria-hidden", "true");
  return shown;
}

function chances(unit) {
  const bar = made("span", { className: "chances" });
  bar.setAttribute("aria-hidden", "true");
  bar.style.setProperty("--sinks", unit.sinks);
  bar.style.setProperty("--disables", unit.disables);
  const dice = unit.shots === 1 ? "1 die" : `${unit.shots} dice`;
  return [bar, made("small", { textContent: `${dice} at it: sunk ${percent(unit.sinks)}, disabled ${percent(unit.disables)}` })];
}

function entry(unit, lines, onPoint) {
  const target = lines.find((other) => other.id === unit.aims_at);
  const name = made("span", {}, made("b", { textContent: unit.name }), made("small", { textContent: unit.words.slice(unit.name.length) + (unit.raiding ? ", raiding" : "") }));
  const item = made("li", {}, name);
  if (target) item.append(made("span", { className: "aim", textContent: `→ ${target.name}` }));
  if (unit.damage) item.append(made("span", { className: "hit", textContent: `hit for ${unit.damage}, at the end of this action` }));
  if (unit.shots) item.append(...chances(unit));
  item.onmouseenter = () => onPoint([unit.id, unit.aims_at].filter(Boolean).map(unitKey));
  item.onmouseleave = () => onPoint([]);
  return item;
}

function line(side, battle, onPoint) {
  const units = battle.lines.filter((unit) => unit.side === side.title);
  const list = made("ul", { ariaLabel: side.title }, ...units.map((unit) => entry(unit, battle.lines, onPoint)));
  return paint(made("div", {}, made("h3", { textContent: `${side.title}, ${units.length}` }), list), side);
}

/** `onPoint(ids)` is called with the units that the pointer is at. */
export function createBattle(root, onPoint) {
  const title = made("h2"), both = made("div", { className: "lines" }), rolls = made("div", { className: "rolls" });
  rolls.setAttribute("aria-hidden", "true"); // the log tells them
  root.replaceChildren(title, rolls, both);
  let area = null, die = null;
  return {
    /** Show a battle between some sides, fought with such dice; null hides it. */
    show(battle, sides, rolled) {
      die = rolled;
      root.hidden = battle === null;
      if (area !== battle?.area) rolls.replaceChildren();
      area = battle?.area;
      if (battle === null) return;
      title.textContent = [battle.title, battle.round && `round ${battle.round}`, battle.action].filter(Boolean).join(", ");
      both.replaceChildren(...sides.map((side) => line(side, battle, onPoint)));
    },
    /** Lines of the log have come: their dice fall. */
    roll(lines) {
      if (root.hidden) return;
      const begun = lines.findLastIndex(({ kind }) => kind === "combat_begins");
      const rolled = lines.slice(begun + 1).filter(({ dice }) => dice.length).map(({ dice, words }) => made("p", {}, diceOf(dice, die), words));
      rolls.append(...rolled);
      while (rolls.childElementCount > ROLLS) rolls.firstElementChild.remove();
    },
  };
}
