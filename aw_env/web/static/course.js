// The tracks of points, turn by turn: a table whose cells are the bars of a chart, so that it is read and heard.

import { made } from "./elements.js";
import { paint } from "./sides.js";

const LEAST_SCALE = 8; // points of a lead that fill a cell, if none is greater

/** The side that a lead is of: the first one's goes up, the second one's down. */
const sideOf = ([first, second], points) => (points > 0 ? first : points < 0 ? second : null);
const way = (points) => (points > 0 ? "up" : points < 0 ? "down" : "level");
const lead = (sides, points) => (points ? `${sideOf(sides, points).title} by ${Math.abs(points)}` : "level");
const gain = (sides, points) => (points ? `${sideOf(sides, points).title} +${Math.abs(points)}` : "no points");

/** The lead on a track before the first turn and at the end of each turn, as far as they are known. */
function leadsOf(track, course) {
  const begun = course.map(({ leads }) => (Object.hasOwn(leads, track.name) ? leads[track.name] : 0));
  return [...begun, track.lead];
}

function cell(sides, points, before, scale, words) {
  const bar = made("span", { className: "bar" });
  bar.style.setProperty("--part", Math.abs(points) / scale);
  const number = made("b", { textContent: Math.abs(points) });
  const gained = made("small", { textContent: before === null || points === before ? "" : `${points > before ? "▲" : "▼"}${Math.abs(points - before)}` });
  const seen = paint(made("span", { className: `seen ${way(points)}` }, bar, number, gained), sideOf(sides, points));
  seen.setAttribute("aria-hidden", "true");
  const heard = made("span", { className: "heard", textContent: words });
  return made("td", { title: words }, seen, heard);
}

function row(track, sides, course, turns, scale) {
  const leads = leadsOf(track, course);
  const heading = made("th", { scope: "row" }, track.name, made("small", { textContent: track.words }));
  const ways = sides.slice(0, 2).map((side, n) => paint(made("span", { textContent: `${side.title} ${"▲▼"[n]}` }), side));
  const names = made("td", { className: "sides" }, ...ways);
  names.setAttribute("aria-hidden", "true");
  const start = cell(sides, leads[0], null, scale, `at the start ${lead(sides, leads[0])}`);
  const cells = turns.map((turn, n) => {
    if (n + 1 >= leads.length) return made("td");
    const words = `${gain(sides, leads[n + 1] - leads[n])}, then ${lead(sides, leads[n + 1])}`;
    return cell(sides, leads[n + 1], leads[n], scale, words);
  });
  return made("tr", {}, heading, names, start, ...cells);
}

/** Show how the tracks have moved.  course: the leads as each turn began, as the server tells them. */
export function showCourse(root, scene, course) {
  root.hidden = !scene.tracks.length || !course.length;
  if (root.hidden) return;
  const first = course[0].turn, turns = Array.from({ length: scene.last_turn - first + 1 }, (_, n) => first + n);
  const scale = Math.max(LEAST_SCALE, ...scene.tracks.flatMap((track) => leadsOf(track, course).map(Math.abs)));
  const headings = turns.map((turn) => {
    const heading = made("th", { scope: "col", textContent: turn });
    if (turn === scene.turn) heading.setAttribute("aria-current", "step");
    return heading;
  });
  const head = made("tr", {}, made("th", { scope: "col", textContent: "Turn" }), made("td", { className: "sides" }), made("th", { scope: "col", textContent: "start" }), ...headings);
  const rows = scene.tracks.map((track) => row(track, scene.sides, course, turns, scale));
  root.replaceChildren(made("table", { className: "course" }, made("caption", { className: "heard", textContent: "The lead in points at the end of each turn, and what the turn brought" }), made("thead", {}, head), made("tbody", {}, ...rows)));
}
