// @ts-check
// The page: its settings (language, theme, sound), and all its parts.

import { mountAlarms, mountAnnouncement, mountRefusal } from "./announcements.js";
import { mount as mountBreak } from "./fault_panel.js";
import { mount as mountClassroom } from "./classroom.js";
import { mount as mountControls } from "./controls.js";
import { mountDisplay, mountFigures } from "./displays.js";
import { setAttribute, writeText } from "./dom.js";
import { mount as mountDrawer } from "./drawer.js";
import { mount as mountFelt } from "./felt.js";
import { mount as mountGuide } from "./guide.js";
import { mount as mountHelp } from "./help.js";
import { mount as mountInside } from "./inside.js";
import { recall, remember } from "./local_storage.js";
import { mount as mountKeys } from "./keys.js";
import { mount as mountLanguages } from "./language_buttons.js";
import { mount as mountPower } from "./power.js";
import { mount as mountPrompt } from "./prompt.js";
import { mountRulesTab } from "./rules_tab.js";
import { mountLesson } from "./lesson_panel.js";
import { mount as mountSchool } from "./school.js";
import { drillTab } from "./drill_panel.js";
import { mountDrop } from "./script_drop.js";
import { mount as mountScript } from "./script_panel.js";
import { mount as mountSeat } from "./table_dialog.js";
import { mount as mountShoe } from "./shoe.js";
import { Socket } from "./socket.js";
import { Table } from "./store.js";
import { Tabs } from "./tabs.js";
import { mount as mountTechnician } from "./technician.js";
import { mountTone } from "./tone.js";
import { mount as mountVeil } from "./connection_veil.js";
import { Voice } from "./voice.js";
import { mount as mountWhy } from "./why_panel.js";
import { GAME_KEYS } from "./word_keys.js";

const THEME = "theme";
const SOUND = "sound";
const ON = "on";

const root = document.documentElement;
const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

const socket = new Socket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws${location.search}`);
const table = new Table(socket);
const voice = new Voice(table);
let soundOn = recall(SOUND) === ON;

const parts = [
  () => mountHeader(),
  () => mountTheme(byId("theme")),
  () => mountSound(byId("sound")),
  () => mountVeil(byId("veil"), byId("connection"), table),
  () => mountTools(),
  () => mountFelt(byId("felt"), table),
  () => mountDisplay(byId("dealer-display"), table, "dealer_display", "dealer"),
  () => mountDisplay(byId("payout-display"), table, "payout_display", "players"),
  () => mountFigures(byId("figures"), table),
  () => mountPrompt(byId("prompt"), table),
  () => mountAlarms(byId("alarms"), table),
  () => mountAnnouncement(byId("announce"), table, (announced) => soundOn && voice.speak(announced)),
  () => mountRefusal(byId("refused"), table),
  () => mountKeys(byId("keys"), table),
  () => mountShoe(byId("shoe"), table),
  () => mountControls(byId("controls"), table),
  () => mountPower(byId("power"), table),
  () => mountLanguages(byId("languages"), table),
  () => mountSeat(byId("seat"), byId("seat-open"), table),
  () => mountHelp(byId("help"), byId("help-open"), table),
  () => mountWhy(byId("why"), byId("why-open"), table),
  () => mountSchool(byId("school"), byId("school-open"), table, [drillTab(table)]),
  () => mountLesson(byId("lesson"), byId("school-open"), table),
  () => mountClassroom(byId("classroom"), table),
  () => mountGuide(byId("guide"), byId("guide-again"), table),
  () => mountDrop(byId("drop"), table),
  () => mountRulesTab(byId("rules"), table),
  () => mountBreak(byId("break"), table),
  () => mountInside(byId("inside"), table),
  () => mountTechnician(byId("technician"), table),
  () => mountScript(byId("script"), table),
];
socket.open(); // the server answers while the parts are mounted
for (const part of parts) part();

/** The tools; a window that was torn off for one of them shows nothing else. */
function mountTools() {
  const only = new URLSearchParams(location.search).get("tool");
  setAttribute(root, "data-tool", only);
  const nodes = { drawer: byId("drawer"), edge: byId("drawer-edge"), title: byId("drawer-title"), tearOff: byId("drawer-window"), close: byId("drawer-close") };
  mountDrawer(nodes, table, new Tabs(byId("main"), nodes.drawer, only));
}

function mountHeader() {
  table.on("hello", (hello) => {
    root.lang = table.language;
    root.dataset.game = hello.game;
    root.dataset.seat = hello.seat;
    for (const node of document.querySelectorAll("[data-words]")) writeText(node, table.say(node.getAttribute("data-words") ?? ""));
    for (const node of document.querySelectorAll("[data-words-label]")) {
      setAttribute(node, "aria-label", table.say(node.getAttribute("data-words-label") ?? ""));
    }
    writeText(byId("game"), table.say(GAME_KEYS[hello.game] ?? hello.game));
    document.title = `${table.say(GAME_KEYS[hello.game] ?? hello.game)} · Croupier`;
    setAttribute(byId("help-open"), "aria-label", table.say("web.help.title"));
    setAttribute(byId("languages"), "aria-label", table.say("web.language"));
  });
  table.on("status", (status) => {
    writeText(byId("round"), status.round ? table.say("web.round", { number: status.round }) : "");
    const marks = [...(status.testing ? ["web.marks.test"] : []), ...(status.tournament ? ["web.marks.tournament"] : []), ...(status.board === "sim" ? ["web.marks.simulation"] : [])];
    writeText(byId("marks"), marks.map((key) => table.say(key)).join(" · "));
  });
}

/** @param {HTMLElement} button */
function mountTheme(button) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const now = () => recall(THEME) ?? (dark.matches ? "dark" : "light");
  const show = () => {
    root.dataset.theme = now();
    setAttribute(/** @type {Element} */ (button.querySelector("use")), "href", now() === "dark" ? "#i-light" : "#i-dark");
    setAttribute(button, "aria-label", table.say(now() === "dark" ? "web.theme.light" : "web.theme.dark"));
    setAttribute(button, "title", button.getAttribute("aria-label"));
  };
  button.onclick = () => {
    remember(THEME, now() === "dark" ? "light" : "dark");
    show();
  };
  dark.addEventListener("change", show);
  show();
  table.on("hello", show);
}

/**
 * A browser is silent until its user has clicked or typed, even if sound was switched on at an earlier visit.
 * @param {HTMLElement} button
 */
function mountSound(button) {
  const sound = mountTone(table);
  if (soundOn) for (const act of ["pointerup", "keyup"]) addEventListener(act, () => sound(soundOn), { once: true });
  const show = () => {
    setAttribute(button, "aria-pressed", String(soundOn));
    setAttribute(button, "aria-label", table.say("web.sound"));
    setAttribute(button, "title", table.say("web.sound"));
    setAttribute(/** @type {Element} */ (button.querySelector("use")), "href", soundOn ? "#i-loud" : "#i-mute");
  };
  button.onclick = () => {
    soundOn = !soundOn;
    remember(SOUND, soundOn ? ON : "");
    sound(soundOn);
    if (!soundOn) voice.hush();
    show();
  };
  table.on("hello", show);
}
