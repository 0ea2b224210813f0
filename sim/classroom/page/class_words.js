// @ts-check
// The language of the trainer's page, and its words.

import { nextLanguage, preferredLanguage } from "./languages.js";
import { recall, remember } from "./local_storage.js";
import { STEP_KEYS } from "./page_keys.js";
import { GAME_KEYS, PART_KEYS } from "./word_keys.js";
import { Words } from "./words.js";

const LANGUAGE = "class-language";

/** @type {Record<string, Record<string, string>>} */
let templates = {};
let words = new Words("", {});

/** @param {Record<string, Record<string, string>>} received templates by language */
export function takeWords(received) {
  templates = received;
  choose(preferredLanguage(languages(), [recall(LANGUAGE), ...navigator.languages]));
}

/** Changes to the other language. */
export function changeLanguage() {
  choose(nextLanguage(languages(), words.language));
  remember(LANGUAGE, words.language);
}

export function language() {
  return words.language;
}

/** @returns {Record<string, string>} */
function languages() {
  return Object.fromEntries(Object.keys(templates).map((code) => [code, code]));
}

/** @param {string} code */
function choose(code) {
  words = new Words(code, templates[code] ?? {});
  document.documentElement.lang = code;
  document.title = `${say("class.title")} · Croupier`;
  for (const node of document.querySelectorAll("[data-say]")) node.textContent = say(node.getAttribute("data-say") ?? "");
}

/**
 * The words of a text; its key if there are none.
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export function say(key, values) {
  try {
    return words.say({ key, values });
  } catch {
    return key;
  }
}

/** @param {string} game */
export function gameName(game) {
  return game ? say(GAME_KEYS[game] ?? game) : "";
}

/** @param {string[]} parts */
export function partNames(parts) {
  return parts.map((part) => say(PART_KEYS[part] ?? part)).join(", ");
}

/** @param {{do: string, spot: number | null}} act */
export function actWords(act) {
  const name = say(STEP_KEYS[act.do] ?? act.do);
  return act.spot ? say("class.place", { act: name, spot: act.spot }) : name;
}

/**
 * A time in its two largest units.
 * @param {number} seconds
 */
export function lapse(seconds) {
  if (seconds < 60) return `${seconds}\u00a0s`;
  return `${Math.floor(seconds / 60)}\u00a0min\u00a0${String(seconds % 60).padStart(2, "0")}`;
}
