// @ts-check
// A tile a table, a bank or a hall, worst first.

import { el, keep, set, write } from "./dom.js";
import { gameName, lapse, money, say } from "./saying.js";
import { band } from "./band.js";
import { madeOther, toldOther } from "./others.js";

/** The ledger's word is asked for every two seconds: a table is behind for as long at any time. */
const SOON_S = 10;

/**
 * @param {Element} root
 * @param {any} screen
 * @param {(tile: any) => void} open
 */
export function showTiles(root, screen, open) {
  if (!root.querySelector(".tiles")) root.replaceChildren(el("ul", { class: "tiles" }), el("p", { class: "muted none" }));
  const tiles = /** @type {Element} */ (root.querySelector(".tiles"));
  keep(tiles, screen.tiles, (tile) => `${tile.of ?? "table"} ${tile.table}`, (tile) => (tile.of ? madeOther() : made()), (node, tile) => {
    head(node, tile, open);
    if (tile.of) toldOther(node, tile);
    else told(node, tile, screen.now);
  });
  write(/** @type {Element} */ (root.querySelector(".none")), screen.tiles.length ? "" : say("pit.no_table"));
}

/**
 * @param {Element} node
 * @param {any} tile
 * @param {(tile: any) => void} open
 */
function head(node, tile, open) {
  const button = /** @type {HTMLButtonElement} */ (node.querySelector("h3 button"));
  write(button, tile.table);
  button.onclick = () => open(tile);
  const alarms = /** @type {HTMLElement} */ (node.querySelector(".alarms"));
  alarms.hidden = !tile.alarms;
  alarms.className = tile.grave ? "alarms grave" : "alarms";
  write(alarms, say("pit.alarms", { count: tile.alarms }));
}

function made() {
  return el(
    "li",
    { class: "tile" },
    el("div", { class: "head" }, el("h3", {}, el("button", { type: "button" })), el("span", { class: "alarms" })),
    el("p", { class: "game" }, el("span", { class: "name" }), el("span", { class: "limits" })),
    el("p", { class: "play" }, el("span", { class: "phase" }), el("span", { class: "since" })),
    el("p", { class: "play muted" }, el("span", { class: "spots" }), el("span", { class: "pace" })),
    el("p", { class: "play warning", hidden: true }),
    el("dl", { class: "sums" }, ...["handle", "win", "theory"].map((of) => el("div", { class: of }, el("dt"), el("dd")))),
    el("div", { class: "band" }),
  );
}

/**
 * @param {Element} node
 * @param {any} tile
 * @param {number} now
 */
function told(node, tile, now) {
  const at = (/** @type {string} */ path) => /** @type {HTMLElement} */ (node.querySelector(path));
  set(node, "data-phase", tile.phase);
  write(at(".name"), gameName(tile.game));
  write(at(".limits"), tile.tournament ? say("pit.tournament") : limits(tile.limits));
  write(at(".phase"), say(`pit.phase.${tile.phase}`));
  write(at(".since"), tile.round ? say("pit.round_since", { number: tile.round, since: lapse(now - tile.opened) }) : "");
  write(at(".spots"), say("pit.spots", { count: tile.spots }));
  write(at(".pace"), tile.pace === null ? "" : say("pit.pace", { pace: Math.round(tile.pace) }));
  warning(at(".warning"), tile);
  at(".sums").hidden = tile.tournament;
  sums(at, tile.shift);
  band(at(".band"), tile.shift);
}

/**
 * What of a table is not as it should be, and no alarm yet, or no more.
 * @param {HTMLElement} node
 * @param {any} tile
 */
function warning(node, tile) {
  const said = [
    tile.in_doubt ? say("pit.in_doubt", { count: tile.in_doubt }) : "",
    tile.shuffle?.unread ? say("pit.unread", { count: tile.shuffle.unread }) : "",
    tile.behind_s > SOON_S ? say("pit.behind", { since: lapse(1000 * tile.behind_s) }) : "",
    tile.lease && tile.lease !== "open" ? say(`pit.lease.${tile.lease}`) : "",
  ].filter(Boolean);
  node.hidden = !said.length;
  write(node, said.join(" · "));
}

/**
 * @param {(path: string) => HTMLElement} at
 * @param {any} shift
 */
function sums(at, shift) {
  const shown = { handle: shift.handle, win: shift.held, theory: shift.deviations === null ? null : shift.expected };
  for (const [of, cents] of Object.entries(shown)) {
    write(at(`.${of} dt`), say(`pit.${of}`));
    const dd = at(`.${of} dd`);
    write(dd, cents === null ? "–" : money(cents));
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
