// @ts-check
// The pit's page: its views, how often the state is read, and the header's buttons.

import { NotServed, read, send } from "./api.js";
import { showAlarms } from "./alarms.js";
import { element, setAttribute, writeText } from "./dom.js";
import { ROLE_KEYS } from "./form_editor.js";
import { showForms } from "./forms.js";
import { recall, remember } from "./local_storage.js";
import { showJackpots } from "./jackpots.js";
import { showReport } from "./report.js";
import { showSource } from "./sources.js";
import { clock, lapse, loadLanguage, loadOwnLanguage, otherLanguage, reason, say } from "./language.js";
import { acknowledge, showRule, showTable, signIn } from "./sheet.js";
import { showTiles } from "./tiles.js";

const READ_INTERVAL_MS = 2000;
const STALE_AFTER_MS = 5000;
const VIEW_KEYS = { tables: "pit.view.tables", jackpots: "pit.view.jackpots", forms: "pit.view.forms", report: "pit.view.report" };
/** By view: the act that reading it is. */
const VIEW_ACTS = { tables: "floor", jackpots: "floor", forms: "forms", report: "report" };
const VIEWS = Object.keys(VIEW_KEYS);
const root = document.documentElement;
const $ = (/** @type {string} */ path) => /** @type {HTMLElement} */ (document.querySelector(path));

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

await loadOwnLanguage();
theme(recall("pit-theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark"));
wall(location.search.includes("wall"));
buttons();
setInterval(showStale, 1000);
// One read after the other: a slow server gets no second request before it has answered the first.
for (;;) {
  const signedInNow = await refresh();
  if (!signedInNow) await new Promise((done) => setTimeout(done, READ_INTERVAL_MS));
}

/** Read the floor's state and show it; sign in first if necessary. Who may not see the floor only asks whether he is still signed in. True if somebody has just typed his passphrase. */
async function refresh() {
  try {
    if (session === null) await openSession();
    const next = "floor" in session.acts ? await read("state") : await read("session");
    if ("floor" in session.acts) {
      if (next.now !== screen?.now) movedAt = performance.now();
      screen = next;
    } else movedAt = performance.now();
    showConnectionLoss(screen?.blind ? say("pit.blind") : "");
    show();
    await updateForms?.();
  } catch (error) {
    if (!(error instanceof NotServed)) throw error;
    if (error.status === 401) return (await askSignIn("", error.proxy)) && !error.proxy;
    showConnectionLoss(`${reason(error)}${screen ? ` (${clock(screen.now)})` : ""}`);
  }
  return false;
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
  if (screen === null) return;
  writeText($("#now"), `${clock(screen.now)} · ${say("pit.since_shift", { time: clock(screen.shift) })}`);
  const answer = (/** @type {any} */ shown) => acknowledge(shown, (work) => signedIn(work).then(refresh, (error) => showConnectionLoss(reason(error))));
  showAlarms(screen, { acknowledge: "acknowledge" in session.acts ? answer : null, explain: showRule });
  if (view === "tables") showTiles($("#view"), screen, (tile) => (tile.of ? showSource(tile) : showTable(tile.table)));
  else if (view === "jackpots") showJackpots($("#view"), screen);
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
  history.replaceState(null, "", `#${chosen}`);
  tabs();
  $("#view").replaceChildren();
  if (session === null) return;
  updateForms = view === "forms" ? showForms($("#view"), session, signedIn) : null;
  if (view === "forms") return;
  if (view === "report") showReport($("#view"));
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
  $("#wall").onclick = () => wall(!("wall" in root.dataset));
  $("#out").onclick = async () => {
    await send("sign-out").catch(() => null);
    location.reload();
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && "wall" in root.dataset) wall(false);
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

/** @param {boolean} on */
function wall(on) {
  if (on) {
    root.dataset.wall = "";
    if (view !== "tables") choose("tables");
  } else delete root.dataset.wall;
  setAttribute($("#wall"), "aria-pressed", String(on));
}
