// @ts-check
// The seats: the tables with their players, and the moves as they come.

import { el, keep, write } from "./dom.js";
import { say } from "./saying.js";

/** How long so many tables are shown, where there are more than a screen holds. */
const TURN_MS = 8000;
/** Tables that a wide screen holds, alone and under moves. */
const HOLDS = 8;
const UNDER_MOVES = 4;
const NARROW = matchMedia("(max-width: 50rem)");

/** @param {HTMLElement} root */
export function seats(root) {
  const moves = el("section", { class: "moves", "aria-live": "polite" }, el("h2"), el("ul"));
  const tables = el("ol", { class: "tables" });
  const nothing = el("p", { class: "nothing" });
  const page = el("p", { class: "page" });
  root.append(moves, nothing, tables, page);
  const begun = performance.now();
  /** @type {any} */
  let view = null;
  /** Which tables are drawn. */
  let drawn = "";

  /** @param {any} told */
  function show(told) {
    view = told;
    drawn = "";
    moves.hidden = told.moves.length === 0;
    write(moves.firstElementChild, say("moves"));
    keep(moves.lastElementChild, told.moves, ({ name, table, spot }) => `${name} ${table} ${spot}`, madeMove, (node, { table, spot }) => {
      write(node.lastElementChild, say("move", { table, spot }));
    });
    nothing.hidden = told.tables.length > 0;
    write(nothing, say(told.over ? "over" : "not_drawn"));
    return "";
  }

  function tick() {
    const held = NARROW.matches ? view.tables.length : view.moves.length ? UNDER_MOVES : HOLDS;
    const pages = Math.max(1, Math.ceil(view.tables.length / Math.max(1, held)));
    const at = Math.floor((performance.now() - begun) / TURN_MS) % pages;
    if (drawn === `${at} ${held}`) return;
    drawn = `${at} ${held}`;
    const shown = view.tables.slice(at * held, (at + 1) * held);
    keep(tables, shown, ({ number }) => String(number), madeTable, showTable);
    tables.dataset.many = String(Math.min(held, view.tables.length));
    tables.style.setProperty("--seats", String(Math.max(1, ...shown.map((table) => table.seats.length))));
    write(page, pages > 1 ? say("page", { page: at + 1, pages }) : "");
  }

  return { show, tick, lost: () => say("lost") };
}

/** @param {any} move */
function madeMove({ name }) {
  return el("li", {}, el("strong", { text: name, translate: "no" }), " → ", el("span"));
}

/** @param {any} table */
function madeTable() {
  return el("li", {}, el("h2"), el("ol"));
}

/**
 * @param {Element} node
 * @param {any} table
 */
function showTable(node, { number, seats }) {
  const [heading, list] = node.children;
  write(heading, say("table", { table: number }));
  keep(list, seats, ({ spot, name }) => `${spot} ${name}`, ({ spot, name }) => el("li", {}, el("span", { text: String(spot) }), el("strong", { text: name, translate: "no" })));
}
