// @ts-check
// The words of alarms and of their groups. The server sends message keys and values.

import { language, render, renderPartly, say } from "./language.js";
import { betName } from "./words.js";

/** A mark of its own for each rank, so that none is told by its colour alone. */
const RANK_MARKS = { 1: "▲▲", 2: "▲", 3: "●", 4: "○" };
const RANK_KEYS = { 1: "pit.rank.urgent", 2: "pit.rank.high", 3: "pit.rank.medium", 4: "pit.rank.note" };
/**
 * The names of the spots of each table, by its name.
 * @type {Map<string, string[]>}
 */
let seats = new Map();

/** @param {any} screen */
export function setSeats(screen) {
  seats = new Map(screen.tiles.map((/** @type {any} */ tile) => [tile.table, tile.seats ?? []]));
}

/** @param {number} rank */
export function rankWords(rank) {
  return say(RANK_KEYS[/** @type {1 | 2 | 3 | 4} */ (rank)]);
}

/** @param {number} rank */
export function rankMark(rank) {
  return `${RANK_MARKS[/** @type {1 | 2 | 3 | 4} */ (rank)]} ${rankWords(rank)}`;
}

/** @param {number} rank */
export function rankSign(rank) {
  return RANK_MARKS[/** @type {1 | 2 | 3 | 4} */ (rank)];
}

/**
 * The text of a group: of a cause, of the only alarm, or how many its table has.
 * @param {any} group
 * @param {any[]} alarms
 */
export function groupWords(group, alarms) {
  if (group.of === "cause") return say(group.key, { count: group.tables.length, pits: pitNames(group.pits) });
  return alarms.length === 1 ? alarmWords(alarms[0]) : say("pit.table_alarms", { table: group.tables[0], count: alarms.length });
}

/** @param {string[]} pits */
function pitNames(pits) {
  const names = pits.map((pit) => say("pit.pit_name", { pit }));
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(names) || "–";
}

/**
 * The text of an alarm, with its table. The server sends the message keys of its kind, fault and part.
 * @param {any} shown
 */
export function alarmWords({ alarm, keys }) {
  const { on, part, ...rest } = alarm.values;
  const values = { table: alarm.table, ...rest };
  if (on) values.on = betName(on);
  if (rest.spot) values.spot = seats.get(alarm.table)?.[rest.spot - 1] ?? rest.spot;
  if (part) values.part = { key: keys.part ?? part };
  if (rest.said) return say(keys.alarm, { ...values, said: render(rest.said) });
  if (alarm.kind === "fault" || alarm.kind === "override") return say(keys.alarm, { table: alarm.table, said: faultWords(keys, values) });
  return say(keys.alarm, values);
}

/**
 * The text of a fault; its part and code if this program does not know the code.
 * @param {any} keys
 * @param {any} values
 */
function faultWords(keys, values) {
  return keys.fault ? renderPartly({ key: keys.fault, values }) : `${render(values.part)} : ${values.code}`;
}
