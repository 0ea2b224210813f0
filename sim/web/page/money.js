// @ts-check
// Amounts: whole cents in the program, dollars on the page.

/**
 * Whole cents of `25`, `25,50` or `1 234.5`; null if it is no amount above zero.
 * @param {string} written
 * @returns {number | null}
 */
export function parseCents(written) {
  const match = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(written.replace(/[\s$\u00a0]/g, ""));
  if (!match) return null;
  const cents = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return cents > 0 ? cents : null;
}

/**
 * The shortest way to write whole cents: `25` or `25.50`.
 * @param {number} cents
 */
export function formatDollars(cents) {
  return cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100);
}
