// @ts-check
// What is printed at a place of the felt, and where on it chips are laid.

import { die } from "./pips.js";
import { edges, fitted, paragraph, svg } from "./svg.js";

/** @typedef {import("./places.js").Place} Place */
/** @typedef {import("./svg.js").Box} Box */

/** The radius of the largest chips. */
const LARGEST = 25;
/** Places that are no wider have a sign in place of words on a small screen. */
const SMALL = 80;

/**
 * Where a stack lies at a place, and how large its chips are.
 * @param {Place} place
 * @param {number} nth
 * @param {number} of
 */
export function lies(place, nth, of) {
  const { box, on_line, argument, dice } = place;
  if (on_line) return { x: box.x + (nth - (of - 1) / 2) * 9, y: box.y - (nth % 2) * 5, r: 14 };
  const { x, w } = bare(place);
  const r = Math.min(LARGEST, box.h * 0.3, w * 0.33);
  const spread = Math.min(r * 1.9, (w - 2 * r) / Math.max(of - 1, 1));
  const low = argument || dice.length ? box.h * 0.08 : 0;
  return { x: x + (nth - (of - 1) / 2) * spread, y: box.y + low, r };
}

/**
 * Whether what is printed and what lies there have each a half of a place.
 * @param {Place} place
 */
export function isWide({ box, shape }) {
  return shape === "box" && box.w > 2.2 * box.h && box.w > 140;
}

/**
 * The part of a place on which chips lie.
 * @param {Place} place
 * @returns {Box}
 */
export function bare(place) {
  const { box } = place;
  return isWide(place) ? { ...box, x: box.x + box.w / 4, w: box.w / 2 } : box;
}

/** @param {Place} place */
export function outline({ box, shape, on_line }) {
  const { x, y, w, h } = box;
  if (shape === "circle") return svg("circle", { class: "shape", cx: x, cy: y, r: w / 2 });
  if (shape === "hexagon") {
    const [a, b] = [w / 2, h / 2];
    const points = [[-a, 0], [-a * 0.55, -b], [a * 0.55, -b], [a, 0], [a * 0.55, b], [-a * 0.55, b]];
    return svg("polygon", { class: "shape", points: points.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ") });
  }
  return svg("rect", { class: "shape", ...edges(box), rx: on_line ? 0 : 9 });
}

/**
 * What is printed at a place: faces of dice, a number, or its name, or a sign for want of room.
 * @param {Place} place
 * @param {"fr" | "en"} language
 */
export function printed(place, language) {
  if (place.on_line) return [];
  if (isWide(place)) return written({ ...place, box: { ...place.box, x: place.box.x - place.box.w / 4, w: place.box.w / 2 } }, language);
  return written(place, language);
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
  const name = fitted(place.said[language], room, Math.max(1, Math.floor(h / 24)), Math.max(w * 0.27, 15));
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
    return [paragraph({ x, y }, { size: Math.min(46, w * 0.42), lines: [argument] }, { class: "printed number" })];
  }
  const whole = h < 80 || argument.length > 3 ? fitted(said[language], w - 10, 2) : null;
  if (whole) return [paragraph({ x, y }, whole, { class: "printed" })];
  const name = fitted(base[language], w - 6, 2);
  const size = Math.min(h * 0.42, 44, (w - 10) / (argument.length * 0.6));
  const up = name ? Math.max(h * 0.16, h / 2 - 54) : 0;
  return [
    paragraph({ x, y: y - up }, { size, lines: [argument] }, { class: "printed number" }),
    ...(name ? [paragraph({ x, y: y + h * 0.28 }, { ...name, size: Math.min(name.size, 17) }, { class: "printed" })] : []),
  ];
}
