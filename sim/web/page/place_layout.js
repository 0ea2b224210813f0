// @ts-check
// The parts of a place: the boxes of its printed name, of the chips and of the amounts.

/** @typedef {import("./places.js").Place} Place */
/** @typedef {import("./svg.js").Box} Box */
/** @typedef {{name: Box, chips: Box, words: Box | null, lines: number, hides: boolean, aside?: number, raise?: number}} Arrangement */

/** The height of a line of words, and the least width in which an amount can be read. */
const LINE = 24;
const LEAST = 46;
/** The least width of a place for large letters beside chips. */
const ROOMY = 240;
/** The distance of an amount from the lower edge, and from the chips at its left. */
const FOOT = 4;
const GAP = 4;
/** A wide place with a print of several lines: its least width, the move of the print, and the width of the chips beside it. */
const BLOCK = { least: 200, aside: 0.23, chips: 0.46 };
/** The middle of dice below the upper edge of their place, in parts of its height. */
const DICE_AT = 0.38;
/** The least height of a place whose several lines of print stay above the chips, and their share of it. */
const TALL = 150;
const CLOTH_SHARE = 0.5;
/** The least height of a place for a large number above its chips; in a lower one the chips lie on its whole name. */
export const MIN_NUMBERED_HEIGHT = 80;

/**
 * The height of the print that stays above chips; zero if they lie on it.
 * @param {{h: number, argument: string, dice: number[], cloth: Record<string, string>}} place
 */
function printHeight({ h, argument, dice, cloth }) {
  if (h < MIN_NUMBERED_HEIGHT) return 0;
  if (dice.length) return diceHeight(h);
  if (cloth.fr) return h < TALL ? 0 : h * CLOTH_SHARE;
  return argument ? h * 0.28 : 0;
}

/**
 * The height of dice above chips, with the room around them.
 * @param {number} h
 */
function diceHeight(h) {
  return Math.min(42, h * 0.34);
}

/**
 * The parts of a place: `hides` if chips cover the print, no `words` if there is no room for an amount;
 * `aside` is how far the print moves to the left to make room for chips, `raise` how far up.
 * @param {Place} place
 * @returns {Arrangement}
 */
export function placeLayout({ box, beside, on_line, argument, dice, cloth }) {
  if (on_line) return { name: box, chips: box, words: null, lines: 0, hides: false };
  if (beside) return { name: box, chips: box, words: beside, lines: 2, hides: true };
  const { x, y, w, h } = box;
  if (w > 2.2 * h && w > 140) {
    const [nameShare, asideShare, chipsFrom, amountsFrom] = w < ROOMY ? [0.4, 0.285, 0.41, 0.66] : [0.54, 0.24, 0.48, 0.64];
    const part = (/** @type {number} */ from, /** @type {number} */ to) => ({ ...box, x: x - w / 2 + ((from + to) / 2) * w, w: (to - from) * w });
    return { name: { ...box, w: w * nameShare }, aside: w * asideShare, chips: part(chipsFrom, amountsFrom), words: part(amountsFrom, 1), lines: h < 1.6 * LINE ? 1 : 2, hides: false };
  }
  if (w > 1.15 * h && h < 3 * LINE) {
    const left = Math.min(h * 0.9, w * 0.42);
    return {
      name: box,
      chips: { ...box, x: x - w / 2 + left / 2 + 2, w: left },
      words: { ...box, x: x + left / 2 + GAP / 2, w: w - left - GAP },
      lines: h < 1.6 * LINE ? 1 : 2,
      hides: true,
    };
  }
  if ((cloth.fr || dice.length) && w > 1.5 * h && w > BLOCK.least) {
    const right = { ...box, x: x + w * BLOCK.aside, w: w * BLOCK.chips };
    const words = 2 * LINE;
    return { name: box, aside: w * BLOCK.aside, chips: { ...right, y: y - words / 2, h: h - words }, words: { ...right, y: y + (h - words) / 2 - FOOT, h: words }, lines: 2, hides: false };
  }
  const lines = h < 3 * LINE ? 1 : 2;
  const words = Math.min(lines * LINE, h * 0.46);
  const upper = printHeight({ h, argument, dice, cloth });
  return {
    name: cloth.fr && upper ? { ...box, h: upper } : box,
    chips: { ...box, y: y - words / 2 + upper / 2, h: h - words - upper },
    words: w < LEAST ? null : { ...box, y: y + (h - words) / 2 - FOOT, h: words },
    lines,
    hides: !upper,
    raise: dice.length ? h * DICE_AT - upper / 2 : cloth.fr ? (h - upper) / 2 : 0,
  };
}
