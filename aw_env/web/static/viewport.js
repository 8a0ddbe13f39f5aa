// What of the board is seen: zoom and pan.  Points and rectangles are in pixels of the map, `at` in pixels of the screen.

import { watchSize } from "./browser.js";

const CLOSEST = 200; // pixels of the map that are seen at least from left to right
const FARTHEST = 1.3; // how many times the width of the board is seen at most
const NARROW = 0.6; // part of the whole board's shape from which a screen is too narrow to show it whole
const AROUND = 1.5; // how much more than an area is seen when it is seen closely
const AREA = 500; // pixels of the map, but no fewer than these

/** `changed()` is called whenever something else is seen than before. */
export function createViewport(svg, changed) {
  let all = [1000, 1000]; // width and height of the board
  let seen = [0, 0, ...all]; // left, top, width, height
  let room = { width: 1000, height: 1000 }; // of the screen
  let wanted = fit; // what was looked for last, and is looked for again on a screen of another shape

  // To ask an element for its size makes the browser lay out the page, so its size is remembered.
  function measure({ width, height }) {
    room = { width: width || 1000, height: height || 1000 };
  }

  watchSize(svg, (size) => {
    measure(size);
    wanted();
  });

  function look(rectangle) {
    seen = rectangle;
    svg.setAttribute("viewBox", seen.join(" "));
    changed();
  }

  /** See what somebody has moved to, and stay there. */
  function goTo(rectangle) {
    wanted = () => look(seen);
    look(rectangle);
  }

  /** See what a function looks for, on this screen and on any other. */
  function seek(what) {
    wanted = what;
    wanted();
  }

  /** Pixels of the map in one of the screen. */
  const scale = () => Math.max(seen[2] / room.width, seen[3] / room.height);
  const middle = () => [seen[0] + seen[2] / 2, seen[1] + seen[3] / 2];

  function pan([right, down]) {
    goTo([seen[0] + right, seen[1] + down, seen[2], seen[3]]);
  }

  /** See so many times as much as before, a point of the map staying where it is. */
  function zoom(factor, [x, y] = middle()) {
    const width = Math.max(CLOSEST, Math.min(all[0] * FARTHEST, seen[2] * factor)), real = width / seen[2];
    goTo([x - (x - seen[0]) * real, y - (y - seen[1]) * real, width, seen[3] * real]);
  }

  /** Another board is seen, of this width and height. */
  function turnTo(size) {
    all = size;
    measure(svg.getBoundingClientRect());
  }

  function fit() {
    look([0, 0, ...all]);
  }

  function fill() {
    const shape = room.width / room.height;
    if (shape < NARROW * (all[0] / all[1])) look([0, 0, all[1] * shape, all[1]]);
    else fit();
  }

  function close([left, top, wide, high], frame) {
    const shape = room.width / room.height;
    const width = Math.min(frame[0], Math.max(AREA, AROUND * Math.max(wide, high * shape))), height = width / shape;
    const within = (middle, part, whole) => Math.max(0, Math.min(whole - part, middle - part / 2));
    look([within(left + wide / 2, width, frame[0]), within(top + high / 2, height, frame[1]), width, height]);
  }

  return {
    turnTo, pan, zoom, scale,
    fit: () => seek(fit),
    /** The whole board, or on a narrow screen as much of it as fills the height: the rest is a drag away. */
    begin: () => seek(fill),
    /** See a rectangle closely, within a frame of this width and height. */
    close: (rectangle, frame) => seek(() => close(rectangle, frame)),
    /** Bring a point to the middle, if it is not seen. */
    bring([x, y]) {
      const [left, top, width, height] = seen;
      if (x > left && x < left + width && y > top && y < top + height) return;
      goTo([x - width / 2, y - height / 2, width, height]);
    },
    /** Move by a part of what is seen. */
    step: ([right, down]) => pan([right * seen[2], down * seen[2]]),
    /** The point of the map at a point of the screen. */
    pointAt({ x, y }) {
      const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
      return [point.x, point.y];
    },
  };
}
