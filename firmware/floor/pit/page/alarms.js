// @ts-check
// The alarms that are not over, or not acknowledged.

import { element, reconcileChildren, writeText } from "./dom.js";
import { clock, lapse, render, renderPartly, say } from "./language.js";
import { betName } from "./words.js";

/** @type {Set<string> | null} */
let known = null;
/**
 * The names of the spots of each table, by its name.
 * @type {Map<string, string[]>}
 */
let seats = new Map();

/** @typedef {(shown: any) => void} AlarmAct */
/** @typedef {{acknowledge: AlarmAct | null, explain: AlarmAct}} AlarmActs what the person may do with an alarm */

/**
 * @param {any} screen
 * @param {AlarmActs} acts
 */
export function showAlarms(screen, acts) {
  seats = new Map(screen.tiles.map((/** @type {any} */ tile) => [tile.table, tile.seats ?? []]));
  const root = /** @type {HTMLElement} */ (document.querySelector("#alarms"));
  root.hidden = false;
  const count = screen.alarms.length;
  writeText(/** @type {Element} */ (root.querySelector("h2")), say(count ? "pit.alarms" : "pit.no_alarm", { count }));
  reconcileChildren(
    /** @type {Element} */ (root.querySelector("ol")),
    screen.alarms,
    (shown) => shown.alarm.id,
    () => emptyItem(),
    (node, shown) => fillItem(node, shown, screen.now, acts),
  );
  announce(screen.alarms);
}

/**
 * The text of an alarm, with its table. The server sends the message keys of its kind, fault and part.
 * @param {any} shown
 */
export function alarmWords({ alarm, keys }) {
  const { on, part, ...rest } = alarm.values;
  const values = { table: alarm.table, ...rest };
  if (on) values.on = betName(on);
  if (rest.spot) values.spot = seats.get(alarm.table)?.[rest.spot - 1] ?? rest.spot;
  if (part) values.part = { key: keys.part ?? part };
  if (rest.said) return say(keys.alarm, { ...values, said: render(rest.said) });
  if (alarm.kind === "fault" || alarm.kind === "override") return say(keys.alarm, { table: alarm.table, said: faultWords(keys, values) });
  return say(keys.alarm, values);
}

/**
 * The text of a fault; its part and code if this program does not know the code.
 * @param {any} keys
 * @param {any} values
 */
function faultWords(keys, values) {
  return keys.fault ? renderPartly({ key: keys.fault, values }) : `${render(values.part)} : ${values.code}`;
}

function emptyItem() {
  return element(
    "li",
    { class: "alarm" },
    element("strong"),
    element("span", { class: "age" }),
    element("p", { class: "said", hidden: true }),
    element("div", { class: "state" }, element("span"), element("button", { type: "button", class: "rule" }), element("button", { type: "button", class: "acknowledge" })),
  );
}

/**
 * @param {HTMLElement} node
 * @param {any} shown
 * @param {number} now
 * @param {AlarmActs} acts
 */
function fillItem(node, shown, now, { acknowledge, explain }) {
  const { alarm, seen } = shown;
  node.className = `alarm${(shown.rank <= 2) ? " grave" : ""}${seen ? " seen" : ""}`;
  writeText(/** @type {Element} */ (node.querySelector("strong")), alarmWords(shown));
  writeText(/** @type {Element} */ (node.querySelector(".age")), alarm.since ? lapse(now - alarm.since) : "");
  const note = /** @type {HTMLElement} */ (node.querySelector(".said"));
  note.hidden = !seen?.words;
  writeText(note, seen?.words ? `« ${seen.words} »` : "");
  writeText(/** @type {Element} */ (node.querySelector(".state span")), alarmState(shown));
  const rule = /** @type {HTMLButtonElement} */ (node.querySelector(".rule"));
  rule.hidden = !shown.keys.rule;
  writeText(rule, say("web.why.title"));
  rule.setAttribute("aria-label", `${say("web.why.title")} ${alarmWords(shown)}`);
  rule.onclick = () => explain(shown);
  const button = /** @type {HTMLButtonElement} */ (node.querySelector(".acknowledge"));
  button.hidden = Boolean(seen) || acknowledge === null;
  writeText(button, say("pit.acknowledge"));
  button.setAttribute("aria-label", `${say("pit.acknowledge")} : ${alarmWords(shown)}`);
  button.onclick = () => acknowledge?.(shown);
}

/** @param {any} shown */
function alarmState({ alarm, seen }) {
  const durationText = alarm.over === null ? say("pit.lasts") : say("pit.over", { time: clock(alarm.over) });
  return seen ? `${durationText} · ${say("pit.seen_by", { name: seen.by, time: clock(seen.at) })}` : durationText;
}

/**
 * Announce each grave alarm once as it comes, but not those from before the page was opened.
 * @param {any[]} all
 */
function announce(all) {
  const fresh = known === null ? [] : all.filter((shown) => (shown.rank <= 2) && !known?.has(shown.alarm.id));
  known = new Set(all.map((shown) => shown.alarm.id));
  if (fresh.length) writeText(/** @type {Element} */ (document.querySelector("#spoken")), fresh.map(alarmWords).join(". "));
}
