// @ts-check
// Settings that this browser stores from one visit to the next; for this visit only if it may store nothing.

const PREFIX = "croupier.";
/** @type {Map<string, string>} */
const thisVisit = new Map();

/**
 * @param {string} name
 * @returns {string | null}
 */
export function recall(name) {
  try {
    return localStorage.getItem(PREFIX + name) ?? thisVisit.get(name) ?? null;
  } catch {
    return thisVisit.get(name) ?? null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  thisVisit.set(name, value);
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // The store is full, or the browser's user forbids it.
  }
}
