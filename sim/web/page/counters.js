// @ts-check
// The load of each wire, and the counters of each part since the service started.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { partName } from "./fault_list.js";
import { COLUMN_KEYS } from "./page_keys.js";

const HEADS = ["part", "transfers", "out", "in", "trip", "errors", "losses", "mended"];

/** @typedef {import("./store.js").Table} Table */

/** @param {Table} table */
export function wireLoads(table) {
  const list = element("ul", { class: "load" });
  const make = () => element("li", {}, element("span"), element("meter", { min: 0, max: 1, high: 0.8 }), element("output"));
  table.on("frames", (message) => {
    const wires = Object.entries(message.load);
    if (!wires.length) return;
    reconcileChildren(list, wires, ([wire]) => wire, make, (node, [wire, share]) => {
      const [name, bar, percent] = node.children;
      writeText(name, partName(table, wire));
      setAttribute(bar, "value", share.toFixed(3));
      setAttribute(bar, "aria-label", partName(table, wire));
      writeText(percent, table.words.percent((100 * share).toFixed(1)));
    });
  });
  return list;
}

/** @param {Table} table */
export function counters(table) {
  const caption = element("caption", { class: "unseen" });
  const heads = HEADS.map((name) => element("th", { scope: "col", dataset: { name } }));
  const rows = element("tbody");

  function show() {
    writeText(caption, table.say("web.inside.counters"));
    for (const head of heads) writeText(head, table.say(COLUMN_KEYS[head.dataset.name ?? ""]));
    reconcileChildren(rows, table.live ? table.status.parts : [], (part) => part.name, make, (row, part) => {
      writeText(row.cells[0], partName(table, part.name));
      counterTexts(part).forEach((text, column) => writeText(row.cells[column + 1], text));
    });
  }

  const make = () => element("tr", {}, element("th", { scope: "row" }), ...HEADS.slice(1).map(() => element("td")));
  for (const topic of ["hello", "status", "link"]) table.on(topic, show);
  return element("div", { class: "scrolled", tabindex: "0", role: "group", "aria-labelledby": "inside-counters" }, element("table", { class: "counters" }, caption, element("thead", {}, element("tr", {}, ...heads)), rows));
}

/** @param {any} part */
function counterTexts(part) {
  const mended = Object.entries(part.mended).map(([name, count]) => `${name} ${count}`);
  const counts = [part.transfers, part.bytes_out, part.bytes_in ?? "··", part.round_trip_ms, part.errors, part.losses];
  return [...counts.map(String), mended.join(", ") || "–"];
}
