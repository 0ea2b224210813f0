// @ts-check
// What the trainer of a class decides at this table: a frozen table, a player's claim.

import { element, setAttribute, writeText } from "./dom.js";

/** @typedef {import("./store.js").Table} Table */

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mount(root, table) {
  const trainee = element("span", { class: "far" });
  const frozen = element("strong", { role: "alert" });
  const claim = element("p", { role: "alert" });
  root.append(trainee, frozen, claim);
  const show = () => {
    const { trainee: name, frozen: is_frozen, claim: spot } = table.classroom;
    const claimed = spot !== null && spot !== undefined;
    root.hidden = !name;
    root.dataset.frozen = String(is_frozen);
    setAttribute(document.documentElement, "data-frozen", is_frozen);
    writeText(trainee, table.say("web.class.trainee", { name }));
    writeText(frozen, is_frozen ? table.say("web.class.frozen_page") : "");
    writeText(claim, claimed ? table.say("web.class.claim", { spot }) : "");
  };
  table.on("classroom", show);
  table.on("hello", () => table.classroom && show());
}
