// @ts-check
// The next step of a turning wheel, and the time left until it: each step is expected to last as long as last time.

import { WHEEL_KEYS } from "./page_keys.js";

/** @typedef {"closing" | "result" | ""} Wait a roulette closes the bets, then its result falls; empty at rest */

/** The steps of a wheel's spins, and their durations as this page has measured them. */
export class SpinCountdown {
  /** Null at first: a step that was under way when the page opened has an unknown beginning. */
  /** @type {Wait | null} */ #wait = null;
  #since = NaN;
  /** @type {Map<Wait, number>} */ #durations = new Map();

  /**
   * Follows the wheel; a step is measured only if another step or a result follows it.
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
   * The step that the wheel is in. A wheel may be at rest for a moment before its result is read; a wheel of
   * fortune closes no bets.
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

  /** Whether a step is awaited. */
  get isWaiting() {
    return Boolean(this.#wait);
  }

  /**
   * The awaited step in words, with the whole seconds left if they are known.
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
