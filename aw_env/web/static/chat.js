// What the persons at the table say to each other.

import { made, nameOf } from "./elements.js";

const timeOf = (at) => new Date(1000 * at).toLocaleString([], { dateStyle: "short", timeStyle: "short" });

/** @param {function} say sends words to all seats of persons */
export function createChat(root, say) {
  const [lines, form, news] = ["[role=log]", "form", "summary span"].map((part) => root.querySelector(part));
  const input = form.querySelector("input");
  const speakers = new Map(); // by the number of the line
  let drawn = 0, seen = 0; // numbers of the last line that is drawn, and that has been in sight

  /** A line; who writes in another direction turns no words but his own. */
  function entry({ n, seat, words, at }) {
    speakers.set(n, made("span"));
    return made("p", {}, made("b", { textContent: seat }), speakers.get(n), made("small", { textContent: ` ${timeOf(at)} ` }), made("bdi", { className: "words", textContent: words }));
  }

  /** How who has said a line is called now. */
  function call({ n, person }) {
    const name = speakers.get(n), words = person ? [" ", ...nameOf(person)] : [];
    if (name.dataset.of === JSON.stringify(person)) return;
    name.dataset.of = JSON.stringify(person);
    name.replaceChildren(...words);
  }

  function look() {
    if (root.open) seen = drawn;
    news.textContent = drawn > seen ? `(${drawn - seen} new)` : "";
    lines.scrollTop = lines.scrollHeight;
  }
  root.addEventListener("toggle", look);
  form.onsubmit = (event) => {
    event.preventDefault();
    const words = input.value.trim();
    if (words) say(words);
    input.value = "";
  };
  return {
    /** Show what has been said; null where there is nothing to hear.  who looks on says nothing. */
    show(said, looksOn) {
      root.hidden = said === null || (looksOn && !said.length);
      form.hidden = looksOn;
      lines.append(...(said ?? []).filter(({ n }) => n > drawn).map(entry));
      said?.forEach(call);
      drawn = said?.at(-1)?.n ?? drawn;
      look();
    },
  };
}
