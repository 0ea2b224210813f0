// @ts-check
// The sheet of a trainee: every exercise finished in this browser. It can be printed.

import { element, reconcileChildren, writeText } from "./dom.js";
import { recall, remember } from "./local_storage.js";
import { inSeconds, exerciseResult } from "./exercise_marks.js";
import { TRAINEE_COLUMN_KEYS } from "./page_keys.js";
import { GAME_KEYS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./school.js").Exercise} Exercise */
/** @typedef {import("./exercise_marks.js").Mark} Mark */
/** @typedef {{id: string, at: string, done: number, acts: number, wrong: number, millis: number}} Line */

const LINES_ITEM = "sheet";
const NAME_ITEM = "trainee";
const MOST = 500;
const COLUMNS = ["at", "game", "exercise", "acts", "wrong_keys", "seconds_taken"];

/**
 * @param {Table} table
 * @returns {{node: HTMLElement, enter: (exercise: Exercise, marks: Mark[]) => void}}
 */
export function mountSheet(table) {
  const title = element("h3");
  const name = element("input", { name: "trainee", autocomplete: "name" });
  const nameField = element("label", { class: "field" }, element("span"), name);
  const head = element("tr");
  const body = element("tbody");
  const print = element("button", { dataset: { act: "print" }, onclick: () => globalThis.print() });
  const clear = element("button", { dataset: { act: "sheet-clear" } });
  const lines = element("table", {}, element("thead", {}, head), body);
  const node = element("section", { id: "sheet" }, title, nameField, element("div", { class: "scrolls", tabindex: "0" }, lines), element("div", { class: "row" }, print, clear));

  const show = () => {
    if (!table.hello) return;
    const storedLines = readLines();
    node.hidden = storedLines.length === 0;
    writeText(title, table.say("web.school.sheet"));
    lines.parentElement.setAttribute("aria-label", table.say("web.school.sheet"));
    writeText(/** @type {Element} */ (nameField.firstElementChild), table.say("web.school.name"));
    writeText(print, table.say("web.school.print"));
    writeText(clear, table.say("web.school.clear"));
    reconcileChildren(head, COLUMNS, String, () => element("th", { scope: "col" }), (cell, column) => writeText(cell, table.say(TRAINEE_COLUMN_KEYS[column])));
    reconcileChildren(body, storedLines.map((line, nth) => ({ ...line, nth })), ({ nth }) => String(nth), () => element("tr", {}, ...COLUMNS.map(() => element("td"))), (row, line) => {
      for (const [nth, words] of lineTexts(table, line).entries()) writeText(row.children[nth], words);
    });
  };
  name.value = recall(NAME_ITEM) ?? "";
  name.onchange = () => remember(NAME_ITEM, name.value);
  clear.onclick = () => {
    remember(LINES_ITEM, "[]");
    show();
  };
  table.on("hello", show);
  return {
    node,
    enter: (exercise, marks) => {
      const line = { id: exercise.id, at: new Date().toISOString(), ...exerciseResult(marks) };
      remember(LINES_ITEM, JSON.stringify([...readLines(), line].slice(-MOST)));
      show();
    },
  };
}

/** @returns {Line[]} */
function readLines() {
  try {
    return JSON.parse(recall(LINES_ITEM) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * @param {Table} table
 * @param {Line} line
 */
function lineTexts(table, { id, at, done, acts, wrong, millis }) {
  const exercise = table.hello.exercises.find((/** @type {Exercise} */ one) => one.id === id);
  const when = new Date(at).toLocaleString(table.words.manner("language.locale"), { dateStyle: "short", timeStyle: "short" });
  const game = exercise ? table.say(GAME_KEYS[exercise.game] ?? exercise.game) : "";
  return [when, game, exercise?.title[table.language] ?? id, `${done} / ${acts}`, String(wrong), inSeconds(table, millis)];
}
