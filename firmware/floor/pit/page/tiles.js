// @ts-check
// A tile for each table, bank and tournament, by pit, each always at its place.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { gameName, lapse, money, say } from "./language.js";
import { band } from "./band.js";
import { rankSign } from "./alarm_words.js";
import { byPit, emptyBar, fillBar, pitWords, placeOf, shownTiles, typedText } from "./places.js";
import { emptySource, fillSource } from "./sources.js";

/** The uplink reads the ledger's watermark every two seconds, so a lag of a few seconds is normal. */
const NORMAL_LAG_S = 10;
export const PHASE_KEYS = {
  away: "pit.phase.away",
  open: "pit.phase.open",
  locked: "pit.phase.locked",
  void: "pit.phase.void",
  test: "pit.phase.test",
  dark: "pit.phase.dark",
};
const LEASE_KEYS = { open: "pit.lease.open", closed: "pit.lease.closed", unseen: "pit.lease.unseen" };
const SUM_KEYS = { handle: "pit.handle", win: "pit.win", theory: "pit.theory" };

/** From so many tables on each tile is small. */
const DENSE_FROM = 21;

/**
 * @param {Element} root
 * @param {any} screen
 * @param {(tile: any) => void} open
 */
export function showTiles(root, screen, open) {
  const again = () => showTiles(root, screenNow, open);
  screenNow = screen;
  if (!root.querySelector(".floor")) root.replaceChildren(emptyBar(again), element("div", { class: "floor" }), element("p", { class: "muted none" }));
  const floor = /** @type {HTMLElement} */ (root.querySelector(".floor"));
  fillBar(/** @type {Element} */ (root.querySelector(".places")), screen);
  const tiles = shownTiles(screen);
  const pits = byPit(screen, tiles);
  const marks = tableMarks(screen);
  floor.classList.toggle("dense", tiles.length >= DENSE_FROM);
  reconcileChildren(floor, pits, ({ pit }) => pit, () => element("section", { class: "pit" }, element("h2"), element("ul", { class: "tiles" })), (section, { tiles: own }) => {
    const head = /** @type {HTMLElement} */ (section.querySelector("h2"));
    head.hidden = pits.length < 2;
    writeText(head, pitWords(screen, own[0].table));
    reconcileChildren(/** @type {Element} */ (section.querySelector("ul")), own, (tile) => `${tile.of ?? "table"} ${tile.table}`, (tile) => (tile.of ? emptySource() : emptyTile()), (node, tile) => {
      headTile(node, tile, marks.get(tile.table), screen, open);
      if (tile.of) fillSource(node, tile);
      else fillTile(node, tile, screen.now);
    });
  });
  const nothing = screen.tiles.length ? say("pit.no_match", { text: typedText() }) : say("pit.no_table");
  writeText(/** @type {Element} */ (root.querySelector(".none")), tiles.length ? "" : nothing);
}

/** @type {any} */
let screenNow = null;

/**
 * Of each table with alarms that somebody must still acknowledge: how many, and their highest rank.
 * @param {any} screen
 * @returns {Map<string, { count: number, rank: number }>}
 */
export function tableMarks(screen) {
  const marks = new Map();
  for (const { alarm, rank, seen } of /** @type {any[]} */ (Object.values(screen.alarms))) {
    if (seen) continue;
    const mark = marks.get(alarm.table) ?? { count: 0, rank };
    marks.set(alarm.table, { count: mark.count + 1, rank: Math.min(mark.rank, rank) });
  }
  return marks;
}

/**
 * @param {Element} node
 * @param {any} tile
 * @param {{ count: number, rank: number } | undefined} mark
 * @param {any} screen
 * @param {(tile: any) => void} open
 */
function headTile(node, tile, mark, screen, open) {
  const button = /** @type {HTMLButtonElement} */ (node.querySelector("h3 button"));
  writeText(button, tile.table);
  button.onclick = () => open(tile);
  const isUnknown = screen.unknown.includes(tile.table);
  node.classList.toggle("unknown", isUnknown);
  setAttribute(node, "data-rank", mark?.rank ?? null);
  const alarms = /** @type {HTMLElement} */ (node.querySelector(".alarms"));
  alarms.hidden = !mark;
  writeText(alarms, mark ? `${rankSign(mark.rank)} ${say("pit.alarms", { count: mark.count })}` : "");
  const place = /** @type {HTMLElement} */ (node.querySelector(".place"));
  writeText(place, isUnknown ? say("pit.not_known") : placeOf(screen, tile.table).position);
}

function emptyTile() {
  return element(
    "li",
    { class: "tile" },
    element("div", { class: "head" }, element("h3", {}, element("button", { type: "button" })), element("span", { class: "alarms" })),
    element("p", { class: "place" }),
    element("p", { class: "game" }, element("span", { class: "name" }), element("span", { class: "limits" })),
    element("p", { class: "play" }, element("span", { class: "phase" }), element("span", { class: "since" })),
    element("p", { class: "play muted" }, element("span", { class: "spots" }), element("span", { class: "pace" }), element("span", { class: "written" })),
    element("p", { class: "play warning", hidden: true }),
    element("dl", { class: "sums" }, ...["handle", "win", "theory"].map((of) => element("div", { class: of }, element("dt"), element("dd")))),
    element("div", { class: "band" }),
  );
}

/**
 * @param {Element} node
 * @param {any} tile
 * @param {number} now
 */
function fillTile(node, tile, now) {
  const find = (/** @type {string} */ path) => /** @type {HTMLElement} */ (node.querySelector(path));
  setAttribute(node, "data-phase", tile.phase);
  writeText(find(".name"), gameName(tile.game));
  writeText(find(".limits"), tile.tournament ? say("pit.tournament") : limits(tile.limits));
  writeText(find(".phase"), say(PHASE_KEYS[/** @type {keyof typeof PHASE_KEYS} */ (tile.phase)]));
  writeText(find(".since"), tile.round ? say("pit.round_since", { number: tile.round, since: lapse(now - tile.opened) }) : "");
  writeText(find(".spots"), say("pit.spots", { count: tile.spots }));
  writeText(find(".pace"), tile.pace === null ? "" : say("pit.pace", { pace: Math.round(tile.pace) }));
  writeText(find(".written"), tile.written_gib.length ? say("pit.written", { sizes: tile.written_gib.join(" + ") }) : "");
  warning(find(".warning"), tile);
  find(".sums").hidden = tile.tournament;
  sums(find, tile.shift);
  band(find(".band"), tile.shift);
}

/**
 * Conditions of a table that need attention, but are no alarm yet, or no longer one.
 * @param {HTMLElement} node
 * @param {any} tile
 */
function warning(node, tile) {
  const conditions = [
    tile.in_doubt ? say("pit.in_doubt", { count: tile.in_doubt }) : "",
    tile.shuffle?.unread ? say("pit.unread", { count: tile.shuffle.unread }) : "",
    tile.behind_s > NORMAL_LAG_S ? say("pit.behind", { since: lapse(1000 * tile.behind_s) }) : "",
    tile.lease && tile.lease !== "open" ? say(LEASE_KEYS[/** @type {keyof typeof LEASE_KEYS} */ (tile.lease)]) : "",
  ].filter(Boolean);
  node.hidden = !conditions.length;
  writeText(node, conditions.join(" · "));
}

/**
 * @param {(path: string) => HTMLElement} find
 * @param {any} shift
 */
function sums(find, shift) {
  const shown = { handle: shift.handle, win: shift.held, theory: shift.deviations === null ? null : shift.expected };
  for (const [of, cents] of Object.entries(shown)) {
    writeText(find(`.${of} dt`), say(SUM_KEYS[/** @type {keyof typeof SUM_KEYS} */ (of)]));
    const dd = find(`.${of} dd`);
    writeText(dd, cents === null ? "–" : money(cents));
    dd.className = cents !== null && cents < 0 ? "less" : "";
  }
}

/** @param {Record<string, any>} all */
function limits(all) {
  const each = Object.values(all);
  if (!each.length) return "";
  const least = Math.min(...each.map((one) => one.min_cents));
  const most = Math.max(...each.map((one) => one.max_cents));
  return `${money(least)} – ${money(most)}`;
}
