// Elements of a page.

/** An element with properties and children. */
export function made(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Put entries in place of those of a list, if they say something else; the keyboard stays at the entry of the same key. */
export function relist(list, told, entries) {
  const said = JSON.stringify(told);
  if (list.dataset.said === said) return;
  list.dataset.said = said;
  const held = list.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  list.replaceChildren(...entries());
  if (held) list.querySelector(`[data-key="${held}"]`)?.focus();
}

/** The elements that tell who somebody is: the name, which anybody may give himself, and the number that nobody else has. */
export const nameOf = ({ name, number }) => [made("bdi", { textContent: name }), made("small", { textContent: ` #${number}` })];

/** The same in a line of text. */
export const nameInWords = (person) => (person ? `\u2068${person.name}\u2069 #${person.number}` : "a person");
