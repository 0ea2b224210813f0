// @ts-check
// The marks of an exercise, in words and in figures.

import { betName, handName } from "./words.js";
import { STEP_KEYS } from "./page_keys.js";
import { KEY_LABELS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {{do: string, state: string, wrong: number, millis: number, spot: number | null, on: string | null, hand: string | number | null, key: string | null}} Mark */

/**
 * An expected act in words, with its spot, hand, bet or key.
 * @param {Table} table
 * @param {Mark} mark
 */
export function actName(table, mark) {
  const hand = typeof mark.hand === "string" ? [table.render(handName(mark.hand))] : [];
  const spot = mark.spot === null || mark.spot === undefined ? [] : [table.render(handName(mark.spot === 0 ? "dealer" : String(mark.spot)))];
  const bet = mark.on ? [table.render(betName(mark.on))] : [];
  const key = mark.key ? [table.say(KEY_LABELS[mark.key] ?? mark.key)] : [];
  return [table.say(STEP_KEYS[mark.do] ?? mark.do), ...spot, ...hand, ...bet, ...key].join(", ");
}

/**
 * @param {Table} table
 * @param {number} millis
 */
export function inSeconds(table, millis) {
  return table.words.number((millis / 1000).toFixed(1));
}

/**
 * The result of an exercise.
 * @param {Mark[]} marks
 */
export function exerciseResult(marks) {
  const sum = (/** @type {(mark: Mark) => number} */ of) => marks.reduce((total, mark) => total + of(mark), 0);
  return { done: sum(({ state }) => Number(state === "done")), acts: marks.length, wrong: sum(({ wrong }) => wrong), millis: sum(({ millis }) => millis) };
}
