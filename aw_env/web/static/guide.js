// The guide of a guided first game: what its voice says beside the question, and which control, choice and places it means.

import { made } from "./elements.js";

const CONTROLS = {
  commit: "#commit button", undo: "[data-do=undo]", hint: "[data-do=hint]", why: "[data-do=why]",
  odds: "[data-do=odds]", auto: "[data-do=auto]", order: "#line",
};

/** Words in which what is typed stands between backquotes. */
const withTyped = (words) => words.split("`").map((part, n) => (n % 2 ? made("kbd", { textContent: part }) : part));

/** What is typed, as a button that writes it into the line of orders. */
function typedButton(typed, write) {
  return made("p", {}, "Type, or press: ", made("button", { type: "button", className: "typed", textContent: typed, onclick: () => write(typed) }));
}

function stepsOf({ titles, title }) {
  const at = titles.indexOf(title);
  const list = made("ol", {}, ...titles.map((words, number) => {
    const entry = made("li", { textContent: words, className: number < at ? "done" : "" });
    if (number === at) entry.setAttribute("aria-current", "step");
    return entry;
  }));
  return made("details", {}, made("summary", { textContent: at < 0 ? "Steps" : `Step ${at + 1} of ${titles.length}: ${title}` }), list);
}

/** Mark the control, and the choice, that the guide means; of no guide none. */
function point(guide) {
  for (const marked of document.querySelectorAll(".pointed")) marked.classList.remove("pointed");
  if (!guide) return;
  if (guide.press in CONTROLS) document.querySelector(CONTROLS[guide.press])?.classList.add("pointed");
  if (guide.action !== null && !guide.typed) document.querySelector(`#choices [data-action="${guide.action}"]`)?.classList.add("pointed");
}

/** Show what a guide says; `write(words)` puts words into the line of orders. */
export function showGuide(root, guide, write) {
  point(guide);
  root.hidden = !guide || !(guide.says || guide.advice);
  if (root.hidden) return root.replaceChildren();
  const open = root.querySelector("details")?.open;
  const said = guide.says ? [made("p", {}, made("b", { textContent: `${guide.voice}: ` }), ...withTyped(guide.says))] : [];
  const who = guide.says ? "I would answer: " : `${guide.voice} would answer: `;
  const advice = guide.advice && !guide.typed ? [made("p", { className: "advice" }, who, made("b", { textContent: guide.advice }))] : [];
  root.replaceChildren(stepsOf(guide), ...said, ...(guide.typed ? [typedButton(guide.typed, write)] : []), ...advice);
  if (open) root.querySelector("details").open = true;
  root.scrollTop = 0;
}
