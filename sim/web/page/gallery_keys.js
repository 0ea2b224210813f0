// @ts-check
// Where a key leads in a gallery: the neighbour, the row above or below, the name with the letters typed.

/**
 * The index that an arrow key, Home or End leads to; null for another key, or if there is nothing there.
 * @param {string} key
 * @param {number} from
 * @param {number[]} tops of each picture, row by row
 * @returns {number | null}
 */
export function gridStep(key, from, tops) {
  const columns = tops.filter((top) => top === tops[0]).length;
  const steps = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns, Home: -from, End: tops.length - 1 - from });
  const to = from + (steps[key] ?? NaN);
  return to >= 0 && to < tops.length ? to : null;
}

/**
 * The next name, in turn, that begins with the letters, whatever their case and accents; null if there is none.
 * One letter goes on from the present name, more letters may stay at it.
 * @param {string} letters
 * @param {string[]} names
 * @param {number} from
 * @returns {number | null}
 */
export function firstBeginningWith(letters, names, from) {
  const first = from + (letters.length > 1 ? 0 : 1);
  const order = names.map((_, nth) => (first + nth) % names.length);
  return order.find((index) => plain(names[index]).startsWith(plain(letters))) ?? null;
}

/** @param {string} text */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
