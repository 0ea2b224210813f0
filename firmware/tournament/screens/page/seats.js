// @ts-check
// The seats: the tables with their players, and the moves as they come.

import { element, reconcileChildren, writeText } from "./dom.js";
import { message } from "./messages.js";

/** How long each page of tables is shown, if there are more than a screen holds. */
const PAGE_MS = 8000;
/** Tables that a wide screen holds, alone and under moves. */
const MOST_TABLES = 8;
const UNDER_MOVES = 4;
const NARROW = matchMedia("(max-width: 50rem)");

/** @param {HTMLElement} root */
export function seats(root) {
  const moves = element("section", { class: "moves", "aria-live": "polite" }, element("h2"), element("ul"));
  const tables = element("ol", { class: "tables" });
  const nothing = element("p", { class: "nothing" });
  const page = element("p", { class: "page" });
  root.append(moves, nothing, tables, page);
  const startedAt = performance.now();
  /** @type {any} */
  let view = null;
  /** Which tables are drawn. */
  let drawn = "";

  /** @param {any} latest */
  function show(latest) {
    view = latest;
    drawn = "";
    moves.hidden = view.moves.length === 0;
    writeText(moves.firstElementChild, message("hall.screen.moves"));
    reconcileChildren(moves.lastElementChild, view.moves, ({ name, table, spot }) => `${name} ${table} ${spot}`, moveItem, (node, { table, spot }) => {
      writeText(node.lastElementChild, message("hall.screen.move", { table, spot }));
    });
    nothing.hidden = view.tables.length > 0;
    writeText(nothing, message(view.over ? "hall.screen.over" : "hall.screen.not_drawn"));
    return "";
  }

  function tick() {
    const capacity = NARROW.matches ? view.tables.length : view.moves.length ? UNDER_MOVES : MOST_TABLES;
    const pages = Math.max(1, Math.ceil(view.tables.length / Math.max(1, capacity)));
    const pageIndex = Math.floor((performance.now() - startedAt) / PAGE_MS) % pages;
    if (drawn === `${pageIndex} ${capacity}`) return;
    drawn = `${pageIndex} ${capacity}`;
    const shown = view.tables.slice(pageIndex * capacity, (pageIndex + 1) * capacity);
    reconcileChildren(tables, shown, ({ number }) => String(number), tableItem, showTable);
    tables.dataset.many = String(Math.min(capacity, view.tables.length));
    tables.style.setProperty("--seats", String(Math.max(1, ...shown.map((/** @type {any} */ table) => table.seats.length))));
    writeText(page, pages > 1 ? message("hall.screen.page", { page: pageIndex + 1, pages }) : "");
  }

  return { show, tick, lost: () => message("hall.screen.lost") };
}

/** @param {any} move */
function moveItem({ name }) {
  return element("li", {}, element("strong", { text: name, translate: "no" }), " → ", element("span"));
}

function tableItem() {
  return element("li", {}, element("h2"), element("ol"));
}

/**
 * @param {Element} node
 * @param {any} table
 */
function showTable(node, { number, seats }) {
  const [heading, list] = node.children;
  writeText(heading, message("hall.screen.table", { table: number }));
  reconcileChildren(list, seats, ({ spot, name }) => `${spot} ${name}`, ({ spot, name }) => element("li", {}, element("span", { text: String(spot) }), element("strong", { text: name, translate: "no" })));
}
