// @ts-check
// The page's language, and the texts in it.

import { read } from "./api.js";
import { element } from "./dom.js";
import { nextLanguage, preferredLanguage } from "./languages.js";
import { recall, remember } from "./local_storage.js";
import { Words, betName } from "./words.js";

const GAME_KEYS = {
  blackjack: "game.blackjack",
  "blackjack-multi-action": "game.blackjack-multi-action",
  baccarat: "game.baccarat",
  "pai-gow-poker": "game.pai-gow-poker",
  "super-pan-9": "game.super-pan-9",
  "red-dog": "game.red-dog",
  "poker-grand-prix": "game.poker-grand-prix",
  "caribbean-stud": "game.caribbean-stud",
  "three-card-poker": "game.three-card-poker",
  "casino-war": "game.casino-war",
  "poker-3-5-7": "game.poker-3-5-7",
  "boston-poker": "game.boston-poker",
  "four-card-poker": "game.four-card-poker",
  "crazy-four-poker": "game.crazy-four-poker",
  roulette: "game.roulette",
  craps: "game.craps",
  "sic-bo": "game.sic-bo",
  "pai-gow": "game.pai-gow",
  "wheel-of-fortune": "game.wheel-of-fortune",
  keno: "game.keno",
  "ultimate-holdem": "game.ultimate-holdem",
  "poker-room": "game.poker-room",
  "holdem-tournament": "game.holdem-tournament",
};

/** @type {import("./languages.js").Languages} */
let languages = {};
/** @type {Words} */
let words = new Words("", {});

export function language() {
  return words.language;
}

/** Loads the language chosen here before, else the browser's, else the default. */
export async function loadOwnLanguage() {
  languages = await read("languages");
  await loadLanguage(preferredLanguage(languages, [recall("pit-language"), ...navigator.languages]));
}

/** The language that the button changes to, with its own name. */
export function otherLanguage() {
  const code = nextLanguage(languages, words.language);
  return { code, name: languages[code] };
}

/** @param {string} chosen */
export async function loadLanguage(chosen) {
  words = new Words(chosen, await read(`words/${chosen}`));
  remember("pit-language", chosen);
  document.documentElement.lang = chosen;
  document.title = say("pit.title");
  for (const node of document.querySelectorAll("[data-say]")) node.textContent = say(/** @type {any} */ (node).dataset.say);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", say(/** @type {any} */ (node).dataset.label));
}

/**
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export function say(key, values) {
  return render({ key, values });
}

/**
 * The words of a text; its key if there are none.
 * @param {import("./words.js").Text} text
 */
export function render(text) {
  try {
    return words.say(text);
  } catch {
    return text.key;
  }
}

/**
 * The words of a text with some unknown values, each shown as an ellipsis, or left out at the end.
 * @param {import("./words.js").Text} text
 */
export function renderPartly({ key, values }) {
  const placeholders = words.has(key) ? words.template(key).match(/\w+(?=\})/g) ?? [] : [];
  const unknown = { key: "pit.unknown" };
  const text = render({ key, values: { ...Object.fromEntries(placeholders.map((name) => [name, unknown])), ...values } });
  return text.replace(/\s*:\s*…$/, "");
}

/**
 * The reason of a refusal.
 * @param {any} error
 */
export function reason(error) {
  return render(error.why ?? { key: "pit.silent" });
}

/** @param {number} cents */
export function money(cents) {
  return words.money(cents);
}

/**
 * Whole cents of a written amount; null if it is none above zero.
 * @param {string} typed
 */
export function parsedMoney(typed) {
  return words.parseMoney(typed);
}

/**
 * Units of the currency in cents.
 * @param {number} units
 */
export function inUnit(units) {
  return units * words.unit;
}

/** @param {string} game */
export function gameName(game) {
  return game ? say(GAME_KEYS[/** @type {keyof typeof GAME_KEYS} */ (game)] ?? game) : "";
}

/** @param {string[]} names */
export function cardNames(names) {
  return names.map((name) => words.card(name)).join(" ");
}

/** @param {string} on */
export function betWords(on) {
  return render(betName(on));
}

/**
 * How long ago, in the two largest units.
 * @param {number} ms
 */
export function lapse(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds}\u00a0s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}\u00a0min`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)}\u00a0h\u00a0${String(Math.floor((seconds % 3600) / 60)).padStart(2, "0")}`;
  return say("pit.days", { count: Math.floor(seconds / 86400) });
}

/** @param {number} moment */
export function clock(moment) {
  return new Date(moment).toLocaleTimeString(words.manner("language.locale"), { hour: /** @type {any} */ (words.manner("language.hour")), minute: "2-digit" });
}

/** @param {number} moment */
export function day(moment) {
  return new Date(moment).toLocaleString(words.manner("language.locale"), { dateStyle: "medium", timeStyle: "short" });
}

/**
 * A number with one decimal, as the language writes it.
 * @param {number} value
 */
export function decimal(value) {
  return value.toLocaleString(words.manner("language.locale"), { maximumFractionDigits: 1, minimumFractionDigits: 1 });
}

/**
 * A cell or an entry of an amount; a negative one has a class of its own.
 * @param {string} tag
 * @param {number | null} cents
 */
export function amount(tag, cents) {
  return element(tag, { class: cents !== null && cents < 0 ? "amount less" : "amount", text: cents === null ? "–" : money(cents) });
}
