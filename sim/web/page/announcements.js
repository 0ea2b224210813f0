// @ts-check
// The table's last announcements, the last refusal, and the table's faults.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";

/** @typedef {import("./store.js").Table} Table */

const ANNOUNCED = "Announced";
const ALARMS = 2;
/** A line of more letters is written in smaller ones. */
const LONG = 95;

/**
 * The last announcement, with those of the same moment: a roll is called before bets are asked for again. `say` is called
 * with the new ones, but not with those before the page was opened. That a poker table is open is not news in a hand.
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {(announced: any[]) => void} say
 */
export function mountAnnouncement(root, table, say) {
  /** @type {number | null} */
  let lastRecord = null;
  let seat = 0;
  /** The last record before the hand of poker that is under way. */
  let beforeHand = -1;
  const show = () => {
    const announced = lastAnnouncements(table.events);
    const last = announced.at(-1);
    const inHand = Boolean(table.status?.room?.stage);
    if (!inHand) beforeHand = -1;
    else if (beforeHand < 0) beforeHand = last?.record ?? 0;
    const shown = announced.filter(({ record }) => !inHand || record > beforeHand);
    const words = shown.map(({ said }) => table.say("web.announce.said", { words: said[table.language] })).join(" ");
    writeText(root, words);
    setAttribute(root, "data-letters", words.length > LONG ? "many" : null);
    // Another table counts its records from the beginning.
    if (lastRecord !== null && seat !== table.hello.seat) lastRecord = 0;
    const since = lastRecord;
    [lastRecord, seat] = [last?.record ?? lastRecord ?? 0, table.hello.seat];
    const fresh = since === null ? [] : announced.filter(({ record }) => record > since);
    if (fresh.length) say(fresh);
  };
  table.on("events", show);
  table.on("hello", show);
  table.on("status", show);
}

/**
 * The last announcement and those of the same moment before it.
 * @param {any[]} events
 * @returns {{record: number, wall: string, said: Record<string, string>}[]}
 */
export function lastAnnouncements(events) {
  const announced = events.filter(({ name, undone }) => name === ANNOUNCED && !undone);
  return announced.filter(({ wall }) => wall === announced.at(-1).wall);
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
 * The faults of the table that its prompt does not say, and their remedies, in the table's own language.
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mountAlarms(root, table) {
  table.on("status", (status) => {
    const others = status.faults.filter((/** @type {any} */ { words }) => !status.dealer.includes(words));
    const shown = others.slice(0, ALARMS);
    const more = others.length - shown.length;
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
