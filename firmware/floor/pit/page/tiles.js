// @ts-check
// A tile for each table, bank and tournament, worst first.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { gameName, lapse, money, say } from "./language.js";
import { band } from "./band.js";
import { emptySource, fillSource } from "./sources.js";

/** The uplink reads the ledger's watermark every two seconds, so a lag of a few seconds is normal. */
const NORMAL_LAG_S = 10;
const PHASE_KEYS = {
  away: "pit.phase.away",
  open: "pit.phase.open",
  locked: "pit.phase.locked",
  void: "pit.phase.void",
  test: "pit.phase.test",
  dark: "pit.phase.dark",
};
const LEASE_KEYS = { open: "pit.lease.open", closed: "pit.lease.closed", unseen: "pit.lease.unseen" };
const SUM_KEYS = { handle: "pit.handle", win: "pit.win", theory: "pit.theory" };

/**
 * @param {Element} root
 * @param {any} screen
 * @param {(tile: any) => void} open
 */
export function showTiles(root, screen, open) {
  if (!root.querySelector(".tiles")) root.replaceChildren(element("ul", { class: "tiles" }), element("p", { class: "muted none" }));
  const tiles = /** @type {Element} */ (root.querySelector(".tiles"));
  reconcileChildren(tiles, screen.tiles, (tile) => `${tile.of ?? "table"} ${tile.table}`, (tile) => (tile.of ? emptySource() : emptyTile()), (node, tile) => {
    head(node, tile, open);
    if (tile.of) fillSource(node, tile);
    else fillTile(node, tile, screen.now);
  });
  writeText(/** @type {Element} */ (root.querySelector(".none")), screen.tiles.length ? "" : say("pit.no_table"));
}

/**
 * @param {Element} node
 * @param {any} tile
 * @param {(tile: any) => void} open
 */
function head(node, tile, open) {
  const button = /** @type {HTMLButtonElement} */ (node.querySelector("h3 button"));
  writeText(button, tile.table);
  button.onclick = () => open(tile);
  const alarms = /** @type {HTMLElement} */ (node.querySelector(".alarms"));
  alarms.hidden = !tile.alarms;
  alarms.className = tile.grave ? "alarms grave" : "alarms";
  writeText(alarms, say("pit.alarms", { count: tile.alarms }));
}

function emptyTile() {
  return element(
    "li",
    { class: "tile" },
    element("div", { class: "head" }, element("h3", {}, element("button", { type: "button" })), element("span", { class: "alarms" })),
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
