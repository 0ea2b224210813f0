// @ts-check
// Elements of a drawing, and words that are made to fit into it.

import { set } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{x: number, y: number, w: number, h: number}} Box a rectangle by its middle */

/**
 * An element of a drawing with its attributes, data (`dataset`), text (`text`) and children.
 * @param {string} tag
 * @param {Record<string, any>} [given]
 * @param {...Element} children
 * @returns {any}
 */
export function svg(tag, given = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(given)) {
    if (name === "dataset") Object.assign(node.dataset, value);
    else if (name === "text") node.textContent = value;
    else set(node, name, value);
  }
  node.append(...children);
  return node;
}

/**
 * The attributes of a rectangle.
 * @param {Box} box
 */
export function edges({ x, y, w, h }) {
  return { x: x - w / 2, y: y - h / 2, width: w, height: h };
}

/** How wide a letter is on average, of its height. */
const LETTER = 0.61;
const SIZES = [40, 34, 30, 26, 24, 22, 20, 18, 16.5, 15];
const USUAL = 24;

/**
 * Words broken into at most so many lines of one size that fit a width; null where none does.
 * @param {string} words
 * @param {number} width
 * @param {number} most
 * @param {number} [largest]
 * @returns {{size: number, lines: string[]} | null}
 */
export function fitted(words, width, most, largest = USUAL) {
  for (const size of SIZES.filter((one) => one <= largest)) {
    const lines = broken(words, width / (size * LETTER));
    if (lines.length <= most && lines.every((line) => line.length * size * LETTER <= width)) {
      return { size, lines };
    }
  }
  return null;
}

/**
 * @param {string} words
 * @param {number} letters
 */
function broken(words, letters) {
  /** @type {string[]} */
  const lines = [];
  for (const word of words.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/**
 * Lines of text around a middle.
 * @param {{x: number, y: number}} at
 * @param {{size: number, lines: string[]}} text
 * @param {Record<string, any>} [given]
 */
export function paragraph(at, { size, lines }, given = {}) {
  const step = size * 1.08;
  const top = at.y - ((lines.length - 1) * step) / 2;
  return svg(
    "text",
    { "text-anchor": "middle", "font-size": size, ...given },
    ...lines.map((line, nth) => svg("tspan", { x: at.x, y: top + nth * step + size * 0.36, text: line })),
  );
}

/**
 * A word on a pill: what lies somewhere, what it came to.
 * @param {string} kind
 * @param {string} words
 * @param {{x: number, y: number, size: number}} at
 * @param {string} told its meaning, where one points at it
 */
export function pill(kind, words, { x, y, size }, told) {
  const width = words.length * size * LETTER + size * 0.9;
  return svg(
    "g",
    { class: `pill ${kind}` },
    svg("title", { text: told }),
    svg("rect", { ...edges({ x, y, w: width, h: size * 1.4 }), rx: size * 0.7 }),
    svg("text", { x, y: y + size * 0.36, "text-anchor": "middle", "font-size": size, text: words }),
  );
}

/**
 * A line of words in a box, from its left edge or around its middle, as small as its width demands.
 * @param {string} kind
 * @param {string} words
 * @param {Box} box
 * @param {string} told its meaning, where one points at it
 * @param {"start" | "middle"} anchor
 */
export function line(kind, words, { x, y, w, h }, told, anchor) {
  const size = Math.min(h * 0.84, USUAL, (w - 4) / (words.length * LETTER));
  const at = anchor === "start" ? x - w / 2 + 3 : x;
  return svg(
    "text",
    { class: `mark ${kind}`, x: at, y: y + size * 0.36, "text-anchor": anchor, "font-size": size },
    svg("title", { text: told }),
    document.createTextNode(words),
  );
}

/**
 * An amount without its cents, where there are none.
 * @param {string} money
 */
export function short(money) {
  return money.replace(/[.,]00(?=\D*$)/, "");
}
