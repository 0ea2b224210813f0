// @ts-check
// Elements of a drawing, and words that are made to fit into it.

import { setAttribute } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{x: number, y: number, w: number, h: number}} Box a rectangle by its middle */

/**
 * An element of a drawing with its attributes, data (`dataset`), text (`text`) and children.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Element} children
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

/** How wide a letter is, of its height: on average, and of each kind. */
const LETTER = 0.61;
const WIDTHS = /** @type {[RegExp, number][]} */ ([
  [/[iljI.,:;'’! ]/, 0.29],
  [/[ftr()-]/, 0.4],
  [/[mwMW—…▲▼◆]/, 0.91],
  [/[acekrsvxyzàâéèêç]/, 0.58],
  [/[A-DG-IK-RT-ZÀ-Â]/, 0.72],
]);
/** How much too wide words may be that are drawn a little narrower, which nobody sees. */
export const MAX_SQUEEZE = 1.12;
/** How far it is from one line to the next, of a letter's height. */
const LEADING = 1.08;
const SIZES = [40, 34, 30, 28, 26.2, 24, 22, 20, 19, 18.5, 16.5, 15];
const USUAL = 24;
/** The least height of a letter, eleven dots on a screen of 1366 by 768. */
export const MIN_LETTER_SIZE = 18.5;
/** How narrow letters may be made, of their width. */
const NARROWEST = 0.75;

/**
 * How wide words are, of their letters' height.
 * @param {string} words
 */
export function textWidth(words) {
  const each = [...words].map((letter) => WIDTHS.find(([kind]) => kind.test(letter))?.[1] ?? LETTER);
  return each.reduce((sum, width) => sum + width, 0);
}

/**
 * Words broken into lines that fit a room, in the largest letters; null where none fit.
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
 * @param {number} most the breadth of a line
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
 * Lines of text around a middle; none is drawn wider than `w`.
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
    ...lines.map((line, nth) => svg("tspan", { x: centre.x, y: top + nth * step + size * 0.36, text: line, ...squeezeAttributes(line, size, w) })),
  );
}

/**
 * @param {string} line
 * @param {number} size
 * @param {number} w
 */
function squeezeAttributes(line, size, w) {
  return textWidth(line) * size > w ? { textLength: w, lengthAdjust: "spacingAndGlyphs" } : {};
}

/**
 * A word on a pill: what lies somewhere, what it came to.
 * @param {string} kind
 * @param {string} words
 * @param {{x: number, y: number, size: number}} at
 * @param {string} meaning its meaning, where one points at it
 */
export function pill(kind, words, { x, y, size }, meaning) {
  const width = (textWidth(words) + 0.9) * size;
  return svg(
    "g",
    { class: `pill ${kind}` },
    svg("title", { text: meaning }),
    svg("rect", { ...rectAttributes({ x, y, w: width, h: size * 1.4 }), rx: size * 0.7 }),
    svg("text", { x, y: y + size * 0.36, "text-anchor": "middle", "font-size": size, text: words }),
  );
}

/**
 * A line of words in a box, from its left edge or around its middle, as small as its width demands
 * if that can be read; narrower letters are next, and then a wider line.
 * @param {string} kind
 * @param {string} words
 * @param {Box} box
 * @param {string} meaning its meaning, where one points at it
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

/**
 * An amount without its cents, where there are none.
 * @param {string} money
 */
export function shortMoney(money) {
  return money.replace(/[.,]00(?=\D*$)/, "");
}
