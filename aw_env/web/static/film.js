// A game that is over, played again: a slider over its decisions, and whose eyes to see it with.

import { createAnalysis } from "./analysis.js";
import { createBoard } from "./board.js";
import { showCourse } from "./course.js";
import { showLegend } from "./legend.js";
import { made } from "./elements.js";
import { choicesOf, judgement, markChoices } from "./opinion.js";
import { linkTo, remember } from "./seats.js";

const STEP = 700; // milliseconds from one decision to the next
const find = (selector) => document.querySelector(selector);
const game = location.pathname.split("/").at(-1);
const board = createBoard(find("#drawn"));
let film = null;
let wanted = 0;
let asking = false;
let playing = null;

async function ask(address) {
  const answer = await fetch(`/api/replay/${game}${address}`);
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.words);
  return told;
}

const option = (value, words) => made("option", { value, textContent: words });

/** Show the position after so many decisions; while one is asked for, the next is the last that was wanted. */
async function show(number) {
  wanted = Math.max(0, Math.min(number, film.decisions));
  find("#at").value = wanted;
  if (asking) return;
  asking = true;
  let frame = null;
  do frame = await ask(`/frames/${wanted}?seat=${find("#eyes").value}`);
  while (frame.number !== wanted);
  asking = false;
  board.draw(frame.scene);
  showLegend(find("#legend > div"), frame.scene);
  showCourse(find("#course > div"), frame.scene, frame.course);
  find("#when").replaceChildren(...frame.scene.facts.map(({ title, words }) => made("div", { textContent: `${title}: ${words}` })));
  find("#number").textContent = `Decision ${frame.number} of ${film.decisions}`;
  find("#asked").textContent = frame.asked;
  find("#words").replaceChildren(...frame.words.map((words) => made("p", { textContent: words })));
  showOpinion(frame);
}

/** What the adviser thinks of the question of a frame, unless another frame is shown before he has answered. */
async function showOpinion(frame) {
  const adviser = find("#adviser").value, list = find("#opinion ol");
  list.replaceChildren(...frame.choices.map((choice) => choiceEntry(choice, frame.answer)));
  find("#judgement").textContent = adviser && frame.seat ? "…" : "";
  if (!adviser || !frame.seat) return;
  let opinion = null;
  try {
    opinion = await ask(`/frames/${frame.number}/opinion?player=${encodeURIComponent(adviser)}`);
  } catch (error) {
    find("#judgement").textContent = error.message;
    return;
  }
  if (frame.number !== wanted || adviser !== find("#adviser").value) return;
  find("#judgement").textContent = `${judgement(opinion)}:`;
  list.replaceChildren(...choicesOf(opinion).map((choice) => choiceEntry(choice, frame.answer)));
  markChoices(list, opinion);
}

/** A choice; the one that was taken leads to the next decision. */
function choiceEntry({ action, words }, taken) {
  const button = made("button", { type: "button", textContent: words, disabled: action !== taken, onclick: () => show(wanted + 1) });
  button.dataset.action = action;
  if (action === taken) button.append(made("small", { textContent: " played" }));
  return made("li", { className: action === taken ? "taken" : "" }, button);
}

/** A new game from the position that is shown, against the computer. */
async function tryAgain() {
  const own = find("#seat").value;
  const players = Object.fromEntries(film.seats.map((seat) => [seat, seat === own ? "person" : film.officer]));
  const body = JSON.stringify({ at: wanted, players });
  const answer = await fetch(`/api/replay/${game}/again`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { id, tokens, words } = await answer.json();
  if (!answer.ok) {
    find("#again [role=alert]").textContent = words;
    return;
  }
  remember(id, own, tokens[own]);
  location.assign(linkTo(id, own, tokens[own]));
}

function play() {
  const stopping = playing !== null;
  clearTimeout(playing);
  playing = null;
  if (!stopping) step();
  find("#play").textContent = stopping ? "Play" : "Pause";
}

/** The next decision, and in a while the one after it, as fast as is asked for. */
function step() {
  playing = setTimeout(step, STEP / Number(find("#speed").value));
  if (wanted < film.decisions) show(wanted + 1);
  else play();
}

try {
  film = await ask("");
  find("h1").textContent = film.title;
  find("#at").max = film.decisions;
  find("#eyes").append(option("", "everything"), ...film.seats.map((seat) => option(seat, `what ${seat} knew`)));
  find("#marks").append(option("", "go to …"), ...film.marks.map((mark) => option(mark.at, mark.words)));
  find("#adviser").append(option("", "nobody"), ...film.advisers.map((name) => option(name, name)));
  find("#opinion label").hidden = !film.advisers.length;
  createAnalysis(find("#analysis"), film.decisions, ask, show);
  find("#seat").append(...film.seats.map((seat) => option(seat, seat)));
  find("#again button").onclick = tryAgain;
  find("#adviser").onchange = () => show(wanted);
  find("#at").oninput = () => show(Number(find("#at").value));
  find("#eyes").onchange = () => show(wanted);
  find("#marks").onchange = () => find("#marks").value && show(Number(find("#marks").value));
  find("#back").onclick = () => show(wanted - 1);
  find("#on").onclick = () => show(wanted + 1);
  find("#play").onclick = play;
  await show(0);
} catch (error) {
  find("#asked").textContent = error.message;
}
