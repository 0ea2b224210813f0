// @ts-check
// The page's language, and what is said in it.

import { read } from "./asking.js";
import { el } from "./dom.js";
import { recall, remember } from "./kept.js";
import { Words, betName } from "./words.js";

/** @type {Words} */
let words = new Words("fr", {});

export function language() {
  return words.language;
}

/** The language that was chosen here before, else the browser's, else French. */
export function ownLanguage() {
  const asked = recall("pit-language") ?? navigator.languages.map((one) => one.slice(0, 2)).find((one) => ["fr", "en"].includes(one));
  return asked === "en" ? "en" : "fr";
}

/** @param {string} chosen */
export async function speak(chosen) {
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
  return tell({ key, values });
}

/**
 * The words of a text; its key where there are none.
 * @param {import("./words.js").Text} text
 */
export function tell(text) {
  try {
    return words.say(text);
  } catch {
    return text.key;
  }
}

/**
 * The words of a text of whose values some are not known; one that would end them is left out.
 * @param {import("./words.js").Text} text
 */
export function tellSome({ key, values }) {
  const named = words.has(key) ? words.template(key).match(/\w+(?=\})/g) ?? [] : [];
  const unknown = { key: "pit.unknown" };
  const said = tell({ key, values: { ...Object.fromEntries(named.map((name) => [name, unknown])), ...values } });
  return said.replace(/\s*:\s*…$/, "");
}

/**
 * The reason of a refusal.
 * @param {any} error
 */
export function reason(error) {
  return tell(error.why ?? { key: "pit.silent" });
}

/** @param {number} cents */
export function money(cents) {
  return words.money(cents);
}

/** @param {string} game */
export function gameName(game) {
  return game ? say(`game.${game}`) : "";
}

/** @param {string[]} names */
export function cardNames(names) {
  return names.map((name) => words.card(name)).join(" ");
}

/** @param {string} on */
export function betWords(on) {
  return tell(betName(on));
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
  return new Date(moment).toLocaleTimeString(`${words.language}-CA`, { hour: words.language === "en" ? "numeric" : "2-digit", minute: "2-digit" });
}

/** @param {number} moment */
export function day(moment) {
  return new Date(moment).toLocaleString(`${words.language}-CA`, { dateStyle: "medium", timeStyle: "short" });
}

/**
 * A number with one decimal, as the language writes it.
 * @param {number} value
 */
export function decimal(value) {
  return value.toLocaleString(`${words.language}-CA`, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
}

/**
 * A cell or an entry of an amount; what is below nothing is seen at once.
 * @param {string} tag
 * @param {number | null} cents
 */
export function amount(tag, cents) {
  return el(tag, { class: cents !== null && cents < 0 ? "amount less" : "amount", text: cents === null ? "–" : money(cents) });
}
