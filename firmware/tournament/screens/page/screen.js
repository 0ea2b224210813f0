// @ts-check
// A screen of a tournament, full screen: the clock, the seats or the prizes. It only reads.

import { clock } from "./clock.js";
import { element, reconcileChildren, writeText } from "./dom.js";
import { recall, remember } from "./local_storage.js";
import { loadLanguage, message, otherLanguage, ownLanguage } from "./messages.js";
import { payouts } from "./payouts.js";
import { seats } from "./seats.js";
import { ViewFeed } from "./view_feed.js";

/**
 * The screens: `show` draws a view and returns the state for the head of the screen, `tick` redraws
 * running times, `lost` is the message if the server is silent.
 * @type {Record<string, (root: HTMLElement) => {show: (view: any) => string, tick: () => void, lost: () => string}>}
 */
const VIEWS = { clock, seats, payouts };
/** @type {Record<string, string>} */
const VIEW_KEYS = { clock: "hall.screen.clock", seats: "hall.screen.seats", payouts: "hall.screen.payouts" };
/** How often running times are redrawn. */
const TICK_MS = 200;
const THEME = "hall-theme";

const root = document.documentElement;
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

const name = location.pathname.split("/").at(-1) ?? "clock";
const view = VIEWS[name](byId("view"));
const feed = new ViewFeed(`feed/${name}`);
/** @type {any} */
let latest = null;

root.dataset.view = name;
root.dataset.theme = recall(THEME) ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");

feed.addEventListener("view", (event) => {
  latest = /** @type {CustomEvent} */ (event).detail;
  draw();
});
feed.addEventListener("lost", () => link("lost"));
feed.addEventListener("back", () => link("live"));
byId("language").addEventListener("click", () => setLanguage(otherLanguage().code));
byId("theme").addEventListener("click", () => {
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  remember(THEME, root.dataset.theme);
});
setInterval(() => latest && view.tick(), TICK_MS);
await setLanguage(ownLanguage());
feed.open();

/** @param {string} chosen */
async function setLanguage(chosen) {
  await loadLanguage(chosen);
  const other = otherLanguage();
  byId("language").lang = other.code;
  writeText(byId("language"), other.name);
  writeText(byId("theme"), message("hall.screen.theme"));
  byId("views").setAttribute("aria-label", message("hall.screen.views"));
  reconcileChildren(byId("views"), Object.keys(VIEWS), String, (screen) => element("a", { href: screen, "aria-current": screen === name && "page" }), (node, screen) => writeText(node, message(VIEW_KEYS[screen])));
  link(root.dataset.link ?? "");
  if (latest) draw();
}

/** @param {string} state */
function link(state) {
  root.dataset.link = state;
  byId("away").hidden = state !== "lost";
  if (state === "lost") writeText(byId("away"), latest ? view.lost() : message("hall.screen.lost"));
}

function draw() {
  document.querySelector(".loading")?.remove();
  writeText(byId("name"), latest.name || message("hall.screen.title"));
  document.title = `${latest.name || message("hall.screen.title")} · ${message(VIEW_KEYS[name])}`;
  writeText(byId("state"), view.show(latest.view));
  view.tick();
}
