// @ts-check
// The dealer's school: the exercises, the exams, and the trainee's sheet, each in a tab of its dialog.

import { element, setAttribute, writeText } from "./dom.js";
import { mountExams, mountExercises } from "./exercise_list.js";
import { mountSheet } from "./trainee_sheet.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {{id: string, game: string, kind: string, title: Record<string, string>, task: Record<string, string>, acts: number, blind: boolean, limit_s: number | null, calls: string[], pays: boolean}} Exercise */
/** @typedef {{id: string, key: string, node: HTMLElement}} SchoolTab */

/**
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} opener
 * @param {Table} table
 * @param {SchoolTab[]} [others] tabs between the exams and the sheet
 */
export function mount(dialog, opener, table, others = []) {
  const title = element("h2", { id: "school-title" });
  const hint = element("p", { class: "hint" });
  const close = element("button", { onclick: () => dialog.close() });
  const begin = (/** @type {object} */ act) => {
    dialog.close();
    void table.ask(act);
  };
  const exercises = mountExercises(table, begin);
  const exams = mountExams(table, begin);
  const tabs = schoolTabs(table, [
    { id: "exercises", key: "web.school.exercises", node: exercises.node },
    { id: "exams", key: "web.school.exams", node: exams.node },
    ...others,
    { id: "sheet", key: "web.school.sheet_tab", node: mountSheet(table) },
  ]);
  dialog.append(title, hint, ...tabs.nodes, element("div", { class: "row end" }, close));
  dialog.setAttribute("aria-labelledby", title.id);
  opener.onclick = () => {
    exercises.open();
    dialog.showModal();
  };
  table.on("hello", (hello) => {
    writeText(title, table.say("web.school.title"));
    writeText(opener.querySelector("span") ?? opener, table.say("web.school.title"));
    writeText(hint, table.say("web.school.told", { count: hello.exercises.length }));
    writeText(close, table.say("web.help.close"));
    tabs.show();
    exercises.show();
    exams.show();
  });
}

/**
 * A row of tabs, and their panels.
 * @param {Table} table
 * @param {SchoolTab[]} tabs
 */
function schoolTabs(table, tabs) {
  const buttons = tabs.map(({ id }) => element("button", { type: "button", role: "tab", id: `school-tab-${id}`, "aria-controls": `school-${id}` }));
  const panels = tabs.map(({ id, node }) => element("div", { role: "tabpanel", id: `school-${id}`, "aria-labelledby": `school-tab-${id}`, class: "school-panel" }, node));
  const choose = (/** @type {number} */ chosen) => {
    buttons.forEach((button, nth) => {
      setAttribute(button, "aria-selected", String(nth === chosen));
      button.tabIndex = nth === chosen ? 0 : -1;
      panels[nth].hidden = nth !== chosen;
    });
  };
  const row = element("div", { role: "tablist", class: "tabs" }, ...buttons);
  buttons.forEach((button, nth) => {
    button.onclick = () => choose(nth);
  });
  row.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const present = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (!step || present < 0) return;
    const nth = (present + step + buttons.length) % buttons.length;
    choose(nth);
    buttons[nth].focus();
  });
  choose(0);
  return {
    nodes: [row, ...panels],
    show() {
      setAttribute(row, "aria-label", table.say("web.school.title"));
      tabs.forEach(({ key }, nth) => writeText(buttons[nth], table.say(key)));
    },
  };
}
