// @ts-check
// The sheet of a trainee: every exercise that was finished in this browser. It can be printed.

import { el, keep, write } from "./dom.js";
import { recall, remember } from "./kept.js";
import { inSeconds, result } from "./marks.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./school.js").Exercise} Exercise */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {{id: string, at: string, done: number, acts: number, wrong: number, millis: number}} Line */

const KEPT = "sheet";
const NAME = "trainee";
const MOST = 500;
const COLUMNS = ["at", "game", "exercise", "acts", "wrong_keys", "seconds_taken"];

/**
 * @param {Table} table
 * @returns {{node: HTMLElement, enter: (exercise: Exercise, marks: Mark[]) => void}}
 */
export function mountSheet(table) {
  const title = el("h3");
  const name = el("input", { name: "trainee", autocomplete: "name" });
  const named = el("label", { class: "field" }, el("span"), name);
  const head = el("tr");
  const body = el("tbody");
  const print = el("button", { dataset: { act: "print" }, onclick: () => globalThis.print() });
  const clear = el("button", { dataset: { act: "sheet-clear" } });
  const lines = el("table", {}, el("thead", {}, head), body);
  const node = el("section", { id: "sheet" }, title, named, el("div", { class: "scrolls", tabindex: "0" }, lines), el("div", { class: "row" }, print, clear));

  const show = () => {
    if (!table.hello) return;
    const kept = read();
    node.hidden = kept.length === 0;
    write(title, table.say("web.school.sheet"));
    lines.parentElement.setAttribute("aria-label", table.say("web.school.sheet"));
    write(/** @type {Element} */ (named.firstElementChild), table.say("web.school.name"));
    write(print, table.say("web.school.print"));
    write(clear, table.say("web.school.clear"));
    keep(head, COLUMNS, String, () => el("th", { scope: "col" }), (cell, column) => write(cell, table.say(`web.school.column.${column}`)));
    keep(body, kept.map((line, nth) => ({ ...line, nth })), ({ nth }) => String(nth), () => el("tr", {}, ...COLUMNS.map(() => el("td"))), (row, line) => {
      for (const [nth, words] of told(table, line).entries()) write(row.children[nth], words);
    });
  };
  name.value = recall(NAME) ?? "";
  name.onchange = () => remember(NAME, name.value);
  clear.onclick = () => {
    remember(KEPT, "[]");
    show();
  };
  table.on("hello", show);
  return {
    node,
    enter: (exercise, marks) => {
      const line = { id: exercise.id, at: new Date().toISOString(), ...result(marks) };
      remember(KEPT, JSON.stringify([...read(), line].slice(-MOST)));
      show();
    },
  };
}

/** @returns {Line[]} */
function read() {
  try {
    return JSON.parse(recall(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * @param {Table} table
 * @param {Line} line
 */
function told(table, { id, at, done, acts, wrong, millis }) {
  const exercise = table.hello.exercises.find((/** @type {Exercise} */ one) => one.id === id);
  const when = new Date(at).toLocaleString(table.language === "fr" ? "fr-CA" : "en-CA", { dateStyle: "short", timeStyle: "short" });
  const game = exercise ? table.say(`game.${exercise.game}`) : "";
  return [when, game, exercise?.title[table.language] ?? id, `${done} / ${acts}`, String(wrong), inSeconds(table, millis)];
}
