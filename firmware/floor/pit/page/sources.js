// @ts-check
// Banks of machines and tournaments among the tables: their tiles, and each in detail.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { amount, day, money, render, say } from "./language.js";
import { openSheet } from "./sheet.js";

/** States of a machine's link that are no fault. */
const SOUND_LINKS = ["new", "up"];
const LINK_KEYS = {
  new: "slots.link.new",
  up: "slots.link.up",
  doubtful: "slots.link.doubtful",
  deaf: "slots.link.deaf",
  lost: "slots.link.lost",
};
const KIND_KEYS = { bank: "pit.bank.of", hall: "pit.hall.of" };
const STAGE_KEYS = { SALE: "pit.hall.stage.sale", PLAY: "pit.hall.stage.play", TIME_OVER: "pit.hall.stage.time_over", OVER: "pit.hall.stage.over" };
const MACHINE_HEADS = ["pit.bank.machine", "pit.bank.link", "pit.bank.feeds", "pit.bank.in", "pit.bank.paid", "pit.bank.plays"];
const MACHINE_AMOUNTS = ["pit.bank.in", "pit.bank.paid", "pit.bank.plays"];

export function emptySource() {
  return element(
    "li",
    { class: "tile" },
    element("div", { class: "head" }, element("h3", {}, element("button", { type: "button" })), element("span", { class: "alarms" })),
    element("p", { class: "place" }),
    element("p", { class: "game" }, element("span", { class: "name" }), element("span", { class: "limits" })),
    element("p", { class: "play" }, element("span", { class: "phase" }), element("span", { class: "since" })),
    element("p", { class: "play muted" }, element("span", { class: "spots" }), element("span", { class: "pace" })),
    element("p", { class: "play warning", hidden: true }),
    element("dl", { class: "sums" }),
  );
}

/**
 * @param {Element} node
 * @param {any} tile
 */
export function fillSource(node, tile) {
  const find = (/** @type {string} */ path) => /** @type {HTMLElement} */ (node.querySelector(path));
  const glance = /** @type {{ phase: string, texts: Record<string, string>, sums: string[][] }} */ (
    tile.view ? (tile.of === "bank" ? bankGlance(tile.view) : tournamentGlance(tile.view)) : silentGlance(tile)
  );
  setAttribute(node, "data-phase", glance.phase);
  for (const of of ["name", "limits", "phase", "since", "spots", "pace", "warning"]) writeText(find(`.${of}`), glance.texts[of] ?? "");
  find(".warning").hidden = !glance.texts.warning;
  reconcileChildren(find(".sums"), glance.sums, ([key]) => key, () => element("div", {}, element("dt"), element("dd")), fillSum);
}

/**
 * @param {Element} node
 * @param {string[]} pair
 */
function fillSum(node, [key, shown]) {
  writeText(/** @type {Element} */ (node.querySelector("dt")), say(key));
  writeText(/** @type {Element} */ (node.querySelector("dd")), shown);
}

/** @param {any} tile */
function silentGlance(tile) {
  return { phase: "away", texts: { name: say(KIND_KEYS[/** @type {keyof typeof KIND_KEYS} */ (tile.of)]), phase: silentSince(tile) }, sums: [] };
}

/** @param {any} tile */
function silentSince(tile) {
  return tile.unheard_since === null ? say("pit.no_heartbeat") : say("pit.no_heartbeat_since", { time: day(tile.unheard_since) });
}

/** @param {any} view */
function bankGlance(view) {
  const count = (/** @type {(machine: any) => boolean} */ which) => view.machines.filter(which).length;
  const total = (/** @type {string} */ of) => {
    const knownAmounts = view.machines.map((/** @type {any} */ machine) => machine[of]).filter((/** @type {number | null} */ cents) => cents !== null);
    return knownAmounts.length ? money(knownAmounts.reduce((/** @type {number} */ sum, /** @type {number} */ cents) => sum + cents, 0)) : "–";
  };
  const withheld = count((machine) => !machine.feeds);
  const lost = count((machine) => !SOUND_LINKS.includes(machine.link));
  const texts = {
    name: `${say("pit.bank.of")} · ${view.bank}`,
    limits: say("pit.bank.machines", { count: view.machines.length }),
    phase: say("pit.bank.playing", { count: count((machine) => machine.playing) }),
    since: view.lot_cents === null ? "" : say("pit.bank.won", { count: view.hits }),
    spots: withheld && view.lot_cents !== null ? say("pit.bank.held", { count: withheld }) : "",
    pace: lost ? say("pit.bank.lost", { count: lost }) : "",
    warning: view.unpaid ? say("pit.bank.unpaid", { count: view.unpaid }) : "",
  };
  const jackpot = view.lot_cents === null ? [] : [["pit.bank.jackpot", money(view.lot_cents)]];
  return { phase: lost < view.machines.length ? "open" : "away", texts, sums: [...jackpot, ["pit.bank.in", total("coin_in_cents")], ["pit.bank.paid", total("paid_cents")]] };
}

/** @param {any} view */
function tournamentGlance(view) {
  const plays = view.stage === "PLAY";
  const level = view.rest ? say("pit.hall.rest", { number: view.level }) : say("pit.hall.level", { number: view.level, blinds: view.blinds.join("/") });
  const texts = {
    name: `${say("pit.hall.of")} · ${view.tournament}`,
    limits: say("pit.hall.tables", { count: Object.keys(view.tables).length }),
    phase: plays ? level : say(STAGE_KEYS[/** @type {keyof typeof STAGE_KEYS} */ (view.stage)]),
    since: plays && !view.runs ? say("pit.hall.stands") : "",
    spots: say("pit.hall.players", { count: view.left, entered: view.entered }),
    pace: view.hand_for_hand ? say("pit.hall.hand_for_hand") : "",
  };
  const waits = view.alarms.some((/** @type {any} */ text) => text.key === "hall.alarm.came_back"); // the time left is unknown until the staff rule whether the time away counts
  const left = plays && !waits ? [["pit.hall.left", minutes(view.left_s)]] : [];
  const first = view.prizes.length ? [["pit.hall.first", money(view.prizes[0])]] : [];
  return { phase: plays && view.runs ? "open" : "away", texts, sums: [...left, ...first] };
}

/** @param {any} tile */
export function showSource(tile) {
  if (!tile.view) openSheet(tile.table, true, element("p", { text: silentSince(tile) }));
  else if (tile.of === "bank") openSheet(tile.table, false, ...bankDetail(tile.view));
  else openSheet(tile.table, true, ...tournamentDetail(tile.view));
}

/** @param {any} view */
function bankDetail(view) {
  const rows = view.machines.flatMap((/** @type {any} */ machine) => {
    const alarms = view.alarms.filter((/** @type {any} */ text) => text.values.machine === machine.machine);
    const row = element(
      "tr",
      {},
      element("td", { text: String(machine.machine) }),
      element("td", { text: say(LINK_KEYS[/** @type {keyof typeof LINK_KEYS} */ (machine.link)]) }),
      element("td", { text: say(machine.feeds ? "pit.bank.yes" : "pit.bank.no") }),
      amount("td", machine.coin_in_cents),
      amount("td", machine.paid_cents),
      element("td", { class: "amount", text: String(machine.plays ?? "–") }),
    );
    return alarms.length ? [row, element("tr", { class: "amiss" }, element("td", { colspan: String(MACHINE_HEADS.length) }, list(alarms)))] : [row];
  });
  const ofBank = [...view.alarms.filter((/** @type {any} */ text) => text.values.machine === undefined), ...view.notes];
  return [list(ofBank), table(MACHINE_HEADS, rows, MACHINE_AMOUNTS)];
}

/** @param {any} view */
function tournamentDetail(view) {
  const seated = Object.entries(view.tables).map(([number, count]) => element("tr", {}, element("td", { text: number }), element("td", { text: String(count) })));
  const prizes = view.prizes.map((/** @type {number} */ cents, /** @type {number} */ index) =>
    element("tr", {}, element("td", { text: String(index + 1) }), amount("td", cents), element("td", { text: view.left <= index || view.stage === "OVER" ? say("pit.bank.yes") : "–" })),
  );
  return [
    list(view.alarms),
    table(["pit.hall.table", "pit.hall.seated"], seated),
    element("h3", { class: "part", text: say("pit.hall.prizes") }),
    table(["pit.hall.place", "pit.hall.prize", "pit.hall.decided"], prizes, ["pit.hall.prize"]),
  ];
}

/** @param {any[]} texts */
function list(texts) {
  return element("ul", {}, ...texts.map((text) => element("li", { text: render(text) })));
}

/**
 * @param {string[]} heads
 * @param {Element[]} rows
 * @param {string[]} [amounts] the heads of columns of figures
 */
function table(heads, rows, amounts = []) {
  const kind = (/** @type {string} */ key) => (amounts.includes(key) ? "amount" : "");
  const head = element("tr", {}, ...heads.map((key) => element("th", { text: say(key), class: kind(key) })));
  return element("div", { class: "scroll" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)));
}

/** @param {number} seconds */
function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
