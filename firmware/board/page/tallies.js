// @ts-check
// How often each number or symbol of a wheel, or each total of dice, has come.

/** @typedef {{of: string, count: number}} Count */

/**
 * How often each of `all` has come, the most frequent first; those of the same count in their order.
 * @param {string[]} results
 * @param {string[]} all
 * @returns {Count[]}
 */
export function countEach(results, all) {
  const count = new Map(all.map((one) => [one, 0]));
  for (const result of results) count.set(result, (count.get(result) ?? 0) + 1);
  return [...count].map(([of, times]) => ({ of, count: times })).sort((one, other) => other.count - one.count);
}

/**
 * The share of results that fit, in whole per cent; null if there are no results.
 * @param {string[]} results
 * @param {(result: string) => boolean} fits
 */
export function share(results, fits) {
  return results.length ? Math.round((100 * results.filter(fits).length) / results.length) : null;
}

/** @param {string} thrown such as `5-2` */
export function diceTotal(thrown) {
  return thrown.split("-").reduce((all, face) => all + Number(face), 0);
}
