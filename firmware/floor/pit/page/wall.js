// @ts-check
// The wall: all tables of the chosen pits on one screen without scrolling, their names as large as the screen allows; read from across the room.

import { groupWords, rankSign, rankWords } from "./alarm_words.js";
import { isOwn } from "./alarms.js";
import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { wonWords } from "./jackpots.js";
import { money, say } from "./language.js";
import { recall } from "./local_storage.js";
import { byPit, isChosen } from "./places.js";
import { PHASE_KEYS, tableMarks } from "./tiles.js";

/** From 6 m a capital is read without effort at 16 minutes of arc (ISO 9241-303). */
const NEEDED_MM = 6000 * Math.tan((16 / 60 / 180) * Math.PI);
const MM_PER_INCH = 25.4;
const USUAL_INCHES = 55;
/** The height of a capital of Inter, in its size. */
const CAPITAL = 0.727;
/** How much of a cell the name takes, in height and width. */
const NAME_HEIGHT = 0.68;
const NAME_WIDTH = 0.95;
const GAP_PX = 6;
const LISTED = 3;

/**
 * @param {Element} root
 * @param {any} screen
 */
export function showWall(root, screen) {
  if (!root.querySelector(".wall")) root.replaceChildren(element("div", { class: "wall" }, element("ul", { class: "pools" }), element("ul", { class: "cells" }), element("ul", { class: "worst" }), element("p", { class: "small", hidden: true })));
  const find = (/** @type {string} */ path) => /** @type {HTMLElement} */ (root.querySelector(path));
  const tiles = byPit(screen, screen.tiles.filter((/** @type {any} */ tile) => isChosen(screen, tile.table))).flatMap(({ tiles: own }) => own);
  const marks = tableMarks(screen);
  reconcileChildren(find(".pools"), screen.jackpots, (jackpot) => jackpot.jackpot, () => element("li"), fillPool);
  const waiting = screen.groups.filter((/** @type {any} */ group) => !group.seen && isOwn(screen, group));
  reconcileChildren(find(".worst"), waiting.slice(0, LISTED), (group) => group.id, () => element("li", { class: "alarm" }, element("strong")), (item, group) => fillWorst(item, group, screen));
  reconcileChildren(find(".cells"), tiles, (tile) => `${tile.of ?? "table"} ${tile.table}`, emptyCell, (cell, tile) => fillCell(cell, tile, marks.get(tile.table), screen));
  fit(find(".cells"), tiles.map((/** @type {any} */ tile) => tile.table), find(".small"));
}

/**
 * @param {Element} item
 * @param {any} jackpot
 */
function fillPool(item, jackpot) {
  item.className = jackpot.won.length ? "won" : "";
  writeText(item, jackpot.won.length ? jackpot.won.map(wonWords).join(" · ") : `${jackpot.jackpot} ${money(jackpot.pool)}`);
}

/**
 * @param {Element} item
 * @param {any} group
 * @param {any} screen
 */
function fillWorst(item, group, screen) {
  setAttribute(item, "data-rank", group.rank);
  item.classList.toggle("has-risen", group.risen !== null);
  const alarms = group.alarms.map((/** @type {string} */ id) => screen.alarms[id]).filter(Boolean);
  writeText(/** @type {Element} */ (item.firstElementChild), `${rankSign(group.rank)} ${groupWords(group, alarms)}`);
}

function emptyCell() {
  return element("li", { class: "cell" }, element("strong"), element("span"));
}

/**
 * @param {Element} cell
 * @param {any} tile
 * @param {{ count: number, rank: number } | undefined} mark
 * @param {any} screen
 */
function fillCell(cell, tile, mark, screen) {
  const [name, state] = /** @type {[Element, Element]} */ ([...cell.children]);
  const isUnknown = screen.unknown.includes(tile.table);
  setAttribute(cell, "data-rank", mark?.rank ?? null);
  setAttribute(cell, "data-phase", tile.of ? (tile.view ? "open" : "away") : tile.phase);
  cell.classList.toggle("unknown", isUnknown);
  writeText(name, tile.table);
  const phase = tile.of ? "" : say(PHASE_KEYS[/** @type {keyof typeof PHASE_KEYS} */ (tile.phase)]);
  writeText(state, mark ? `${rankSign(mark.rank)} ${rankWords(mark.rank)}` : isUnknown ? say("pit.not_known") : phase);
}

/**
 * Choose the number of columns with which the names are the largest, and say so if they are too small from 6 m.
 * @param {HTMLElement} root
 * @param {string[]} names
 * @param {HTMLElement} small
 */
function fit(root, names, small) {
  const { width, height } = root.getBoundingClientRect();
  if (!names.length || !width) return;
  const widest = Math.max(...names.map(widthInEm));
  const { columns, size } = bestGrid(names.length, widest, width, height);
  root.style.setProperty("--columns", String(columns));
  root.style.setProperty("--name", `${size}px`);
  const inches = Number(recall("pit-wall-inches")) || USUAL_INCHES;
  const mmPerPx = (inches * MM_PER_INCH) / Math.hypot(innerWidth, innerHeight);
  const capital = size * CAPITAL * mmPerPx;
  root.dataset.capitalMm = capital.toFixed(1);
  small.hidden = capital >= NEEDED_MM;
  writeText(small, small.hidden ? "" : say("pit.wall_small", { size: Math.round(capital), inches, needed: Math.ceil(NEEDED_MM) }));
}

/**
 * @param {number} count
 * @param {number} widest the widest name, in its size
 * @param {number} width
 * @param {number} height
 */
function bestGrid(count, widest, width, height) {
  let best = { columns: 1, size: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const [across, down] = [width / columns - GAP_PX, height / rows - GAP_PX];
    const size = Math.floor(Math.min((across * NAME_WIDTH) / widest, down * NAME_HEIGHT));
    if (size > best.size) best = { columns, size };
  }
  return best;
}

const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
/** @type {Map<string, number>} */
const widths = new Map();

/** @param {string} name */
function widthInEm(name) {
  const known = widths.get(name);
  if (known !== undefined) return known;
  pen.font = `700 100px ${getComputedStyle(document.body).fontFamily}`;
  const width = pen.measureText(name).width / 100;
  // A font that is still loading has other widths.
  if (document.fonts.status === "loaded") widths.set(name, width);
  return width;
}
