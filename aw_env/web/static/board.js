// The board as a drawing: areas, ports, counters; cards, the keyboard.
//
// `createBoard(element)` gives the functions at the end of this file.  A scene is what `Ruleset.scene` makes.  Units and
// places are known by kind and id: "unit hood", "place england".

import { grouped } from "./browser.js";
import { createHands } from "./hands.js";
import { createViewport } from "./viewport.js";
import { keyed, placeKey } from "./ids.js";
import { paint, sideNamed } from "./sides.js";
import { strengthWords, strengths } from "./strength.js";

export const SVG = "http://www.w3.org/2000/svg";
const LINE = 1.15; // how high a line is, to its letters
const ABOVE = 8; // pixels of the map between the name of an area and its counters
const LETTER = 0.6; // how wide a letter is, to its height
const SMALLEST = 9.1; // pixels of the screen that letters of names are high at least
const WRITING = 20; // pixels of the map that letters should at least be high
export const SHAPE = 2.15; // how much wider a counter is than high
const OUTLINE = 0.6; // size of a silhouette on a counter of 100: it is as wide as 100, and a quarter as high
const WIDEST = 132, NARROWEST = 12, GAP = 5;
const STRIP = 130; // pixels below the map for the boxes
const BOX = 196; // pixels of the map that a box is wide
const RADIUS = 17;
const BESIDE = { left: [-1, 0], right: [1, 0], above: [0, -1], below: [0, 1] }; // where something is beside a port
const WAYS = { left: "to the left", right: "to the right", above: "above", below: "below" };
const OPPOSITE = { left: "right", right: "left", above: "below", below: "above" };
const CHIP = [94, 60]; // pixels of the screen that a button at an edge has at most
const TOOLS = 118; // pixels of the screen that the buttons of the zoom have below the upper edge, on the right
const HOLD = 30; // pixels of the screen of a place that are to be seen, so that it is in sight
const BARB = 9; // pixels of the screen, of an arrow
const EDGE = 90; // pixels from the frame of the map within which the name of a port does not stand around its middle
const STEP = 1 / 12; // of what is seen, by an arrow key
const ARROWS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
const CLEAR = 50; // pixels of the map between a spread stack and the middle of a place that may be picked
const FAN = 6; // counters side by side in a stack that is fanned out
const CROWD = 24; // counters in a stack of which only those in question are fanned out, unless it is picked

function made(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const words = (attributes, text) => made("text", attributes, text);

/** The columns and width of the largest counters of which `stacks`, each on new rows, fit into a room. */
function fitted(stacks, width, height) {
  for (let wide = Math.min(WIDEST, width); wide > NARROWEST; wide *= 0.94) {
    const columns = Math.max(1, Math.floor((width + GAP) / (wide + GAP)));
    const rows = stacks.reduce((sum, stack) => sum + Math.ceil(stack.length / columns), 0);
    if (rows * (wide / SHAPE + GAP) <= height) return { columns, wide };
  }
  return { columns: Math.max(1, Math.floor(width / (NARROWEST + GAP))), wide: NARROWEST };
}

/** Where counters stand: a Map from the unit's id to [left, top, width]. */
function laidOut(stacks, { columns, wide }, left, top, spots) {
  let first = 0;
  for (const stack of stacks) {
    stack.forEach((unit, n) => {
      const row = first + Math.floor(n / columns);
      spots.set(unit.id, [left + (n % columns) * (wide + GAP), top + row * (wide / SHAPE + GAP), wide]);
    });
    first += Math.ceil(stack.length / columns);
  }
  return first * (wide / SHAPE + GAP);
}

const stacksOf = (sides, units) => sides.map(({ id }) => units.filter((unit) => unit.side === id)).filter((stack) => stack.length);

/** The name of a place and what else there is to know of it. */
const titleOf = ({ name, notes = [] }) => [name, ...notes].join(", ");

/** The name of an area in one line, or in two of nearly the same length where the room is narrow. */
function titleLines(area) {
  const name = titleOf(area), { room } = area;
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  if (!spaces.length || room[2] / (LETTER * (name.length + 4)) > WRITING) return [name];
  const middle = spaces.reduce((best, at) => (Math.abs(2 * at - name.length) < Math.abs(2 * best - name.length) ? at : best));
  return [name.slice(0, middle), name.slice(middle + 1)];
}

/** The largest letters in which the name and points of an area fit into its room. */
const titleSize = (area) => Math.max(13, area.room[2] / (LETTER * Math.max(...titleLines(area).map((line, n, all) => line.length + (n === all.length - 1 ? 4 : 0)))));

/** The boxes below the map: those that hold units, and the one in which what is out of play lies. */
const boxesShown = (scene) => scene.boxes.filter((box) => box.holds === "gone" || scene.units.some((unit) => unit.place === box.id));

/** The middle of each place: [x, y]. */
function middles(scene) {
  const [width, height] = scene.size;
  const found = new Map();
  for (const { id, room } of scene.areas) found.set(id, [room[0] + room[2] / 2, room[1] + room[3] / 2]);
  const beside = scene.ports.filter((port) => !port.at);
  beside.forEach((port, n) => found.set(port.id, [60 + n * 140, height + STRIP - 22]));
  for (const port of scene.ports) if (port.at) found.set(port.id, port.at);
  for (const box of scene.boxes) found.set(box.id, [width / 2, height + 45]);
  boxesShown(scene).forEach((box, n) => found.set(box.id, [110 + n * 210, height + 45]));
  return found;
}

/** On which side of a rectangle a point lies that is beyond it, as seen from its middle. */
function wayTo([x, y], [left, top, width, height]) {
  const [across, down] = [(x - left) / width - 0.5, (y - top) / height - 0.5];
  if (Math.abs(across) >= Math.abs(down)) return across < 0 ? "left" : "right";
  return down < 0 ? "above" : "below";
}

/** An arrow as a path, from one point to just before another.  scale: pixels of the map in one of the screen. */
function arrow([x, y], [toX, toY], scale) {
  const length = Math.hypot(toX - x, toY - y) || 1, [dx, dy] = [(toX - x) / length, (toY - y) / length];
  const [long, wide] = [BARB * scale, (BARB * scale) / 2];
  const [tipX, tipY] = [toX - wide * dx, toY - wide * dy], barb = (side) => `${tipX - long * dx + wide * side * dy},${tipY - long * dy - wide * side * dx}`;
  return `M${x},${y}L${tipX},${tipY}M${barb(1)}L${tipX},${tipY}L${barb(-1)}`;
}

/**
 * A counter of 100 to 100 / SHAPE: its name, what it looks like, its type and factors; the band of its nation is on the left
 * for the first side, on the right for others.  silhouettes: of the scene.
 */
export function counterFace(unit, { sides, silhouettes }) {
  const [wide, high] = [100, 100 / SHAPE];
  const size = (text, largest, letter) => Math.min(largest, 82 / (letter * text.length));
  const flies = unit.shape === "aircraft", first = unit.side === sides[0].id;
  const start = flies ? 14 : first ? 12 : 7;
  const below = `${unit.type} ${unit.factors}`;
  const face = [
    made("rect", { class: "card-edge", width: wide, height: high, rx: flies ? high / 2 : 4 }),
    words({ class: "name", x: start, y: high * 0.3, "font-size": size(unit.name, 15, 0.68) }, unit.name),
    words({ x: start, y: high * 0.925, "font-size": size(below, 14.7, LETTER) }, below),
    made("g", { class: "outline", transform: `translate(${start + (85 - 100 * OUTLINE) / 2} ${high * 0.35}) scale(${OUTLINE})` }, made("path", { d: silhouettes[unit.shape].path })),
  ];
  if (!flies) face.push(made("rect", { class: "band", x: first ? 1 : wide - 8, y: 1, width: 7, height: high - 2, rx: 2 }));
  unit.marks.filter(({ badge }) => badge).forEach(({ sign, badge }, n) => {
    const at = wide - 5 - n * 17;
    face.push(made("circle", { class: sign, cx: at, cy: 4, r: 8 }), words({ class: "mark", x: at, y: 8, "font-size": 11 }, badge));
  });
  return face;
}

const soMany = (units) => (units.length === 1 ? "1 unit" : `${units.length} units`);

function areaWords(area, scene, units) {
  const { sides } = scene, held = sideNamed(sides, area.control), strength = strengthWords(scene, units), worth = area.points.map((points, n) => `${points} to the ${sides[n].title}`);
  const control = worth.length ? `, ${held ? `controlled by the ${held.title}` : "no control"}, worth ${worth.join(" and ")}` : "";
  return `${titleOf(area)}${control}, ${soMany(units)}${strength && `, ${strength}`}`;
}

/** The rectangle between two corners. */
function between([x, y], [toX, toY]) {
  return { x: Math.min(x, toX), y: Math.min(y, toY), width: Math.abs(toX - x), height: Math.abs(toY - y) };
}

function portWords(port, scene, units) {
  const held = sideNamed(scene.sides, port.control), strength = strengthWords(scene, units);
  return `${titleOf(port)}, ${port.kind ?? "box"}${held ? ` of the ${held.title}` : ""}, ${soMany(units)}${strength && `, ${strength}`}`;
}

/** The strength of a stack in a frame beside a port or base, on the side (`away`) where its name is not; nothing for "". */
function strengthShape(text, away) {
  if (!text) return [];
  const wide = LETTER * text.length + 0.5, [dx, dy] = { left: [-1, -0.5], right: [0, -0.5], above: [-0.5, -1], below: [-0.5, 0] }[away];
  const frame = { x: `${dx * wide}em`, y: `${dy * LINE}em`, width: `${wide}em`, height: `${LINE}em`, rx: 4 };
  return [made("rect", frame), words({ x: `${(dx + 0.5) * wide}em`, y: `${(dy + 0.5) * LINE}em` }, text)];
}

export function createBoard(root) {
  const picked = [], hovered = [], gathering = [];
  const places = new Map(); // id of a place: its element
  const titles = new Map(); // id of an area: its name, above arrows
  const counters = new Map(); // id of a unit: its element
  const written = new Map(); // what has been drawn of a thing, so that only what has changed is drawn anew
  let described = null; // id of the place or unit that the card tells of
  let scene = null, units = new Map(), inPlaces = new Map(), ground = "", boxesLaid = "";
  let lit = new Set(), marked = new Set(), gathered = new Set(), able = new Set(), selected = null, opened = null, byHand = false, fought, writing = WRITING, least = 0;
  let went = []; // where units have gone
  let stirred = false;

  const layers = Object.fromEntries(["sea", "bearings", "moves", "names", "ports", "counters", "aims"].map((name) => [name, made("g", { class: name })]));
  for (const layer of [layers.sea, layers.bearings]) layer.setAttribute("clip-path", "url(#frame)");
  const svg = made("svg", { role: "group", "aria-label": "Board" }, ...Object.values(layers));
  const viewport = createViewport(svg, look);
  const tray = made("rect", { class: "tray", rx: 8 }), frame = made("rect", { class: "frame" });
  const carried = made("g", { class: "carried" }, made("circle", { r: 26 }), words({ class: "count", y: 8 }, ""));
  const card = Object.assign(document.createElement("div"), { className: "card", hidden: true });
  card.setAttribute("role", "status");
  const tools = Object.assign(document.createElement("div"), { className: "zoom" });
  for (const [text, label, act] of [["+", "Nearer", () => viewport.zoom(0.8)], ["−", "Farther", () => viewport.zoom(1.25)], ["⤢", "Whole board", viewport.fit]]) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text, onclick: act, title: label });
    button.setAttribute("aria-label", label);
    tools.append(button);
  }
  const beyond = Object.assign(document.createElement("nav"), { className: "beyond" });
  beyond.setAttribute("aria-label", "Choices out of sight");
  root.classList.add("drawing", "drawn-board");
  root.replaceChildren(svg, tools, beyond, card);

  // --- what is seen ---------------------------------------------------------------------------------------

  /** Another part of the board is seen: writing keeps its size on the screen, as far as it can. */
  function look() {
    if (scene) pointBeyond();
    const size = Math.max(8, Math.min(30, 13 * viewport.scale())), smallest = SMALLEST * viewport.scale();
    if (size === writing && smallest === least) return;
    [writing, least] = [size, smallest];
    svg.style.setProperty("--writing", `${size}px`);
    svg.style.setProperty("--least", `${smallest}px`);
    stir();
  }

  /** When combat begins in an area it is seen closely, and when it is over the whole board again. */
  function follow() {
    const area = scene.areas.find(({ fighting }) => fighting);
    if (area?.id === fought) return;
    fought = area?.id;
    if (area) viewport.close(area.room, scene.size);
    else viewport.begin();
  }

  // --- drawing --------------------------------------------------------------------------------------------

  const inPlace = (id) => inPlaces.get(id) ?? [];

  /** Whether a thing is to be drawn anew: it has not been drawn with this content. */
  function isNew(thing, ...content) {
    const now = JSON.stringify(content), before = written.get(thing);
    written.set(thing, now);
    return now !== before;
  }

  function thing(kind, id, ...children) {
    return made("g", { class: kind, "data-id": id, tabindex: 0, role: "button" }, ...children);
  }

  /** Land and sea, made once for a scenario; what changes is written by `colour`. */
  function lay() {
    places.clear();
    titles.clear();
    written.clear();
    const [width, height] = scene.size;
    const sea = [made("rect", { class: "land", x: 0, y: 0, width, height }), ...scene.waters.map((d) => made("path", { class: "closed", d }))];
    for (const area of scene.areas) {
      const [x, y] = area.room;
      const shape = made("path", { d: area.path, "fill-rule": "evenodd" });
      places.set(area.id, thing("area", area.id, shape));
      titles.set(area.id, words({ class: "title", x, y }, area.name));
    }
    sea.push(...scene.areas.map((area) => places.get(area.id)));
    const at = middles(scene);
    for (const port of scene.ports) places.set(port.id, thing(`port ${port.kind}`, port.id, ...portShape(port, at.get(port.id))));
    for (const box of scene.boxes) {
      const shape = made("rect", { x: -BOX / 2, y: -24, width: BOX, height: 48, rx: 6 });
      places.set(box.id, thing("box", box.id, shape, words({ class: "title", y: -5 }, box.name), words({ class: "count", y: 17 }, "")));
    }
    const frame = made("clipPath", { id: "frame" }, made("rect", { x: 0, y: 0, width, height }));
    layers.sea.replaceChildren(frame, ...sea);
    layers.names.replaceChildren(...titles.values());
    layers.ports.replaceChildren(...[...scene.ports, ...scene.boxes].map((place) => places.get(place.id)));
  }

  function portShape(port, [x, y]) {
    const apart = RADIUS + 6;
    const sideways = x < EDGE ? [-RADIUS, "start"] : x > scene.size[0] - EDGE ? [RADIUS, "end"] : [0, "middle"];
    const [dx, dy, anchor] = { left: [-apart, 6, "end"], right: [apart, 6, "start"], above: [sideways[0], -apart, sideways[1]], below: [sideways[0], apart + 14, sideways[1]] }[port.label];
    const shape = port.kind === "base" ? made("rect", { class: "spot", x: x - 14, y: y - 14, width: 28, height: 28, rx: 3 }) : made("circle", { class: "spot", cx: x, cy: y, r: RADIUS });
    const worth = port.worth ? [made("circle", { class: "worth", cx: x + 15, cy: y - 15, r: 9 }), words({ class: "mark", x: x + 15, y: y - 11, "font-size": 12 }, `${port.worth}`)] : [];
    const away = OPPOSITE[port.label], [sx, sy] = BESIDE[away].map((way) => way * (RADIUS + 3));
    const strength = made("g", { class: "strength", "data-away": away, transform: `translate(${x + sx} ${y + sy})` });
    return [shape, words({ class: "count", x, y }, ""), strength, ...worth, words({ class: "title", x: x + dx, y: y + dy, "text-anchor": anchor }, port.name)];
  }

  function colour() {
    const at = middles(scene), boxes = new Set(scene.boxes), shown = new Set(boxesShown(scene));
    for (const place of [...scene.areas, ...scene.ports, ...scene.boxes]) {
      const here = inPlace(place.id), isBox = boxes.has(place), isShown = shown.has(place);
      const strength = strengths(scene, here).map(([, sum]) => sum).join("/");
      if (!isNew(place.id, place, here.length, strength, isShown, isBox && at.get(place.id))) continue;
      const element = places.get(place.id);
      paint(element, sideNamed(scene.sides, place.control));
      element.classList.toggle("fighting", Boolean(place.fighting));
      element.classList.remove(...[...element.classList].filter((name) => name.startsWith("ground-")));
      if (place.ground) element.classList.add(`ground-${place.ground}`);
      if (place.points) {
        const worth = made("tspan", { class: "points" }, `  ${place.points.join("/")}${place.resolved ? " ✓" : ""}`);
        const lines = titleLines(place).map((line, n) => made("tspan", { x: place.room[0], dy: n ? `${LINE}em` : 0 }, line));
        titles.get(place.id).replaceChildren(...lines, worth);
        titles.get(place.id).style.setProperty("--most", `${titleSize(place)}px`);
        titles.get(place.id).classList.toggle("fought", Boolean(place.fighting));
      } else {
        element.querySelector(".title").textContent = titleOf(place);
        element.querySelector(".count").textContent = [here.length || "", isBox && strength].filter(Boolean).join(" · ");
        const beside = element.querySelector(".strength");
        beside?.replaceChildren(...strengthShape(strength, beside.dataset.away));
        element.classList.toggle("empty", here.length === 0);
      }
      if (isBox) {
        element.setAttribute("transform", `translate(${at.get(place.id).join(" ")})`);
        element.classList.toggle("unused", !isShown);
        element.setAttribute("tabindex", isShown ? 0 : -1);
      }
      element.setAttribute("aria-label", place.points ? areaWords(place, scene, here) : portWords(place, scene, here));
    }
  }

  /** Where every counter stands, and which of them lie in a stack that is not fanned out. */
  function spotsOf() {
    const spots = new Map(), stowed = new Set(), at = middles(scene);
    for (const area of scene.areas) {
      const { id, room } = area, stacks = stacksOf(scene.sides, inPlace(id));
      const title = ABOVE + LINE * titleLines(area).length * Math.max(least, Math.min(writing, titleSize(area)));
      laidOut(stacks, fitted(stacks, room[2], room[3] - title), room[0], room[1] + title, spots);
    }
    for (const { id } of [...scene.ports, ...scene.boxes]) {
      const here = inPlace(id), [x, y] = at.get(id);
      for (const unit of here) {
        spots.set(unit.id, [x - 20, y - 8, 40]);
        stowed.add(unit.id);
      }
    }
    for (const unit of fan(spots, at)) stowed.delete(unit.id);
    for (const unit of scene.units) if (!spots.has(unit.id)) stowed.add(unit.id);
    return { spots, stowed };
  }

  /** The counters of the opened stack that are fanned out, those that come first before the others. */
  function fanned() {
    const here = opened === null ? [] : [...inPlace(opened)].sort((one, other) => one.due - other.due);
    return byHand || here.length <= CROWD ? here : here.filter((unit) => unit.id === selected || lit.has(unit.id));
  }

  /** How high a spread stack lies: as it is, or, where it would hide places that may be picked, so much above that it does not. */
  function clearOf(asIs, left, width, height, at) {
    const choices = [...lit].filter((id) => places.has(id)).map((id) => at.get(id));
    const hides = (top) => choices.some(([x, y]) => x > left - CLEAR && x < left + width + CLEAR && y > top - CLEAR && y < top + height + CLEAR);
    for (let top = asIs; top >= Math.max(8, asIs - height - STRIP); top -= CLEAR) if (!hides(top)) return top;
    return asIs;
  }

  /** Spread out the opened stack; gives its counters. */
  function fan(spots, at) {
    const here = fanned();
    if (!here.length) {
      tray.remove();
      written.delete(tray);
      return here;
    }
    const [x, y] = at.get(opened);
    const wide = Math.max(90, Math.min(130, 62 * viewport.scale())), columns = Math.min(here.length, here.length > 40 ? 2 * FAN : FAN);
    const width = columns * (wide + GAP), height = Math.ceil(here.length / columns) * (wide / SHAPE + GAP);
    const left = Math.max(8, Math.min(scene.size[0] - width - 8, x - width / 2));
    const name = 1.3 * Math.max(least, 0.8 * writing), below = 34 + name, above = height + 34 + name; // the name of the place stays clear
    const asIs = Math.max(8, y + height + below > scene.size[1] + STRIP ? y - above : y + below), top = clearOf(asIs, left, width, height, at);
    laidOut([here], { columns, wide }, left, top, spots);
    const frame = { x: left - 8, y: top - 8, width: width + 11, height: height + 11 };
    if (!isNew(tray, frame, here.map(({ id }) => id))) return here;
    for (const [key, value] of Object.entries(frame)) tray.setAttribute(key, value);
    layers.counters.append(tray, ...here.map(({ id }) => counters.get(id))); // above all others
    return here;
  }

  /** Arrows from counters to those they aim at. */
  function aim({ spots, stowed }) {
    const seen = (id) => spots.has(id) && !stowed.has(id);
    const middle = ([left, top, wide]) => [left + wide / 2, top + wide / SHAPE / 2];
    const aiming = scene.units.filter((unit) => unit.target && seen(unit.id) && seen(unit.target));
    const arrows = aiming.map(({ id, target, side }) => ({ side, d: arrow(middle(spots.get(id)), middle(spots.get(target)), viewport.scale()) }));
    if (!isNew(layers.aims, arrows)) return;
    layers.aims.replaceChildren(...arrows.map(({ side, d }) => paint(made("g", { class: "aim" }, made("path", { class: "halo", d }), made("path", { d })), sideNamed(scene.sides, side))));
  }

  /** Arrows to where units have gone; from and to the boxes beside the map there are none. */
  function drawMoves() {
    const at = middles(scene), boxes = new Set(scene.boxes.map(({ id }) => id));
    const seen = went.filter(({ start, end }) => at.has(start) && at.has(end) && !boxes.has(start) && !boxes.has(end));
    const arrows = seen.map(({ side, start, end, units: { length } }) => ({ side, width: 2 + Math.log2(length), d: arrow(at.get(start), at.get(end), viewport.scale()) }));
    if (!isNew(layers.moves, arrows)) return;
    layers.moves.replaceChildren(...arrows.map(({ side, width, d }) => paint(made("g", { class: "aim went" }, made("path", { class: "halo", d }), made("path", { d, style: `stroke-width: ${width}px` })), sideNamed(scene.sides, side))));
  }

  /** Place and light everything once, when all that is known at this moment has been said. */
  function stir() {
    if (stirred || !scene) return;
    stirred = true;
    queueMicrotask(() => {
      stirred = false;
      place();
      light();
      viewport.about(inQuestion());
      pointBeyond();
    });
  }

  /** Names that would be too small to read in the room of their areas are squeezed into it. */
  function squeeze() {
    for (const area of scene.areas) titles.get(area.id).querySelectorAll("tspan:not(.points)").forEach((line) => squeezeInto(line, area.room[2], least));
    for (const box of scene.boxes) squeezeInto(places.get(box.id).querySelector(".title"), BOX - 12, Math.max(least, 16));
  }

  function squeezeInto(line, width, size) {
    if (LETTER * size * line.textContent.length > width) line.setAttribute("textLength", width);
    else line.removeAttribute("textLength");
    line.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }

  function place() {
    squeeze();
    const where = spotsOf(), { spots, stowed } = where;
    aim(where);
    drawMoves();
    for (const unit of scene.units) {
      const [left, top, wide] = spots.get(unit.id) ?? [0, 0, 40], hidden = stowed.has(unit.id), element = counters.get(unit.id);
      if (!isNew(element, left, top, wide, hidden)) continue;
      element.style.transform = `translate(${left}px, ${top}px) scale(${wide / 100})`;
      element.classList.toggle("stowed", hidden);
      element.setAttribute("tabindex", hidden ? -1 : 0);
    }
  }

  function counter(unit) {
    const known = counters.get(unit.id);
    if (!isNew(unit.id, unit) && known) return;
    const element = known ?? thing("counter", unit.id);
    element.classList.toggle("raiding", Boolean(unit.raiding));
    element.style.setProperty("--nation", scene.legend.nations[unit.nation]);
    element.setAttribute("aria-label", [unit.name, ...unit.card].join(", "));
    element.replaceChildren(...counterFace(unit, scene));
    if (known) return;
    counters.set(unit.id, element);
    layers.counters.append(element);
  }

  /** The places of what may be picked. */
  const placesLit = () => [...new Set([...lit].map((id) => units.get(id)?.place ?? id))].filter((id) => places.has(id));

  /** The middles of what a question is about, where that is on the map. */
  function inQuestion() {
    const at = middles(scene), onMap = new Set([...scene.areas, ...scene.ports].map(({ id }) => id));
    const subject = units.get(selected)?.place ?? selected;
    return { subject: onMap.has(subject) ? at.get(subject) : null, targets: placesLit().filter((id) => onMap.has(id)).map((id) => at.get(id)) };
  }

  /** Whether enough of a place is seen to know it and to pick it. */
  function isInSight(id, [x, y], [left, top, width, height]) {
    const area = scene.areas.find((one) => one.id === id), hold = HOLD * viewport.scale();
    const [west, north, wide, high] = area?.room ?? [x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS];
    const across = Math.min(left + width, west + wide) - Math.max(left, west), down = Math.min(top + height, north + high) - Math.max(top, north);
    return across >= Math.min(hold, wide) && down >= Math.min(hold, high);
  }

  /** A button at each edge beyond which there is something to pick: it leads to the nearest. */
  function pointBeyond() {
    const at = middles(scene), sight = viewport.sight(), [left, top, width, height] = sight;
    const away = (id) => Math.hypot(at.get(id)[0] - left - width / 2, at.get(id)[1] - top - height / 2);
    const hidden = placesLit().filter((id) => !isInSight(id, at.get(id), sight)).sort((one, other) => away(one) - away(other));
    const ways = [...grouped(hidden, (id) => wayTo(at.get(id), sight))];
    const onScreen = ([x, y]) => [(x - left) / viewport.scale(), (y - top) / viewport.scale()];
    const size = onScreen([left + width, top + height]), taken = placesLit().filter((id) => !hidden.includes(id)).map((id) => onScreen(at.get(id)));
    const told = ways.map(([way, ids]) => [way, ids, ...clearAt(way, onScreen(at.get(ids[0])), size, taken, trayOn(onScreen))]);
    if (!isNew(beyond, told)) return;
    beyond.replaceChildren(...told.map(([way, ids, x, y]) => beyondButton(way, ids, x, y)));
  }

  /** The upper left and lower right corner of the spread stack on the screen; nothing where none is spread. */
  function trayOn(onScreen) {
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => +tray.getAttribute(name));
    return tray.isConnected ? [onScreen([x, y]), onScreen([x + width, y + height])] : [];
  }

  /** Where a button stands at an edge of the board, in pixels of the screen: towards a point, but on nothing that may be picked. */
  function clearAt(way, [x, y], [wide, high], taken, [start, end]) {
    const [across, down] = [wide - CHIP[0] - 4, high - CHIP[1] - 4], within = (value, least, most) => Math.round(Math.max(least, Math.min(most, value)));
    const isOn = ([left, top]) => taken.some((at) => at[0] > left - 16 && at[0] < left + CHIP[0] + 16 && at[1] > top - 16 && at[1] < top + CHIP[1] + 16)
      || (start && start[0] < left + CHIP[0] && end[0] > left && start[1] < top + CHIP[1] && end[1] > top);
    const parts = [0, 0.2, 0.4, 0.6, 0.8, 1], upright = way === "left" || way === "right", top = way === "right" ? TOOLS : 44;
    const spots = upright
      ? [y - CHIP[1] / 2, ...parts.map((part) => top + part * (down - top))].map((at) => [way === "left" ? 4 : across, within(at, Math.min(top, down), down)])
      : [x - CHIP[0] / 2, ...parts.map((part) => part * across)].map((at) => [within(at, CHIP[0], across - CHIP[0]), way === "above" ? 4 : down]);
    return spots.find((spot) => !isOn(spot)) ?? spots[0];
  }

  function beyondButton(way, ids, x, y) {
    const names = ids.map((id) => titleOf([...scene.areas, ...scene.ports, ...scene.boxes].find((place) => place.id === id)));
    const button = Object.assign(document.createElement("button"), { type: "button", className: way, textContent: names.length > 1 ? `${names.length} more` : names[0] });
    button.setAttribute("aria-label", `Show ${names.length > 1 ? `the nearest of ${names.length} choices` : "a choice"} out of sight ${WAYS[way]}: ${names.join("; ")}`);
    Object.assign(button.style, { top: `${y}px`, ...(way === "right" ? { right: "4px" } : { left: `${x}px` }) });
    button.onclick = ({ detail }) => {
      viewport.visit(middles(scene).get(ids[0]));
      if (!detail) places.get(ids[0]).focus({ preventScroll: true }); // by the keyboard, which goes on from there
    };
    return button;
  }

  function light() {
    for (const [id, element] of [...places, ...counters]) {
      const holds = !units.has(id) && inPlaceLit(id);
      element.classList.toggle("target", lit.has(id) || holds);
      element.classList.toggle("marked", marked.has(id));
      element.classList.toggle("selected", id === selected);
      element.classList.toggle("gathered", gathered.has(id) || (!units.has(id) && inPlace(id).some((unit) => gathered.has(unit.id))));
    }
  }

  /** Whether a target lies in a stack that is not fanned out. */
  const inPlaceLit = (id) => id !== opened && [...lit].some((other) => units.get(other)?.place === id) && !scene.areas.some((area) => area.id === id);

  function open(id, itself = false) {
    opened = id;
    byHand = itself;
    stir();
  }

  function draw(newScene) {
    scene = keyed(newScene);
    units = new Map(scene.units.map((unit) => [unit.id, unit]));
    inPlaces = grouped(scene.units, (unit) => unit.place);
    const newGround = JSON.stringify([scene.size, scene.areas.map((area) => area.path), scene.ports.map((port) => port.id)]);
    const elsewhere = newGround !== ground, newBoxes = scene.boxes.map(({ id }) => id).join();
    if (elsewhere) {
      ground = newGround;
      viewport.turnTo([scene.size[0], scene.size[1] + STRIP]);
    }
    if (elsewhere || newBoxes !== boxesLaid) lay();
    boxesLaid = newBoxes;
    for (const [id, element] of counters) {
      if (units.has(id)) continue;
      element.remove();
      counters.delete(id);
    }
    scene.units.forEach(counter);
    colour();
    if (elsewhere) viewport.begin();
    follow();
    stir();
    if (!card.hidden) describe();
  }

  // --- hands ----------------------------------------------------------------------------------------------

  const thingOf = (event) => event.target.closest?.("[data-id]") ?? null;

  /** The units of a thing that can be ordered: itself, or those in it. */
  const leadable = (id) => (units.has(id) ? [id] : inPlace(id).map((unit) => unit.id)).filter((unit) => able.has(unit));

  const gather = (ids, more) => gathering.forEach((tell) => tell(ids, more));

  /** more: it joins those that are gathered, or leaves them. */
  function pick(element, more = false) {
    const id = element.dataset.id;
    if (more) return gather(leadable(id), true);
    const whole = opened === id && fanned().length === inPlace(id).length;
    if (element.matches(".port, .box")) open(whole && !lit.has(id) ? null : id, true);
    picked.forEach((tell) => tell(id));
  }

  function tell(event) {
    described = thingOf(event)?.dataset.id ?? null;
    describe();
    if (described) hovered.forEach((hear) => hear(described));
  }

  /** The card beside the board: what is so of the place or unit that was pointed at last. */
  function describe() {
    const element = places.get(described) ?? counters.get(described);
    const unit = units.get(described);
    card.hidden = !element;
    if (!element) return;
    const lines = unit ? [unit.name, ...unit.card] : [element.getAttribute("aria-label")];
    card.replaceChildren(...lines.map((line, n) => Object.assign(document.createElement(n ? "div" : "b"), { textContent: line })));
  }

  /** Whether there are units to carry along; they are gathered then. */
  function carry(ids) {
    if (!ids.length) return false;
    gather(ids, false);
    carried.querySelector("text").textContent = ids.length;
    svg.append(carried);
    return true;
  }

  svg.addEventListener("pointerover", tell);
  svg.addEventListener("focusin", tell);
  svg.addEventListener("pointerleave", ({ pointerType }) => (card.hidden = pointerType !== "touch"));

  createHands(svg, viewport, {
    pick,
    lift(element, byTouch) {
      const id = element.dataset.id;
      if (!byTouch && gathered.has(id)) return carry([...gathered]);
      if (!element.matches(".counter")) return !byTouch && !element.matches(".area") && carry(leadable(id));
      if (byTouch && id !== selected) return false;
      element.classList.add("dragged");
      pick(element);
      return true;
    },
    carry(element, [x, y]) {
      if (carried.isConnected) return carried.setAttribute("transform", `translate(${x} ${y})`);
      const scale = element.style.transform.match(/scale\(.*\)/)[0];
      element.style.transform = `translate(${x + 4}px, ${y + 4}px) ${scale}`;
    },
    drop(element, at) {
      element.classList.remove("dragged");
      carried.remove();
      written.delete(element);
      stir();
      const under = at === null ? [] : document.elementsFromPoint(at.x, at.y).map((found) => found.closest("[data-id]"));
      const aim = under.find((found) => found && found !== element && lit.has(found.dataset.id));
      if (aim) pick(aim);
    },
    frame(corners) {
      if (corners === null) return frame.remove();
      for (const [key, value] of Object.entries(between(...corners))) frame.setAttribute(key, value);
      if (!frame.isConnected) svg.append(frame);
    },
    enclose(corners) {
      const { x, y, width, height } = between(...corners);
      const inside = ([left, top, wide]) => left + wide / 2 > x && left + wide / 2 < x + width && top + wide / SHAPE / 2 > y && top + wide / SHAPE / 2 < y + height;
      const here = [...spotsOf().spots].filter(([id, spot]) => able.has(id) && inside(spot)).map(([id]) => id);
      gather(here, true);
    },
  });
  root.addEventListener("keydown", (event) => {
    if (!scene) return;
    const element = thingOf(event);
    if (event.key === "+" || event.key === "=") viewport.zoom(0.8);
    else if (event.key === "-") viewport.zoom(1.25);
    else if (event.key === "0") viewport.fit();
    else if (event.key === "Escape") open(null);
    else if (event.key in ARROWS) viewport.step(ARROWS[event.key]);
    else if (element && (event.key === "Enter" || event.key === " ")) pick(element, event.shiftKey);
    else return;
    event.preventDefault();
  });
  return {
    /** Draw a scene; counters that the last one had move to their new places. */
    draw,
    /** Light up the areas, ports and units that may be picked now. */
    targets(ids) {
      lit = new Set(ids);
      stir();
    },
    /** Mark the unit or place that a question is about, and fan out the stack in which it lies. */
    select(id) {
      selected = id;
      const where = units.get(id)?.place ?? null;
      const subject = where ?? id;
      if (scene && middles(scene).has(subject)) viewport.bring(middles(scene).get(subject));
      if (scene && where !== null && !scene.areas.some((area) => area.id === where)) open(where);
      else if (!byHand) open(null);
      else stir();
    },
    /** Draw rings of range and lines of sight around the unit that a question is about. */
    bearings({ rings, sights } = { rings: [], sights: [] }) {
      layers.bearings.replaceChildren(
        ...rings.map(({ path, reach }) => made("path", { class: reach ? "ring reach" : "ring", d: path })),
        ...sights.map(({ start, end, clear }) => made("path", { class: clear ? "sight" : "sight blocked", d: `M${start}L${end}` })),
        ...rings.flatMap(({ label: [x, y], distance }) => [made("circle", { class: "range", cx: x, cy: y, r: 16 }), words({ class: "mark", x, y: y + 7, "font-size": 21 }, `${distance}`)]),
      );
    },
    /** Draw arrows to where units of a side have gone from elsewhere: `{side, start, end, units}`, places by their ids. */
    moves(all) {
      went = all.map((move) => ({ ...move, start: placeKey(move.start), end: placeKey(move.end) }));
      stir();
    },
    /** Say which units can be ordered now: they may be gathered. */
    orderable(ids) {
      able = new Set(ids);
    },
    /** Show which units are gathered. */
    gathered(ids) {
      gathered = new Set(ids);
      stir();
    },
    /** Mark things that something else on the page speaks of. */
    highlight(ids) {
      marked = new Set(ids);
      stir();
    },
    /** `fn(id)` is called when a thing is picked: clicked, chosen with Enter, dragged or dropped upon. */
    onPick: (fn) => picked.push(fn),
    /** `fn(ids, more)` is called when units are gathered to be ordered together: those of a place that is dragged, or with
     * the shift key what is clicked or framed, which joins the others. */
    onGather: (fn) => gathering.push(fn),
    /** `fn(id)` is called when the pointer or the keyboard comes to a thing. */
    onHover: (fn) => hovered.push(fn),
  };
}
