// @ts-check
// Requests to the server; a refusal is thrown with its reason.

/** A request that is not served: `why` is a text, null without an answer. */
export class NotServed extends Error {
  /**
   * @param {number} status
   * @param {import("./words.js").Text | null} why
   * @param {boolean} proxy Whether the house's proxy says who is there.
   */
  constructor(status, why, proxy) {
    super(why?.key ?? "silent");
    this.status = status;
    this.why = why;
    this.proxy = proxy;
  }
}

/** @param {string} path */
export function read(path) {
  return request(path, {});
}

/**
 * @param {string} path
 * @param {any} [body]
 */
export function send(path, body = {}) {
  return request(path, { method: "POST", body: JSON.stringify(body) });
}

/**
 * @param {string} path
 * @param {RequestInit} options
 */
async function request(path, options) {
  const response = await fetch(path, { ...options, signal: AbortSignal.timeout(20_000) }).catch(() => null);
  const content = await response?.json().catch(() => null);
  if (!response?.ok || content === null) throw new NotServed(response?.status ?? 0, content?.why ?? null, Boolean(content?.proxy));
  return content;
}
