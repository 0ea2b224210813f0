// @ts-check
// What the table says aloud, what it refuses to this page, and what it complains of.

import { el, keep, write } from "./dom.js";

/** @typedef {import("./store.js").Table} Table */

const ANNOUNCED = "Announced";
const ALARMS = 2;

/**
 * The last announcement; it is spoken too where `loud` says so.
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {() => boolean} loud
 */
export function mountAnnouncement(root, table, loud) {
  /** @type {number | null} */
  let spoken = null;
  const show = () => {
    const last = table.events.findLast(({ name, undone }) => name === ANNOUNCED && !undone);
    const said = last?.said[table.language] ?? "";
    write(root, said && table.say("web.announce.said", { words: said }));
    const fresh = last && spoken !== null && last.record > spoken;
    spoken = last?.record ?? spoken ?? 0;
    if (fresh && loud()) speak(last.said[table.hello.language], table.hello.language);
  };
  table.on("events", show);
  table.on("hello", show);
}

/**
 * @param {string} words
 * @param {string} language
 */
function speak(words, language) {
  if (!("speechSynthesis" in globalThis)) return;
  const voice = new SpeechSynthesisUtterance(words);
  voice.lang = language === "fr" ? "fr-CA" : "en-CA";
  speechSynthesis.cancel();
  speechSynthesis.speak(voice);
}

/**
 * Why the last act was not done.
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mountRefused(root, table) {
  table.on("refused", (words) => {
    write(root, words);
    root.classList.toggle("said", words !== "");
  });
}

/**
 * The faults of the table, in its own language, and what to do about each.
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mountAlarms(root, table) {
  table.on("status", (status) => {
    const shown = status.faults.slice(0, ALARMS);
    const more = status.faults.length - shown.length;
    const lines = shown.map((/** @type {any} */ fault) => ({ id: `${fault.part}-${fault.code}`, ...fault }));
    if (more > 0) lines.push({ id: "more", words: `+${more}`, remedy: "" });
    root.lang = status.language;
    root.hidden = lines.length === 0;
    keep(root, lines, ({ id }) => id, alarm, (node, { words, remedy }) => {
      write(node.children[0], words);
      write(node.children[1], remedy);
    });
  });
}

function alarm() {
  return el("p", { class: "alarm" }, el("strong"), el("span"));
}
