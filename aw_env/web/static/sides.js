// The sides of a game in their colours, which the style sheets suit to light and dark.

/** Give an element the colours of a side; of none, take them away. */
export function paint(element, side) {
  element.classList.toggle("sided", Boolean(side));
  element.style.setProperty("--side", side?.colour ?? "");
  element.style.setProperty("--water", side?.water ?? "");
  return element;
}

/** A side by its id or title. */
export const sideNamed = (sides, name) => sides.find(({ id, title }) => id === name || title === name);
