// @ts-check
// The marks of an exercise, in words and in figures.

import { betName, handName } from "./words.js";
import { MARK_STATE_KEYS, STEP_KEYS, VERDICT_KEYS } from "./page_keys.js";
import { KEY_LABELS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {{id: string, articles: string[], words: string}} Sentence */
/**
 * @typedef {{
 *   do: string, state: string, wrong: number, millis: number, spot: number | null, on: string | null, hand: string | number | null,
 *   key: string | null, verdict: string | null, due_cents: number | null, felt_cents: number | null, from_cents: number | null,
 *   chips: number | null, fewest: number | null, remarks: string[], reckoning: Record<string, string[]>,
 *   articles: Record<string, Sentence[]>, stray: boolean,
 * }} Mark
 */

/** The act at each place to which chips of a pot are pushed. */
const PUSHES = /** @type {Record<string, string>} */ ({ pot: "push", drop: "drop" });

/**
 * An expected act in words, with its spot, hand, bet or key.
 * @param {Table} table
 * @param {Mark} mark
 */
export function actName(table, mark) {
  const hand = typeof mark.hand === "string" ? [table.render(handName(mark.hand))] : [];
  const push = PUSHES[mark.on ?? ""];
  const spot = mark.spot === null || mark.spot === undefined || mark.on === "drop" ? [] : [spotName(table, mark.spot)];
  const bet = mark.on && !push ? [table.render(betName(mark.on))] : [];
  const key = mark.key ? [table.say(KEY_LABELS[mark.key] ?? mark.key)] : [];
  return [table.say(STEP_KEYS[push ?? mark.do] ?? mark.do), ...spot, ...hand, ...bet, ...key].join(", ");
}

/**
 * @param {Table} table
 * @param {number} spot 0 is the dealer's
 */
function spotName(table, spot) {
  if (table.hello.felt.seats.length) return table.say("web.room.seat", { spot });
  return table.render(handName(spot === 0 ? "dealer" : String(spot)));
}

/**
 * How an act went: the verdict, what lay on the felt, and the time.
 * @param {Table} table
 * @param {Mark} mark
 */
export function markFigures(table, mark) {
  const verdict = mark.verdict ? table.say(VERDICT_KEYS[mark.verdict] ?? mark.verdict) : table.say(MARK_STATE_KEYS[mark.state] ?? mark.state);
  const stray = mark.stray ? [table.say("web.school.stray")] : [];
  const seconds = mark.state === "done" ? [table.say("web.school.seconds", { seconds: inSeconds(table, mark.millis) })] : [];
  const wrong = mark.wrong ? [table.say("web.school.wrong", { count: mark.wrong })] : [];
  return [verdict, ...stray, ...chipFigures(table, mark), ...seconds, ...wrong].join(" · ");
}

/**
 * What lay on the felt and what was due, of a payment or a taking that is marked.
 * @param {Table} table
 * @param {Mark} mark
 */
function chipFigures(table, { do: act, felt_cents, due_cents, chips, fewest, remarks }) {
  if (felt_cents === null || due_cents === null) return [];
  if (act.startsWith("call_")) return [table.say("web.school.called", { felt_cents, due_cents })];
  const key = felt_cents === due_cents ? "web.school.laid" : "web.school.lay";
  const order = remarks.includes("order") ? [table.say("web.school.verdict.order")] : [];
  const many = remarks.includes("chips") ? [table.say("web.school.chips", { chips, fewest })] : [];
  return [table.say(key, { felt_cents, due_cents }), ...order, ...many];
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
