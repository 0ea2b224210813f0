// @ts-check
// The technician's console: its output, and a line to type.

import { element, setAttribute, writeText } from "./dom.js";

/** @typedef {import("./store.js").Table} Table */

const MOST_LETTERS = 200_000;
const ENTER = "\r";
const INTERRUPT = "\x03";
const NOT_HERE = 1008;

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mount(root, table) {
  const title = element("h2", { class: "unseen" });
  const screen = element("pre", { role: "log", tabindex: "0", translate: "no" });
  const input = /** @type {HTMLInputElement} */ (
    element("input", { autocomplete: "off", autocapitalize: "off", spellcheck: "false", id: "technician-line" })
  );
  const label = element("label", { for: "technician-line" });
  const send = element("button", { type: "submit" });
  const stop = element("button", { type: "button" });
  const form = element("form", { class: "typed" }, label, input, send, stop);
  root.append(title, element("div", { class: "technician" }, screen, form));

  /** @type {WebSocket | null} */
  let wire = null;
  /** @type {string[]} */
  const lines = [];
  let lineIndex = 0;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const opened = new WebSocket(`${scheme}://${location.host}/console?lang=${table.language}`);
    wire = opened;
    opened.onmessage = (event) => receive(JSON.parse(event.data));
    opened.onclose = (event) => {
      if (wire !== opened) return;
      wire = null;
      setHidden(false);
      print(`\n${table.say(event.code === NOT_HERE ? "web.console.not_here" : "web.console.closed")}\n`);
    };
  }

  /** @param {{text?: string, hidden?: boolean}} message */
  function receive(message) {
    if (message.hidden !== undefined) setHidden(message.hidden);
    if (message.text) print(message.text);
  }

  /** @param {string} text */
  function print(text) {
    // If the user has scrolled up to read, new output must not scroll it away.
    const below = screen.scrollHeight - screen.scrollTop - screen.clientHeight < 8;
    const all = (screen.textContent ?? "") + text.replaceAll("\r", "");
    screen.textContent = all.slice(-MOST_LETTERS);
    if (below) screen.scrollTop = screen.scrollHeight;
  }

  /** @param {boolean} hidden */
  function setHidden(hidden) {
    input.type = hidden ? "password" : "text";
    writeText(label, table.say(hidden ? "web.console.secret" : "web.console.line"));
  }

  form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (!wire) return connect();
    if (wire.readyState !== WebSocket.OPEN) return;
    if (input.type === "text" && input.value.trim()) lines.push(input.value);
    lineIndex = lines.length;
    wire.send(input.value + ENTER);
    input.value = "";
  });
  input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    // With a selection, Ctrl+C copies as usual.
    if (event.key === "c" && event.ctrlKey && input.selectionStart === input.selectionEnd) interrupt();
    if (!step || input.type !== "text") return;
    event.preventDefault();
    lineIndex = Math.min(Math.max(lineIndex + step, 0), lines.length);
    input.value = lines[lineIndex] ?? "";
  });
  stop.addEventListener("click", interrupt);

  function interrupt() {
    input.value = "";
    if (wire?.readyState === WebSocket.OPEN) wire.send(INTERRUPT);
    input.focus();
  }

  new IntersectionObserver(([entry]) => {
    if (entry.isIntersecting && !wire && !screen.textContent) connect();
  }).observe(root);
  table.on("hello", () => {
    writeText(title, table.say("web.console.title"));
    setHidden(input.type === "password");
    writeText(send, table.say("web.console.send"));
    writeText(stop, table.say("web.console.stop"));
    setAttribute(screen, "aria-label", table.say("web.console.title"));
  });
}
