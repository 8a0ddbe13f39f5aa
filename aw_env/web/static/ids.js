// Units and places by kind and id, as choices name them: a unit may be called as a port is.

const unit = (id) => id && `unit ${id}`;
const place = (id) => id && `place ${id}`;

/** A scene whose ids tell the kind too. */
export function keyed(scene) {
  const placed = (places) => places.map((item) => ({ ...item, id: place(item.id) }));
  const units = scene.units.map((item) => ({ ...item, id: unit(item.id), place: place(item.place), target: unit(item.target) }));
  return { ...scene, areas: placed(scene.areas), ports: placed(scene.ports), boxes: placed(scene.boxes), units };
}

export const unitKey = unit;
export const placeKey = place;
