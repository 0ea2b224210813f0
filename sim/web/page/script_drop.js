// @ts-check
// A round script, dropped on the page or chosen as a file; the server opens the table that it is for.

import { writeText } from "./dom.js";

/** @typedef {import("./store.js").Table} Table */

/** The server's limit, in bytes. */
const MOST = 1 << 18;

/**
 * @param {Table} table
 * @param {File} file
 */
export async function loadScriptFile(table, file) {
  if (file.size > MOST) {
    table.refuse(table.say("web.refused.too_long", { name: file.name, most: MOST / 1024 }));
    return;
  }
  await table.ask({ act: "load", script: await file.text() });
}

/**
 * Loads a file that is dropped on the page; `sign` is shown while one is dragged over it.
 * @param {HTMLElement} sign
 * @param {Table} table
 */
export function mountDrop(sign, table) {
  const isFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    sign.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    // Null if the drag leaves the window; else it has crossed an element's border.
    if (event.relatedTarget === null) sign.hidden = true;
  });
  addEventListener("drop", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    sign.hidden = true;
    const file = event.dataTransfer?.files[0];
    if (file) void loadScriptFile(table, file);
  });
  table.on("hello", () => {
    writeText(sign, table.say("web.controls.drop"));
    loadLinkedScript(table);
  });
}

/**
 * Loads the script in the page's address, once: the page of a rule pack has such links.
 * @param {Table} table
 */
function loadLinkedScript(table) {
  const [, script] = /^#script=(.+)$/.exec(location.hash) ?? [];
  if (!script) return;
  history.replaceState(null, "", location.pathname);
  void table.ask({ act: "load", script: decodeURIComponent(script) });
}
