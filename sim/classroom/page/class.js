// @ts-check
// The trainer's page: the door, the tiles, the wall.

import { element, setAttribute, writeText } from "./dom.js";
import { changeLanguage, language, say, takeWords } from "./class_words.js";
import { recall, remember } from "./local_storage.js";
import { RequestRefused, Socket } from "./socket.js";
import { mountSheet } from "./class_sheet.js";
import { showStuck, showTiles } from "./tiles.js";
import { mountTrainee } from "./trainee_dialog.js";

const THEME = "class-theme";
const SECRET = "class-secret";

const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const socket = new Socket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
/** @type {any} */
let view = null;
/** @type {boolean | null} Whether the server knows the trainer; null before it has said so. */
let isIn = null;

const trainee = mountTrainee(byId("trainee"), ask);
const allButtons = [
  { word: "class.begin_all", act: { act: "exercise", step: "same" } },
  { word: "class.next_all", act: { act: "exercise", step: "next" } },
  { word: "class.freeze_all", act: { act: "freeze", on: true } },
  { word: "class.thaw_all", act: { act: "freeze", on: false } },
].map(({ word, act }) => ({ word, button: element("button", { type: "button", onclick: () => void ask(act) }) }));
const openSheet = mountSheet(byId("sheet"), () => sessionStorage.getItem(SECRET) ?? "", refuse);
const sheetButton = element("button", { type: "button", onclick: () => void openSheet() });
byId("all").append(...allButtons.map(({ button }) => button), sheetButton);
const wall = mountWall(byId("wall"));

/**
 * Sends a request of the trainer; shows why it is refused.
 * @param {Record<string, any>} act
 */
async function ask(act) {
  try {
    await socket.ask(act);
    refuse("");
    return true;
  } catch (why) {
    if (!(why instanceof RequestRefused)) throw why;
    refuse(why.wordsByLanguage?.[language()] ?? say("class.lost"));
    return false;
  }
}

/** @param {string} words */
function refuse(words) {
  const inDialog = trainee.refuse(words);
  byId("refused").hidden = !words || inDialog;
  writeText(byId("refused"), words);
}

/** Enters with the secret of the address, which is then removed from it, or with the one of before. */
async function enter() {
  if (location.hash.length > 1) {
    sessionStorage.setItem(SECRET, location.hash.slice(1));
    history.replaceState(null, "", location.pathname);
  }
  const secret = sessionStorage.getItem(SECRET);
  const isEntered = secret !== null && (await ask({ act: "enter", secret }));
  if (!isEntered) sessionStorage.removeItem(SECRET);
  byId("door").hidden = isEntered;
  if (!isEntered) byId("secret").focus();
}

/** @param {HTMLElement} root */
function mountWall(root) {
  const title = element("h2", { id: "wall-head" });
  const text = element("p", { role: "status" });
  const step = element("button", { type: "button", onclick: () => void ask({ act: "wall_step" }) });
  const open = element("a", { class: "button", target: "_blank", rel: "noopener" });
  root.append(title, text, step, open);
  return () => {
    const { name, step: at, steps, address } = view.wall;
    writeText(title, say("class.wall"));
    writeText(text, name ? say("class.wall_of", { name, step: at, steps }) : say("class.wall_idle"));
    writeText(step, say("class.wall_step"));
    writeText(open, say("class.wall_open"));
    step.hidden = !name;
    step.disabled = at >= steps;
    setAttribute(open, "href", address && `${location.protocol}//${address}/?look`);
  };
}

function show() {
  for (const { word, button } of allButtons) writeText(button, say(word));
  writeText(sheetButton, say("class.sheet"));
  writeText(byId("language"), say("class.language"));
  document.querySelector("main")?.toggleAttribute("hidden", !view || !isIn);
  byId("all").hidden = !view || !isIn;
  if (!view) return;
  const open = (/** @type {number} */ number) => trainee.open(view.tiles[number]);
  showTiles(byId("tiles"), view.tiles, open);
  showStuck(byId("stuck"), view.tiles, open);
  trainee.update(view.tiles);
  wall();
}

socket.addEventListener("hello", (event) => {
  const hello = /** @type {CustomEvent} */ (event).detail;
  takeWords(hello.words);
  document.querySelector(".loading")?.remove();
  isIn = hello.in;
  show();
  if (!byId("door").hidden) byId("secret").focus();
});
socket.addEventListener("class", (event) => {
  view = /** @type {CustomEvent} */ (event).detail;
  show();
});
socket.addEventListener("back", () => {
  byId("lost").hidden = true;
  void enter();
});
socket.addEventListener("lost", () => {
  byId("lost").hidden = false;
  writeText(byId("lost"), say("class.lost"));
});
byId("door").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  sessionStorage.setItem(SECRET, byId("secret").value.trim());
  void enter();
});
byId("language").onclick = () => {
  changeLanguage();
  show();
};
const root = document.documentElement;
root.dataset.theme = recall(THEME) ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
byId("theme").onclick = () => {
  root.dataset.theme = root.dataset.theme === "light" ? "dark" : "light";
  remember(THEME, root.dataset.theme);
};
socket.open();
