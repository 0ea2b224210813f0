// @ts-check
// What is printed at a place of the felt, and where on it chips are laid.

import { NUMBERED, arranged } from "./arrangement.js";
import { die } from "./pips.js";
import { edges, fitted, paragraph, svg } from "./svg.js";

/** @typedef {import("./places.js").Place} Place */
/** @typedef {import("./svg.js").Box} Box */

/** The radius of the largest chips. */
const LARGEST = 25;
/** The height of the largest letters. */
const LETTERS = 28;
/** And of those printed on a cloth of a layout. */
const LARGE = 40;
/** How wide a printed letter is, of its height; a place that is so much higher is printed along its height. */
const WIDE = 0.62;
const CAPITAL = 0.78;
/** The smallest capitals that are printed as such. */
const LEGIBLE = 20;
const TALL = 0.7;
/** Places that are no wider have a sign in place of words on a small screen. */
const SMALL = 80;

/**
 * Where a stack lies at a place, and how large its chips are.
 * @param {Place} place
 * @param {number} nth
 * @param {number} of
 */
export function lies(place, nth, of) {
  const { x, y, w, h } = arranged(place).chips;
  if (place.on_line) return { x: x + (nth - (of - 1) / 2) * 11, y: y - (nth % 2) * 5, r: Math.min(15, w * 0.42) };
  const r = Math.min(LARGEST, h * 0.4, w * 0.36);
  const spread = Math.min(r * 1.9, (w - 2 * r) / Math.max(of - 1, 1));
  return { x: x + (nth - (of - 1) / 2) * spread, y: y + Math.min(h * 0.12, r * 0.5), r };
}

/**
 * The edge of a place; its `lands` is where chips are let go.
 * @param {Place} place
 */
export function outline({ box, arm, shape, on_line }) {
  const { x, y, w, h } = box;
  if (arm) return svg("g", {}, svg("path", { class: "shape", d: bent(box, arm) }), svg("rect", { class: "lands", ...edges(box) }));
  if (shape === "circle") return svg("circle", { class: "shape lands", cx: x, cy: y, r: w / 2 });
  if (shape === "hexagon") {
    const [a, b] = [w / 2, h / 2];
    const points = [[-a, 0], [-a * 0.55, -b], [a * 0.55, -b], [a, 0], [a * 0.55, b], [-a * 0.55, b]];
    return svg("polygon", { class: "shape lands", points: points.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ") });
  }
  return svg("rect", { class: "shape lands", ...edges(box), rx: on_line ? 0 : 9 });
}

/**
 * A rectangle with an arm that goes up at its left.
 * @param {Box} box
 * @param {Box} arm
 */
function bent(box, arm) {
  const [left, up, inner] = [arm.x - arm.w / 2, arm.y - arm.h / 2, arm.x + arm.w / 2];
  const [top, right, foot] = [box.y - box.h / 2, box.x + box.w / 2, box.y + box.h / 2];
  return `M${left} ${up + 9}q0 -9 9 -9H${inner}V${top}H${right}V${foot}H${left + 40}Q${left} ${foot} ${left} ${foot - 40}Z`;
}

/**
 * What is printed at a place: faces of dice, a number, or its name, or a sign for want of room.
 * @param {Place} place
 * @param {"fr" | "en"} language
 */
export function printed(place, language) {
  if (place.on_line) return [];
  const box = arranged(place).name;
  const name = { ...place, box };
  const along = place.arm ? [upwards(place.arm, place.cloth[language])] : [];
  if (place.cloth[language]) return [...along, ...lettered(box, place.cloth[language], `printed cloth-${place.on.split(":")[0]}`)];
  return written(name, language);
}

/**
 * Letters as large as a place has room for.
 * @param {Box} box
 * @param {string} words
 * @param {string} kind
 */
function lettered({ x, y, w, h }, words, kind) {
  const lines = words.split("  ");
  const longest = Math.max(...lines.map((line) => line.length), 5);
  const along = w < h * TALL;
  const [room, height] = along ? [h, w] : [w, h];
  const fits = (/** @type {number} */ wide) => Math.min(LARGE, (height * 0.8) / lines.length, (room - 8) / (longest * wide));
  const large = fits(CAPITAL) >= LEGIBLE;
  const size = fits(large ? CAPITAL : WIDE);
  return [paragraph({ x, y }, { size, lines }, { class: `${kind}${large ? " large" : ""}`, transform: along ? `rotate(-90 ${x} ${y})` : null })];
}

/**
 * Letters along an arm, from its foot up.
 * @param {Box} arm
 * @param {string} words
 */
function upwards({ x, y, w }, words) {
  const turn = `rotate(-90 ${x} ${y})`;
  return paragraph({ x, y }, { size: Math.min(26, w * 0.6), lines: [words] }, { class: "printed along", transform: turn });
}

/**
 * @param {Place} place
 * @param {"fr" | "en"} language
 */
function written(place, language) {
  const { x, y, w, h } = place.box;
  if (place.dice.length) return [...thrown(place), ...caption(place, language)];
  if (place.argument) return numbered(place, language);
  const room = place.shape === "box" ? w - 6 : w * 0.86;
  const name = fitted(place.said[language], room, Math.max(1, Math.floor(h / 24)), Math.min(LETTERS, Math.max(w * 0.27, 15)));
  const sign = place.sign[language];
  const signed = { size: Math.min(30, w / (Math.max(sign.length, 2) * 0.78)), lines: [sign] };
  if (!name) return [paragraph({ x, y }, signed, { class: "printed" })];
  if (w > SMALL) return [paragraph({ x, y }, name, { class: "printed" })];
  return [paragraph({ x, y }, name, { class: "printed small" }), paragraph({ x, y }, signed, { class: "printed sign" })];
}

/** @param {Place} place */
function thrown({ box, dice }) {
  const side = Math.min(34, box.h * 0.42, (box.w - 10) / dice.length - 5);
  const left = box.x - ((dice.length - 1) * (side + 5)) / 2;
  return dice.map((face, nth) => die(face, { x: left + nth * (side + 5), y: box.y - box.h * 0.12 }, side));
}

/**
 * The name under dice, where there is room.
 * @param {Place} place
 * @param {"fr" | "en"} language
 */
function caption({ box, base }, language) {
  const name = fitted(base[language], box.w - 6, 1);
  if (!name) return [];
  return [paragraph({ x: box.x, y: box.y + box.h / 2 - 14 }, { ...name, size: 15 }, { class: "printed caption" })];
}

/**
 * @param {Place} place
 * @param {"fr" | "en"} language
 */
function numbered({ on, box, base, argument, said }, language) {
  const { x, y, w, h } = box;
  if (on.startsWith("straight")) {
    return [paragraph({ x, y }, { size: Math.min(46, w * 0.42), lines: [argument] }, { class: "printed number lifts" })];
  }
  const whole = h < NUMBERED || argument.length > 3 ? fitted(said[language], w - 10, 2) : null;
  if (whole) return [paragraph({ x, y }, whole, { class: h < NUMBERED ? "printed" : "printed number lifts" })];
  const name = fitted(base[language], w - 6, 2);
  const size = Math.min(h * 0.42, 44, (w - 10) / (argument.length * 0.6));
  const up = name ? Math.max(h * 0.16, h / 2 - 54) : 0;
  return [
    paragraph({ x, y: y - up }, { size, lines: [argument] }, { class: "printed number" }),
    ...(name ? [paragraph({ x, y: y + h * 0.28 }, { ...name, size: Math.min(name.size, 17) }, { class: "printed beneath" })] : []),
  ];
}
