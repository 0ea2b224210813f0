// @ts-check
// How a trainee does in the drills: by game and family his box, the right ones of the last twenty, and his time.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { inSeconds } from "./exercise_marks.js";
import { DRILL_COLUMN_KEYS } from "./page_keys.js";
import { GAME_KEYS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./drill_panel.js").Subject} Subject */

const COLUMNS = ["game", "family", "box", "rights", "seconds"];

/** @param {Table} table */
export function drillHistory(table) {
  const summary = element("summary");
  const head = element("tr");
  const body = element("tbody");
  const scrolls = element("div", { class: "scrolls", tabindex: "0" }, element("table", {}, element("thead", {}, head), body));
  const node = element("details", { class: "drill-history" }, summary, scrolls);
  return {
    node,
    show(/** @type {Subject[]} */ subjects) {
      node.hidden = subjects.length === 0;
      writeText(summary, table.say("web.drill.history"));
      setAttribute(scrolls, "aria-label", table.say("web.drill.history"));
      reconcileChildren(head, COLUMNS, String, () => element("th", { scope: "col" }), (cell, column) => writeText(cell, table.say(DRILL_COLUMN_KEYS[column])));
      const keyOf = (/** @type {Subject} */ { game, family }) => `${game} ${family.en}`;
      reconcileChildren(body, subjects, keyOf, () => element("tr", {}, ...COLUMNS.map(() => element("td"))), (row, subject) => {
        const { game, family, box, rights, count, mean_millis: mean } = subject;
        const seconds = mean === null ? "–" : inSeconds(table, mean);
        const texts = [table.say(GAME_KEYS[game] ?? game), family[table.language], String(box), `${rights} / ${count}`, seconds];
        for (const [nth, text] of texts.entries()) writeText(row.children[nth], text);
      });
    },
  };
}
