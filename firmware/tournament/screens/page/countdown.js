// @ts-check
// Seconds that run between two words of the hall.

/** Seconds as they were told, and when. They stop at nothing, and stay as they are in a pause. */
export class Countdown {
  constructor() {
    this.told = 0;
    this.runs = false;
    this.at = 0;
  }

  /**
   * @param {number} seconds
   * @param {boolean} runs
   */
  tell(seconds, runs) {
    this.told = seconds;
    this.runs = runs;
    this.at = performance.now();
  }

  /**
   * The seconds that have passed since.
   * @returns {number}
   */
  get passed() {
    return this.runs ? Math.min(this.told, Math.floor((performance.now() - this.at) / 1000)) : 0;
  }

  get left() {
    return this.told - this.passed;
  }
}

/**
 * Minutes and seconds, with hours if there are any: `9:05`, `1:00:00`.
 * @param {number} seconds
 */
export function timed(seconds) {
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
