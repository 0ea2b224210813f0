// @ts-check
// The clock: level, time and blinds, what comes next, players and prizes.

import { Countdown, formatDuration } from "./countdown.js";
import { element, reconcileChildren, writeText } from "./dom.js";
import { chips, money, message } from "./messages.js";

/** Prizes that are listed, at most. */
const LISTED = 8;
/** The last seconds of a level, which are marked. */
const LAST_S = 60;
/** From this big blind on, the blinds are written smaller. */
const LONG = 10_000;
/**
 * The heading of each state other than a level.
 * @type {Record<string, string>}
 */
const STATE_KEYS = {
  sale: "hall.screen.sale",
  break: "hall.screen.rest",
  time_over: "hall.screen.time_over",
  over: "hall.screen.over",
  cancelled: "hall.screen.cancelled",
};

/** @typedef {{number: number, small: number, big: number, ante: number}} Level */

/** @param {HTMLElement} root */
export function clock(root) {
  const [heading, time, under] = [element("h2"), element("p", { class: "time", role: "timer" }), element("p", { class: "under" })];
  const blinds = element("dl", { class: "blinds" });
  const prizes = element("section", { class: "prizes" }, element("h2"), element("ol"), element("p", { class: "more" }), element("p", { class: "note" }));
  const tiles = element("dl", { class: "tiles" });
  root.append(element("section", { class: "now" }, heading, time, under, blinds), prizes, tiles);
  const level = new Countdown();
  const untilBreak = new Countdown();
  /** @type {any} */
  let view = null;

  /** @param {any} latest */
  function show(latest) {
    view = latest;
    document.documentElement.dataset.state = view.state;
    level.set(view.seconds_left ?? 0, view.runs);
    untilBreak.set(view.break_in_s ?? 0, view.runs);
    writeText(heading, headingOf(view));
    writeText(under, textUnderClock(view));
    showPairs(blinds, blindsOf(view.level));
    blinds.classList.toggle("long", view.level.big >= LONG);
    showPrizes(prizes, view);
    return view.hand_for_hand ? message("hall.screen.hand_for_hand") : isStopped(view) ? message("hall.screen.stopped") : "";
  }

  function tick() {
    writeText(time, timeOf(view, level));
    time.classList.toggle("long", time.textContent.length > 5);
    time.classList.toggle("last", view.runs && level.left <= LAST_S);
    time.classList.toggle("stopped", isStopped(view));
    showPairs(tiles, tilesOf(view, untilBreak));
  }

  return { show, tick, lost: () => message(view.runs ? "hall.screen.lost_counting" : "hall.screen.lost") };
}

/**
 * The hour at which play begins, or the time left; nothing while the time is not known.
 * @param {any} view
 * @param {Countdown} level
 */
function timeOf(view, level) {
  if (view.state === "sale") return view.begins;
  return view.seconds_left === null ? "\u00a0" : formatDuration(level.left);
}

/** @param {any} view */
function isStopped(view) {
  return !view.runs && ["level", "break"].includes(view.state);
}

/** @param {any} view */
function headingOf(view) {
  if (view.state === "level") return message("hall.screen.level", { number: view.level.number });
  return message(STATE_KEYS[view.state]);
}

/** @param {any} view */
function textUnderClock(view) {
  switch (view.state) {
    case "sale":
      return message("hall.screen.begins");
    case "level":
      return view.next ? "" : message("hall.screen.to_the_end", { time: view.ends });
    case "break":
      return message("hall.screen.rest_after", { number: view.level.number });
    case "time_over":
      return message("hall.screen.counting");
    case "cancelled":
      return message("hall.screen.paid_back");
  }
  return "";
}

/**
 * The blinds and the ante, by their names.
 * @param {Level} level
 * @returns {[string, string, string][]}
 */
function blindsOf({ small, big, ante }) {
  const blinds = /** @type {[string, string, string][]} */ ([[message("hall.screen.blinds"), `${chips(small)} / ${chips(big)}`, ""]]);
  return ante ? [...blinds, [message("hall.screen.ante"), chips(ante), ""]] : blinds;
}

/**
 * The figures under the clock: name, value and a note.
 * @param {any} view
 * @param {Countdown} untilBreak
 * @returns {[string, string, string][]}
 */
function tilesOf(view, untilBreak) {
  const { next, left, entered, average, state } = view;
  const [first, second] = next ? blindsOf(next) : [];
  const ante = second ? `${second[0]} ${second[1]}` : "";
  const playing = state === "level" || state === "break";
  return /** @type {[string, string, string][]} */ ([
    playing && [next ? `${message("hall.screen.next")} · ${message("hall.screen.level", { number: next.number })}` : message("hall.screen.next"), first ? first[1] : message("hall.screen.last"), ante],
    playing && view.break_in_s !== null && [message("hall.screen.rest_in"), formatDuration(untilBreak.left), ""],
    playing || state === "time_over" ? [message("hall.screen.players"), String(left), message("hall.screen.of_entered", { entered })] : [message("hall.screen.players"), String(entered), ""],
    average !== null && state !== "cancelled" && [message("hall.screen.average"), chips(average), ""],
  ].filter(Boolean));
}

/**
 * Names with their values, in a list of them.
 * @param {Element} list
 * @param {[string, string, string][]} pairs
 */
function showPairs(list, pairs) {
  const make = () => element("div", {}, element("dt"), element("dd", {}, element("strong"), element("small")));
  reconcileChildren(list, pairs, ([name]) => name, make, (node, [name, value, note]) => {
    writeText(node.querySelector("dt"), name);
    writeText(node.querySelector("strong"), value);
    writeText(node.querySelector("small"), note);
  });
}

/**
 * @param {HTMLElement} root
 * @param {any} view
 */
function showPrizes(root, { prizes, settled }) {
  const [heading, list, more, note] = /** @type {HTMLElement[]} */ ([...root.children]);
  const listedPrizes = prizes.slice(0, LISTED);
  const beyond = prizes.length - listedPrizes.length;
  root.hidden = prizes.length === 0;
  list.dataset.many = prizes.length > 4 ? "many" : "few";
  writeText(heading, message("hall.screen.payouts"));
  reconcileChildren(list, listedPrizes, ({ place }) => String(place), () => element("li", {}, element("span"), element("strong")), (node, { place, cents }) => {
    writeText(node.firstElementChild, String(place));
    writeText(node.lastElementChild, money(cents));
  });
  writeText(more, beyond ? message("hall.screen.more_places", { count: beyond }) : "");
  writeText(note, settled ? "" : message("hall.screen.so_far"));
}
