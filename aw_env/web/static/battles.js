// "Battle here": what may come of the battle in one area, with the units that are ticked.

import { made } from "./elements.js";

const percent = (share) => `${Math.round(100 * share)}%`;
const SHARES = [["yours", "holds"], ["theirs", "denied"]];

/** How often each side holds the area, as a bar; the words beside it say the same. */
function bar(odds) {
  const parts = SHARES.map(([className, share]) => {
    const part = made("span", { className });
    part.style.width = percent(odds[share]);
    return part;
  });
  const whole = made("div", { className: "shares" }, ...parts);
  whole.setAttribute("aria-hidden", "true");
  return whole;
}

function words({ holds, low, high, denied, own, enemy, points, trials }) {
  const one = (number) => number.toFixed(1);
  return (
    `You hold it ${percent(holds)} (${percent(low)} to ${percent(high)}), the enemy ${percent(denied)}. ` +
    `You lose ${one(own)}, the enemy ${one(enemy)}; points for the area ${points < 0 ? "−" : "+"}${one(Math.abs(points))}. ` +
    `An estimate: this battle alone, fought ${trials} times by the staff officer for both sides.`
  );
}

/**
 * The panel: an area to choose, the units that may be there, a button, and the answer.
 * @param {HTMLDetailsElement} root
 * @param {function} ask called with the id of an area and those of units; without units, who may be there is asked
 */
export function createCalculator(root, ask) {
  const area = root.querySelector("select");
  const units = root.querySelector("fieldset div");
  const button = root.querySelector("button");
  const answer = root.querySelector("[role=status]");

  function lookAt(id) {
    area.value = id;
    units.replaceChildren();
    answer.replaceChildren();
    button.disabled = true;
    if (id) ask(id, null);
  }

  area.onchange = () => lookAt(area.value);
  button.onclick = () => {
    answer.textContent = "Fighting …";
    ask(area.value, [...units.querySelectorAll("input:checked")].map(({ value }) => value));
  };
  return {
    /** An area has been picked on the board. */
    open(id) {
      root.open = true;
      lookAt(id);
    },
    /** Another question: what was told is no longer so. */
    begin(areas) {
      const before = area.value;
      area.replaceChildren(made("option", { value: "", textContent: "choose" }), ...areas.map(({ id, name }) => made("option", { value: id, textContent: name })));
      area.value = "";
      if (root.open && areas.some(({ id }) => id === before)) lookAt(before);
      else lookAt("");
    },
    show({ area: id, units: able, odds }) {
      if (id !== area.value) return;
      if (odds) {
        answer.replaceChildren(bar(odds), made("p", { textContent: words(odds) }));
        answer.scrollIntoView({ block: "nearest" });
        return;
      }
      units.replaceChildren(...able.map(({ id, name, there }) => made("label", {}, made("input", { type: "checkbox", value: id, checked: there }), ` ${name}`)));
      button.disabled = !able.length;
    },
    refuse: () => answer.replaceChildren(),
  };
}
