// @ts-check
// The results of earlier rounds: beads of the winners, numbers, dice, or sentences.

import { MIN_LETTER_SIZE, textWidth, rectAttributes, fitText, paragraph, svg } from "./svg.js";
import { numberColour } from "./roulette_numbers.js";
import { BET_KEYS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./svg.js").Box} Box */

/** The results of Baccara, each drawn as a bead of its own colour. */
export const WINNERS = ["player", "banker", "tie"];
const ROWS = 6;
/** The most lines of sentences, and the height of their letters. */
const SENTENCES = 6;
const LETTERS = 26.2;
const LINE = 29;
const BETWEEN = 4;
/** The height of the letters of dice, and the share of a bead's width that letters fill. */
const DICE_LETTERS = 22;
const FILL = 0.84;

/**
 * @param {Table} table
 * @param {Box} box
 * @param {string[]} results
 * @param {string} [step]
 */
export function drawResults(table, box, results, step) {
  if (step === "balls" || !results.length) return [];
  if (results.every((result) => WINNERS.includes(result))) return beadPlate(table, box, results);
  if (step === "number") return beadRows(box, results, 52, 42);
  if (step === "dice") return diceRows(box, results.map(diceText));
  if (step) return beadRows(box, results, 92, 42);
  return sentences(box, results);
}

/**
 * Beads of dice with their sums, as wide as the longest.
 * @param {Box} box
 * @param {string[]} texts
 */
function diceRows(box, texts) {
  return beadRows(box, texts, (Math.max(...texts.map(textWidth)) * DICE_LETTERS) / FILL, 42);
}

/**
 * Dice with their sum.
 * @param {string} result
 */
function diceText(result) {
  const faces = result.split("-").map(Number);
  return faces.some(Number.isNaN) ? result : `${faces.join(" ")} = ${faces.reduce((all, face) => all + face, 0)}`;
}

/**
 * A bead plate: six rows, filled column by column; if it is full, the oldest columns are dropped.
 * @param {Table} table
 * @param {Box} box
 * @param {string[]} results
 */
function beadPlate(table, box, results) {
  const side = box.h / ROWS;
  const most = Math.floor(box.w / side);
  const dropped = Math.max(0, Math.ceil(results.length / ROWS) - most) * ROWS;
  return results.slice(dropped).map((result, nth) => {
    const cellBox = { x: box.x - box.w / 2 + (Math.floor(nth / ROWS) + 0.5) * side, y: box.y - box.h / 2 + ((nth % ROWS) + 0.5) * side, w: side - 3, h: side - 3 };
    return bead(result, table.say(BET_KEYS[result] ?? result)[0], cellBox, cellBox.w / 2);
  });
}

/**
 * Beads row by row, the latest result first.
 * @param {Box} box
 * @param {string[]} results
 * @param {number} w
 * @param {number} h
 */
function beadRows(box, results, w, h) {
  const [columns, rows] = [Math.floor((box.w + BETWEEN) / (w + BETWEEN)), Math.floor((box.h + BETWEEN) / (h + BETWEEN))];
  return [...results].reverse().slice(0, columns * rows).map((result, nth) => {
    const cellBox = { x: box.x - box.w / 2 + (nth % columns) * (w + BETWEEN) + w / 2, y: box.y - box.h / 2 + Math.floor(nth / columns) * (h + BETWEEN) + h / 2, w, h };
    return bead(/^\d+$/.test(result) && w < 60 ? numberColour(result) : "plain", result.replaceAll("-", " "), cellBox, 9);
  });
}

/**
 * @param {string} kind
 * @param {string} written
 * @param {Box} box
 * @param {number} rx
 */
function bead(kind, written, box, rx) {
  const size = Math.min(28, (box.w * FILL) / Math.max(textWidth(written), 1.1));
  return svg("g", { class: `bead ${kind}` }, svg("rect", { ...rectAttributes(box), rx }), paragraph(box, { size, lines: [written] }));
}

/**
 * @param {Box} box
 * @param {string[]} results
 */
function sentences(box, results) {
  /** @type {string[]} */ const lines = [];
  let size = LETTERS;
  for (const result of [...results].reverse()) {
    const text = fitText(unbrokenParts(result), { w: box.w, h: Math.min(box.h, SENTENCES * LINE) - lines.length * LINE }, LETTERS, MIN_LETTER_SIZE);
    if (!text) break;
    lines.push(...text.lines);
    size = Math.min(size, text.size);
  }
  if (!lines.length) return [];
  const height = lines.length * LINE;
  return [paragraph({ x: box.x, y: box.y - box.h / 2 + height / 2 }, { size, lines, w: box.w }, { class: "told results" })];
}

/**
 * A result in which no line breaks within the part of a spot.
 * @param {string} result
 */
function unbrokenParts(result) {
  return result.includes(", ") ? result.split(", ").map((part) => part.replaceAll(" ", "\u00a0")).join(", ") : result;
}
