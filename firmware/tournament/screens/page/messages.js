// @ts-check
// The language of the screen, and its messages.

import { nextLanguage, preferredLanguage } from "./languages.js";
import { recall, remember } from "./local_storage.js";
import { Words, grouped } from "./words.js";

const LANGUAGE_ITEM = "hall-language";
/** @type {import("./languages.js").Languages} */
const languages = await (await fetch("languages")).json();
/** @type {Words} */
let words = new Words("", {});

/** The language of the address, else the one chosen here before, else the browser's, else the default. */
export function ownLanguage() {
  return preferredLanguage(languages, [new URLSearchParams(location.search).get("lang"), recall(LANGUAGE_ITEM), navigator.language]);
}

/** The language that the button changes to, with its own name. */
export function otherLanguage() {
  const code = nextLanguage(languages, words.language);
  return { code, name: languages[code] };
}

/** @param {string} chosen */
export async function loadLanguage(chosen) {
  const answer = await fetch(`words/${chosen}`);
  words = new Words(chosen, await answer.json());
  remember(LANGUAGE_ITEM, chosen);
  document.documentElement.lang = chosen;
}

/**
 * The message of a key; empty until the language is loaded.
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export function message(key, values) {
  return words.has(key) ? words.say({ key, values }) : "";
}

/** @param {number} cents */
export function money(cents) {
  return words.money(cents);
}

/**
 * A number of chips: `12 500` or `12,500`.
 * @param {number} count
 */
export function chips(count) {
  return words.number(grouped(count));
}
