// @ts-check
// How busy each wire is, and what has been counted of each part since the service started.

import { el, keep, set, write } from "./dom.js";
import { partName } from "./faults.js";

const HEADS = ["part", "transfers", "out", "in", "trip", "errors", "losses", "mended"];

/** @typedef {import("./store.js").Table} Table */

/** @param {Table} table */
export function load(table) {
  const list = el("ul", { class: "load" });
  const make = () => el("li", {}, el("span"), el("meter", { min: 0, max: 1, high: 0.8 }), el("output"));
  table.on("frames", (told) => {
    const wires = Object.entries(told.load);
    if (!wires.length) return;
    keep(list, wires, ([wire]) => wire, make, (node, [wire, share]) => {
      const [name, bar, percent] = node.children;
      write(name, partName(table, wire));
      set(bar, "value", share.toFixed(3));
      set(bar, "aria-label", partName(table, wire));
      write(percent, `${(100 * share).toFixed(1).replace(".", table.language === "fr" ? "," : ".")}\u00a0%`);
    });
  });
  return list;
}

/** @param {Table} table */
export function counters(table) {
  const caption = el("caption", { class: "unseen" });
  const heads = HEADS.map((name) => el("th", { scope: "col", dataset: { name } }));
  const rows = el("tbody");

  function show() {
    write(caption, table.say("web.inside.counters"));
    for (const head of heads) write(head, table.say(`web.inside.head.${head.dataset.name}`));
    keep(rows, table.live ? table.status.parts : [], (part) => part.name, make, (row, part) => {
      write(row.cells[0], partName(table, part.name));
      told(part).forEach((text, at) => write(row.cells[at + 1], text));
    });
  }

  const make = () => el("tr", {}, el("th", { scope: "row" }), ...HEADS.slice(1).map(() => el("td")));
  for (const topic of ["hello", "status", "link"]) table.on(topic, show);
  return el("div", { class: "scrolled", tabindex: "0", role: "group", "aria-labelledby": "inside-counters" }, el("table", { class: "counters" }, caption, el("thead", {}, el("tr", {}, ...heads)), rows));
}

/** @param {any} part */
function told(part) {
  const mended = Object.entries(part.mended).map(([name, count]) => `${name} ${count}`);
  const counts = [part.transfers, part.bytes_out, part.bytes_in ?? "··", part.round_trip_ms, part.errors, part.losses];
  return [...counts.map(String), mended.join(", ") || "–"];
}
