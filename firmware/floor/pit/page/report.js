// @ts-check
// Reports by hour, shift and table, on the page and as a file.

import { read } from "./asking.js";
import { el } from "./dom.js";
import { amount, decimal, language, reason, say } from "./saying.js";
import { field } from "./sheet.js";

const GROUPS = ["hour", "shift", "table"];
const MONEY = ["handle", "held", "priced", "won", "expected"];

/** @param {Element} root */
export function showReport(root) {
  const today = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  const by = el("select", {}, ...GROUPS.map((one) => el("option", { value: one, text: say(`pit.report.by_${one}`) })));
  const [from, to] = [0, 1].map(() => el("input", { type: "date", value: today, required: true }));
  const out = el("div", { class: "scroll", "aria-live": "polite" });
  const file = el("a", { class: "button", text: say("pit.report.csv") });
  const form = el("form", { class: "row" }, field("pit.report.by", by), field("pit.report.from", from), field("pit.report.to", to), file);
  const show = async () => {
    const asked = new URLSearchParams({ by: by.value, from: from.value, to: to.value, lang: language() });
    file.href = `report.csv?${asked}`;
    out.replaceChildren(await read(`report?${asked}`).then(sheet, (error) => el("p", { class: "refused", text: reason(error) })));
  };
  form.onchange = show;
  form.onsubmit = (/** @type {Event} */ event) => event.preventDefault();
  root.replaceChildren(el("div", { class: "sheet" }, form, out));
  show();
}

/** @param {any[]} lines */
function sheet(lines) {
  const heads = ["group", "rounds", ...MONEY, "deviations"].map((one) => el("th", { class: one === "group" ? "" : "amount", text: say(`pit.report.${one}`) }));
  const rows = lines.map(({ group, money }) =>
    el(
      "tr",
      { class: group ? "" : "total" },
      el("td", { text: group || say("pit.report.total") }),
      el("td", { class: "amount", text: String(money.rounds) }),
      ...MONEY.map((one) => amount("td", money[one])),
      el("td", { class: "amount", text: money.deviations === null ? "–" : decimal(money.deviations) }),
    ),
  );
  return el("table", {}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
}
