// What an adviser thinks of the choices of a question: a bar beside each.

import { made } from "./elements.js";

const percent = (chance) => (chance > 0 && chance < 0.01 ? "under 1 %" : `${Math.round(100 * chance)} %`);
const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

/** How long the bar of a choice is, from 0 to 1: its probability, or where none is told its value among the others. */
function lengths(choices) {
  if (choices.some(({ probability }) => probability !== null)) return ({ probability }) => probability ?? 0;
  const values = choices.map(({ value }) => value).filter((value) => value !== null);
  const least = Math.min(...values), range = Math.max(...values) - least;
  return ({ value }) => (value === null ? 0 : range ? (value - least) / range : 1);
}

/** The adviser's judgement of the position, in words; of a choice that it names without comparing it with others, which. */
export function judgement({ player, value, choices, scale }) {
  const compared = choices.some((choice) => choice.probability !== null || choice.value !== null);
  if (value === null && !compared) return choices.length ? `${player} would answer: ${choices[0].words}` : `${player} has no opinion of this question`;
  const told = value === null ? `What ${player} thinks` : `What ${player} thinks; the position is worth ${signed(value)} to the seat that is asked`;
  return scale ? `${told} (${scale})` : told;
}

/** Put the bars beside the choices of a list, each of which is a button with the number of its action. */
export function markChoices(list, opinion) {
  clearMarks(list);
  const length = lengths(opinion.choices);
  for (const choice of opinion.choices) {
    const button = list.querySelector(`[data-action="${choice.action}"]`);
    if (!button) continue;
    const told = [choice.probability === null ? "" : percent(choice.probability), choice.value === null ? "" : signed(choice.value)];
    button.classList.add("weighed");
    button.style.setProperty("--part", length(choice));
    button.append(made("small", { className: "weight", textContent: told.filter(Boolean).join(" · ") }));
  }
}

function clearMarks(list) {
  for (const button of list.querySelectorAll(".weighed")) {
    button.classList.remove("weighed");
    button.querySelector(".weight").remove();
  }
}

/** The choices of an opinion as a list, what is thought likeliest or best first. */
export function choicesOf({ choices }) {
  const length = lengths(choices);
  return [...choices].sort((one, other) => length(other) - length(one));
}
