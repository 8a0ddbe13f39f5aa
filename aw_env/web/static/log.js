// What has happened, line by line, folded by step; a line lights up on the board what it is about.

import { diceOf } from "./battle.js";
import { grouped, watchSize } from "./browser.js";
import { keyed } from "./ids.js";
import { paint, sideNamed } from "./sides.js";

const MOST_SHOWN = 1500;
const NEAR_THE_END = 40;
const HEADINGS = new Set(["turn", "phase", "combat_begins"]);

const OPEN = 2; // steps that are open, the last ones

/** A line of the log as plain text; the dice are in its words too. */
function textOf(line) {
  const words = [...line.querySelectorAll("b, .words")].map((part) => part.textContent).join("");
  return line.matches(".heading") ? `\n${words}` : `  ${words}`;
}

const textsOf = (part) => [...part.querySelectorAll(".line")].map(textOf);

export function createLog(root, onPoint) {
  const earlier = []; // the text of lines that are no longer shown
  let names = new Map(); // by name: the units and places that are called so
  let sides = [], die = null;

  /** The step that is told of now: its heading opens and folds it. */
  const step = () => root.lastElementChild ?? begin(document.createElement("summary"));

  /** Another step begins; those before the last ones are folded. */
  function begin(heading) {
    if (root.children.length >= OPEN) root.children[root.children.length - OPEN].open = false;
    const part = document.createElement("details");
    part.open = true;
    part.append(heading);
    root.append(part);
    return part;
  }

  /** Units that do the same one after another are told of in one line; whether this one has been. */
  function joined(told) {
    const last = root.lastElementChild?.lastElementChild;
    if (!told.together || last?.dataset.together !== told.together + told.side) return false;
    const units = [...JSON.parse(last.dataset.units), told.about[0]];
    last.dataset.units = JSON.stringify(units);
    last.dataset.about = JSON.stringify([...new Set([...JSON.parse(last.dataset.about), ...told.about])]);
    last.querySelector(".words").textContent = `${units.slice(0, -1).join(", ")} and ${units.at(-1)} ${told.together}`;
    return true;
  }

  function line(told) {
    const made = document.createElement(HEADINGS.has(told.kind) ? "summary" : "div");
    made.className = `line ${told.kind}`;
    paint(made, sideNamed(sides, told.side));
    if (HEADINGS.has(told.kind)) made.classList.add("heading");
    if (told.side) made.append(Object.assign(document.createElement("b"), { textContent: `${told.side}: ` }));
    made.append(Object.assign(document.createElement("span"), { className: "words", textContent: told.words }));
    if (told.dice.length) made.append(" ", diceOf(told.dice, die));
    made.dataset.about = JSON.stringify(told.about);
    made.dataset.units = JSON.stringify(told.about.slice(0, 1));
    if (told.together) made.dataset.together = told.together + told.side;
    return made;
  }

  function point(event) {
    const about = event.target.closest(".line")?.dataset.about;
    if (about) onPoint(JSON.parse(about).flatMap((name) => (names.get(name) ?? []).map((item) => item.id)));
  }

  // The log follows what happens, until somebody scrolls back in it.
  let follows = true;
  const toTheEnd = () => follows && (root.scrollTop = root.scrollHeight);
  root.addEventListener("wheel", () => requestAnimationFrame(lookWhere));
  root.addEventListener("keyup", () => requestAnimationFrame(lookWhere));
  function lookWhere() {
    follows = root.scrollHeight - root.scrollTop - root.clientHeight < NEAR_THE_END;
  }
  watchSize(root, toTheEnd);

  root.addEventListener("mouseover", point);
  root.addEventListener("click", point);
  root.addEventListener("mouseleave", () => onPoint([]));
  return {
    add(lines) {
      for (const told of lines) {
        if (HEADINGS.has(told.kind)) begin(line(told));
        else if (!joined(told)) step().append(line(told));
      }
      while (root.childElementCount > 1 && root.querySelectorAll(".line").length > MOST_SHOWN) {
        earlier.push(...textsOf(root.firstElementChild));
        root.firstElementChild.remove();
      }
      toTheEnd();
    },
    /** All that has been told, as plain text. */
    text: () => [...earlier, ...textsOf(root), ""].join("\n").trimStart(),
    /** The dice, the sides, and the names of units and places by which lines call them. */
    know(scene, rolled) {
      die = rolled;
      sides = scene.sides;
      const { units, areas, ports } = keyed(scene);
      names = grouped([...units, ...areas, ...ports], (item) => item.name);
    },
  };
}
