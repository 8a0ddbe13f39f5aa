// What of the board is seen: zoom and pan.  Points and rectangles are in pixels of the map, `at` in pixels of the screen.

import { watchSize } from "./browser.js";

const CLOSEST = 200; // pixels of the map that are seen at least from left to right
const FARTHEST = 1.3; // how many times the width of the board is seen at most
const PHONE = 600; // pixels of a screen that is too narrow to show the whole board
const LEGIBLE = { phone: [2, 2], wide: [3, 2.65] }; // pixels of the map in one of the screen: at most, and where there are more
const AROUND = 1.5; // how much more than an area is seen when it is seen closely
const AREA = 500; // pixels of the map, but no fewer than these
const MARGIN = 66; // pixels of the screen around what a question is about

/** The rectangle around points. */
function around(points) {
  const [xs, ys] = [0, 1].map((n) => points.map((point) => point[n]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { width: Math.max(...xs) - left, height: Math.max(...ys) - top, middle: [(left + Math.max(...xs)) / 2, (top + Math.max(...ys)) / 2] };
}

/** The points that are seen with one of them in the middle of a part of the map. */
const near = ([x, y], points, [width, height]) => points.filter((point) => Math.abs(point[0] - x) <= width / 2 && Math.abs(point[1] - y) <= height / 2);

/**
 * The middle of a part of the map, of this width and height, that shows what a question is about: its subject with all its
 * targets, or where they lie too far apart, the subject, or most of the targets; null where it is about no point.
 */
function heart({ subject, targets }, room) {
  const all = subject ? [subject, ...targets] : targets;
  if (!all.length) return null;
  if (subject && near(subject, all, room).length === all.length) return subject;
  const { width, height, middle } = around(all);
  if (width <= room[0] && height <= room[1]) return middle;
  const groups = targets.map((target) => near(target, targets, room));
  return subject ?? around(groups.reduce((most, group) => (group.length > most.length ? group : most))).middle;
}

/** `changed()` is called whenever something else is seen than before. */
export function createViewport(svg, changed) {
  let all = [1000, 1000]; // width and height of the board
  let seen = [0, 0, ...all]; // left, top, width, height
  let room = { width: 1000, height: 1000 }; // of the screen
  let asked = { subject: null, targets: [] }; // the points that a question is about
  let visited = null; // a point that somebody has gone to see since it was asked
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

  /** The whole board; where its names could not be read, as much of it as can be around what the question is about. */
  function fill() {
    const [most, closely] = LEGIBLE[room.width < PHONE ? "phone" : "wide"];
    if (Math.max(all[0] / room.width, all[1] / room.height) <= most) return fit();
    const [width, height] = [closely * room.width, closely * room.height], edges = 2 * MARGIN * closely;
    const [x, y] = visited ?? heart(asked, [width - edges, height - edges]) ?? [all[0] / 2, all[1] / 2];
    look([within(x, width, all[0]), within(y, height, all[1]), width, height]);
  }

  /** Where a part of a whole begins that has a point in its middle, or lies as near to that as it can. */
  const within = (middle, part, whole) => (part >= whole ? (whole - part) / 2 : Math.max(0, Math.min(whole - part, middle - part / 2)));

  function close([left, top, wide, high], frame) {
    const shape = room.width / room.height;
    const width = Math.min(frame[0], Math.max(AREA, AROUND * Math.max(wide, high * shape))), height = width / shape;
    look([within(left + wide / 2, width, frame[0]), within(top + high / 2, height, frame[1]), width, height]);
  }

  return {
    turnTo, pan, zoom, scale,
    fit: () => seek(fit),
    begin: () => seek(fill),
    /** A question is about points: `subject` (null where that is nowhere) and `targets`. */
    about(points) {
      if (JSON.stringify(points) === JSON.stringify(asked)) return;
      [asked, visited] = [points, null];
      if (wanted === fill) fill();
    },
    /** See a point in the middle, until something else is asked. */
    visit([x, y]) {
      if (wanted !== fill) return goTo([x - seen[2] / 2, y - seen[3] / 2, seen[2], seen[3]]);
      visited = [x, y];
      fill();
    },
    /** What is seen: left, top, width and height, on the whole of the screen's room. */
    sight() {
      const [width, height] = [room.width * scale(), room.height * scale()], [x, y] = middle();
      return [x - width / 2, y - height / 2, width, height];
    },
    /** See a rectangle closely, within a frame of this width and height. */
    close: (rectangle, frame) => seek(() => close(rectangle, frame)),
    /** Bring a point to the middle, if it is not seen. */
    bring([x, y]) {
      if (wanted === fill) return;
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
