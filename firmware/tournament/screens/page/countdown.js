// @ts-check
// The seconds between two views of the clock.

/** The seconds of the last view, counted down to zero from when it came; unchanged in a pause. */
export class Countdown {
  constructor() {
    this.seconds = 0;
    this.runs = false;
    this.setAt = 0;
  }

  /**
   * @param {number} seconds
   * @param {boolean} runs
   */
  set(seconds, runs) {
    this.seconds = seconds;
    this.runs = runs;
    this.setAt = performance.now();
  }

  /**
   * Whole seconds since the view came.
   * @returns {number}
   */
  get elapsed() {
    return this.runs ? Math.min(this.seconds, Math.floor((performance.now() - this.setAt) / 1000)) : 0;
  }

  get left() {
    return this.seconds - this.elapsed;
  }
}

/**
 * Minutes and seconds, with hours if there are any: `9:05`, `1:00:00`.
 * @param {number} seconds
 */
export function formatDuration(seconds) {
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
