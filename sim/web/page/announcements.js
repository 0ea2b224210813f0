// @ts-check
// The table's last announcement, the last refusal, and the table's faults.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";

/** @typedef {import("./store.js").Table} Table */

const ANNOUNCED = "Announced";
const ALARMS = 2;

/**
 * The last announcement; `say` is called with each new one, but not with those before the page was opened.
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {(announced: any) => void} say
 */
export function mountAnnouncement(root, table, say) {
  /** @type {number | null} */
  let lastRecord = null;
  let seat = 0;
  const show = () => {
    const last = table.events.findLast(({ name, undone }) => name === ANNOUNCED && !undone);
    const announcement = last?.said[table.language] ?? "";
    writeText(root, announcement && table.say("web.announce.said", { words: announcement }));
    // Another table counts its records from the beginning.
    if (lastRecord !== null && seat !== table.hello.seat) lastRecord = 0;
    const fresh = last && lastRecord !== null && last.record > lastRecord;
    [lastRecord, seat] = [last?.record ?? lastRecord ?? 0, table.hello.seat];
    if (fresh) say(last);
  };
  table.on("events", show);
  table.on("hello", show);
}

/**
 * Why the last act was refused.
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mountRefusal(root, table) {
  table.on("refused", (words) => {
    writeText(root, words);
    root.classList.toggle("said", words !== "");
  });
}

/**
 * The faults of the table and their remedies, in the table's own language.
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mountAlarms(root, table) {
  table.on("status", (status) => {
    const shown = status.faults.slice(0, ALARMS);
    const more = status.faults.length - shown.length;
    const lines = shown.map((/** @type {any} */ fault) => ({ id: `${fault.part}-${fault.code}`, ...fault }));
    if (more > 0) lines.push({ id: "more", words: `+${more}`, remedy: "" });
    setAttribute(root, "lang", status.language);
    setAttribute(root, "hidden", lines.length === 0);
    reconcileChildren(root, lines, ({ id }) => id, alarmItem, (node, { key, words, remedy }) => {
      setAttribute(node, "data-why", key ? `message ${key}` : null);
      writeText(node.children[0], words);
      writeText(node.children[1], remedy);
    });
  });
}

function alarmItem() {
  return element("p", { class: "alarm" }, element("strong"), element("span"));
}
