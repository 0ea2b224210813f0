// @ts-check
// Banks of machines and tournaments among the tables: their tiles, and each in detail.

import { el, keep, set, write } from "./dom.js";
import { amount, day, money, say, tell } from "./language.js";
import { open } from "./sheet.js";

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
  return el(
    "li",
    { class: "tile" },
    el("div", { class: "head" }, el("h3", {}, el("button", { type: "button" })), el("span", { class: "alarms" })),
    el("p", { class: "game" }, el("span", { class: "name" }), el("span", { class: "limits" })),
    el("p", { class: "play" }, el("span", { class: "phase" }), el("span", { class: "since" })),
    el("p", { class: "play muted" }, el("span", { class: "spots" }), el("span", { class: "pace" })),
    el("p", { class: "play warning", hidden: true }),
    el("dl", { class: "sums" }),
  );
}

/**
 * @param {Element} node
 * @param {any} tile
 */
export function fillSource(node, tile) {
  const find = (/** @type {string} */ path) => /** @type {HTMLElement} */ (node.querySelector(path));
  const glance = tile.view ? (tile.of === "bank" ? bank(tile.view) : tournament(tile.view)) : silent(tile);
  set(node, "data-phase", glance.phase);
  for (const of of ["name", "limits", "phase", "since", "spots", "pace", "warning"]) write(find(`.${of}`), glance.texts[of] ?? "");
  find(".warning").hidden = !glance.texts.warning;
  keep(find(".sums"), glance.sums, ([key]) => key, () => el("div", {}, el("dt"), el("dd")), sum);
}

/**
 * @param {Element} node
 * @param {string[]} pair
 */
function sum(node, [key, shown]) {
  write(/** @type {Element} */ (node.querySelector("dt")), say(key));
  write(/** @type {Element} */ (node.querySelector("dd")), shown);
}

/** @param {any} tile */
function silent(tile) {
  return { phase: "away", texts: { name: say(KIND_KEYS[/** @type {keyof typeof KIND_KEYS} */ (tile.of)]), phase: silentSince(tile) }, sums: [] };
}

/** @param {any} tile */
function silentSince(tile) {
  return tile.unheard_since === null ? say("pit.not_heard") : say("pit.not_heard_since", { time: day(tile.unheard_since) });
}

/** @param {any} view */
function bank(view) {
  const count = (/** @type {(machine: any) => boolean} */ which) => view.machines.filter(which).length;
  const total = (/** @type {string} */ of) => {
    const read = view.machines.map((/** @type {any} */ machine) => machine[of]).filter((/** @type {number | null} */ cents) => cents !== null);
    return read.length ? money(read.reduce((/** @type {number} */ sum, /** @type {number} */ cents) => sum + cents, 0)) : "–";
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
function tournament(view) {
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
  const waits = view.alarms.some((/** @type {any} */ text) => text.key === "hall.alarm.came_back"); // the time away may yet count
  const left = plays && !waits ? [["pit.hall.left", minutes(view.left_s)]] : [];
  const first = view.prizes.length ? [["pit.hall.first", money(view.prizes[0])]] : [];
  return { phase: plays && view.runs ? "open" : "away", texts, sums: [...left, ...first] };
}

/** @param {any} tile */
export function showSource(tile) {
  if (!tile.view) open(tile.table, true, el("p", { text: silentSince(tile) }));
  else if (tile.of === "bank") open(tile.table, false, ...machines(tile.view));
  else open(tile.table, true, ...places(tile.view));
}

/** @param {any} view */
function machines(view) {
  const rows = view.machines.flatMap((/** @type {any} */ machine) => {
    const alarms = view.alarms.filter((/** @type {any} */ text) => text.values.machine === machine.machine);
    const row = el(
      "tr",
      {},
      el("td", { text: String(machine.machine) }),
      el("td", { text: say(LINK_KEYS[/** @type {keyof typeof LINK_KEYS} */ (machine.link)]) }),
      el("td", { text: say(machine.feeds ? "pit.bank.yes" : "pit.bank.no") }),
      amount("td", machine.coin_in_cents),
      amount("td", machine.paid_cents),
      el("td", { class: "amount", text: String(machine.plays ?? "–") }),
    );
    return alarms.length ? [row, el("tr", { class: "amiss" }, el("td", { colspan: String(MACHINE_HEADS.length) }, list(alarms)))] : [row];
  });
  const ofBank = [...view.alarms.filter((/** @type {any} */ text) => text.values.machine === undefined), ...view.notes];
  return [list(ofBank), table(MACHINE_HEADS, rows, MACHINE_AMOUNTS)];
}

/** @param {any} view */
function places(view) {
  const seated = Object.entries(view.tables).map(([number, count]) => el("tr", {}, el("td", { text: number }), el("td", { text: String(count) })));
  const prizes = view.prizes.map((/** @type {number} */ cents, /** @type {number} */ at) =>
    el("tr", {}, el("td", { text: String(at + 1) }), amount("td", cents), el("td", { text: view.left <= at || view.stage === "OVER" ? say("pit.bank.yes") : "–" })),
  );
  return [
    list(view.alarms),
    table(["pit.hall.table", "pit.hall.seated"], seated),
    el("h3", { class: "part", text: say("pit.hall.prizes") }),
    table(["pit.hall.place", "pit.hall.prize", "pit.hall.decided"], prizes, ["pit.hall.prize"]),
  ];
}

/** @param {any[]} texts */
function list(texts) {
  return el("ul", {}, ...texts.map((text) => el("li", { text: tell(text) })));
}

/**
 * @param {string[]} heads
 * @param {Element[]} rows
 * @param {string[]} [amounts] the heads of columns of figures
 */
function table(heads, rows, amounts = []) {
  const kind = (/** @type {string} */ key) => (amounts.includes(key) ? "amount" : "");
  const head = el("tr", {}, ...heads.map((key) => el("th", { text: say(key), class: kind(key) })));
  return el("div", { class: "scroll" }, el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)));
}

/** @param {number} seconds */
function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
