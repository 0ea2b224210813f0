// @ts-check
// The pit's page: what is shown, how often it is asked for, and what the header's buttons do.

import { NotServed, read, send } from "./asking.js";
import { showAlarms } from "./alarms.js";
import { el, set, write } from "./dom.js";
import { showForms } from "./forms.js";
import { recall, remember } from "./kept.js";
import { showLots } from "./lots.js";
import { showOther } from "./others.js";
import { showReport } from "./report.js";
import { clock, language, ownLanguage, reason, say, speak } from "./saying.js";
import { acknowledge, showTable, signIn } from "./sheet.js";
import { showTiles } from "./tiles.js";

const EVERY_MS = 2000;
const VIEWS = ["tables", "lots", "forms", "report"];
const root = document.documentElement;
const $ = (/** @type {string} */ path) => /** @type {HTMLElement} */ (document.querySelector(path));

let view = VIEWS.includes(location.hash.slice(1)) ? location.hash.slice(1) : "tables";
/** @type {any} */
let screen = null;

await speak(ownLanguage());
theme(recall("pit-theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark"));
wall(location.search.includes("wall"));
buttons();
for (;;) {
  await look();
  await new Promise((done) => setTimeout(done, EVERY_MS));
}

/** Asks for the floor's state and shows it; whoever is not signed in is asked to. */
async function look() {
  try {
    screen = await read("state");
    away(screen.blind ? say("pit.blind") : "");
    show();
  } catch (error) {
    if (!(error instanceof NotServed)) throw error;
    if (error.status === 401) await enter("");
    else away(`${reason(error)}${screen ? ` (${clock(screen.now)})` : ""}`);
  }
}

function show() {
  $("#out").hidden = false;
  write($("#now"), `${clock(screen.now)} · ${say("pit.since_shift", { time: clock(screen.shift) })}`);
  showAlarms(screen, (shown) => acknowledge(shown, (work) => signedIn(work).then(look, (error) => away(reason(error)))));
  if (view === "tables") showTiles($("#view"), screen, (tile) => (tile.of ? showOther(tile) : showTable(tile.table)));
  else if (view === "lots") showLots($("#view"), screen);
}

/**
 * Does something for somebody who is signed in; who is not any more signs in, and it is done again.
 * @param {() => Promise<any>} work
 */
async function signedIn(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotServed) || error.status !== 401 || !(await enter(reason(error)))) throw error;
    return await work();
  }
}

/**
 * Signs somebody in; false if he would rather not.
 * @param {string} why
 */
async function enter(why) {
  $("#out").hidden = true;
  return signIn(why);
}

/** @param {string} words */
function away(words) {
  $("#away").hidden = !words;
  write($("#away"), words);
}

/** @param {string} chosen */
function turn(chosen) {
  view = chosen;
  history.replaceState(null, "", `#${chosen}`);
  tabs();
  $("#view").replaceChildren();
  if (view === "forms") showForms($("#view"), () => (screen?.tiles ?? []).filter((/** @type {any} */ tile) => !tile.of), signedIn);
  else if (view === "report") showReport($("#view"));
  else if (screen) show();
}

function tabs() {
  $("#tabs").replaceChildren(
    ...VIEWS.map((one) => {
      const button = el("button", { type: "button", text: say(`pit.view.${one}`), onclick: () => turn(one) });
      set(button, "aria-current", one === view ? "page" : null);
      return button;
    }),
  );
}

function buttons() {
  language_button();
  turn(view);
  $("#language").onclick = async () => {
    await speak(language() === "fr" ? "en" : "fr");
    language_button();
    turn(view);
  };
  $("#theme").onclick = () => theme(root.dataset.theme === "dark" ? "light" : "dark");
  $("#wall").onclick = () => wall(!("wall" in root.dataset));
  $("#out").onclick = async () => {
    await send("sign-out").catch(() => null);
    location.reload();
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && "wall" in root.dataset) wall(false);
  });
}

function language_button() {
  const other = language() === "fr" ? "en" : "fr";
  write($("#language"), other === "en" ? "English" : "Français");
  $("#language").lang = other;
}

/** @param {string} chosen */
function theme(chosen) {
  root.dataset.theme = chosen;
  remember("pit-theme", chosen);
}

/** @param {boolean} on */
function wall(on) {
  if (on) {
    root.dataset.wall = "";
    if (view !== "tables") turn("tables");
  } else delete root.dataset.wall;
  set($("#wall"), "aria-pressed", String(on));
}
