// What the colours and marks on the drawn board mean.

import { SHAPE, SVG, counterFace } from "./board.js";
import { grouped } from "./browser.js";
import { made } from "./elements.js";
import { paint } from "./sides.js";

const marked = (sign, badge) => ({ marks: [{ sign, badge }] });
const MARKS = [
  ["a ship that patrols", {}, ({ legend }) => legend.signs.includes("raiding")],
  ["a raider", { raiding: true }, ({ legend }) => legend.signs.includes("raiding")],
  ["2 points of damage", marked("damage", "2"), ({ legend }) => legend.marks.includes("damage")],
  ["disabled", marked("disabled", "D"), ({ legend }) => legend.marks.includes("disabled")],
  ["has been used", marked("state", "U"), hasBadge("U")],
  ["at sea", marked("state", "S"), hasBadge("S")],
  ["hidden submarine", { name: "U-boat 1", type: "SUB", factors: "1-0", shape: "submarine", ...marked("hidden", "H") }, hasMark("hidden")],
  ["in task force 1, which searches", marked("force", "1s"), (scene) => hasMark("force")(scene) || hasMark("sighted")(scene)],
];

function hasMark(wanted) {
  return ({ units }) => units.some(({ marks }) => marks.some(({ sign }) => sign === wanted));
}

function hasBadge(wanted) {
  return ({ units }) => units.some(({ marks }) => marks.some(({ sign, badge }) => sign === "state" && badge === wanted));
}

/** A unit for the legend to show marks on: the first ship of the first side, sound. */
const sampleOf = ({ units, sides: [{ id }] }) => ({ ...(units.find(({ shape, side }) => shape !== "aircraft" && side === id) ?? units[0]), side: id, raiding: false, marks: [] });

const groundsOf = (areas) => [...new Set(areas.map(({ ground }) => ground).filter(Boolean))].sort();

function placesOf({ sides, ports, areas, area }) {
  const kinds = ["port", "base"].filter((kind) => ports.some((port) => port.kind === kind));
  const controlled = areas.some(({ control, points }) => control || points.length) ? sides : [];
  return [
    ...controlled.map((side) => [`${area}, controlled by the ${side.title}`, side, "area"]),
    [controlled.length ? `${area} without control` : area, null, "area"],
    ...groundsOf(areas).map((ground) => [ground, null, `area ground-${ground}`]),
    ...kinds.map((kind, n) => [`${kind} of the ${sides[n % sides.length].title}`, sides[n % sides.length], kind]),
  ];
}

const RINGS = [
  ["may be picked", "target"],
  ["is asked about", "selected"],
  ["what the pointer's line or choice is about", "marked"],
];

const RANGES = [
  ["so many sectors from the unit in question", "ring"],
  ["as far as its fire reaches", "ring reach"],
  ["a target in range and sight", "sight"],
  ["in range, out of sight", "sight blocked"],
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

function counter(unit, scene) {
  const group = part("g", { class: `counter${unit.raiding ? " raiding" : ""}` }, ...counterFace(unit, scene));
  group.style.setProperty("--nation", scene.legend.nations[unit.nation]);
  return drawn(`-3 -8 108 ${100 / SHAPE + 12}`, group);
}

function place(side, kind) {
  const shapes = {
    area: () => part("path", { d: "M4,4H76V44H4Z" }),
    port: () => part("circle", { class: "spot", cx: 40, cy: 24, r: 17 }),
    base: () => part("rect", { class: "spot", x: 26, y: 10, width: 28, height: 28, rx: 3 }),
  };
  return drawn("0 0 80 48", paint(part("g", { class: kind }, shapes[kind.split(" ")[0]]()), side));
}

const silhouette = (d) => drawn("0 0 100 25", part("path", { class: "outline alone", d }));
const line = (kind) => drawn("0 0 80 48", part("path", { class: kind, d: "M4,24H76" }));
const entry = (picture, words) => made("li", {}, picture, words);
const group = (title, entries) => made("section", {}, made("h2", { textContent: title }), made("ul", {}, ...entries));

const several = (sides) => `; where both are there, of the ${sides.map(({ title }) => title).join(" / the ")}`;

/** Nations by the colour of their counters, of which some have the same: [colour, names]. */
const nationsOf = (legend) => [...grouped(Object.entries(legend.nations), ([, colour]) => colour)].map(([colour, same]) => [colour, same.map(([nation]) => legend.names[nation])]);

/** Write the legend of a scene. */
export function showLegend(root, scene) {
  const { legend, sides, silhouettes, units, areas, area } = scene;
  const used = MARKS.filter(([, , use]) => !use || use(scene));
  const shown = JSON.stringify([legend, sides, used, Object.keys(silhouettes), groundsOf(scene.areas)]);
  if (root.dataset.shown === shown) return;
  root.dataset.shown = shown;
  const nations = nationsOf(legend).map(([colour, names]) => {
    const swatch = made("span", { className: "swatch" });
    swatch.style.background = colour;
    return entry(swatch, names.join(", "));
  });
  const sample = units.length ? sampleOf(scene) : null;
  const marks = sample ? used.map(([words, state]) => entry(counter({ ...sample, ...state }, scene), words)) : [];
  const bands = sample ? sides.map(({ id, title }, n) => entry(counter({ ...sample, name: title, type: "", factors: "", side: id }, scene), `band on the ${n ? "right" : "left"}`)) : [];
  const numbers = [
    ...(areas.some(({ points }) => points.length) ? [`beside a ${area}: points for the ${sides.map(({ title }) => title).join(" / the ")}`] : []),
    "in a port or box: units there; click to see them",
    ...(legend.strength ? [`beside that: ${legend.strength} of all these together${several(sides)}`] : []),
    ...(legend.signs.includes("worth") ? ["gold, beside a port: points that the scenario gives for it"] : []),
    `✓ beside a ${area}: combat there is resolved`,
  ];
  root.replaceChildren(
    group("Nations", nations),
    group("Sides", bands),
    group("Silhouettes", Object.values(silhouettes).map(({ title, path }) => entry(silhouette(path), title))),
    group("Places", placesOf(scene).map(([words, side, kind]) => entry(place(side, kind), words))),
    group("Counters", [...marks, made("li", { textContent: legend.factors })]),
    group("Rings", RINGS.map(([words, kind]) => entry(place(null, `area ${kind}`), words))),
    ...(legend.signs.includes("range") ? [group("Ranges", RANGES.map(([words, kind]) => entry(line(kind), words)))] : []),
    group("Numbers", numbers.map((textContent) => made("li", { textContent }))),
  );
}
