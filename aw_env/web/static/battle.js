// The battle that is being resolved: both lines, who aims at whom, and what the dice aimed at a unit may do to it.

const percent = (chance) => `${Math.round(100 * chance)} %`;

function entry(unit, lines) {
  const made = document.createElement("li");
  made.dataset.id = unit.id;
  made.append(unit.words + (unit.raiding ? ", raiding" : ""));
  const target = lines.find((other) => other.id === unit.aims_at);
  const notes = [];
  if (target) notes.push(`→ ${target.name}`);
  if (unit.damage) notes.push(`hit for ${unit.damage}, at the end of this action`);
  if (unit.shots) {
    const dice = unit.shots === 1 ? "1 die" : `${unit.shots} dice`;
    notes.push(`${dice} at it: sunk ${percent(unit.sinks)}, disabled ${percent(unit.disables)}`);
  }
  if (notes.length) made.append(Object.assign(document.createElement("small"), { textContent: ` ${notes.join("; ")}` }));
  return made;
}

/** Show a battle in an element; null hides it. */
export function showBattle(root, battle) {
  root.hidden = battle === null;
  if (battle === null) return;
  const title = document.createElement("h2");
  const parts = [battle.title, battle.round && `round ${battle.round}`, battle.action];
  title.textContent = parts.filter(Boolean).join(", ");
  const sides = document.createElement("div");
  sides.className = "lines";
  for (const side of ["Allies", "Axis"]) {
    const line = document.createElement("ul");
    line.className = side.toLowerCase();
    line.setAttribute("aria-label", side);
    line.append(...battle.lines.filter((unit) => unit.side === side).map((unit) => entry(unit, battle.lines)));
    sides.append(line);
  }
  root.replaceChildren(title, sides);
}
