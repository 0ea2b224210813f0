// @ts-check
// The marks beside the chips of a place: amounts, outcomes and names.

import { placeLayout } from "./place_layout.js";
import { heldAmount, betOutcome, chipsAmount } from "./place_state.js";
import { MIN_LETTER_SIZE, fitText } from "./svg.js";
import { LIGHT_KEYS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./svg.js").Box} Box */
/** @typedef {import("./places.js").Place} Place */
/** @typedef {import("./place_state.js").Placed} Placed */
/** @typedef {{kind: string, words: string, box: Box, anchor: "start" | "middle"}} PlaceMark */

/** The sign of each outcome, so that it is not shown by colour alone. */
export const OUTCOME_SIGNS = /** @type {Record<string, string>} */ ({ win: "▲", lose: "▼", surrender: "▼", mixed: "▲▼", push: "◆" });

/** Below this width an amount is written without the sign of its outcome: its plus or minus is one. */
const NARROW = 80;
/** The height of a line of amounts, and the share of it for letters if two lines fill a low place. */
const LINE = 27;
const CLOSE = 0.88;
const MOST_LINES = 3;
/** The kind of the mark that names a place; the other kinds are those of the legend. */
export const NAME = "place-name";

/**
 * The marks beside chips: their amount, the amount that the table holds for bet if it differs, and the outcome.
 * @param {Table} table
 * @param {Place} place
 * @param {Placed} placed
 */
export function placeMarks(table, place, placed) {
  const outcome = betOutcome(placed);
  const marks = [];
  const cents = chipsAmount(placed);
  const other = heldAmount(placed);
  const narrow = (placeLayout(place).words?.w ?? 0) < NARROW;
  const amount = (/** @type {number} */ value) => table.shortMoney(value);
  if (placed.chips.length && place.beside) marks.push(...nameMark(place, table.language));
  if (cents !== null) marks.push({ kind: "sum", words: amount(cents) });
  else if (placed.stake?.least) marks.push({ kind: "asked", words: stakeText(placed.stake, amount) });
  if (other !== null && !outcome) marks.push({ kind: "held", words: `≡${narrow ? "" : " "}${amount(other)}` });
  if (outcome) marks.push({ kind: outcome.outcome, words: outcomeText(table, outcome, narrow, amount) });
  if (placed.late) marks.push({ kind: "late", words: "!" });
  return positionMarks(place, marks);
}

/**
 * The name of a place whose print its chips hide, if there is room for it.
 * @param {Place} place
 * @param {string} language
 */
function nameMark({ said, beside }, language) {
  const words = said[language];
  const isFit = beside !== null && fitText(words, { w: beside.w, h: LINE }, MIN_LETTER_SIZE, MIN_LETTER_SIZE) !== null;
  return isFit ? [{ kind: NAME, words }] : [];
}

/**
 * @param {Table} table
 * @param {import("./place_state.js").Outcome} outcome
 * @param {boolean} narrow whether there is no room for a sign of the outcome beside the amount's own
 * @param {(cents: number) => string} amount
 */
function outcomeText(table, { outcome: kind, paid, lost }, narrow, amount) {
  const money = paid ? `+${amount(paid)}` : lost ? `−${amount(lost)}` : "";
  if (narrow) return money || OUTCOME_SIGNS[kind];
  const words = money || (kind in LIGHT_KEYS ? table.say(LIGHT_KEYS[kind]) : "");
  return [OUTCOME_SIGNS[kind], words].filter(Boolean).join(" ");
}

/**
 * @param {{least: number | null, most: number | null, laid: number | null}} stake
 * @param {(cents: number) => string} amount
 */
function stakeText({ least, most }, amount) {
  return least === most ? `+${amount(least ?? 0)}` : `${amount(least ?? 0)} …`;
}

/**
 * Gives marks their positions beside or below the chips; a place on a line has room for a sign only.
 * @param {Place} place
 * @param {{kind: string, words: string}[]} marks
 * @returns {PlaceMark[]}
 */
function positionMarks(place, marks) {
  const { words: room, lines } = placeLayout(place);
  const { x, y } = place.box;
  const anchor = room && room.x > x + 1 ? "start" : "middle";
  if (!room) {
    const signs = marks.filter(({ kind }) => kind in OUTCOME_SIGNS || kind === "late");
    return signs.map(({ kind, words }) => ({ kind, words: OUTCOME_SIGNS[kind]?.[0] ?? words, box: { x: x + 20, y: y - 16, w: 24, h: 22 }, anchor: "middle" }));
  }
  const shown = lines > 1 ? marks : marks.slice(-1);
  if (shown.length > MOST_LINES) shown.shift();
  const h = Math.min(room.h / Math.max(shown.length, lines > 1 && !place.beside ? 2 : 1), LINE);
  const letters = h < LINE && shown.length > 1 ? h * CLOSE : h;
  const top = room.y - (h * shown.length) / 2;
  return shown.map((mark, nth) => ({ ...mark, box: { ...room, y: top + (nth + 0.5) * h, h: letters }, anchor }));
}
