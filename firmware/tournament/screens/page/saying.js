// @ts-check
// The screen's language, and what is said in it.

import { recall, remember } from "./kept.js";
import { Words } from "./words.js";

const KEPT = "hall-language";
/** @type {Words} */
let words = new Words("fr", {});

export function language() {
  return words.language;
}

/** The language of the address, else the one chosen here before, else the browser's, else French. */
export function ownLanguage() {
  const asked = new URLSearchParams(location.search).get("lang") ?? recall(KEPT) ?? navigator.language.slice(0, 2);
  return asked === "en" ? "en" : "fr";
}

/** @param {string} chosen */
export async function speak(chosen) {
  const answer = await fetch(`words/${chosen}`);
  words = new Words(chosen, await answer.json());
  remember(KEPT, chosen);
  document.documentElement.lang = chosen;
}

/**
 * The words of a screen under that name; nothing before they are there.
 * @param {string} name
 * @param {Record<string, any>} [values]
 */
export function say(name, values) {
  const key = `hall.screen.${name}`;
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
  return String(count).replace(/\B(?=(\d{3})+$)/g, words.manner.thousands);
}
