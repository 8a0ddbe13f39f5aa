// What the persons at the table say to each other.

import { made } from "./elements.js";

const timeOf = (at) => new Date(1000 * at).toLocaleString([], { dateStyle: "short", timeStyle: "short" });

/** @param {function} say sends words to all seats of persons */
export function createChat(root, say) {
  const [lines, form, news] = ["[role=log]", "form", "summary span"].map((part) => root.querySelector(part));
  const input = form.querySelector("input");
  let drawn = 0, seen = 0; // numbers of the last line that is drawn, and that has been in sight

  /** A line; who writes in another direction turns no words but his own. */
  const entry = ({ seat, words, at }) =>
    made("p", {}, made("b", { textContent: seat }), made("small", { textContent: ` ${timeOf(at)} ` }), made("bdi", { textContent: words }));

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
      drawn = said?.at(-1)?.n ?? drawn;
      look();
    },
  };
}
