// What hands do on the drawn board: click, drag and zoom with a mouse or with fingers.

const DRAG = 6; // pixels of the screen from which a press is a drag
const WHEEL = 1.15;

const pointOf = (event) => ({ x: event.clientX, y: event.clientY });
const between = (one, other) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * One pointer drags the board, or what can be carried, and with the shift key a frame; two fingers zoom, and move the board
 * with them.
 *
 * @param {SVGElement} svg the board
 * @param viewport see `createViewport`
 * @param {{pick: function, lift: function, carry: function, drop: function, frame: function, enclose: function}} on
 *   `pick(element, more)` what is clicked, more: with the shift key; `lift(element, byTouch)` what a drag begins on, true
 *   where it is carried along; `carry(element, point)` to a point of the map, `drop(element, at)` at a point of the screen, or
 *   null where it has not come anywhere; `frame(corners)` two points of the map, null for no frame any more, and then
 *   `enclose(corners)` when it is done
 */
export function createHands(svg, viewport, on) {
  const down = new Map(); // by the id of a pointer: where it is on the screen
  let press = null; // what the only pointer is pressed on, and since when it drags it

  const thingOf = (event) => event.target.closest?.("[data-id]") ?? null;

  function letGo(at) {
    if (press?.carried) on.drop(press.element, at);
    if (press?.frames && press.dragging) {
      on.frame(null);
      if (at !== null) on.enclose([press.from, at].map(viewport.pointAt));
    }
    press = null;
  }

  function begin(event) {
    if (event.button !== 0) return;
    letGo(null); // with a second finger it is no longer a press
    down.delete(event.pointerId);
    if (!down.size) press = { element: thingOf(event), from: pointOf(event), frames: event.shiftKey, dragging: false, carried: false };
    down.set(event.pointerId, pointOf(event));
  }

  function move(event) {
    const before = down.get(event.pointerId), now = pointOf(event);
    if (!before) return;
    if (down.size === 2) pinch(event.pointerId, before, now);
    else if (press) drag(event, before, now);
    down.set(event.pointerId, press && !press.dragging ? before : now);
  }

  function drag(event, before, now) {
    if (!press.dragging) {
      if (distance(press.from, now) <= DRAG) return;
      press.dragging = true;
      press.carried = Boolean(press.element && !press.frames && on.lift(press.element, event.pointerType === "touch"));
    }
    if (press.frames) on.frame([press.from, now].map(viewport.pointAt));
    else if (press.carried) on.carry(press.element, viewport.pointAt(now));
    else slide(before, now);
  }

  /** Move the board as from one point of the screen to another. */
  function slide(from, to) {
    const [[x, y], [toX, toY]] = [viewport.pointAt(from), viewport.pointAt(to)];
    viewport.pan([x - toX, y - toY]);
  }

  function pinch(pointer, before, now) {
    const [, still] = [...down].find(([id]) => id !== pointer);
    slide(between(before, still), between(now, still));
    viewport.zoom(distance(before, still) / Math.max(1, distance(now, still)), viewport.pointAt(between(now, still)));
  }

  function end(event) {
    if (!down.delete(event.pointerId)) return;
    const { element, dragging } = press ?? {}, ended = event.type === "pointerup";
    letGo(ended ? pointOf(event) : null);
    if (element && !dragging && ended) on.pick(element, event.shiftKey);
    if (down.size === 1) press = { element: null, dragging: true, carried: false }; // the finger that is left drags the board
  }

  svg.addEventListener("pointerdown", begin);
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    viewport.zoom(event.deltaY > 0 ? WHEEL : 1 / WHEEL, viewport.pointAt(pointOf(event)));
  }, { passive: false });
}
