// Sides that are bid for: what the person at this page would give, in secret, for the first side; and the bid that whoever
// begins a game fixes for it.

import { seatsOf, remember } from "./seats.js";

const signed = (points) => `${points > 0 ? "+" : ""}${points}`;

/** The form at the table; `send(points)` sends the bid. */
export function createBidding(form, send) {
  const [words, line, input] = [form.querySelector("p"), form.querySelector("label"), form.querySelector("input")];
  form.onsubmit = (event) => {
    event.preventDefault();
    send(Number(input.value));
  };
  return (told) => {
    form.hidden = told === null;
    if (told === null) return;
    const { side, step, least, most, mine, may } = told;
    const hasBid = mine !== null;
    line.hidden = form.querySelector("button").hidden = hasBid || !may;
    Object.assign(input, { step, min: least, max: most });
    const waits = `Yet to bid: ${told.waits.join(", ")}.`;
    const asked = `What would you give to play the ${side}? Points; below 0, what you want for it. Who gives more plays the ${side}, and the other side has as many points. Nobody sees a bid until both are in.`;
    words.textContent = hasBid ? `You have bid ${signed(mine)}. ${waits}` : may ? asked : waits;
  };
}

/** When the sides are settled the page begins anew, for what its seat knows; where the person has another seat than the
 * address says, from there, and the tokens that the browser keeps change places. */
export function followSeat(game, token, you, isSettled) {
  if (isSettled) location.reload();
  const before = location.hash.slice(1).split("=")[0];
  if (you === null || !before || before === you) return;
  const kept = seatsOf(game);
  if (token && kept[before] === token) {
    remember(game, before, kept[you] ?? "");
    remember(game, you, token);
  }
  history.replaceState(null, "", `#${you}`);
  location.reload();
}

/** A bid as lists tell it: "a bid of 2.5 for the allies"; sides have their seats in turn. */
export function bidInWords(bid, seats) {
  const whose = seats.filter((_, number) => number % 2 === (bid > 0 ? 0 : 1));
  return `a bid of ${Math.abs(bid)} for the ${whose.join(" and ")}`;
}

/** The line on the front page in which a bid is fixed; `show(bids, two)` shows it for a scenario. */
export function createBidLine(line) {
  const [input, both] = [line.querySelector("[type=number]"), line.querySelector("[type=checkbox]")];
  both.onchange = () => (input.disabled = both.checked);
  return {
    show(bids, two) {
      line.hidden = !bids;
      both.parentElement.hidden = !two;
      both.checked &&= Boolean(two && bids);
      input.disabled = both.checked;
      input.value = "";
      if (bids) Object.assign(input, { step: bids.step, min: bids.least, max: bids.most });
    },
    bid: () => (line.hidden || both.checked ? 0 : Number(input.value)),
    isBidFor: () => both.checked,
  };
}
