// @ts-check
// The dealer's school: the exercises, the current one with its marks, and the trainee's sheet.

import { element, reconcileChildren, writeText } from "./dom.js";
import { actName, inSeconds, exerciseResult } from "./exercise_marks.js";
import { mountSheet } from "./trainee_sheet.js";
import { EXERCISE_KIND_KEYS, MARK_STATE_KEYS, SCHOOL_KEYS } from "./page_keys.js";
import { GAME_KEYS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {{id: string, game: string, kind: string, title: Record<string, string>, task: Record<string, string>, acts: number}} Exercise */
/** @typedef {import("./exercise_marks.js").Mark} Mark */

/** The states of marks that are shown: the later acts of an exercise must not be given away. */
const SHOWN = ["asked", "done", "missed"];

/**
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} opener
 * @param {Table} table
 */
export function mount(dialog, opener, table) {
  const title = element("h2", { id: "school-title" });
  const hint = element("p", { class: "hint" });
  const game = element("select", { name: "exercises-of" });
  const games = element("label", { class: "field" }, element("span"), game);
  const list = element("ul", { class: "exercises" });
  const sheet = mountSheet(table);
  const close = element("button", { onclick: () => dialog.close() });
  dialog.append(title, hint, games, list, sheet.node, element("div", { class: "row end" }, close));
  dialog.setAttribute("aria-labelledby", title.id);

  const startExercise = (/** @type {string} */ exercise) => {
    dialog.close();
    void table.ask({ act: "learn", exercise });
  };
  const show = () => {
    reconcileChildren(list, exercisesOf(table, game.value), ({ id }) => id, ({ id }) => exerciseItem(id, startExercise), (item, exercise) => {
      writeText(item.children[0], exercise.title[table.language]);
      writeText(item.children[1], table.say(EXERCISE_KIND_KEYS[exercise.kind] ?? exercise.kind));
      writeText(item.children[2], table.say("web.school.start"));
    });
  };
  opener.onclick = () => {
    game.value = table.hello?.game ?? "";
    show();
    dialog.showModal();
  };
  game.onchange = show;
  table.on("hello", (hello) => {
    writeText(title, table.say("web.school.title"));
    writeText(opener.querySelector("span") ?? opener, table.say("web.school.title"));
    writeText(hint, table.say("web.school.told", { count: hello.exercises.length }));
    writeText(/** @type {Element} */ (games.firstElementChild), table.say("web.seat.game"));
    writeText(close, table.say("web.help.close"));
    const gameName = (/** @type {string} */ one) => table.say(GAME_KEYS[one] ?? one);
    const all = [...new Set(hello.exercises.map((/** @type {Exercise} */ one) => one.game))];
    all.sort((a, b) => gameName(a).localeCompare(gameName(b), table.words.manner("language.locale")));
    reconcileChildren(game, all, String, (one) => element("option", { value: one }), (option, one) => writeText(option, gameName(one)));
    show();
  });
  return sheet;
}

/**
 * The exercises of a game.
 * @param {Table} table
 * @param {string} game
 * @returns {Exercise[]}
 */
function exercisesOf(table, game) {
  return (table.hello?.exercises ?? []).filter((/** @type {Exercise} */ one) => one.game === game);
}

/**
 * @param {string} id
 * @param {(id: string) => void} learn
 */
function exerciseItem(id, learn) {
  const start = element("button", { dataset: { exercise: id }, onclick: () => learn(id) });
  return element("li", {}, element("strong"), element("span", { class: "hint" }), start);
}

/**
 * The current exercise, above the felt.
 * @param {HTMLElement} root
 * @param {HTMLElement} opener
 * @param {(exercise: Exercise, marks: Mark[]) => void} enter notes a finished exercise on the sheet
 * @param {Table} table
 */
export function mountLesson(root, opener, enter, table) {
  const title = element("h2", { id: "lesson-title" });
  const progress = element("span", { class: "far" });
  const text = element("p", { role: "status" });
  const marks = element("ol", { class: "marks" });
  const again = element("button", { dataset: { act: "lesson-again" } });
  const next = element("button", { class: "next", dataset: { act: "lesson-next" } });
  const all = element("button", { onclick: () => opener.click() });
  const leave = element("button", { dataset: { act: "lesson-leave" } });
  root.append(title, progress, text, element("div", { class: "row" }, next, again, all, leave), marks);
  root.setAttribute("aria-labelledby", title.id);
  /** The number of the table whose lesson this page has seen running, and of the one that its user has left. */
  let [under, left] = [0, 0];

  const show = () => {
    const lesson = table.school?.lesson;
    const { hello } = table;
    const exercise = lesson && hello?.exercises.find((/** @type {Exercise} */ one) => one.id === lesson.id);
    root.hidden = !exercise || left === hello.seat;
    if (!exercise) return;
    if (lesson.over && under === hello.seat) enter(exercise, lesson.marks);
    under = lesson.over ? 0 : hello.seat;
    const done = lesson.marks.filter((/** @type {Mark} */ mark) => mark.state === "done").length;
    root.dataset.lesson = lesson.over ? "over" : lesson.begun ? "begun" : "laying";
    writeText(title, exercise.title[table.language]);
    writeText(progress, table.say("web.school.far", { done, acts: exercise.acts }));
    writeText(text, lesson.over ? summary(table, lesson.marks) : lesson.begun ? exercise.task[table.language] : table.say("web.school.laying"));
    const shown = lesson.marks.map((/** @type {Mark} */ mark, /** @type {number} */ nth) => ({ ...mark, nth })).filter((/** @type {Mark} */ mark) => SHOWN.includes(mark.state));
    reconcileChildren(marks, shown, ({ nth }) => String(nth), () => element("li", {}, element("span"), element("small")), (item, mark) => showMark(table, item, mark));
    const exercises = exercisesOf(table, exercise.game);
    const after = exercises[exercises.findIndex(({ id }) => id === exercise.id) + 1];
    next.hidden = !lesson.over || !after;
    next.onclick = () => void table.ask({ act: "learn", exercise: after.id });
    again.onclick = () => void table.ask({ act: "learn", exercise: exercise.id });
    for (const [node, word] of [[again, "again"], [next, "next"], [all, "all"], [leave, "leave"]]) writeText(node, table.say(SCHOOL_KEYS[word]));
  };
  leave.onclick = () => {
    left = table.hello.seat;
    show();
    document.getElementById("felt")?.focus();
  };
  for (const topic of ["hello", "school"]) table.on(topic, show);
}

/**
 * @param {Table} table
 * @param {HTMLElement} item
 * @param {Mark} mark
 */
function showMark(table, item, mark) {
  const [words, figures] = [...item.children];
  item.dataset.state = mark.state;
  writeText(words, actName(table, mark));
  const seconds = mark.state === "done" ? [table.say("web.school.seconds", { seconds: inSeconds(table, mark.millis) })] : [];
  const wrong = mark.wrong ? [table.say("web.school.wrong", { count: mark.wrong })] : [];
  writeText(figures, [table.say(MARK_STATE_KEYS[mark.state] ?? mark.state), ...seconds, ...wrong].join(" · "));
}

/**
 * @param {Table} table
 * @param {Mark[]} marks
 */
function summary(table, marks) {
  const { done, acts, wrong, millis } = exerciseResult(marks);
  return table.say("web.school.over", { done, acts, count: wrong, seconds: inSeconds(table, millis) });
}
