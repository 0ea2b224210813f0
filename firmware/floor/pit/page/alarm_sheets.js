// @ts-check
// The sheets on alarms: acknowledge, shelve, and the rules behind one.

import { read, send } from "./api.js";
import { alarmWords } from "./alarm_words.js";
import { element } from "./dom.js";
import { sentenceList } from "./explanation.js";
import { language, reason, say } from "./language.js";
import { field, openSheet, sheet } from "./sheet.js";

const SHELF_MINUTES = [15, 60, 240, 480, 720];

/** @typedef {(work: () => Promise<any>) => Promise<any>} SignedIn */

/**
 * The rules behind an alarm.
 * @param {any} shown
 */
export async function showRule(shown) {
  const found = read(`rules/${encodeURIComponent(shown.keys.rule)}?lang=${language()}`);
  const body = await found.then((sentences) => sentenceList(say, sentences), (error) => element("p", { class: "refused", text: reason(error) }));
  openSheet(say("web.why.title"), true, element("p", { text: alarmWords(shown) }), body);
}

/**
 * Acknowledge an alarm, or all of a group that are shown.
 * @param {any} target
 * @param {SignedIn} signedIn
 */
export function acknowledge(target, signedIn) {
  const words = element("textarea", { rows: "3", maxlength: "400" });
  const request = () => send("acknowledge", { alarm: target.id, newest: target.newest ?? null, words: words.value.trim() });
  ask("pit.acknowledge", target.words, [field("pit.words", words), element("p", { class: "muted", text: say("pit.clears_nothing") })], () => signedIn(request));
  words.focus();
}

/**
 * Shelve an alarm or a group until a time, with a reason.
 * @param {any} target
 * @param {SignedIn} signedIn
 */
export function shelve(target, signedIn) {
  const minutes = element("select", {}, ...SHELF_MINUTES.map((count) => element("option", { value: String(count), text: lasting(count) })));
  const why = element("textarea", { rows: "3", maxlength: "400", required: true });
  const request = () => send("shelve", { alarm: target.id, minutes: Number(minutes.value), reason: why.value.trim() });
  ask("pit.shelve", target.words, [field("pit.shelve_for", minutes), field("pit.shelve_reason", why), element("p", { class: "muted", text: say("pit.shelve_ends") })], () => signedIn(request));
  minutes.focus();
}

/** @param {number} minutes */
function lasting(minutes) {
  return minutes < 60 ? say("pit.for_minutes", { count: minutes }) : say("pit.for_hours", { count: minutes / 60 });
}

/**
 * A sheet with fields and one button, which does something and closes it.
 * @param {string} key
 * @param {string} words
 * @param {Element[]} fields
 * @param {() => Promise<any>} work
 */
function ask(key, words, fields, work) {
  const form = element("form", {}, element("p", { text: words }), ...fields, element("button", { class: "main", text: say(key) }));
  form.onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    sheet.close();
    await work();
  };
  openSheet(say(key), true, form);
}
