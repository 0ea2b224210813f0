// @ts-check
// The language of the screen, and its messages.

import { recall, remember } from "./local_storage.js";
import { Words } from "./words.js";

const LANGUAGE_ITEM = "hall-language";
/** @type {Words} */
let words = new Words("fr", {});

export function language() {
  return words.language;
}

/** The language of the address, else the one chosen here before, else the browser's, else French. */
export function preferredLanguage() {
  const preferred = new URLSearchParams(location.search).get("lang") ?? recall(LANGUAGE_ITEM) ?? navigator.language.slice(0, 2);
  return preferred === "en" ? "en" : "fr";
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
  return String(count).replace(/\B(?=(\d{3})+$)/g, words.numberFormat.thousands);
}
