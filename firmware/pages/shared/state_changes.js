// @ts-check
// The state that a page has received: all of it once, then the fields that changed.

/** @typedef {any[] | {[field: string]: any}} Change as described in `firmware/pages/state_changes.py` */

/** The state of a connection, one value a topic. */
export class ReceivedState {
  #number = 0;
  /** @type {Record<string, any>} */ #state = {};

  /**
   * Dispatches an event of each topic that changed, its value as `detail`, null if it has none any more.
   * Returns false, and changes nothing, if a message before this one is missing.
   * @param {{number: number, change: Change}} message
   * @param {EventTarget} target
   */
  receive({ number, change }, target) {
    if (!Array.isArray(change) && number !== this.#number + 1) return false;
    const before = this.#state;
    const now = changed(before, change);
    [this.#number, this.#state] = [number, now];
    for (const topic of Object.keys({ ...before, ...now })) {
      if (before[topic] !== now[topic]) target.dispatchEvent(new CustomEvent(topic, { detail: now[topic] ?? null }));
    }
    return true;
  }
}

/**
 * A value after a change. What has not changed in it is the same object as before.
 * @param {any} value
 * @param {Change} change
 */
export function changed(value, change) {
  if (Array.isArray(change)) return change[0];
  const result = Array.isArray(value) ? [...value] : { ...value };
  for (const [field, of] of Object.entries(change)) {
    if (!Array.isArray(of) || of.length) result[field] = changed(result[field], of);
    else if (Array.isArray(result)) result.splice(Number(field));
    else delete result[field];
  }
  return result;
}
