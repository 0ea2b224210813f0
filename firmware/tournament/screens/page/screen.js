// @ts-check
// A screen of a tournament, full screen: the clock, the seats or the prizes. It only reads.

import { clock } from "./clock.js";
import { el, keep, write } from "./dom.js";
import { recall, remember } from "./kept.js";
import { Live } from "./live.js";
import { payouts } from "./payouts.js";
import { language, ownLanguage, say, speak } from "./saying.js";
import { seats } from "./seats.js";

/**
 * The screens: each shows what it is told and returns the state for the head of the screen, ticks,
 * and says that the hall is lost.
 * @type {Record<string, (root: HTMLElement) => {show: (view: any) => string, tick: () => void, lost: () => string}>}
 */
const VIEWS = { clock, seats, payouts };
/** How often what runs by itself is written. */
const TICK_MS = 200;
const THEME = "hall-theme";

const root = document.documentElement;
const at = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

const name = location.pathname.split("/").at(-1) ?? "clock";
const view = VIEWS[name](at("view"));
const live = new Live(`feed/${name}`);
/** @type {any} */
let told = null;

root.dataset.view = name;
root.dataset.theme = recall(THEME) ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");

live.addEventListener("view", (event) => {
  told = /** @type {CustomEvent} */ (event).detail;
  draw();
});
live.addEventListener("lost", () => link("lost"));
live.addEventListener("back", () => link("live"));
at("language").addEventListener("click", () => turn(language() === "fr" ? "en" : "fr"));
at("theme").addEventListener("click", () => {
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  remember(THEME, root.dataset.theme);
});
setInterval(() => told && view.tick(), TICK_MS);
await turn(ownLanguage());
live.open();

/** @param {string} chosen */
async function turn(chosen) {
  await speak(chosen);
  const other = chosen === "fr" ? "en" : "fr";
  at("language").lang = other;
  write(at("language"), other === "fr" ? "Français" : "English");
  write(at("theme"), say("theme"));
  at("views").setAttribute("aria-label", say("views"));
  keep(at("views"), Object.keys(VIEWS), String, (one) => el("a", { href: one, "aria-current": one === name && "page" }), (node, one) => write(node, say(one)));
  link(root.dataset.link ?? "");
  if (told) draw();
}

/** @param {string} state */
function link(state) {
  root.dataset.link = state;
  at("away").hidden = state !== "lost";
  if (state === "lost") write(at("away"), told ? view.lost() : say("lost"));
}

function draw() {
  write(at("name"), told.name || say("title"));
  document.title = `${told.name || say("title")} · ${say(name)}`;
  write(at("state"), view.show(told.view));
  view.tick();
}
