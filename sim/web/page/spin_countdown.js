// @ts-check
// What a wheel that turns will do next, and how long it will still take: as long in all as the last time.

import { WHEEL_KEYS } from "./page_keys.js";

/** @typedef {"closing" | "result" | ""} Wait a roulette closes the bets, then its result falls; nothing at rest */

/** The steps of a wheel's spins, and their durations as this page has seen them. */
export class SpinCountdown {
  /** Unknown until a first step was seen: it may have begun before. */
  /** @type {Wait | null} */ #wait = null;
  #since = NaN;
  /** @type {Map<Wait, number>} */ #durations = new Map();

  /**
   * Follows the wheel; a step has taken its time if another one or a result has followed it.
   * @param {any} status
   * @param {any} scene
   * @param {number} now in milliseconds
   */
  observe(status, scene, now) {
    const wait = this.#currentWait(status, scene);
    if (wait === this.#wait) return;
    if (this.#wait && (wait || status.instrument.shown.length)) this.#durations.set(this.#wait, now - this.#since);
    this.#since = this.#wait === null ? NaN : now;
    this.#wait = wait;
  }

  /**
   * A wheel may rest a moment before its result is read; a wheel of fortune closes no bets.
   * @param {any} status
   * @param {any} scene
   * @returns {Wait}
   */
  #currentWait({ phase, instrument }, scene) {
    const turns = scene?.turning || (this.#wait === "result" && phase === "round");
    if (!turns || instrument.shown.length) return "";
    if (phase !== "open") return "result";
    return instrument.step === "number" ? "closing" : "";
  }

  /** Whether something is waited for. */
  get isWaiting() {
    return Boolean(this.#wait);
  }

  /**
   * The words for what is waited for, with the whole seconds that are left where they are known.
   * @param {import("./store.js").Table} table
   * @param {number} now in milliseconds
   */
  words(table, now) {
    if (!this.#wait) return "";
    const took = this.#durations.get(this.#wait) ?? NaN;
    const seconds = Math.ceil((this.#since + took - now) / 1000);
    return table.say(WHEEL_KEYS[this.#wait + (seconds > 0 ? "_in" : "")], { seconds });
  }
}
