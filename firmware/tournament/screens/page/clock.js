// @ts-check
// The clock: level, time and blinds, what comes next, players and prizes.

import { Countdown, timed } from "./countdown.js";
import { el, keep, write } from "./dom.js";
import { chips, money, say } from "./saying.js";

/** Prizes that are listed, at most. */
const LISTED = 8;
/** So few seconds of a level are its last ones. */
const LAST_S = 60;
/** A big blind of so many chips is written smaller. */
const LONG = 10_000;

/** @typedef {{number: number, small: number, big: number, ante: number}} Level */

/** @param {HTMLElement} root */
export function clock(root) {
  const [heading, time, under] = [el("h2"), el("p", { class: "time", role: "timer" }), el("p", { class: "under" })];
  const blinds = el("dl", { class: "blinds" });
  const prizes = el("section", { class: "prizes" }, el("h2"), el("ol"), el("p", { class: "more" }), el("p", { class: "note" }));
  const tiles = el("dl", { class: "tiles" });
  root.append(el("section", { class: "now" }, heading, time, under, blinds), prizes, tiles);
  const level = new Countdown();
  const rest = new Countdown();
  /** @type {any} */
  let view = null;

  /** @param {any} told */
  function show(told) {
    view = told;
    document.documentElement.dataset.state = told.state;
    level.tell(told.seconds_left ?? 0, told.runs);
    rest.tell(told.break_in_s ?? 0, told.runs);
    write(heading, headingOf(told));
    write(under, underOf(told));
    paired(blinds, blindsOf(told.level));
    blinds.classList.toggle("long", told.level.big >= LONG);
    showPrizes(prizes, told);
    return told.hand_for_hand ? say("hand_for_hand") : stopped(told) ? say("stopped") : "";
  }

  function tick() {
    write(time, timeOf(view, level));
    time.classList.toggle("long", time.textContent.length > 5);
    time.classList.toggle("last", view.runs && level.left <= LAST_S);
    time.classList.toggle("stopped", stopped(view));
    paired(tiles, tilesOf(view, rest));
  }

  return { show, tick, lost: () => say(view.runs ? "lost_counting" : "lost") };
}

/**
 * The hour of the beginning, or the time left; nothing as long as it is not sure.
 * @param {any} view
 * @param {Countdown} level
 */
function timeOf(view, level) {
  if (view.state === "sale") return view.begins;
  return view.seconds_left === null ? "\u00a0" : timed(level.left);
}

/** @param {any} view */
function stopped(view) {
  return !view.runs && ["level", "break"].includes(view.state);
}

/** @param {any} view */
function headingOf(view) {
  if (view.state === "level") return say("level", { number: view.level.number });
  return say(view.state === "break" ? "rest" : view.state);
}

/** @param {any} view */
function underOf(view) {
  switch (view.state) {
    case "sale":
      return say("begins");
    case "level":
      return view.next ? "" : say("to_the_end", { time: view.ends });
    case "break":
      return say("rest_after", { number: view.level.number });
    case "time_over":
      return say("counting");
    case "cancelled":
      return say("paid_back");
  }
  return "";
}

/**
 * The blinds and the ante, by their names.
 * @param {Level} level
 * @returns {[string, string, string][]}
 */
function blindsOf({ small, big, ante }) {
  const ours = /** @type {[string, string, string][]} */ ([[say("blinds"), `${chips(small)} / ${chips(big)}`, ""]]);
  return ante ? [...ours, [say("ante"), chips(ante), ""]] : ours;
}

/**
 * The figures under the clock: name, value, and what belongs to it.
 * @param {any} view
 * @param {Countdown} rest
 * @returns {[string, string, string][]}
 */
function tilesOf(view, rest) {
  const { next, left, entered, average, state } = view;
  const [first, second] = next ? blindsOf(next) : [];
  const ante = second ? `${second[0]} ${second[1]}` : "";
  const playing = state === "level" || state === "break";
  return /** @type {[string, string, string][]} */ ([
    playing && [next ? `${say("next")} · ${say("level", { number: next.number })}` : say("next"), first ? first[1] : say("last"), ante],
    playing && view.break_in_s !== null && [say("rest_in"), timed(rest.left), ""],
    playing || state === "time_over" ? [say("players"), String(left), say("of_entered", { entered })] : [say("players"), String(entered), ""],
    average !== null && state !== "cancelled" && [say("average"), chips(average), ""],
  ].filter(Boolean));
}

/**
 * Names with their values, in a list of them.
 * @param {Element} list
 * @param {[string, string, string][]} pairs
 */
function paired(list, pairs) {
  const make = () => el("div", {}, el("dt"), el("dd", {}, el("strong"), el("small")));
  keep(list, pairs, ([name]) => name, make, (node, [name, value, beside]) => {
    write(node.querySelector("dt"), name);
    write(node.querySelector("strong"), value);
    write(node.querySelector("small"), beside);
  });
}

/**
 * @param {HTMLElement} root
 * @param {any} view
 */
function showPrizes(root, { prizes, settled }) {
  const [heading, list, more, note] = root.children;
  const listed = prizes.slice(0, LISTED);
  const beyond = prizes.length - listed.length;
  root.hidden = prizes.length === 0;
  list.dataset.many = prizes.length > 4 ? "many" : "few";
  write(heading, say("payouts"));
  keep(list, listed, ({ place }) => String(place), () => el("li", {}, el("span"), el("strong")), (node, { place, cents }) => {
    write(node.firstElementChild, String(place));
    write(node.lastElementChild, money(cents));
  });
  write(more, beyond ? say("more_places", { count: beyond }) : "");
  write(note, settled ? "" : say("so_far"));
}
