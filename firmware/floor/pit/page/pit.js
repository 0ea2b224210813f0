// @ts-check
// The pit's page: its views, the state that comes, and the header's buttons.

import { showAlarms } from "./alarms.js";
import { acknowledge, shelve, showRule } from "./alarm_sheets.js";
import { NotServed, read, send } from "./api.js";
import { ScreenChanges } from "./changes.js";
import { showDays } from "./day.js";
import { element, setAttribute, writeText } from "./dom.js";
import { ROLE_KEYS } from "./form_editor.js";
import { showForms } from "./forms.js";
import { showHistory } from "./history.js";
import { recall, remember } from "./local_storage.js";
import { showJackpots } from "./jackpots.js";
import { showReport } from "./report.js";
import { showSource } from "./sources.js";
import { clock, lapse, loadLanguage, loadOwnLanguage, otherLanguage, reason, say } from "./language.js";
import { showTable, signIn } from "./sheet.js";
import { showTiles } from "./tiles.js";
import { showWall } from "./wall.js";

const READ_INTERVAL_MS = 2000;
const STALE_AFTER_MS = 5000;
const VIEW_KEYS = { tables: "pit.view.tables", jackpots: "pit.view.jackpots", history: "pit.view.history", forms: "pit.view.forms", day: "pit.view.day", report: "pit.view.report" };
/** By view: the act that reading it is. */
const VIEW_ACTS = { tables: "floor", jackpots: "floor", history: "floor", forms: "forms", day: "days", report: "report" };
const VIEWS = Object.keys(VIEW_KEYS);
const root = document.documentElement;
const $ = (/** @type {string} */ path) => /** @type {HTMLElement} */ (document.querySelector(path));

const WALL = "wall";
let view = VIEWS.includes(location.hash.slice(1)) ? location.hash.slice(1) : "tables";
/** @type {any} */
let screen = null;
/** @type {any} */
let session = null;
/**
 * Shows the forms that others have filed, while that view is open.
 * @type {(() => Promise<any>) | null}
 */
let updateForms = null;
/** When the state has last moved, by the browser's own clock. */
let movedAt = performance.now();
const changes = new ScreenChanges({ show: showScreen, silent: () => showConnectionLoss(say("pit.silent")) });

await loadOwnLanguage();
theme(recall("pit-theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark"));
wall(location.hash.slice(1) === WALL);
buttons();
setInterval(showStale, 1000);
// One request after the other: a slow server gets no second one before it has answered the first.
for (;;) {
  const signedInNow = await refresh();
  if (!signedInNow) await new Promise((done) => setTimeout(done, READ_INTERVAL_MS));
}

/** See to it that the floor's state comes; sign in first if necessary. Who may not see the floor only asks whether he is still signed in. True if somebody has just typed his passphrase. */
async function refresh() {
  try {
    if (session === null) await openSession();
    if ("floor" in session.acts) await changes.renew();
    else {
      await read("session");
      movedAt = performance.now();
    }
    await updateForms?.();
  } catch (error) {
    if (!(error instanceof NotServed)) throw error;
    changes.close();
    if (error.status === 401) return (await askSignIn("", error.proxy)) && !error.proxy;
    showConnectionLoss(`${reason(error)}${screen ? ` (${clock(screen.now)})` : ""}`);
  }
  return false;
}

/** @param {any} next */
function showScreen(next) {
  if (next.now !== screen?.now) movedAt = performance.now();
  screen = next;
  showConnectionLoss(screen.blind ? say("pit.blind") : changes.heldBack ? say("pit.slow") : "");
  show();
}

/** Learn who is signed in, and show what he may see. */
async function openSession() {
  session = await read("session");
  writeText($("#who"), say("pit.signed_in", { name: session.name, role: { key: ROLE_KEYS[/** @type {keyof typeof ROLE_KEYS} */ (session.role)] } }));
  $("#out").hidden = false;
  choose(views().includes(view) ? view : views()[0]);
}

function views() {
  return VIEWS.filter((name) => session && VIEW_ACTS[/** @type {keyof typeof VIEW_ACTS} */ (name)] in session.acts);
}

/** Say so if the state has not moved for some time, whatever the reason. */
function showStale() {
  const age = performance.now() - movedAt;
  const stale = session !== null && age > STALE_AFTER_MS;
  $("#stale").hidden = !stale;
  writeText($("#stale"), stale ? say("pit.stale", { since: lapse(age) }) : "");
}

function show() {
  if (screen === null || session === null) return;
  writeText($("#now"), `${clock(screen.now)} · ${say("pit.since_shift", { time: clock(screen.shift) })}`);
  const act = (/** @type {(target: any, signedIn: any) => void} */ sheet) => (/** @type {any} */ target) => sheet(target, acted);
  const may = (/** @type {string} */ name, /** @type {any} */ work) => (name in session.acts ? work : null);
  const unshelve = (/** @type {any} */ { kind, table }) => acted(() => send("unshelve", { kind, table }));
  showAlarms(screen, { acknowledge: may("acknowledge", act(acknowledge)), shelve: may("shelve", act(shelve)), unshelve: may("shelve", unshelve), explain: showRule, open: showTable });
  showRisen();
  if (isWall()) showWall($("#view"), screen);
  else if (view === "tables") showTiles($("#view"), screen, (tile) => (tile.of ? showSource(tile) : showTable(tile.table)));
  else if (view === "jackpots") showJackpots($("#view"), screen);
}

/**
 * Do an act on an alarm; a refusal is said. Its effect comes as a change.
 * @param {() => Promise<any>} work
 */
function acted(work) {
  return signedIn(work).catch((error) => showConnectionLoss(reason(error)));
}

/** Say in every view that an alarm has waited for too long. */
function showRisen() {
  const risen = screen.groups.filter((/** @type {any} */ group) => group.risen !== null);
  $("#risen").hidden = !risen.length;
  writeText($("#risen"), risen.length ? say("pit.risen_count", { count: risen.length }) : "");
}

/**
 * Do something that needs a sign-in; if that has expired, sign in and do it again.
 * @param {() => Promise<any>} work
 */
async function signedIn(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotServed) || error.status !== 401 || !(await askSignIn(reason(error), error.proxy))) throw error;
    return await work();
  }
}

/**
 * Sign in, after which the next read learns who it is: by the house's proxy if it says who is there, else by name and passphrase; false if the sheet was closed without one.
 * @param {string} why
 * @param {boolean} proxy
 */
async function askSignIn(why, proxy) {
  $("#out").hidden = true;
  document.querySelector(".loading")?.remove();
  session = null;
  return proxy ? send("sign-in/proxy").then(() => true, (error) => signIn(reason(error))) : signIn(why);
}

/** @param {string} words */
function showConnectionLoss(words) {
  $("#away").hidden = !words;
  writeText($("#away"), words);
}

/** @param {string} chosen */
function choose(chosen) {
  view = chosen;
  if (!isWall()) history.replaceState(null, "", `#${chosen}`);
  tabs();
  $("#view").replaceChildren();
  if (session === null) return;
  updateForms = view === "forms" ? showForms($("#view"), session, signedIn) : null;
  if (view === "forms") return;
  if (view === "report") showReport($("#view"), session.day_starts);
  else if (view === "day") showDays($("#view"), session, signedIn);
  else if (view === "history") showHistory($("#view"));
  else if (screen) show();
}

function tabs() {
  $("#tabs").replaceChildren(
    ...views().map((name) => {
      const button = element("button", { type: "button", text: say(VIEW_KEYS[/** @type {keyof typeof VIEW_KEYS} */ (name)]), onclick: () => choose(name) });
      setAttribute(button, "aria-current", name === view ? "page" : null);
      return button;
    }),
  );
}

function buttons() {
  showLanguageButton();
  choose(view);
  $("#language").onclick = async () => {
    await loadLanguage(otherLanguage().code);
    showLanguageButton();
    choose(view);
  };
  $("#theme").onclick = () => theme(root.dataset.theme === "dark" ? "light" : "dark");
  $("#wall").onclick = () => wall(!isWall());
  $("#out").onclick = async () => {
    await send("sign-out").catch(() => null);
    location.reload();
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isWall()) wall(false);
    if (event.key === "/" && !/** @type {Element} */ (event.target).matches("input, textarea, select")) {
      event.preventDefault();
      /** @type {HTMLElement | null} */ (document.querySelector(".search"))?.focus();
    }
  });
}

function showLanguageButton() {
  const other = otherLanguage();
  writeText($("#language"), other.name);
  $("#language").lang = other.code;
}

/** @param {string} chosen */
function theme(chosen) {
  root.dataset.theme = chosen;
  remember("pit-theme", chosen);
}

function isWall() {
  return "wall" in root.dataset;
}

/** @param {boolean} on */
function wall(on) {
  if (on) root.dataset.wall = "";
  else delete root.dataset.wall;
  setAttribute($("#wall"), "aria-pressed", String(on));
  history.replaceState(null, "", `#${on ? WALL : view}`);
  choose(on ? "tables" : view);
}
