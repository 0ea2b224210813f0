// @ts-check
// Reports by hour, shift and table, on the page and as a file.

import { read } from "./api.js";
import { element } from "./dom.js";
import { amount, decimal, language, reason, say } from "./language.js";
import { gamingDay } from "./gaming_day.js";
import { field } from "./sheet.js";

const GROUP_KEYS = { hour: "pit.report.by_hour", shift: "pit.report.by_shift", table: "pit.report.by_table" };
const MONEY = ["handle", "held", "priced", "won", "expected"];
const HEADS = [
  "pit.report.group",
  "pit.report.rounds",
  "pit.report.handle",
  "pit.report.held",
  "pit.report.priced",
  "pit.report.won",
  "pit.report.expected",
  "pit.report.deviations",
];

/**
 * @param {Element} root
 * @param {string} dayStarts When the gaming day begins, `06:00`.
 */
export function showReport(root, dayStarts) {
  const today = gamingDay(dayStarts);
  const by = element("select", {}, ...Object.entries(GROUP_KEYS).map(([group, key]) => element("option", { value: group, text: say(key) })));
  const [from, to] = [0, 1].map(() => element("input", { type: "date", value: today, required: true }));
  const output = element("div", { class: "scroll", "aria-live": "polite" });
  const file = element("a", { class: "button", text: say("pit.report.csv") });
  const form = element("form", { class: "row" }, field("pit.report.by", by), field("pit.report.from", from), field("pit.report.to", to), file);
  const show = async () => {
    const query = new URLSearchParams({ by: by.value, from: from.value, to: to.value, lang: language() });
    file.href = `report.csv?${query}`;
    output.replaceChildren(await read(`report?${query}`).then(sheet, (error) => element("p", { class: "refused", text: reason(error) })));
  };
  form.onchange = show;
  form.onsubmit = (/** @type {Event} */ event) => event.preventDefault();
  root.replaceChildren(element("div", { class: "sheet" }, form, output));
  show();
}

/** @param {any[]} lines */
function sheet(lines) {
  const heads = HEADS.map((key) => element("th", { class: key === "pit.report.group" ? "" : "amount", text: say(key) }));
  const rows = lines.map(({ group, money }) =>
    element(
      "tr",
      { class: group ? "" : "total" },
      element("td", { text: group || say("pit.report.total") }),
      element("td", { class: "amount", text: String(money.rounds) }),
      ...MONEY.map((name) => amount("td", money[name])),
      element("td", { class: "amount", text: money.deviations === null ? "–" : decimal(money.deviations) }),
    ),
  );
  return element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
}
