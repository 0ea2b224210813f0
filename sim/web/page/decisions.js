// @ts-check
// The open decisions of the players: whose they are, what they cost, and the column that each keeps.

import { handName } from "./words.js";
import { KEY_LABELS } from "./word_keys.js";

/** @typedef {import("./answers.js").Answer} Answer */

/** The columns of a poker player's decisions: two keys that are never open together share one. */
const POKER_COLUMNS = [["check", "call"], ["bet", "raise"], ["fold"], ["all_in"], ["bring_in"]];

/**
 * The names of all decisions of the table, in the order of their columns; a key keeps its column in every round.
 * @param {any} status
 * @param {any} hello
 * @returns {readonly string[][]}
 */
export function decisionColumns({ room }, { decisions }) {
  return room ? POKER_COLUMNS : decisions.map((/** @type {string} */ name) => [name]);
}

/**
 * The column of a decision; undefined if the answer is none.
 * @param {string} name
 * @param {any} status
 * @param {any} hello
 */
export function columnOf(name, status, hello) {
  const column = decisionColumns(status, hello).findIndex((names) => names.includes(name));
  return column < 0 ? undefined : column;
}

/**
 * The open decisions, those of the spot in focus first; none during a fault, or while no player is asked.
 * @param {any} status
 * @param {any} hello
 * @returns {Answer[]}
 */
export function openDecisions(status, hello) {
  const { ask, choices, focus, stopped, bank } = status;
  if (stopped || ask.do === "resolve_late" || focus === null) return [];
  const hands = new Set(choices.map((/** @type {any} */ { spot, hand, bettor }) => `${spot} ${hand} ${bettor}`));
  const isInFocus = (/** @type {any} */ { spot }) => Number(spot === focus);
  const nearest = [...choices].sort((a, b) => isInFocus(b) - isInFocus(a));
  return nearest.map((choice) => ({ ...decision(choice, hands.size > 1, bank), column: columnOf(choice.do, status, hello) }));
}

/**
 * The name that a hand has among the cards of a status.
 * @param {number} spot
 * @param {number | null} hand
 */
function handId(spot, hand) {
  if (spot === 0) return "dealer";
  return hand === null || hand <= 1 ? String(spot) : `${spot}.${hand}`;
}

/**
 * @param {any} choice
 * @param {boolean} severalHands whether several hands have decisions, so that each needs its owner's name
 * @param {number} bank
 * @returns {Answer}
 */
function decision(choice, severalHands, bank) {
  const { spot, do: choiceName, hand, bettor, picks, stakes } = choice;
  const rangedStake = stakes.find((/** @type {any} */ stake) => stake.least !== stake.most);
  return {
    id: `decide-${spot}-${hand ?? ""}-${bettor ?? ""}-${choiceName}`,
    label: { key: KEY_LABELS[choiceName] ?? choiceName },
    cost: cost(stakes),
    whose: severalHands || bettor ? ownerText(choice, bank) : null,
    owner: `${spot} ${hand} ${bettor}`,
    name: choiceName,
    act: { act: "decide", spot, do: choiceName, hand, bettor },
    ...(rangedStake ? { amount: { spot, bettor, ...rangedStake } } : {}),
    ...(picks ? { pick: { spot, hand: handId(spot, hand) } } : {}),
  };
}

/** @param {any[]} stakes */
function cost(stakes) {
  const fixed = stakes.filter(({ least, most }) => least !== null && least === most);
  if (fixed.length === 0) return null;
  const cents = fixed.reduce((sum, { least }) => sum + least, 0);
  return cents ? { key: "web.prompt.cost", values: { cents } } : null;
}

/**
 * @param {{spot: number, hand: number | null, bettor: string | null}} choice
 * @param {number} bank
 */
function ownerText({ spot, hand, bettor }, bank) {
  const name = handName(spot === 0 ? "dealer" : hand === null ? String(spot) : `${spot}.${hand}`, bank);
  return bettor ? { key: "web.prompt.behind", values: { whose: name, bettor } } : name;
}
