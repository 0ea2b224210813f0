// @ts-check
// The payment in a drill: its digits are typed, or its chips are laid one by one.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./drill_panel.js").Drill} Drill */

/** The chips of the rack, in cents; the smallest make up any amount. */
const CHIPS = [50000, 10000, 2500, 500, 100, 25, 5, 1];
const NOTHING = /^0+(?:[.,]0*)?$/;

/** @param {Table} table */
export function drillPayment(table) {
  const field = element("input", { id: "drill-amount", inputmode: "decimal", autocomplete: "off", size: 10, "aria-describedby": "drill-task" });
  const label = element("label", { for: field.id });
  const pay = element("button", { class: "next" });
  const rack = element("div", { class: "row drill-chips", role: "group" });
  const clear = element("button", { type: "button", dataset: { act: "drill-clear" } });
  const node = element("form", { class: "drill-payment" }, label, field, pay, clear, rack);
  /** The number of the question that is open. */
  let number = 0;

  const paid = () => (NOTHING.test(field.value.trim()) ? 0 : table.words.parseMoney(field.value));
  const write = (/** @type {number} */ cents) => {
    field.value = cents ? table.words.typedMoney(cents) : "";
    setAttribute(field, "aria-invalid", null);
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const cents = paid();
    setAttribute(field, "aria-invalid", cents === null ? "true" : null);
    if (cents !== null) void table.ask({ act: "paydrill", number, cents });
  };
  node.addEventListener("submit", submit);
  field.addEventListener("input", () => setAttribute(field, "aria-invalid", null));
  clear.onclick = () => {
    write(0);
    field.focus();
  };
  return {
    node,
    focus: () => field.focus(),
    show(/** @type {Drill} */ drill) {
      node.hidden = drill.state === "marked";
      for (const control of [pay, clear, ...rack.children]) setAttribute(control, "disabled", drill.state !== "open");
      if (drill.number !== number) write(0);
      number = drill.number;
      writeText(label, table.say("web.felt.amount"));
      writeText(pay, table.say("web.drill.pay"));
      writeText(clear, table.say("web.drill.clear"));
      setAttribute(rack, "aria-label", table.say("web.drill.chips_label"));
      const lay = (/** @type {number} */ cents) => write((paid() ?? 0) + cents);
      reconcileChildren(rack, CHIPS, String, (cents) => element("button", { type: "button", dataset: { cents }, onclick: () => lay(cents) }), (button, cents) =>
        writeText(button, `+${table.money(cents)}`));
    },
  };
}
