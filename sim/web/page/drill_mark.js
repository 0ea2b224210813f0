// @ts-check
// The mark of a drill's question: right, short or over, by how much; the sum, and the articles.

import { element, writeText } from "./dom.js";
import { inSeconds } from "./exercise_marks.js";
import { sentenceList } from "./explanation.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./drill_panel.js").Drill} Drill */

/** @param {Table} table */
export function drillMark(table) {
  const verdict = element("p", { class: "drill-verdict", role: "status" });
  const place = element("p", { class: "hint" });
  const reckoning = element("ol", { class: "why-reckoning" });
  const sentences = element("div");
  const next = element("button", { type: "button", class: "next", dataset: { act: "drill-next" }, onclick: () => void table.ask({ act: "nextdrill" }) });
  const node = element("div", { class: "drill-mark" }, element("div", { class: "drill-head" }, verdict, next), place, reckoning, sentences);
  return {
    node,
    focus: () => next.focus(),
    show(/** @type {Drill} */ { mark, verdict: words, family, box, timed }) {
      node.hidden = !mark;
      writeText(next, table.say("web.drill.next"));
      if (!mark || !words || !family) return writeText(verdict, "");
      node.dataset.verdict = mark.verdict;
      const paid = table.say("web.drill.paid", { paid: table.money(mark.felt_cents), due: table.money(mark.due_cents) });
      const time = timed ? [table.say("web.school.seconds", { seconds: inSeconds(table, mark.millis) })] : [];
      writeText(verdict, [words[table.language], ...(mark.verdict === "right" ? [] : [paid]), ...time].join(" · "));
      writeText(place, table.say("web.drill.in_box", { family: family[table.language], box }));
      reckoning.replaceChildren(...mark.reckoning[table.language].map((/** @type {string} */ text) => element("li", { text })));
      sentences.replaceChildren(sentenceList(table.say.bind(table), mark.articles[table.language]));
    },
  };
}
