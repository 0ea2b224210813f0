// @ts-check
// The sheet of the class: a line for each exercise that was finished; to print, as CSV, and signed.

import { element, writeText } from "./dom.js";
import { gameName, say } from "./class_words.js";

/** @typedef {{at: string, name: string, exercise: string, game: string, right: number, wrong: number, millis: number, first_record: number | null, last_record: number | null, digest: string}} Line */

/** @type {Record<string, string>} */
const COLUMN_KEYS = {
  at: "class.column.at",
  name: "class.column.name",
  game: "class.column.game",
  exercise: "class.column.exercise",
  right: "class.column.right",
  wrong: "class.column.wrong",
  seconds: "class.column.seconds",
  records: "class.column.records",
  digest: "class.column.digest",
};

/** How many letters of a digest are shown. */
const DIGEST_LETTERS = 12;

/**
 * @param {HTMLDialogElement} dialog
 * @param {() => string} secret
 * @param {(words: string) => void} refuse
 */
export function mountSheet(dialog, secret, refuse) {
  const title = element("h2", { id: "sheet-head" });
  const head = element("tr");
  const body = element("tbody");
  const table = element("table", {}, element("thead", {}, head), body);
  const print = element("button", { type: "button", onclick: () => window.print() });
  const csv = element("button", { type: "button", onclick: () => void save("/sheet.csv") });
  const signed = element("button", { type: "button", onclick: () => void save("/sheet.signed") });
  const close = element("button", { type: "button", onclick: () => dialog.close() });
  dialog.append(title, element("div", { class: "scrolls" }, table), element("div", { class: "row end" }, print, csv, signed, close));

  /** @param {string} path */
  async function load(path) {
    const answer = await fetch(path, { headers: { Authorization: `Bearer ${secret()}` } });
    if (answer.ok) return answer;
    refuse((await answer.text()).trim());
    return null;
  }

  /** @param {string} path */
  async function save(path) {
    const answer = await load(path);
    if (!answer) return;
    const link = element("a", { href: URL.createObjectURL(await answer.blob()), download: `croupier-${path.slice(1)}` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  return async () => {
    const answer = await load("sheet");
    if (!answer) return;
    /** @type {Line[]} */
    const lines = await answer.json();
    for (const [node, word] of [[title, "class.sheet"], [print, "class.print"], [csv, "class.csv"], [signed, "class.signed"], [close, "class.close"]]) writeText(node, say(word));
    head.replaceChildren(...Object.values(COLUMN_KEYS).map((key) => element("th", { scope: "col", text: say(key) })));
    body.replaceChildren(...lines.map(row));
    if (!dialog.open) dialog.showModal();
  };
}

/** @param {Line} line */
function row(line) {
  const time = new Date(line.at).toLocaleString(document.documentElement.lang, { dateStyle: "short", timeStyle: "short" });
  const seconds = (line.millis / 1000).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
  const records = line.first_record === null ? "" : `${line.first_record}–${line.last_record}`;
  const cells = [time, line.name, gameName(line.game), line.exercise, line.right, line.wrong, seconds, records, line.digest.slice(0, DIGEST_LETTERS)];
  return element("tr", {}, ...cells.map((text) => element("td", { text: String(text) })));
}
