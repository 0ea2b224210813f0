// @ts-check
// The alarms that last, or that nobody has acknowledged.

import { el, keep, write } from "./dom.js";
import { clock, lapse, say, tell, tellSome } from "./saying.js";
import { betName } from "./words.js";

/** @type {Set<string> | null} */
let known = null;

/**
 * @param {any} screen
 * @param {(shown: any) => void} acknowledge
 */
export function showAlarms(screen, acknowledge) {
  const root = /** @type {HTMLElement} */ (document.querySelector("#alarms"));
  root.hidden = false;
  const count = screen.alarms.length;
  write(/** @type {Element} */ (root.querySelector("h2")), say(count ? "pit.alarms" : "pit.no_alarm", { count }));
  keep(
    /** @type {Element} */ (root.querySelector("ol")),
    screen.alarms,
    (shown) => shown.alarm.id,
    () => made(),
    (node, shown) => told(node, shown, screen.now, acknowledge),
  );
  announce(screen.alarms);
}

/**
 * What an alarm is about, at which table.
 * @param {any} alarm
 */
export function alarmWords(alarm) {
  const { on, part, ...rest } = alarm.values;
  const values = { table: alarm.table, ...rest };
  if (on) values.on = betName(on);
  if (part) values.part = { key: `part.${part.split(/[-.]/)[0]}` };
  if (rest.said) return say("pit.alarm.fault", { ...values, said: tell(rest.said) });
  if (alarm.kind === "fault" || alarm.kind === "override") return fault(alarm.kind, values);
  const ledger = tell({ key: `floor.alarm.${alarm.kind}`, values });
  return ledger.startsWith("floor.alarm.") ? say(`pit.alarm.${alarm.kind}`, values) : ledger;
}

/**
 * @param {string} kind
 * @param {any} values
 */
function fault(kind, values) {
  const known = tellSome({ key: `fault.${values.code}`, values });
  const said = known.startsWith("fault.") ? `${tell(values.part)} : ${values.code}` : known;
  return say(`pit.alarm.${kind}`, { table: values.table, said });
}

function made() {
  return el(
    "li",
    { class: "alarm" },
    el("strong"),
    el("span", { class: "age" }),
    el("p", { class: "said", hidden: true }),
    el("div", { class: "state" }, el("span"), el("button", { type: "button" })),
  );
}

/**
 * @param {HTMLElement} node
 * @param {any} shown
 * @param {number} now
 * @param {(shown: any) => void} acknowledge
 */
function told(node, shown, now, acknowledge) {
  const { alarm, seen } = shown;
  node.className = `alarm${shown.grave ? " grave" : ""}${seen ? " seen" : ""}`;
  write(/** @type {Element} */ (node.querySelector("strong")), alarmWords(alarm));
  write(/** @type {Element} */ (node.querySelector(".age")), alarm.since ? lapse(now - alarm.since) : "");
  const note = /** @type {HTMLElement} */ (node.querySelector(".said"));
  note.hidden = !seen?.words;
  write(note, seen?.words ? `« ${seen.words} »` : "");
  write(/** @type {Element} */ (node.querySelector(".state span")), state(shown));
  const button = /** @type {HTMLButtonElement} */ (node.querySelector("button"));
  button.hidden = Boolean(seen);
  write(button, say("pit.acknowledge"));
  button.setAttribute("aria-label", `${say("pit.acknowledge")} : ${alarmWords(alarm)}`);
  button.onclick = () => acknowledge(shown);
}

/** @param {any} shown */
function state({ alarm, seen }) {
  const lasts = alarm.over === null ? say("pit.lasts") : say("pit.over", { time: clock(alarm.over) });
  return seen ? `${lasts} · ${say("pit.seen_by", { name: seen.by, time: clock(seen.at) })}` : lasts;
}

/**
 * Says the grave alarms that are new, once; not those that were there as the page opened.
 * @param {any[]} all
 */
function announce(all) {
  const fresh = known === null ? [] : all.filter((one) => one.grave && !known?.has(one.alarm.id));
  known = new Set(all.map((one) => one.alarm.id));
  if (fresh.length) write(/** @type {Element} */ (document.querySelector("#spoken")), fresh.map((one) => alarmWords(one.alarm)).join(". "));
}
