// @ts-check
// The answers that the table takes now, by its status alone; the expected one first.

import { columnOf, openDecisions } from "./decisions.js";
import { DO_KEYS } from "./page_keys.js";
import { KEY_LABELS } from "./word_keys.js";

/**
 * An answer: the text on its button, and the act that gives it. A decision may cost chips of
 * the player's choice (`amount`), or name cards of a hand (`pick`); `column` is the place of its `name`
 * among those of all decisions, `owner` the hand that decides.
 * @typedef {{
 *   id: string,
 *   label: import("./words.js").Text,
 *   cost?: import("./words.js").Text | null,
 *   whose?: import("./words.js").Text | null,
 *   owner?: string,
 *   name?: string,
 *   column?: number,
 *   act: Record<string, any>,
 *   amount?: {spot: number, on: string, bettor: string | null, least: number, most: number, step: number | null, laid: number},
 *   pick?: {spot: number, hand: string},
 * }} Answer
 */

/**
 * By the act that the table waits for: the keys and the acts of hands that answer it. A key that
 * is not lit is left out.
 */
const ANSWER_KEYS = {
  open_table: ["confirm"],
  place_bets: ["no_more_bets"],
  put_back: ["tidy"],
  return_bet: ["tidy"],
  key_amount: ["amounts"],
  key_price: ["amounts"],
  unread_chip: ["tidy"],
  resolve_late: ["tidy", "turn", "resolve"],
  deal: ["dealt", "draw"],
  post: ["post", "sit_down", "confirm"],
  burn: ["burn"],
  decide: ["check", "call", "bet", "raise", "fold", "all_in", "bring_in"],
  show: ["show", "draw", "muck"],
  deal_again: ["misdeal"],
  take_back: ["turn", "take_back", "void"],
  choose_card: ["turn"],
  enter_card: ["turn", "enter"],
  shuffle: ["shuffle"],
  bring_result: ["throw"],
  key_result: ["throw"],
  key_again: ["throw"],
  pay: ["tidy", "next"],
  take: ["tidy", "next"],
  move: ["tidy"],
  confirm: ["confirm", "tidy"],
  confirm_unseen: ["confirm", "tidy"],
  collect: ["confirm"],
  mend: ["clear", "confirm", "void"],
  clear: ["turn", "clear", "confirm", "void"],
  void: ["turn", "void"],
  confirm_felt: ["confirm"],
};

/** The acts of the dealer's hands, as the page sends them. */
const HAND_ACTS = {
  draw: { act: "draw" },
  tidy: { act: "tidy" },
  shuffle: { act: "shuffle" },
  amounts: { act: "amounts" },
  throw: { act: "throw" },
  clear_allowed: { act: "clear" },
};

/**
 * Every answer that the table takes now, the expected one first.
 * @param {any} status
 * @param {any} hello
 * @returns {Answer[]}
 */
export function openAnswers(status, hello) {
  const { do: act } = status.ask;
  const answerNames = ANSWER_KEYS[/** @type {keyof typeof ANSWER_KEYS} */ (act)] ?? [];
  const otherPersons = [...technicianAnswers(status), ...supervisorAnswers(status)];
  const usual = [...otherPersons, ...answerNames.filter((name) => name !== "draw" || draws(status))];
  const decided = openDecisions(status, hello);
  // At a house game a decision's key is its choice, which names the spot and the cost.
  const others = usual
    .filter((name) => !decided.some(({ act }) => act.do === name))
    .flatMap((name) => usualAnswer(name, status, hello));
  if (act === "place_bets") return [...others, ...instrumentStart(status), ...decided];
  const passing = decided.length && !usual.includes("confirm") ? usualAnswer("confirm", status, hello) : [];
  return [...decided, ...others, ...passing];
}

/**
 * Whether the next card is drawn over the reader: at a poker table, only a card that is dealt face up, or one of a
 * hand that is shown.
 * @param {any} status
 */
export function draws(status) {
  return status.room === null || status.room.waits_for === "card" || isHandRead(status);
}

/**
 * Whether cards of a hand that is to be shown are still to be read.
 * @param {any} status
 */
function isHandRead({ room, keys }) {
  return room?.waits_for === "show" && !keys.includes("show");
}

/**
 * The technician's part of a fault that two persons clear.
 * @param {any} status
 */
function technicianAnswers({ ask }) {
  return ask.of === "technician" ? ["clear_allowed"] : [];
}

/**
 * The supervisor's share of a round with a payment that was not seen.
 * @param {any} status
 */
function supervisorAnswers({ ask }) {
  return ask.do === "confirm_unseen" && ask.of === "supervisor" ? ["turn"] : [];
}

/**
 * @param {string} name
 * @param {any} status
 * @param {any} hello
 * @returns {Answer[]}
 */
function usualAnswer(name, status, hello) {
  if (name === "turn") {
    if (status.key_switch) return [];
    return [{ id: "turn", label: { key: "web.do.turn" }, act: { act: "turn", on: true } }];
  }
  const done = HAND_ACTS[/** @type {keyof typeof HAND_ACTS} */ (name)];
  if (done) return [{ id: name, label: { key: handActKey(name, status, hello) }, act: done }];
  if (!status.keys.includes(name)) return [];
  const answer = { id: `press-${name}`, label: { key: KEY_LABELS[name] ?? name }, act: { act: "press", key: name } };
  const column = status.room && status.ask.do === "decide" ? columnOf(name, status, hello) : undefined;
  return [column === undefined ? answer : { ...answer, name, column, owner: "" }];
}

/**
 * The message key of an act of the hands; each kind of wheel, and tiles, have their own.
 * @param {string} name
 * @param {any} status
 * @param {any} hello
 */
export function handActKey(name, status, hello) {
  if (name === "throw") return DO_KEYS[`throw_${status.instrument?.step ?? "number"}`];
  if (name === "draw" && hello.pack.includes("6-6")) return "web.do.draw_tile";
  if (name === "draw" && isHandRead(status)) return "web.do.read_card";
  return DO_KEYS[name];
}

/**
 * A roulette closes the bets itself, so its wheel is launched while bets are still taken.
 * @param {any} status
 * @returns {Answer[]}
 */
function instrumentStart(status) {
  const step = status.instrument?.step;
  if (step !== "number") return [];
  return [{ id: "throw", label: { key: DO_KEYS[`throw_${step}`] }, act: HAND_ACTS.throw }];
}
