// @ts-check
// The alarms in their groups, the most urgent first; then those that are acknowledged, and those that are shelved.

import { alarmWords, groupWords, rankMark, setSeats } from "./alarm_words.js";
import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { clock, lapse, say } from "./language.js";
import { isChosen } from "./places.js";

/** @type {Set<string> | null} */
let known = null;

/** @typedef {(shown: any) => void} AlarmAct */
/** @typedef {{acknowledge: AlarmAct | null, shelve: AlarmAct | null, unshelve: AlarmAct | null, explain: AlarmAct, open: (table: string) => void}} AlarmActs what the person may do with an alarm or a group */

/**
 * @param {any} screen
 * @param {AlarmActs} acts
 */
export function showAlarms(screen, acts) {
  setSeats(screen);
  const root = /** @type {HTMLElement} */ (document.querySelector("#alarms"));
  root.hidden = false;
  const own = screen.groups.filter((/** @type {any} */ group) => isOwn(screen, group));
  const [waiting, seen] = [own.filter((/** @type {any} */ group) => !group.seen), own.filter((/** @type {any} */ group) => group.seen)];
  const find = (/** @type {string} */ path) => /** @type {HTMLElement} */ (root.querySelector(path));
  writeText(find("h2"), say(waiting.length ? "pit.alarms" : "pit.no_alarm", { count: waiting.length }));
  const elsewhere = screen.groups.filter((/** @type {any} */ group) => !group.seen).length - waiting.length;
  find(".elsewhere").hidden = !elsewhere;
  writeText(find(".elsewhere"), elsewhere ? say("pit.elsewhere", { count: elsewhere }) : "");
  list(find(".waiting"), waiting, screen, acts);
  fold(find(".seen-alarms"), "pit.acknowledged", seen.length);
  list(find(".seen-alarms ol"), seen, screen, acts);
  const shelved = screen.shelved.filter((/** @type {any} */ one) => !one.table || isChosen(screen, one.table));
  fold(find(".shelf"), "pit.shelf", shelved.length);
  reconcileChildren(find(".shelf ol"), shelved, (one) => `${one.kind} ${one.table}`, emptyShelved, (node, one) => fillShelved(node, one, acts));
  announce(screen);
}

/**
 * Whether a group is of the chosen pits, or of the whole floor.
 * @param {any} screen
 * @param {any} group
 */
export function isOwn(screen, group) {
  return !group.tables.length || group.tables.some((/** @type {string} */ table) => !(table in screen.places) || isChosen(screen, table));
}

/**
 * @param {HTMLElement} root
 * @param {string} key
 * @param {number} count
 */
function fold(root, key, count) {
  root.hidden = !count;
  writeText(/** @type {Element} */ (root.querySelector("summary")), say(key, { count }));
}

/**
 * @param {Element} root
 * @param {any[]} groups
 * @param {any} screen
 * @param {AlarmActs} acts
 */
function list(root, groups, screen, acts) {
  reconcileChildren(root, groups, (group) => group.id, emptyGroup, (node, group) => fillGroup(node, group, screen, acts));
}

function emptyGroup() {
  return element(
    "li",
    { class: "alarm" },
    element("p", { class: "head" }, element("span", { class: "rank" }), element("span", { class: "age" })),
    element("strong"),
    element("p", { class: "risen", hidden: true }),
    element("ul", { class: "parts" }),
    element("details", { class: "tables", hidden: true }, element("summary"), element("ul")),
    element("div", { class: "acts" }, element("button", { type: "button", class: "shelve" }), element("button", { type: "button", class: "acknowledge" })),
  );
}

/**
 * @param {HTMLElement} node
 * @param {any} group
 * @param {any} screen
 * @param {AlarmActs} acts
 */
function fillGroup(node, group, screen, acts) {
  const find = (/** @type {string} */ path) => /** @type {HTMLElement} */ (node.querySelector(path));
  const alarms = group.alarms.map((/** @type {string} */ id) => screen.alarms[id]).filter(Boolean);
  const words = groupWords(group, alarms);
  node.dataset.rank = String(group.rank);
  node.classList.toggle("seen", group.seen);
  node.classList.toggle("has-risen", group.risen !== null);
  writeText(find(".rank"), rankMark(group.rank));
  writeText(find(".age"), group.since ? lapse(screen.now - group.since) : "");
  writeText(find("strong"), words);
  find(".risen").hidden = group.risen === null;
  writeText(find(".risen"), group.risen === null ? "" : say("pit.risen", { since: lapse(screen.now - group.since) }));
  const isCause = group.of === "cause";
  reconcileChildren(find(".parts"), isCause ? [] : alarms, (shown) => shown.alarm.id, emptyPart, (part, shown) => fillPart(part, shown, alarms.length > 1, acts));
  find(".tables").hidden = !isCause;
  writeText(find(".tables summary"), isCause ? say("pit.tables_of_it", { count: group.tables.length }) : "");
  reconcileChildren(find(".tables ul"), isCause ? group.tables : [], (table) => table, () => element("li", {}, element("button", { type: "button" })), (item, table) => fillTable(item, table, acts));
  act(find(":scope > .acts .acknowledge"), group.seen ? null : acts.acknowledge, alarms.length > 1 ? "pit.acknowledge_all" : "pit.acknowledge", words, { ...group, words });
  act(find(":scope > .acts .shelve"), group.shelvable ? acts.shelve : null, "pit.shelve", words, { ...group, words });
}

/**
 * @param {HTMLElement} item
 * @param {string} table
 * @param {AlarmActs} acts
 */
function fillTable(item, table, acts) {
  const button = /** @type {HTMLButtonElement} */ (item.firstElementChild);
  writeText(button, table);
  button.onclick = () => acts.open(table);
}

function emptyPart() {
  return element(
    "li",
    {},
    element("p", { class: "words" }),
    element("p", { class: "state" }),
    element("p", { class: "said", hidden: true }),
    element("div", { class: "acts" }, element("button", { type: "button", class: "rule" }), element("button", { type: "button", class: "acknowledge" })),
  );
}

/**
 * @param {HTMLElement} node
 * @param {any} shown
 * @param {boolean} several whether the group has others, so that each has words and a button of its own
 * @param {AlarmActs} acts
 */
function fillPart(node, shown, several, acts) {
  const find = (/** @type {string} */ path) => /** @type {HTMLElement} */ (node.querySelector(path));
  const words = alarmWords(shown);
  find(".words").hidden = !several;
  writeText(find(".words"), several ? words : "");
  writeText(find(".state"), alarmState(shown));
  find(".said").hidden = !shown.seen?.words;
  writeText(find(".said"), shown.seen?.words ? say("pit.quoted", { text: shown.seen.words }) : "");
  act(find(".rule"), shown.keys.rule ? acts.explain : null, "web.why.title", words, shown);
  act(find(".acknowledge"), several && !shown.seen ? acts.acknowledge : null, "pit.acknowledge", words, { id: shown.alarm.id, words });
}

/**
 * A button of an act on an alarm; hidden if it may not be done.
 * @param {HTMLElement} button
 * @param {AlarmAct | null} work
 * @param {string} key
 * @param {string} words
 * @param {any} target
 */
function act(button, work, key, words, target) {
  button.hidden = work === null;
  writeText(button, say(key));
  setAttribute(button, "aria-label", `${say(key)} : ${words}`);
  button.onclick = () => work?.(target);
}

function emptyShelved() {
  return element(
    "li",
    { class: "alarm shelved" },
    element("strong"),
    element("p", { class: "state" }),
    element("p", { class: "said" }),
    element("div", { class: "acts" }, element("button", { type: "button", class: "unshelve" })),
  );
}

/**
 * @param {HTMLElement} node
 * @param {any} shelved
 * @param {AlarmActs} acts
 */
function fillShelved(node, shelved, acts) {
  const find = (/** @type {string} */ path) => /** @type {HTMLElement} */ (node.querySelector(path));
  const words = shelved.alarms.length ? shelved.alarms.map(alarmWords).join(". ") : [shelved.table, say("pit.shelf_quiet")].filter(Boolean).join(" : ");
  writeText(find("strong"), words);
  writeText(find(".state"), say("pit.shelved_by", { name: shelved.by, time: clock(shelved.at), until: clock(shelved.until) }));
  writeText(find(".said"), say("pit.quoted", { text: shelved.reason }));
  act(find(".unshelve"), acts.unshelve, "pit.unshelve", words, shelved);
}

/** @param {any} shown */
function alarmState({ alarm, seen }) {
  const durationText = alarm.over === null ? say("pit.lasts") : say("pit.over", { time: clock(alarm.over) });
  return seen ? `${durationText} · ${say("pit.seen_by", { name: seen.by, time: clock(seen.at) })}` : durationText;
}

/**
 * Announce each group of urgent or high alarms once as it comes, and once as it rises; not those from before the page was opened.
 * @param {any} screen
 */
function announce(screen) {
  const key = (/** @type {any} */ group) => `${group.id} ${group.risen ?? ""}`;
  const grave = screen.groups.filter((/** @type {any} */ group) => group.rank <= 2 && !group.seen);
  const fresh = known === null ? [] : grave.filter((/** @type {any} */ group) => !known?.has(key(group)));
  known = new Set(grave.map(key));
  const words = fresh.map((/** @type {any} */ group) => groupWords(group, group.alarms.map((/** @type {string} */ id) => screen.alarms[id]).filter(Boolean)));
  if (words.length) writeText(/** @type {Element} */ (document.querySelector("#spoken")), words.join(". "));
}
