// @ts-check
// The choice of a language by a page that has words of its own.

/** @typedef {Record<string, string>} Languages what each language calls itself, by its code; the default is first */

/**
 * The first of the wanted languages that there is, else the default.
 * @param {Languages} languages
 * @param {(string | null)[]} wanted codes, or a browser's tags: `fr-CA`
 */
export function preferredLanguage(languages, wanted) {
  const codes = wanted.map((tag) => (tag ?? "").split("-")[0]);
  return codes.find((code) => Object.hasOwn(languages, code)) ?? Object.keys(languages)[0];
}

/**
 * The language after this one; after the last, the first.
 * @param {Languages} languages
 * @param {string} language
 */
export function nextLanguage(languages, language) {
  const codes = Object.keys(languages);
  return codes[(codes.indexOf(language) + 1) % codes.length];
}
