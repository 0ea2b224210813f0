// @ts-check
// The sheet of the school, as the server has it: every exercise finished there. It can be printed.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { inSeconds } from "./exercise_marks.js";
import { TRAINEE_COLUMN_KEYS } from "./page_keys.js";
import { GAME_KEYS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {{at: string, trainee: string, id: string, game: string, kind: string, marks?: any[], millis: number, blind?: boolean, exam?: string}} Line */

const COLUMNS = ["at", "name", "game", "exercise", "mode", "right", "wrong_keys", "seconds_taken"];

/**
 * @param {Table} table
 * @returns {HTMLElement}
 */
export function mountSheet(table) {
  const title = element("h3");
  const name = element("input", { name: "trainee", autocomplete: "name", maxlength: "64" });
  const nameField = element("label", { class: "field" }, element("span"), name);
  const empty = element("p", { class: "hint" });
  const head = element("tr");
  const body = element("tbody");
  const print = element("button", { dataset: { act: "print" }, onclick: () => globalThis.print() });
  const csv = element("a", { class: "button", href: "./sheet.csv", download: "school-sheet.csv" });
  const lines = element("table", {}, element("thead", {}, head), body);
  const scrolls = element("div", { class: "scrolls", tabindex: "0" }, lines);
  const node = element("section", { id: "sheet" }, title, nameField, empty, scrolls, element("div", { class: "row" }, print, csv));

  const show = () => {
    if (!table.hello) return;
    const sheetLines = /** @type {Line[]} */ (table.sheet?.lines ?? []);
    for (const [part, word] of [[title, "sheet"], [print, "print"], [csv, "csv"], [empty, "empty"]]) {
      writeText(/** @type {Element} */ (part), table.say(SHEET_KEYS[/** @type {keyof typeof SHEET_KEYS} */ (word)]));
    }
    setAttribute(lines, "aria-label", table.say("web.school.sheet"));
    writeText(/** @type {Element} */ (nameField.firstElementChild), table.say("web.school.name"));
    empty.hidden = sheetLines.length > 0;
    scrolls.hidden = !empty.hidden;
    reconcileChildren(head, COLUMNS, String, () => element("th", { scope: "col" }), (cell, column) => writeText(cell, table.say(TRAINEE_COLUMN_KEYS[column])));
    reconcileChildren(body, sheetLines.map((line, nth) => ({ line, nth })).reverse(), ({ nth }) => String(nth), () => element("tr", {}, ...COLUMNS.map(() => element("td"))), (row, { line }) => {
      for (const [nth, words] of lineTexts(table, line).entries()) writeText(row.children[nth], words);
    });
  };
  const showName = () => {
    // A trainer names who deals at a table of a class; a name that is being typed is not overwritten.
    name.readOnly = Boolean(table.classroom?.trainee);
    if (document.activeElement !== name) name.value = table.school?.trainee ?? "";
  };
  name.onchange = () => void table.ask({ act: "trainee", name: name.value });
  for (const topic of ["hello", "sheet"]) table.on(topic, show);
  for (const topic of ["school", "classroom"]) table.on(topic, showName);
  return node;
}

const SHEET_KEYS = {
  sheet: "web.school.sheet",
  print: "web.school.print",
  csv: "web.school.csv",
  empty: "web.school.empty",
};

/**
 * @param {Table} table
 * @param {Line} line
 */
function lineTexts(table, { at, trainee, id, game, marks = [], millis, blind }) {
  const exercise = table.hello.exercises.find((/** @type {any} */ one) => one.id === id);
  const when = new Date(at).toLocaleString(table.words.manner("language.locale"), { dateStyle: "short", timeStyle: "short" });
  const right = marks.filter(({ verdict }) => verdict === "right").length;
  const wrongKeys = marks.reduce((total, { wrong = 0 }) => total + wrong, 0);
  const gameName = game ? table.say(GAME_KEYS[game] ?? game) : "";
  const title = exercise?.title[table.language] ?? (id === "drill" ? table.say("web.school.drill_part") : id);
  const mode = blind ? table.say("web.school.blind") : "";
  return [when, trainee, gameName, title, mode, `${right} / ${marks.length}`, String(wrongKeys), inSeconds(table, millis)];
}
