// @ts-check
// The pips on dice and tiles.

import { svg } from "./svg.js";

/** The positions of the pips of each face, from the middle, in thirds of a side. */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/**
 * The pips of a face around a centre; those of one and four are red, as on the tiles of Pai Gow.
 * @param {number} face
 * @param {{x: number, y: number}} centre
 * @param {number} side
 */
export function pips(face, centre, side) {
  const points = PIPS[/** @type {keyof typeof PIPS} */ (face)] ?? [];
  const kind = face === 1 || face === 4 ? "pip red" : "pip";
  return points.map(([x, y]) =>
    svg("circle", { class: kind, cx: centre.x + x * side * 0.27, cy: centre.y + y * side * 0.27, r: side * 0.105 }),
  );
}

/**
 * A die that shows a face.
 * @param {number} face
 * @param {{x: number, y: number}} centre
 * @param {number} side
 */
export function die(face, centre, side) {
  return svg(
    "g",
    { class: "die", dataset: { face } },
    svg("rect", { x: centre.x - side / 2, y: centre.y - side / 2, width: side, height: side, rx: side * 0.2 }),
    ...pips(face, centre, side),
  );
}
