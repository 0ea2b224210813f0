// @ts-check
// Elements of a drawing, and text that is fitted into it.

import { setAttribute } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{x: number, y: number, w: number, h: number}} Box a rectangle by its centre */

/**
 * An element of a drawing with its attributes, data (`dataset`), text (`text`) and children.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Node} children
 * @returns {any}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "dataset") Object.assign(node.dataset, value);
    else if (name === "text") node.textContent = value;
    else setAttribute(node, name, value);
  }
  node.append(...children);
  return node;
}

/**
 * The attributes of a rectangle.
 * @param {Box} box
 */
export function rectAttributes({ x, y, w, h }) {
  return { x: x - w / 2, y: y - h / 2, width: w, height: h };
}

/** The width of a letter in parts of its height: on average, and for each kind. */
const LETTER = 0.61;
const WIDTHS = /** @type {[RegExp, number][]} */ ([
  [/[iljI.,:;'’! \u00a0\u202f]/, 0.29],
  [/[ftr()-]/, 0.4],
  [/[mwMW—…▲▼◆]/, 0.91],
  [/[acekrsvxyzàâéèêç]/, 0.58],
  [/[A-DG-IK-RT-ZÀ-Â]/, 0.72],
]);
/** The widths of the letters that have been met: a felt has thousands of them. @type {Map<string, number>} */
const letterWidths = new Map();
/** How much too wide a text may be: so much narrower letters are not noticed. */
export const MAX_SQUEEZE = 1.12;
/** The distance between two lines, in parts of a letter's height. */
export const LEADING = 1.08;
const SIZES = [40, 34, 30, 28, 26.2, 24, 22, 20, 19, 18.5, 16.5, 15];
/** The height of the largest letters of a text that is fitted, unless its place says otherwise. */
export const USUAL = 24;
/** The least height of a letter: eleven pixels on a screen of 1366 by 768. */
export const MIN_LETTER_SIZE = 18.5;
/** How narrow letters may be made, in parts of their width. */
const NARROWEST = 0.62;

/**
 * The width of a text, in parts of its letters' height.
 * @param {string} words
 */
export function textWidth(words) {
  let width = 0;
  for (const letter of words) width += letterWidth(letter);
  return width;
}

/** @param {string} letter */
function letterWidth(letter) {
  let width = letterWidths.get(letter);
  if (width === undefined) {
    width = WIDTHS.find(([kind]) => kind.test(letter))?.[1] ?? LETTER;
    letterWidths.set(letter, width);
  }
  return width;
}

/**
 * A text broken into lines that fit a room, in the largest letters; null if no letters fit.
 * @param {string} words
 * @param {{w: number, h: number}} room
 * @param {number} [largest]
 * @param {number} [least]
 * @returns {{size: number, lines: string[], w: number} | null}
 */
export function fitText(words, { w, h }, largest = USUAL, least = 0) {
  for (const size of SIZES.filter((one) => one <= largest && one >= least)) {
    const most = (w / size) * MAX_SQUEEZE;
    const lines = breakLines(words, most);
    if (lines.length * size * LEADING <= h && lines.every((line) => textWidth(line) <= most)) return { size, lines, w };
  }
  return null;
}

/**
 * @param {string} words
 * @param {number} most the width of a line
 */
function breakLines(words, most) {
  /** @type {string[]} */
  const lines = [];
  for (const word of words.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`) <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/**
 * Lines of text around a centre; none is drawn wider than `w`.
 * @param {{x: number, y: number}} centre
 * @param {{size: number, lines: string[], w?: number}} text
 * @param {Record<string, any>} [attributes]
 */
export function paragraph(centre, { size, lines, w = Infinity }, attributes = {}) {
  const step = size * LEADING;
  const top = centre.y - ((lines.length - 1) * step) / 2;
  return svg(
    "text",
    { "text-anchor": "middle", "font-size": size, ...attributes },
    // The baseline is 0.36 of a letter's height below its centre; browsers differ in `dominant-baseline`.
    ...lines.map((line, nth) => svg("tspan", { x: centre.x, y: top + nth * step + size * 0.36, text: line, ...squeezeAttributes(line, size, w) })),
  );
}

/**
 * The attributes that make a line's letters narrower where it would be wider than `w`.
 * @param {string} line
 * @param {number} size
 * @param {number} w
 * @returns {{textLength?: number, lengthAdjust?: string}}
 */
export function squeezeAttributes(line, size, w) {
  return textWidth(line) * size > w ? { textLength: w, lengthAdjust: "spacingAndGlyphs" } : {};
}

/**
 * The width of a pill.
 * @param {string} words
 * @param {number} size of its letters
 */
export function pillWidth(words, size) {
  return (textWidth(words) + 0.9) * size;
}

/**
 * A text on a pill: an amount, or a hand's count.
 * @param {string} kind
 * @param {string} words
 * @param {{x: number, y: number, size: number}} at
 * @param {string} meaning shown when the pointer rests on it
 */
export function pill(kind, words, { x, y, size }, meaning) {
  return svg(
    "g",
    { class: `pill ${kind}` },
    svg("title", { text: meaning }),
    svg("rect", { ...rectAttributes({ x, y, w: pillWidth(words, size), h: size * 1.4 }), rx: size * 0.7 }),
    svg("text", { x, y: y + size * 0.36, "text-anchor": "middle", "font-size": size, text: words }),
  );
}

/**
 * A line of text in a box, from its left edge or around its centre. If it is too wide, its letters are made
 * smaller as long as they can be read, then narrower; then it exceeds the box.
 * @param {string} kind
 * @param {string} words
 * @param {Box} box
 * @param {string} meaning shown when the pointer rests on it
 * @param {"start" | "middle"} anchor
 */
export function textLine(kind, words, { x, y, w, h }, meaning, anchor) {
  const room = w - 4;
  const size = Math.max(MIN_LETTER_SIZE, Math.min(h * 0.84, USUAL, room / textWidth(words)));
  const anchorX = anchor === "start" ? x - w / 2 + 3 : x;
  return svg(
    "text",
    { class: `mark ${kind}`, x: anchorX, y: y + size * 0.36, "text-anchor": anchor, "font-size": size, ...squeezeAttributes(words, size, Math.max(room, textWidth(words) * size * NARROWEST)) },
    svg("title", { text: meaning }),
    document.createTextNode(words),
  );
}
