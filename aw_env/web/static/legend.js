// What the colours and marks on the drawn board mean.

import { SHAPE, SVG, counterFace } from "./board.js";
import { grouped } from "./browser.js";
import { made } from "./elements.js";

const SAMPLE = { name: "Hood", class: "BC", factors: "4-4-7", kind: "ship", side: "allies", damage: 0, disabled: false, hidden: false, task_force: "" };
const MARKS = [
  ["a ship that patrols", {}],
  ["a raider", { raiding: true }],
  ["2 points of damage", { damage: 2 }],
  ["disabled", { disabled: true }],
  ["land-based air", { name: "RAF", class: "LBA", factors: "2-4", kind: "lba" }, (unit) => unit.kind === "lba"],
  ["hidden submarine", { name: "U-boat 1", class: "SUB", factors: "1-0", hidden: true }, (unit) => unit.hidden],
  ["in task force 1, which searches", { task_force: "1s" }, (unit) => unit.task_force],
];
const PLACES = [
  ["sea area, controlled by the Allies", "allies", "area"],
  ["sea area, controlled by the Axis", "axis", "area"],
  ["sea area without control", "", "area"],
  ["port of the Allies", "allies", "port"],
  ["base of the Axis", "axis", "base", (port) => port.kind === "base"],
];

const RINGS = [
  ["may be picked", "target"],
  ["is asked about", "selected"],
  ["what the pointer's line or choice is about", "marked"],
];

function drawn(viewBox, ...children) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute("aria-hidden", "true");
  svg.append(...children);
  return svg;
}

function part(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function counter(unit, colour) {
  const group = part("g", { class: `counter ${unit.side}${unit.raiding ? " raiding" : ""}` }, ...counterFace(unit));
  group.style.setProperty("--nation", colour);
  return drawn(`-3 -8 108 ${100 / SHAPE + 12}`, group);
}

function place(control, kind) {
  const shapes = {
    area: () => part("path", { d: "M4,4H76V44H4Z" }),
    port: () => part("circle", { class: "spot", cx: 40, cy: 24, r: 17 }),
    base: () => part("rect", { class: "spot", x: 26, y: 10, width: 28, height: 28, rx: 3 }),
  };
  return drawn("0 0 80 48", part("g", { class: kind, "data-control": control }, shapes[kind.split(" ")[0]]()));
}

const entry = (picture, words) => made("li", {}, picture, words);
const group = (title, entries) => made("section", {}, made("h3", { textContent: title }), made("ul", {}, ...entries));

/** Nations by the colour of their counters, of which some have the same: [colour, names]. */
const nationsOf = (legend) => [...grouped(Object.entries(legend.nations), ([, colour]) => colour)].map(([colour, same]) => [colour, same.map(([nation]) => legend.names[nation])]);

/** Write the legend of a scene. */
export function showLegend(root, scene) {
  const { legend } = scene, [first] = Object.values(legend.nations);
  const used = MARKS.filter(([, , use]) => !use || scene.units.some(use));
  const shown = JSON.stringify([legend, used]);
  if (root.dataset.shown === shown) return;
  root.dataset.shown = shown;
  const nations = nationsOf(legend).map(([colour, names]) => {
    const swatch = made("span", { className: "swatch" });
    swatch.style.background = colour;
    return entry(swatch, names.join(", "));
  });
  const marks = used.map(([words, state]) => entry(counter({ ...SAMPLE, ...state }, first), words));
  const sides = ["allies", "axis"].map((side) => entry(counter({ ...SAMPLE, name: side === "allies" ? "Allies" : "Axis", class: "", factors: "", side }, first), side === "allies" ? "band on the left" : "band on the right"));
  root.replaceChildren(
    group("Nations", nations),
    group("Sides", sides),
    group("Places", PLACES.filter(([, , , use]) => !use || scene.ports.some(use)).map(([words, control, kind]) => entry(place(control, kind), words))),
    group("Counters", [...marks, made("li", { textContent: legend.factors })]),
    group("Rings", RINGS.map(([words, kind]) => entry(place("", `area ${kind}`), words))),
    group("Numbers", ["beside a sea area: points for the Allies / the Axis", "in a port or box: units there; click to see them", "gold, beside a port: points that the scenario gives for it", "✓ beside a sea area: combat there is resolved"].map((textContent) => made("li", { textContent }))),
  );
}
