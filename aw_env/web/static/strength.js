// What the units of a stack are together, as far as the scene tells of them.

/** The strength of each side that has units among these, without those that are lost or gone: [side, sum]; none where all is nothing. */
export function strengths({ sides, legend, boxes }, units) {
  const gone = boxes.filter(({ holds }) => holds === "gone").map(({ id }) => id);
  const here = legend.strength ? units.filter(({ lost, place }) => !lost && !gone.includes(place)) : [];
  const sums = sides.map((side) => [side, here.filter((unit) => unit.side === side.id)]).filter(([, own]) => own.length)
    .map(([side, own]) => [side, own.reduce((sum, { strength }) => sum + strength, 0)]);
  return sums.some(([, sum]) => sum) ? sums : [];
}

/** The same in words: "gunnery 21", "gunnery 21 of the Allies and 9 of the Axis", or "". */
export function strengthWords(scene, units) {
  const all = strengths(scene, units), whose = ([side, sum]) => (all.length > 1 ? `${sum} of the ${side.title}` : `${sum}`);
  return all.length ? `${scene.legend.strength} ${all.map(whose).join(" and ")}` : "";
}
