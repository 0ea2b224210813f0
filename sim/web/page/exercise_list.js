// @ts-check
// The exercises of a game, and the exams, each with the buttons that begin it.

import { element, reconcileChildren, writeText } from "./dom.js";
import { EXERCISE_KIND_KEYS } from "./page_keys.js";
import { GAME_KEYS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./school.js").Exercise} Exercise */
/** @typedef {{id: string, title: Record<string, string>, parts: string[], bar_per_cent: number, results: any[], passed: boolean | null}} Exam */

/**
 * @param {Table} table
 * @param {(act: object) => void} begin
 */
export function mountExercises(table, begin) {
  const game = element("select", { name: "exercises-of" });
  const games = element("label", { class: "field" }, element("span"), game);
  const list = element("ul", { class: "exercises" });
  const node = element("section", {}, games, list);
  const gameName = (/** @type {string} */ one) => table.say(GAME_KEYS[one] ?? one);
  const show = () => {
    reconcileChildren(list, exercisesOf(table, game.value), ({ id }) => id, ({ id }) => exerciseItem(id), (item, exercise) => fillExercise(table, item, exercise, begin));
  };
  game.onchange = show;
  return {
    node,
    /** Shows the exercises of the game that is seated; if it has none, those of the first game. */
    open() {
      const seated = table.hello?.game ?? "";
      if (exercisesOf(table, seated).length) game.value = seated;
      show();
    },
    show() {
      writeText(/** @type {Element} */ (games.firstElementChild), table.say("web.seat.game"));
      const all = [...new Set(table.hello.exercises.map((/** @type {Exercise} */ one) => one.game))];
      all.sort((a, b) => gameName(a).localeCompare(gameName(b), table.words.manner("language.locale")));
      reconcileChildren(game, all, String, (one) => element("option", { value: one }), (option, one) => writeText(option, gameName(one)));
      show();
    },
  };
}

/**
 * The exercises of a game.
 * @param {Table} table
 * @param {string} game
 * @returns {Exercise[]}
 */
export function exercisesOf(table, game) {
  return (table.hello?.exercises ?? []).filter((/** @type {Exercise} */ one) => one.game === game);
}

/** @param {string} id */
function exerciseItem(id) {
  const begin = element("button", { dataset: { exercise: id } });
  const other = element("button", { class: "quiet", dataset: { exerciseOther: id } });
  return element("li", {}, element("strong"), element("span", { class: "hint" }), other, begin);
}

/**
 * @param {Table} table
 * @param {HTMLElement} item
 * @param {Exercise} exercise
 * @param {(act: object) => void} start
 */
function fillExercise(table, item, exercise, start) {
  const [title, kind, other, begin] = /** @type {HTMLElement[]} */ ([...item.children]);
  const terms = [
    table.say(EXERCISE_KIND_KEYS[exercise.kind] ?? exercise.kind),
    ...(exercise.blind ? [table.say("web.school.blind")] : []),
    ...(exercise.limit_s ? [table.say("web.school.limit", { count: exercise.limit_s })] : []),
  ];
  writeText(title, exercise.title[table.language]);
  writeText(kind, terms.join(" · "));
  writeText(begin, table.say("web.school.start"));
  other.hidden = !exercise.pays;
  writeText(other, table.say(exercise.blind ? "web.school.begin_open" : "web.school.begin_blind"));
  begin.onclick = () => start({ act: "learn", exercise: exercise.id });
  other.onclick = () => start({ act: "learn", exercise: exercise.id, blind: !exercise.blind });
}

/**
 * @param {Table} table
 * @param {(act: object) => void} begin
 */
export function mountExams(table, begin) {
  const list = element("ul", { class: "exercises exams" });
  const show = () => {
    const exams = /** @type {Exam[]} */ (table.hello?.exams ?? []);
    reconcileChildren(list, exams, ({ id }) => id, ({ id }) => element("li", {}, element("strong"), element("span", { class: "hint" }), element("button", { dataset: { exam: id } })), (item, exam) => {
      const [title, terms, start] = /** @type {HTMLElement[]} */ ([...item.children]);
      writeText(title, exam.title[table.language]);
      const present = table.school?.exam?.id === exam.id ? table.school.exam : null;
      const isUnderWay = present !== null && present.passed === null;
      writeText(terms, present ? examWords(table) : table.say("web.school.parts", { count: exam.parts.length, bar: exam.bar_per_cent }));
      writeText(start, table.say(isUnderWay && present.results.length ? "web.school.next_part" : "web.school.start"));
      start.onclick = () => begin({ act: "exam", exam: exam.id });
    });
  };
  table.on("school", show);
  return { node: element("section", {}, list), show };
}

/**
 * How an exam stands, in words; empty if none is under way or has just ended.
 * @param {Table} table
 */
export function examWords(table) {
  const exam = /** @type {Exam | null} */ (table.school?.exam ?? null);
  if (!exam) return "";
  const title = exam.title[table.language];
  const sum = (/** @type {(result: any) => number} */ of) => exam.results.reduce((total, result) => total + of(result), 0);
  if (exam.passed === null) {
    return table.say("web.school.part", { title, part: Math.min(exam.results.length + 1, exam.parts.length), count: exam.parts.length });
  }
  const figures = { title, right: sum(({ right }) => right), acts: sum(({ acts }) => acts), bar: exam.bar_per_cent };
  return table.say(exam.passed ? "web.school.passed" : "web.school.failed", figures);
}
