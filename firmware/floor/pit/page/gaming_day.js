// @ts-check
// The present gaming day.

/**
 * The date of the present gaming day, by this browser's clock.
 * @param {string} starts
 */
export function gamingDay(starts) {
  const [hour, minute] = starts.split(":").map(Number);
  // `toISOString` gives the date in UTC: shifted by the offset, it is the local date.
  const shift = new Date().getTimezoneOffset() + 60 * hour + minute;
  return new Date(Date.now() - shift * 60_000).toISOString().slice(0, 10);
}
