// @ts-check
// The question of a drill: the bets, the cards or the result, and what is to be paid.

import { element, reconcileChildren, writeText } from "./dom.js";
import { inSeconds } from "./exercise_marks.js";
import { GAME_KEYS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./drill_panel.js").Drill} Drill */

/** @param {Table} table */
export function drillQuestion(table) {
  const game = element("h3");
  const bets = element("ul", { class: "drill-bets" });
  const seen = element("ul", { class: "drill-seen" });
  const colour = element("p", { class: "hint" });
  const task = element("p", { class: "drill-task", id: "drill-task", role: "status" });
  const own = element("p", { class: "hint" });
  const node = element("div", { class: "drill-question" }, game, bets, colour, seen, task, own);
  return {
    node,
    show(/** @type {Drill} */ { state, question, timed, mean_millis: mean }) {
      for (const part of [game, bets, seen]) part.hidden = !question;
      colour.hidden = !question?.colour;
      own.hidden = !timed || mean === null;
      writeText(task, question ? question.task[table.language] : table.say(state === "failed" ? "web.drill.failed" : "web.drill.drawing"));
      if (!question) return;
      writeText(game, table.say(GAME_KEYS[question.game] ?? question.game));
      if (question.colour) writeText(colour, table.say("web.drill.colour", { amount: question.colour[table.language] }));
      if (mean !== null) writeText(own, table.say("web.drill.own_time", { seconds: inSeconds(table, mean) }));
      const laid = question.bets.map((bet, nth) => ({ ...bet, nth }));
      reconcileChildren(bets, laid, ({ nth }) => String(nth), () => element("li", {}, element("span"), element("b")), (item, { bet, amount, chips }) => {
        writeText(item.children[0], bet[table.language]);
        writeText(item.children[1], chips === null ? amount[table.language] : table.say("web.drill.chips", { count: chips }));
      });
      reconcileChildren(seen, question.seen[table.language], String, () => element("li"), (item, text) => writeText(item, text));
    },
  };
}
