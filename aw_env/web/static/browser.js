// What not every browser offers, or not to every page, each with what is done instead.

/** Items by what a function says of them, in a Map. */
export function grouped(items, by) {
  const groups = new Map();
  for (const item of items) {
    const key = by(item);
    if (groups.has(key)) groups.get(key).push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Copy what stands in a field, and say whether it was copied: over plain HTTP browsers offer no clipboard. */
export async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    try {
      return document.execCommand("copy");
    } catch {
      return false;
    }
  }
}

/** Tell the size of an element, and again when it changes; a browser that cannot watch it tells when the window's does. */
export function watchSize(element, changed) {
  if (globalThis.ResizeObserver) {
    new ResizeObserver(([{ contentRect }]) => changed(contentRect)).observe(element);
    return;
  }
  const tell = () => changed(element.getBoundingClientRect());
  addEventListener("resize", tell);
  requestAnimationFrame(tell);
}
