// @ts-check
// What is asked of the server; whatever it refuses is thrown with its reason.

/** A request that is not served: `why` is a text, null where nobody answers. */
export class NotServed extends Error {
  /**
   * @param {number} status
   * @param {import("./words.js").Text | null} why
   */
  constructor(status, why) {
    super(why?.key ?? "silent");
    this.status = status;
    this.why = why;
  }
}

/** @param {string} path */
export function read(path) {
  return answered(path, {});
}

/**
 * @param {string} path
 * @param {any} [asked]
 */
export function send(path, asked = {}) {
  return answered(path, { method: "POST", body: JSON.stringify(asked) });
}

/**
 * @param {string} path
 * @param {RequestInit} how
 */
async function answered(path, how) {
  const answer = await fetch(path, { ...how, signal: AbortSignal.timeout(20_000) }).catch(() => null);
  const said = await answer?.json().catch(() => null);
  if (!answer?.ok || said === null) throw new NotServed(answer?.status ?? 0, said?.why ?? null);
  return said;
}
