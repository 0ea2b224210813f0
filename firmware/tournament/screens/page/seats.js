// @ts-check
// The seats: the tables with their players, and the moves as they come.

import { el, keep, write } from "./dom.js";
import { message } from "./messages.js";

/** How long each page of tables is shown, if there are more than a screen holds. */
const PAGE_MS = 8000;
/** Tables that a wide screen holds, alone and under moves. */
const MOST_TABLES = 8;
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

  /** @param {any} latest */
  function show(latest) {
    view = latest;
    drawn = "";
    moves.hidden = view.moves.length === 0;
    write(moves.firstElementChild, message("hall.screen.moves"));
    keep(moves.lastElementChild, view.moves, ({ name, table, spot }) => `${name} ${table} ${spot}`, madeMove, (node, { table, spot }) => {
      write(node.lastElementChild, message("hall.screen.move", { table, spot }));
    });
    nothing.hidden = view.tables.length > 0;
    write(nothing, message(view.over ? "hall.screen.over" : "hall.screen.not_drawn"));
    return "";
  }

  function tick() {
    const capacity = NARROW.matches ? view.tables.length : view.moves.length ? UNDER_MOVES : MOST_TABLES;
    const pages = Math.max(1, Math.ceil(view.tables.length / Math.max(1, capacity)));
    const at = Math.floor((performance.now() - begun) / PAGE_MS) % pages;
    if (drawn === `${at} ${capacity}`) return;
    drawn = `${at} ${capacity}`;
    const shown = view.tables.slice(at * capacity, (at + 1) * capacity);
    keep(tables, shown, ({ number }) => String(number), madeTable, showTable);
    tables.dataset.many = String(Math.min(capacity, view.tables.length));
    tables.style.setProperty("--seats", String(Math.max(1, ...shown.map((table) => table.seats.length))));
    write(page, pages > 1 ? message("hall.screen.page", { page: at + 1, pages }) : "");
  }

  return { show, tick, lost: () => message("hall.screen.lost") };
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
  write(heading, message("hall.screen.table", { table: number }));
  keep(list, seats, ({ spot, name }) => `${spot} ${name}`, ({ spot, name }) => el("li", {}, el("span", { text: String(spot) }), el("strong", { text: name, translate: "no" })));
}
