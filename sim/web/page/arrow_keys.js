// @ts-check
// The places of a felt as one stop of the Tab key: an arrow key goes to the nearest place in its direction.

/** @typedef {import("./places.js").Place} Place */

const DIRECTIONS = /** @type {Record<string, [number, number]>} */ ({
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
});
/** How much more a distance across the key's direction counts than one along it. */
const ASIDE = 2.4;

/**
 * The place that a key leads to; null if it is another key, or no place lies in its direction.
 * Page Down and Page Up go through all places in turn.
 * @param {string} key
 * @param {Place} from
 * @param {Place[]} places
 * @returns {Place | null}
 */
export function nextPlace(key, from, places) {
  const index = places.indexOf(from);
  if (key === "Home") return places[0];
  if (key === "End") return places[places.length - 1];
  if (key === "PageDown") return places[(index + 1) % places.length];
  if (key === "PageUp") return places[(index - 1 + places.length) % places.length];
  return DIRECTIONS[key] ? nearest(DIRECTIONS[key], from, places) : null;
}

/**
 * @param {[number, number]} way
 * @param {Place} from
 * @param {Place[]} places
 */
function nearest([right, down], from, places) {
  let nearestPlace = null;
  let least = Infinity;
  for (const place of places) {
    const [dx, dy] = [place.box.x - from.box.x, place.box.y - from.box.y];
    const ahead = dx * right + dy * down;
    const distance = ahead + ASIDE * Math.abs(dx * down + dy * right);
    if (ahead > 1 && distance < least) [nearestPlace, least] = [place, distance];
  }
  return nearestPlace;
}
