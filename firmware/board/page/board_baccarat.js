// @ts-check
// The board of Baccara: bead plate, big road, the three derived roads, and the counts.

import { element } from "./dom.js";
import { DERIVED, ROWS, counts, derived, laidOut, runs } from "./roads.js";
import { svg } from "./svg.js";
import { BET_KEYS } from "./word_keys.js";

/** Titles of the roads. */
/** @type {Record<string, string>} */
const TITLE_KEYS = {
  bead: "web.board.bead",
  big: "web.board.big",
  cockroach: "web.board.cockroach",
  cold: "web.board.cold",
  eye: "web.board.eye",
  hot: "web.board.hot",
  last: "web.board.last",
  often: "web.board.often",
  silent: "web.board.silent",
  small: "web.board.small",
  title: "web.board.title",
  totals: "web.board.totals",
};

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./roads.js").Winner} Winner */
/** @typedef {import("./roads.js").Cell} Cell */

const SIDE = 20;
/** The columns that each road shows: the latest ones. */
const WIDE = { bead: 16, big: 36, eye: 36, small: 26, cockroach: 26 };

/**
 * @param {Table} table
 * @param {string[]} results
 * @returns {Element[]}
 */
export function baccarat(table, results) {
  const winners = /** @type {Winner[]} */ (results.filter((one) => ["player", "banker", "tie"].includes(one)));
  const columns = runs(winners);
  const beads = winners.map((of, nth) => ({ column: Math.floor(nth / ROWS), row: nth % ROWS, of, ties: 0 }));
  const road = (/** @type {keyof typeof WIDE} */ name, /** @type {Cell[]} */ cells) => drawnRoad(table, name, cells);
  return [
    countList(table, winners),
    road("bead", beads),
    road("big", laidOut(columns)),
    ...Object.entries(DERIVED).map(([name, back]) => road(/** @type {keyof typeof WIDE} */ (name), laidOut(derived(columns, back)))),
  ];
}

/**
 * @param {Table} table
 * @param {Winner[]} winners
 */
function countList(table, winners) {
  const items = Object.entries(counts(winners)).map(([of, count]) =>
    element("div", { class: of }, element("dt", { text: table.say(BET_KEYS[of] ?? of) }), element("dd", { text: String(count) })),
  );
  return element("dl", { class: "counts" }, ...items);
}

/**
 * @param {Table} table
 * @param {keyof typeof WIDE} name
 * @param {Cell[]} cells
 */
function drawnRoad(table, name, cells) {
  const wide = WIDE[name];
  const first = Math.max(0, Math.max(-1, ...cells.map(({ column }) => column)) + 1 - wide);
  const shownCells = cells.filter(({ column }) => column >= first);
  const title = table.say(TITLE_KEYS[name]);
  const lines = Array.from({ length: wide + 1 }, (_, nth) => `M${nth * SIDE} 0v${ROWS * SIDE}`).concat(Array.from({ length: ROWS + 1 }, (_, nth) => `M0 ${nth * SIDE}h${wide * SIDE}`));
  return element(
    "figure",
    { class: `road ${name}` },
    element("figcaption", { text: title }),
    svg(
      "svg",
      { viewBox: `-1 -1 ${wide * SIDE + 2} ${ROWS * SIDE + 2}`, role: "img", "aria-label": `${title}: ${cells.length}` },
      svg("path", { class: "lines", d: lines.join("") }),
      ...shownCells.map((cell) => drawnCell(table, name, { ...cell, column: cell.column - first })),
    ),
  );
}

/**
 * @param {Table} table
 * @param {string} name
 * @param {Cell} cell
 */
function drawnCell(table, name, { column, row, of, ties }) {
  const [x, y, r] = [(column + 0.5) * SIDE, (row + 0.5) * SIDE, SIDE * 0.4];
  const node = svg("g", { class: `cell ${of}` });
  if (name === "cockroach") node.append(svg("path", { class: "slash", d: `M${x - r} ${y + r}L${x + r} ${y - r}` }));
  else node.append(svg("circle", { class: name === "bead" || name === "small" ? "solid" : "ring", cx: x, cy: y, r }));
  if (name === "bead") node.append(svg("text", { x, y: y + 4, "text-anchor": "middle", "font-size": 11, text: table.say(BET_KEYS[of] ?? of)[0] }));
  if (ties) node.append(svg("path", { class: "tied", d: `M${x - r} ${y + r}L${x + r} ${y - r}` }));
  if (ties > 1) node.append(svg("text", { class: "ties", x, y: y + 4, "text-anchor": "middle", "font-size": 11, text: ties }));
  return node;
}
