// @ts-check
// The state of each place of the felt: its chips by the scene, its bets and stakes by the table's status.

/** @typedef {{spot: number, on: string, bettor: string | null, cents: number, chips: number[]}} Chips */
/** @typedef {{hand: number, cents: number | null, outcome: string | null, returned: number | null, paid: number | null}} HandStake the part of a bet on one hand of a split */
/** @typedef {{spot: number, cents: number | null, bettor: string | null, outcome: string | null, returned: number | null, paid: number | null, due: number | null, hands: HandStake[]}} Bet */
/**
 * @typedef {{
 *   chips: Chips[],
 *   bets: Bet[],
 *   stake: {least: number | null, most: number | null, laid: number | null, bettor: string | null} | null,
 *   paying: boolean,
 *   late: boolean,
 *   keying: boolean,
 * }} Placed
 */

/** Of several outcomes at one place, the first of these is shown. */
const WORST_FIRST = ["lose", "surrender", "mixed", "win", "push"];

/** The state of each place, by `SPOT:BET`. */
export class PlaceStates {
  /** @type {Map<string, Placed>} */ #places = new Map();

  /**
   * @param {any} status
   * @param {any} scene
   * @param {boolean} shared whether all players bet on one layout
   */
  constructor(status, scene, shared) {
    /** @param {number} spot @param {string} on */
    const stateAt = (spot, on) => this.#stateAt(`${shared ? 0 : spot}:${on}`);
    for (const chips of scene?.chips ?? []) stateAt(chips.spot, chips.on).chips.push(chips);
    for (const [spot, spotState] of Object.entries(status?.spots ?? {})) {
      for (const bet of spotState.bets) stateAt(Number(spot), bet.on).bets.push({ ...bet, spot: Number(spot) });
    }
    for (const { spot, bettor, stakes } of status?.choices ?? []) {
      for (const { on, least, most, laid } of stakes) stateAt(spot, on).stake ??= { least, most, laid, bettor };
    }
    for (const [spot, on] of status?.late ?? []) stateAt(spot, on).late = true;
    const ask = status?.ask;
    if (ask?.do === "pay") stateAt(ask.spot, ask.on).paying = true;
    if (status?.keying) stateAt(status.keying[0], status.keying[1]).keying = true;
  }

  /**
   * @param {string} place
   * @returns {Placed}
   */
  of(place) {
    return this.#places.get(place) ?? nothing();
  }

  /** @param {string} place */
  #stateAt(place) {
    const state = this.#places.get(place) ?? nothing();
    this.#places.set(place, state);
    return state;
  }
}

/** @returns {Placed} */
function nothing() {
  return { chips: [], bets: [], stake: null, paying: false, late: false, keying: false };
}

/**
 * The amount of the chips at a place; null if there are none.
 * @param {Placed} placed
 */
export function chipsAmount({ chips }) {
  return chips.length ? chips.reduce((cents, stack) => cents + stack.cents, 0) : null;
}

/**
 * The amount that the table holds for bet at a place, if it is known and differs from the chips there.
 * @param {Placed} placed
 */
export function heldAmount(placed) {
  const amounts = placed.bets.map((bet) => bet.cents).filter((cents) => cents !== null);
  if (!amounts.length || amounts.length < placed.bets.length) return null;
  const cents = amounts.reduce((all, one) => all + one, 0);
  return cents === chipsAmount(placed) ? null : cents;
}

/** @typedef {{outcome: string, paid: number | null, lost: number | null}} Outcome */

/**
 * The outcome of the settled bets at a place: the worst one, the sum that is paid, and the sum that is
 * lost.
 * @param {Placed} placed
 * @returns {Outcome | null}
 */
export function betOutcome({ bets }) {
  const settled = bets.filter((bet) => bet.outcome);
  if (!settled.length) return null;
  const worst = WORST_FIRST.find((one) => settled.some((bet) => bet.outcome === one)) ?? "push";
  return {
    outcome: worst,
    paid: total(settled.map(({ paid }) => paid)),
    lost: total(settled.map(({ cents, returned }) => (cents === null || returned === null ? null : cents - returned))),
  };
}

/**
 * @param {(number | null)[]} amounts
 * @returns {number | null} null if one is not known
 */
function total(amounts) {
  return amounts.reduce((all, one) => (all === null || one === null ? null : all + one), 0);
}
