// @ts-check
// The rules of the table beside its felt: read from the server when their tab is opened.

import { mountRules } from "./rules.js";

/** @typedef {import("./store.js").Table} Table */

/**
 * @param {HTMLElement} panel
 * @param {Table} table
 */
export function mountRulesTab(panel, table) {
  const rules = mountRules(panel, table);
  const showOpen = () => {
    if (!panel.hidden) rules.show();
  };
  new MutationObserver(showOpen).observe(panel, { attributeFilter: ["hidden"] });
  for (const topic of ["hello", "link", "school"]) table.on(topic, showOpen);
}
