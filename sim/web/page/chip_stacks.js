// @ts-check
// Stacks of chips, one for each bettor, in the colours of their values; on a shared layout with a tag of their player.

import { svg } from "./svg.js";
import { inUnits } from "./words.js";

/** The colours of a house's chips by a hundred times their value; any other chip is grey. */
const VALUES = /** @type {Record<number, string>} */ ({
  50: "#8a97a6",
  100: "#ece8dc",
  500: "#c4242b",
  1000: "#2b66c4",
  2500: "#1f8043",
  10000: "#23262b",
  50000: "#6d3fa8",
  100000: "#dd9a12",
  500000: "#a83a6e",
});
const OTHER = "#6b7480";

/** Each player's colour on a shared layout: of his tag, of his colour chips and of his seat. */
const PLAYERS = [
  ...["#f4f1e6", "#ffd23f", "#57c7ff", "#ff7ad1", "#9be15d", "#ff9f45", "#b79bff"],
  ...["#e8c39e", "#5ff0d0", "#ffb3b3", "#c9d44a", "#9fb4c7", "#e07bff", "#d9d9d9"],
];

/** @type {[number, string][]} */
const THOUSANDS = [[1_000_000, "M"], [1000, "k"]];

/** The most chips of a stack that are drawn, and the step from one to the next in parts of its radius. */
const DRAWN = 7;
const THICK = 0.2;
/** The spots on a chip's rim: their radius and width in parts of the chip's radius, their number, and their share of the rim. */
const RIM = { at: 0.87, wide: 0.26, spots: 6, share: 0.42 };
/** A player's tag: the radius that it has at least, its place and radius in parts of a chip's radius, and the size of its letters. */
const TAG = { least: 11, r: 0.5, x: 0.8, y: -0.62, letters: 1.45 };

/**
 * @param {number} cents
 * @param {number} decimals of an amount
 */
export function chipColour(cents, decimals) {
  return VALUES[inUnits(cents * 100, decimals)] ?? OTHER;
}

/** @param {number} spot */
export function playerColour(spot) {
  return PLAYERS[(spot - 1) % PLAYERS.length];
}

/**
 * The value on a chip, in units of the currency or in cents.
 * @param {number} cents
 * @param {number} decimals of an amount
 */
export function faceValue(cents, decimals) {
  const worth = inUnits(cents, decimals);
  if (worth < 1) return decimals === 2 ? `${cents}¢` : String(worth).slice(1);
  const [scale, letter] = THOUSANDS.find(([scale]) => worth % scale === 0) ?? [1, ""];
  return `${worth / scale}${letter}`;
}

/**
 * Whether a colour is light enough for dark ink.
 * @param {string} colour
 */
function isPale(colour) {
  const [red, green, blue] = [1, 3, 5].map((offset) => parseInt(colour.slice(offset, offset + 2), 16));
  return red * 0.3 + green * 0.59 + blue * 0.11 > 140;
}

/**
 * One chip, seen from above.
 * @param {string} colour
 * @param {string} written
 * @param {{x: number, y: number, r: number}} at
 */
export function drawChip(colour, written, { x, y, r }) {
  const spot = (2 * Math.PI * r * RIM.at) / RIM.spots;
  const size = r * (written.length > 3 ? 0.62 : written.length > 2 ? 0.76 : 0.95);
  return svg(
    "g",
    { class: isPale(colour) ? "chip pale" : "chip" },
    svg("circle", { class: "shade", cx: x, cy: y + r * THICK, r }),
    svg("circle", { class: "body", cx: x, cy: y, r, fill: colour }),
    svg("circle", { class: "rim", cx: x, cy: y, r: r * RIM.at, "stroke-width": r * RIM.wide, "stroke-dasharray": `${spot * RIM.share} ${spot * (1 - RIM.share)}` }),
    svg("circle", { class: "inlay", cx: x, cy: y, r: r * 0.66, "stroke-width": r * 0.05 }),
    svg("text", { x, y: y + size * 0.36, "text-anchor": "middle", "font-size": size, text: written }),
    svg("circle", { class: "gloss", cx: x, cy: y, r }),
  );
}

/**
 * An amount in the fewest chips, the largest first.
 * @param {number} cents
 * @param {number[]} denominations
 */
export function fewestChips(cents, denominations) {
  let rest = cents;
  return [...denominations].sort((one, other) => other - one).flatMap((value) => {
    const count = Math.floor(rest / value);
    rest -= count * value;
    return Array(count).fill(value);
  });
}

/**
 * A stack with its lowest chip at `lowest`; of a tall one only the uppermost chips are drawn.
 * @param {{spot: number, chips: number[]}} stack a colour chip has no value
 * @param {{x: number, y: number, r: number}} lowest
 * @param {boolean} shared whether a tag tells whose it is
 * @param {import("./words.js").Words} words
 */
export function drawStack(stack, lowest, shared, words) {
  const shown = stack.chips.slice(-DRAWN);
  const drawn = shown.map((cents, nth) => {
    const place = { ...lowest, y: lowest.y - nth * lowest.r * THICK };
    if (!cents) return drawChip(playerColour(stack.spot), words.seatName(stack.spot), place);
    return drawChip(chipColour(cents, words.decimals), faceValue(cents, words.decimals), place);
  });
  const top = { ...lowest, y: lowest.y - (shown.length - 1) * lowest.r * THICK };
  return svg("g", { class: "stack", "data-of": stack.spot }, ...drawn, ...(shared ? [playerTag(stack.spot, words.seatName(stack.spot), top)] : []));
}

/**
 * The tag that tells whose a stack is, at the edge of its uppermost chip.
 * @param {number} spot
 * @param {string} name
 * @param {{x: number, y: number, r: number}} chip
 */
function playerTag(spot, name, chip) {
  const r = Math.max(TAG.least, chip.r * TAG.r);
  const [x, y] = [chip.x + chip.r * TAG.x, chip.y + chip.r * TAG.y];
  const size = (r * TAG.letters) / Math.max(1, name.length * 0.75);
  return svg(
    "g",
    { class: "player-tag", "data-tag": spot },
    svg("circle", { cx: x, cy: y, r, fill: playerColour(spot) }),
    svg("text", { x, y: y + size * 0.36, "text-anchor": "middle", "font-size": size, text: name }),
  );
}
