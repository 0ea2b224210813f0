// @ts-check
// Drills of payouts, a tab of the school: one question after the other, paid by digits or by chips.

import { drillHistory } from "./drill_history.js";
import { drillMark } from "./drill_mark.js";
import { drillPayment } from "./drill_payment.js";
import { drillQuestion } from "./drill_question.js";
import { element, reconcileChildren, writeText } from "./dom.js";
import { examWords } from "./exercise_list.js";
import { GAME_KEYS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {Record<string, string>} Texts by language */
/** @typedef {{game: string, bets: {bet: Texts, amount: Texts, chips: number | null}[], seen: Record<string, string[]>, task: Texts, colour: Texts | null}} Question */
/** @typedef {{game: string, family: Texts, box: number, rights: number, count: number, mean_millis: number | null}} Subject */
/**
 * @typedef {{
 *   number: number, state: "drawing" | "open" | "marked" | "failed", level: number, timed: boolean, rights: number,
 *   question: Question | null, mark: any, verdict: Texts | null, family: Texts | null, box: number | null,
 *   mean_millis: number | null, subjects: Subject[],
 * }} Drill
 */

/**
 * The tab of the school.
 * @param {Table} table
 * @returns {import("./school.js").SchoolTab}
 */
export function drillTab(table) {
  const exam = examPart(table);
  const start = startForm(table);
  const run = runningDrill(table);
  const history = drillHistory(table);
  const node = element("div", { id: "drills" }, exam.node, start.node, run.node, history.node);
  /** Whether a drill was under way at the last change. */
  let ran = false;

  const show = () => {
    if (!table.hello) return;
    const drill = /** @type {Drill | null} */ (table.school?.drill ?? null);
    if (drill && !ran && table.school.exam) open(node);
    ran = drill !== null;
    exam.show(drill);
    start.show(drill);
    run.show(drill);
    history.show(drill?.subjects ?? []);
  };
  for (const topic of ["hello", "school"]) table.on(topic, show);
  return { id: "drills", key: "web.drill.title", node };
}

/**
 * Opens the dialog at this tab: a drill of an exam begins by itself.
 * @param {HTMLElement} node
 */
function open(node) {
  const dialog = /** @type {HTMLDialogElement | null} */ (node.closest("dialog"));
  if (dialog && !dialog.open) dialog.showModal();
  document.getElementById("school-tab-drills")?.click();
}

/**
 * The exam whose drill this is, and after it the exam's next part.
 * @param {Table} table
 */
function examPart(table) {
  const words = element("p", { class: "hint" });
  const next = element("button", { type: "button", class: "next", dataset: { act: "drill-exam" } });
  const node = element("div", {}, words, next);
  return {
    node,
    show(/** @type {Drill | null} */ drill) {
      const exam = table.school?.exam;
      node.hidden = !exam;
      if (!exam) return;
      writeText(words, examWords(table));
      writeText(next, table.say("web.school.next_part"));
      next.hidden = drill !== null || exam.passed !== null;
      next.onclick = () => {
        /** @type {HTMLDialogElement | null} */ (node.closest("dialog"))?.close();
        void table.ask({ act: "exam", exam: exam.id });
      };
    },
  };
}

/**
 * The choice of a game, before a drill begins.
 * @param {Table} table
 */
function startForm(table) {
  const hint = element("p", { class: "hint" });
  const game = element("select", { name: "drilled" });
  const timed = element("input", { type: "checkbox", name: "timed" });
  const gameField = element("label", { class: "field" }, element("span"), game);
  const timedField = element("label", { class: "drill-timed" }, timed, element("span"));
  const begin = element("button", { class: "next" });
  const node = element("form", {}, hint, gameField, timedField, element("div", { class: "row" }, begin));
  node.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    void table.ask({ act: "drill", game: game.value, timed: timed.checked });
  });
  return {
    node,
    show(/** @type {Drill | null} */ drill) {
      node.hidden = drill !== null;
      writeText(hint, table.say("web.drill.hint"));
      writeText(gameField.children[0], table.say("web.seat.game"));
      writeText(timedField.children[1], table.say("web.drill.timed"));
      writeText(begin, table.say("web.school.start"));
      reconcileChildren(game, ["", ...table.hello.games], String, (name) => element("option", { value: name }), (option, name) =>
        writeText(option, name ? table.say(GAME_KEYS[name] ?? name) : table.say("web.drill.every_game")));
    },
  };
}

/**
 * The question, its payment, and its mark.
 * @param {Table} table
 */
function runningDrill(table) {
  const progress = element("p", { class: "far" });
  const question = drillQuestion(table);
  const payment = drillPayment(table);
  const mark = drillMark(table);
  const end = element("button", { type: "button", dataset: { act: "drill-end" }, onclick: () => void table.ask({ act: "enddrill" }) });
  const node = element("div", { class: "drill" }, progress, question.node, payment.node, mark.node, element("div", { class: "row end" }, end));
  /** The question and the state that the focus was moved for. */
  let focusedFor = "";
  return {
    node,
    show(/** @type {Drill | null} */ drill) {
      node.hidden = drill === null;
      if (!drill) return;
      node.dataset.state = drill.state;
      const { number, level, rights, subjects } = drill;
      const done = number - (drill.state === "marked" ? 0 : 1);
      writeText(progress, table.say("web.drill.progress", { number, level, rights, done }));
      question.show(drill);
      payment.show(drill);
      mark.show(drill);
      writeText(end, table.say("web.drill.end"));
      const now = `${number} ${drill.state} ${subjects.length}`;
      if (now !== focusedFor && !node.closest("[hidden]")) (drill.state === "marked" ? mark : payment).focus();
      focusedFor = now;
    },
  };
}
