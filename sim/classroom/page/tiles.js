// @ts-check
// The tiles of the trainees, each in its fixed place, and the line of those who are stuck.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { actWords, gameName, language, lapse, partNames, say } from "./class_words.js";

/**
 * @typedef {{number: number, name: string, state: string, address: string | null, game: string, exercise: string,
 *   title: Record<string, string>, position: number, lessons: number, acts: number, done: number, is_over: boolean,
 *   is_laying: boolean, act: {do: string, spot: number | null, on: string | null} | null, waited_s: number, pace: string,
 *   exam: {title: Record<string, string>, part: number, parts: number, passed: boolean | null} | null,
 *   drill: {question: number, is_open: boolean, right: number, game: string} | null,
 *   right: number, wrong: number, frozen: boolean, claim: number | null, broken: string[]}} Tile
 */

/** @type {Record<string, string>} */
const TABLE_STATE_KEYS = {
  ended: "class.state.ended",
  off: "class.state.off",
  served: "class.state.served",
  silent: "class.state.silent",
  starting: "class.state.starting",
};

/** @type {Record<string, string>} */
const PACE_KEYS = { calm: "class.pace.calm", slow: "class.pace.slow", stuck: "class.pace.stuck" };

/**
 * @param {HTMLElement} root
 * @param {Tile[]} tiles
 * @param {(number: number) => void} open
 */
export function showTiles(root, tiles, open) {
  reconcileChildren(root, tiles, ({ number }) => String(number), ({ number }) => tileNode(number, open), showTile);
}

/**
 * The trainees who are stuck, the longest first.
 * @param {HTMLElement} root
 * @param {Tile[]} tiles
 * @param {(number: number) => void} open
 */
export function showStuck(root, tiles, open) {
  const stuck = tiles.filter(({ pace }) => pace === "stuck").sort((a, b) => b.waited_s - a.waited_s);
  root.dataset.stuck = String(stuck.length);
  const label = stuck.length ? `${say("class.stuck_line")} ` : say("class.nobody_stuck");
  if (root.firstElementChild === null) root.append(element("span"), element("span", { class: "names" }));
  writeText(/** @type {Element} */ (root.firstElementChild), label);
  const names = /** @type {HTMLElement} */ (root.lastElementChild);
  const make = (/** @type {{number: number}} */ { number }) => element("button", { type: "button", onclick: () => open(number) });
  reconcileChildren(names, stuck, ({ number }) => String(number), make, (button, { name, waited_s }) => writeText(button, `${name}, ${lapse(waited_s)}`));
}

/**
 * @param {number} number
 * @param {(number: number) => void} open
 */
function tileNode(number, open) {
  const button = element(
    "button",
    { type: "button", class: "tile", onclick: () => open(number) },
    element("strong", { class: "name" }),
    element("span", { class: "score" }),
    element("span", { class: "game" }),
    element("span", { class: "far" }),
    element("span", { class: "exercise" }),
    element("span", { class: "act" }),
    element("span", { class: "signs" }),
  );
  return element("li", {}, button);
}

/**
 * @param {Element} item
 * @param {Tile} tile
 */
function showTile(item, tile) {
  const button = /** @type {HTMLElement} */ (item.firstElementChild);
  const line = (/** @type {string} */ name, /** @type {string} */ text) => writeText(/** @type {Element} */ (button.querySelector(`.${name}`)), text);
  button.dataset.pace = tile.pace;
  button.dataset.state = tile.state;
  setAttribute(button, "data-frozen", tile.frozen);
  line("name", tile.name);
  line("score", tile.right + tile.wrong ? `${tile.right}\u00a0✓ ${tile.wrong}\u00a0✗` : "");
  setAttribute(/** @type {Element} */ (button.querySelector(".score")), "aria-label", say("class.score", { right: tile.right, wrong: tile.wrong }));
  line("game", gameName(tile.drill?.game || tile.game));
  line("far", tile.acts && !tile.drill ? say("class.done", { done: tile.done, acts: tile.acts }) : "");
  line("exercise", exerciseLine(tile));
  line("act", actLine(tile));
  line("signs", signs(tile));
}

/** @param {Record<string, string>} texts */
function inLanguage(texts) {
  return texts[language()] ?? texts.en ?? "";
}

/**
 * The exam, and the exercise or drill.
 * @param {Tile} tile
 */
export function exerciseLine({ exam, drill, title }) {
  return [exam && examWords(exam), drill ? say("class.drill") : inLanguage(title)].filter(Boolean).join(" · ");
}

/** @param {NonNullable<Tile["exam"]>} exam */
function examWords(exam) {
  const title = inLanguage(exam.title);
  if (exam.passed === null) return say("class.exam_part", { ...exam, title });
  return say(exam.passed ? "class.exam_passed" : "class.exam_failed", { title });
}

/** @param {Tile} tile */
export function actLine(tile) {
  if (tile.state !== "served") return say(TABLE_STATE_KEYS[tile.state] ?? tile.state);
  if (tile.drill) return [say("class.question", { number: tile.drill.question }), ...(tile.drill.is_open ? [lapse(tile.waited_s)] : [])].join(" · ");
  if (!tile.exercise) return say("class.no_exercise");
  if (tile.is_laying) return say("class.laying");
  if (tile.is_over) return say("class.over");
  return tile.act ? `${actWords(tile.act)} · ${lapse(tile.waited_s)}` : "";
}

/**
 * What else must be known of a table: frozen, claimed at, broken, and the pace in words.
 * @param {Tile} tile
 */
export function signs(tile) {
  return [
    ...(tile.frozen ? [say("class.frozen")] : []),
    ...(tile.claim === null ? [] : [say("class.claim_open", { spot: tile.claim })]),
    ...(tile.broken.length ? [say("class.broken", { parts: partNames(tile.broken) })] : []),
    ...(tile.pace === "calm" ? [] : [say(PACE_KEYS[tile.pace])]),
  ].join(" · ");
}
