// @ts-check
// Banks of machines and tournament halls among the tables: their tiles, and each at a closer look.

import { el, keep, set, write } from "./dom.js";
import { amount, day, money, say, tell } from "./saying.js";
import { open } from "./sheet.js";

/** Links to a machine that are as they should be. */
const WELL = ["new", "up"];

export function madeOther() {
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
export function toldOther(node, tile) {
  const at = (/** @type {string} */ path) => /** @type {HTMLElement} */ (node.querySelector(path));
  const glance = tile.view ? (tile.of === "bank" ? bank(tile.view) : hall(tile.view)) : unheard(tile);
  set(node, "data-phase", glance.phase);
  for (const of of ["name", "limits", "phase", "since", "spots", "pace", "warning"]) write(at(`.${of}`), glance.said[of] ?? "");
  at(".warning").hidden = !glance.said.warning;
  keep(at(".sums"), glance.sums, ([key]) => key, () => el("div", {}, el("dt"), el("dd")), sum);
}

/**
 * @param {Element} node
 * @param {string[]} pair
 */
function sum(node, [key, said]) {
  write(/** @type {Element} */ (node.querySelector("dt")), say(key));
  write(/** @type {Element} */ (node.querySelector("dd")), said);
}

/** @param {any} tile */
function unheard(tile) {
  return { phase: "away", said: { name: say(`pit.${tile.of}.of`), phase: notHeard(tile) }, sums: [] };
}

/** @param {any} tile */
function notHeard(tile) {
  return tile.unheard_since === null ? say("pit.not_heard") : say("pit.not_heard_since", { time: day(tile.unheard_since) });
}

/** @param {any} view */
function bank(view) {
  const count = (/** @type {(one: any) => boolean} */ which) => view.machines.filter(which).length;
  const total = (/** @type {string} */ of) => {
    const read = view.machines.map((/** @type {any} */ one) => one[of]).filter((/** @type {number | null} */ cents) => cents !== null);
    return read.length ? money(read.reduce((/** @type {number} */ sum, /** @type {number} */ cents) => sum + cents, 0)) : "–";
  };
  const held = count((one) => !one.feeds);
  const lost = count((one) => !WELL.includes(one.link));
  const said = {
    name: `${say("pit.bank.of")} · ${view.bank}`,
    limits: say("pit.bank.machines", { count: view.machines.length }),
    phase: say("pit.bank.playing", { count: count((one) => one.playing) }),
    since: view.lot_cents === null ? "" : say("pit.bank.won", { count: view.hits }),
    spots: held && view.lot_cents !== null ? say("pit.bank.held", { count: held }) : "",
    pace: lost ? say("pit.bank.lost", { count: lost }) : "",
    warning: view.unpaid ? say("pit.bank.unpaid", { count: view.unpaid }) : "",
  };
  const lot = view.lot_cents === null ? [] : [["pit.bank.lot", money(view.lot_cents)]];
  return { phase: lost < view.machines.length ? "open" : "away", said, sums: [...lot, ["pit.bank.in", total("coin_in_cents")], ["pit.bank.paid", total("paid_cents")]] };
}

/** @param {any} view */
function hall(view) {
  const plays = view.stage === "PLAY";
  const level = view.rest ? say("pit.hall.rest", { number: view.level }) : say("pit.hall.level", { number: view.level, blinds: view.blinds.join("/") });
  const said = {
    name: `${say("pit.hall.of")} · ${view.tournament}`,
    limits: say("pit.hall.tables", { count: Object.keys(view.tables).length }),
    phase: plays ? level : say(`pit.hall.stage.${view.stage.toLowerCase()}`),
    since: plays && !view.runs ? say("pit.hall.stands") : "",
    spots: say("pit.hall.players", { count: view.left, entered: view.entered }),
    pace: view.hand_for_hand ? say("pit.hall.hand_for_hand") : "",
  };
  const left = plays ? [["pit.hall.left", minutes(view.left_s)]] : [];
  const first = view.prizes.length ? [["pit.hall.first", money(view.prizes[0])]] : [];
  return { phase: plays && view.runs ? "open" : "away", said, sums: [...left, ...first] };
}

/** @param {any} tile */
export function showOther(tile) {
  if (!tile.view) open(tile.table, true, el("p", { text: notHeard(tile) }));
  else if (tile.of === "bank") open(tile.table, false, ...machines(tile.view));
  else open(tile.table, true, ...places(tile.view));
}

/** @param {any} view */
function machines(view) {
  const heads = ["machine", "link", "feeds", "in", "paid", "plays"];
  const rows = view.machines.flatMap((/** @type {any} */ one) => {
    const amiss = view.alarms.filter((/** @type {any} */ said) => said.values.machine === one.machine);
    const row = el(
      "tr",
      {},
      el("td", { text: String(one.machine) }),
      el("td", { text: say(`slots.link.${one.link}`) }),
      el("td", { text: say(one.feeds ? "pit.bank.yes" : "pit.bank.no") }),
      amount("td", one.coin_in_cents),
      amount("td", one.paid_cents),
      el("td", { class: "amount", text: String(one.plays ?? "–") }),
    );
    return amiss.length ? [row, el("tr", { class: "amiss" }, el("td", { colspan: String(heads.length) }, list(amiss)))] : [row];
  });
  const others = [...view.alarms.filter((/** @type {any} */ said) => said.values.machine === undefined), ...view.notes];
  return [list(others), table(heads.map((one) => `pit.bank.${one}`), rows, ["in", "paid", "plays"])];
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
    table(["pit.hall.place", "pit.hall.prize", "pit.hall.decided"], prizes, ["prize"]),
  ];
}

/** @param {any[]} texts */
function list(texts) {
  return el("ul", {}, ...texts.map((text) => el("li", { text: tell(text) })));
}

/**
 * @param {string[]} heads
 * @param {Element[]} rows
 * @param {string[]} [amounts] the columns of figures
 */
function table(heads, rows, amounts = []) {
  const kind = (/** @type {string} */ key) => (amounts.some((one) => key.endsWith(`.${one}`)) ? "amount" : "");
  const head = el("tr", {}, ...heads.map((key) => el("th", { text: say(key), class: kind(key) })));
  return el("div", { class: "scroll" }, el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)));
}

/** @param {number} seconds */
function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
