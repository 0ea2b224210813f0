// @ts-check
// The current exercise, above the felt: its task, its marks, and the sum of the mark that is looked at.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { examWords, exercisesOf } from "./exercise_list.js";
import { actName, exerciseResult, inSeconds, markFigures } from "./exercise_marks.js";
import { CALL_KEYS, SCHOOL_KEYS } from "./page_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./exercise_marks.js").Mark} Mark */

/** The states of marks that are shown: the later acts of an exercise must not be given away. */
const SHOWN = ["asked", "done", "missed", "wrong"];

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} opener
 * @param {Table} table
 */
export function mountLesson(root, opener, table) {
  const title = element("h2", { id: "lesson-title" });
  const progress = element("span", { class: "far" });
  const text = element("p", { role: "status", tabindex: 0 });
  const calls = mountCalls(table);
  const marks = element("ol", { class: "marks" });
  const sums = element("div", { class: "sums", "aria-live": "polite", tabindex: 0 });
  const again = element("button", { dataset: { act: "lesson-again" } });
  const next = element("button", { class: "next", dataset: { act: "lesson-next" } });
  const all = element("button", { dataset: { act: "lesson-all" }, onclick: () => opener.click() });
  const leave = element("button", { dataset: { act: "lesson-leave" } });
  const head = element("div", { class: "lesson-head" }, title, progress, element("div", { class: "row" }, next, again, all, leave));
  root.append(head, text, element("div", { class: "acts" }, calls.node, marks), sums);
  root.setAttribute("aria-labelledby", title.id);
  /** The number of the table whose lesson this page's user has left, and the mark whose sum he looks at. */
  let [left, chosen] = [0, -1];

  const show = () => {
    const lesson = table.school?.lesson;
    const { hello } = table;
    const exercise = lesson && hello?.exercises.find((/** @type {any} */ one) => one.id === lesson.id);
    setAttribute(root, "hidden", !exercise || left === hello.seat);
    if (!exercise) return;
    const all_marks = /** @type {Mark[]} */ (lesson.marks);
    const { done } = exerciseResult(all_marks);
    root.dataset.lesson = lesson.over ? "over" : lesson.begun ? "begun" : "laying";
    root.dataset.dark = String(lesson.dark);
    writeText(title, exercise.title[table.language]);
    writeText(progress, [examWords(table), table.say("web.school.far", { done, acts: exercise.acts }), ...timeLeft(table, lesson)].filter(Boolean).join(" · "));
    writeText(text, task(table, lesson, exercise));
    const shown = all_marks.map((mark, nth) => ({ mark, nth })).filter(({ mark }) => SHOWN.includes(mark.state));
    const looked = shown.find(({ nth }) => nth === chosen) ?? shown.find(({ mark }) => isWrongPayment(mark)) ?? shown.findLast(({ mark }) => (mark.reckoning[table.language] ?? []).length > 0);
    reconcileChildren(marks, shown, ({ nth }) => String(nth), () => element("li", {}, element("button", { type: "button" }, element("span"), element("small"))), (item, { mark, nth }) => {
      const button = /** @type {HTMLButtonElement} */ (item.firstElementChild);
      item.dataset.state = mark.state;
      writeText(button.children[0], actName(table, mark));
      writeText(button.children[1], markFigures(table, mark));
      button.disabled = mark.due_cents === null;
      setAttribute(button, "aria-pressed", String(nth === looked?.nth));
      button.onclick = () => {
        chosen = nth;
        show();
      };
    });
    calls.show(lesson.begun && !lesson.over ? openCalls(lesson, exercise.calls).flatMap((call) => callsOf(table, call)) : []);
    showSum(table, sums, looked?.mark ?? null);
    showButtons(lesson, exercise);
  };

  const showButtons = (/** @type {any} */ lesson, /** @type {any} */ exercise) => {
    const exam = table.school?.exam;
    const isExam = Boolean(exam) && (exam.passed === null || lesson.over);
    const exercises = exercisesOf(table, exercise.game);
    const after = exercises[exercises.findIndex(({ id }) => id === exercise.id) + 1];
    const isNextPart = isExam && exam.passed === null;
    next.hidden = !lesson.over || (isExam ? !isNextPart : !after);
    again.hidden = isNextPart;
    next.onclick = () => {
      chosen = -1;
      void table.ask(isNextPart ? { act: "exam", exam: exam.id } : { act: "learn", exercise: after.id });
    };
    again.onclick = () => {
      chosen = -1;
      void table.ask({ act: "learn", exercise: exercise.id, blind: lesson.blind });
    };
    for (const [node, word] of [[again, "again"], [all, "all"], [leave, "leave"]]) writeText(node, table.say(SCHOOL_KEYS[word]));
    writeText(next, table.say(isNextPart ? "web.school.next_part" : SCHOOL_KEYS.next));
  };
  leave.onclick = () => {
    left = table.hello.seat;
    show();
    document.getElementById("felt")?.focus();
  };
  for (const topic of ["hello", "school", "status"]) table.on(topic, show);
}

/** @typedef {{call: string, spot?: number}} Call */

/**
 * The calls that are not all marked; those of a blind settlement are not told.
 * @param {any} lesson
 * @param {string[]} calls
 */
function openCalls(lesson, calls) {
  return calls.filter((call) => lesson.dark || lesson.marks.some((/** @type {Mark} */ mark) => mark.do === `call_${call}` && !mark.verdict));
}

/**
 * A call, as it can be made now: that of a winner for each hand that may win.
 * @param {Table} table
 * @param {string} call
 * @returns {Call[]}
 */
function callsOf(table, call) {
  if (call !== "winner") return [{ call }];
  const seats = Object.entries(table.status?.room?.seats ?? {});
  return seats.filter(([, { dealt_in, folded }]) => dealt_in && !folded).map(([spot]) => ({ call, spot: Number(spot) }));
}

/**
 * The calls of an exercise, as buttons: a page hears nothing. A commission is called with its amount.
 * @param {Table} table
 */
function mountCalls(table) {
  const title = element("span");
  const amount = element("input", { inputmode: "decimal", autocomplete: "off", size: 7, name: "commission" });
  const buttons = element("span", { class: "row" });
  const node = element("div", { class: "calls", role: "group" }, title, buttons, amount);
  const makeCall = (/** @type {Call} */ { call, spot }) => {
    const cents = call === "commission" ? table.words.parseMoney(amount.value) : null;
    if (call === "commission" && !cents) {
      amount.focus();
      return;
    }
    amount.value = "";
    void table.ask({ act: "call", call, ...(cents ? { cents } : {}), ...(spot ? { spot } : {}) });
  };
  return {
    node,
    /** @param {Call[]} calls */
    show(calls) {
      node.hidden = calls.length === 0;
      amount.hidden = calls.every(({ call }) => call !== "commission");
      writeText(title, table.say("web.school.call.title"));
      setAttribute(node, "aria-label", table.say("web.school.call.title"));
      setAttribute(amount, "aria-label", table.say("web.school.call.amount"));
      setAttribute(amount, "placeholder", table.say("web.felt.amount"));
      reconcileChildren(
        buttons, calls, ({ call, spot }) => `${call} ${spot ?? ""}`,
        (one) => element("button", { type: "button", dataset: { call: one.call, ...(one.spot ? { spot: one.spot } : {}) }, onclick: () => makeCall(one) }),
        (button, { call, spot }) => writeText(button, table.say(CALL_KEYS[call] ?? call, { spot: spot ?? 0 })),
      );
    },
  };
}

/**
 * What is to be done now, or how it went.
 * @param {Table} table
 * @param {any} lesson
 * @param {any} exercise
 */
function task(table, lesson, exercise) {
  if (lesson.over) return summary(table, lesson.marks);
  if (!lesson.begun) return table.say("web.school.laying");
  const blind = lesson.dark ? ` ${table.say(table.hello.felt.seats.length ? "web.school.pushing_blind" : "web.school.paying_blind")}` : "";
  const claim = lesson.claim === null ? "" : `${table.say("web.school.claim", { spot: lesson.claim })} `;
  return `${claim}${exercise.task[table.language]}${blind}`;
}

/**
 * @param {Table} table
 * @param {any} lesson
 */
function timeLeft(table, { left_s, over }) {
  return left_s === null || over ? [] : [table.say("web.school.left", { seconds: left_s })];
}

/** @param {Mark} mark */
function isWrongPayment({ verdict, due_cents }) {
  return due_cents !== null && Boolean(verdict) && verdict !== "right";
}

/**
 * The sum and the articles of a mark.
 * @param {Table} table
 * @param {HTMLElement} root
 * @param {Mark | null} mark
 */
function showSum(table, root, mark) {
  const steps = mark?.reckoning[table.language] ?? [];
  const sentences = mark?.articles[table.language] ?? [];
  root.hidden = !steps.length && !sentences.length;
  const lines = [
    ...(mark ? [{ id: "act", words: `${actName(table, mark)} — ${markFigures(table, mark)}`, kind: "act" }] : []),
    ...steps.map((words, nth) => ({ id: `step-${nth}`, words, kind: "step" })),
    ...sentences.map(({ id, articles, words }) => ({ id, words: `${words} (${articles.join(", ")})`, kind: "article" })),
  ];
  reconcileChildren(root, lines, ({ id }) => id, ({ kind }) => element("p", { class: kind }), (line, { words }) => writeText(line, words));
}

/**
 * @param {Table} table
 * @param {Mark[]} marks
 */
function summary(table, marks) {
  const { done, acts, wrong, millis } = exerciseResult(marks);
  return table.say("web.school.over", { done, acts, count: wrong, seconds: inSeconds(table, millis) });
}
