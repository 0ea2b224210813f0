// @ts-check
// The numbers of a roulette: their colours, and their neighbours on the wheel.

const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);

/** The wheels by their count of numbers, clockwise from the zero. */
const WHEELS = /** @type {Record<number, string>} */ ({
  37: "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26",
  38: "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2",
});

/**
 * The numbers of a roulette in the order of its wheel.
 * @param {string[]} numbers
 */
export function wheelOrder(numbers) {
  return WHEELS[numbers.length]?.split(" ") ?? numbers;
}

/** @param {string} number */
export function numberColour(number) {
  if (Number(number) === 0) return "green";
  return RED.has(Number(number)) ? "red" : "black";
}

/**
 * A number with `each` neighbours on each side, in the order of the wheel.
 * @param {string[]} wheel
 * @param {string} number
 * @param {number} each
 */
export function neighbours(wheel, number, each) {
  const index = wheel.indexOf(number);
  if (index < 0) return [];
  return Array.from({ length: 2 * each + 1 }, (_, nth) => wheel[(index - each + nth + wheel.length) % wheel.length]);
}
