// @ts-check
// The alarms of the last hours, those that went by themselves too, the newest first.

import { read } from "./api.js";
import { alarmWords, rankMark } from "./alarm_words.js";
import { element } from "./dom.js";
import { day, reason, say } from "./language.js";
import { field } from "./sheet.js";

const HOURS = [1, 8, 24, 72];
const HEADS = ["pit.history.began", "pit.history.ended", "pit.history.rank", "pit.history.alarm", "pit.history.seen"];

/** @param {Element} root */
export function showHistory(root) {
  const hours = element("select", {}, ...HOURS.map((count) => element("option", { value: String(count), text: say("pit.for_hours", { count }) })));
  hours.value = "8";
  const table = element("input", { type: "search", autocomplete: "off", spellcheck: "false" });
  const output = element("div", { class: "scroll", tabindex: "0", "aria-live": "polite" });
  const form = element("form", { class: "row" }, field("pit.history.hours", hours), field("pit.history.of_table", table));
  const show = async () => {
    const query = new URLSearchParams({ hours: hours.value, table: table.value.trim() });
    output.replaceChildren(await read(`history?${query}`).then(sheet, (error) => element("p", { class: "refused", text: reason(error) })));
  };
  form.onchange = show;
  form.onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    show();
  };
  root.replaceChildren(element("div", { class: "sheet" }, form, output));
  show();
}

/** @param {any[]} alarms */
function sheet(alarms) {
  if (!alarms.length) return element("p", { class: "muted", text: say("pit.history.none") });
  const heads = HEADS.map((key) => element("th", { text: say(key) }));
  return element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...alarms.map(row)));
}

/** @param {any} shown */
function row(shown) {
  const { alarm, rank, seen } = shown;
  return element(
    "tr",
    {},
    element("td", { text: day(alarm.since) }),
    element("td", { text: alarm.over === null ? say("pit.history.lasting") : day(alarm.over) }),
    element("td", { text: rankMark(rank) }),
    element("td", { text: alarmWords(shown) }),
    element("td", { text: seen ? [say("pit.seen_by", { name: seen.by, time: day(seen.at) }), seen.words].filter(Boolean).join(" : ") : "–" }),
  );
}
