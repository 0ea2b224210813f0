// @ts-check
// The veil over the table while its state is not known, with the reason.

import { element, setAttribute, writeText } from "./dom.js";
import { CONNECTION_KEYS } from "./page_keys.js";

/** @typedef {import("./store.js").Table} Table */

const TICK_MS = 1000;
/** Hours, minutes and seconds with colons, as in every language. */
const CLOCK = "en-GB";

/**
 * @param {HTMLElement} root the veil; the elements that it disables have `data-veiled`
 * @param {HTMLElement} sign shows the state of the connection in a word
 * @param {Table} table
 */
export function mount(root, sign, table) {
  const title = element("p", { class: "prompt" });
  const since = element("p", { class: "hint" });
  const powerButton = element("button", { class: "next", dataset: { act: "power-on" }, onclick: () => void table.ask({ act: "power", on: true }) });
  const first = [...root.children];
  const message = element("div", { class: "told" }, title, since, powerButton);
  root.append(message);
  document.documentElement.dataset.link = table.link.state;

  const show = () => {
    const { state } = table.link;
    document.documentElement.dataset.link = state;
    for (const hidden of document.querySelectorAll("[data-veiled]")) setAttribute(hidden, "inert", !table.live);
    root.hidden = table.live;
    for (const node of first) setAttribute(node, "hidden", table.hello !== null);
    message.hidden = table.hello === null;
    if (!table.hello) return;
    writeText(sign, table.say(CONNECTION_KEYS[state]));
    writeText(title, table.say(CONNECTION_KEYS[`${state}_detail`]));
    powerButton.hidden = state !== "off";
    writeText(powerButton, table.say("web.controls.on"));
    tick();
  };
  const tick = () => {
    if (table.live || !table.hello) return;
    const time = new Date(table.link.since).toLocaleTimeString(CLOCK);
    const seconds = Math.floor((Date.now() - table.link.since) / 1000);
    writeText(since, table.say("web.connection.since", { time, count: seconds }));
  };
  table.on("link", show);
  table.on("hello", show);
  setInterval(tick, TICK_MS);
}
