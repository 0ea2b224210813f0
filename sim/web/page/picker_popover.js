// @ts-check
// The panel of a picker, on the part of the felt that it is about: the shoe, the wheel, the dice, the balls.

import { element, setAttribute, writeText } from "./dom.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./svg.js").Box} Box */

/** The least distance from the window's edge, in pixels. */
const MARGIN = 4;
/** The share of the window's width from which on a panel hides the felt. */
const WHOLE_WIDTH = 0.7;
/** Whatever on the felt has a meaning of its own for a click. */
const OWN_CLICK = "[data-place], [data-over], [data-spot], [data-why], button";

/**
 * Puts `content` into a panel that opens and closes by a click on its part of the felt, and by a button beside it.
 * It closes when what it offers has been chosen, and by Escape.
 * @param {HTMLElement} content
 * @param {Table} table
 * @param {() => Box | null} boxOf its part of the felt, in the lengths of the felt's plan
 * @param {...HTMLElement} beside further buttons, below the one that closes the panel
 * @returns {{panel: HTMLElement, opener: HTMLElement, close: () => void}}
 */
export function pickerPopover(content, table, boxOf, ...beside) {
  const close = element("button", { type: "button", class: "round", text: "×", onclick: () => panel.hidePopover() });
  const panel = element("div", { class: "picker", popover: "manual", role: "group" }, content, element("div", { class: "beside" }, close, ...beside));
  const opener = element("button", { type: "button", dataset: { act: "pick" }, "aria-expanded": "false", onclick: () => toggle() });
  const toggle = () => {
    const isOpen = panel.togglePopover();
    // At once, before it is painted: the browser reports its opening later.
    setAttribute(opener, "aria-expanded", String(isOpen));
    if (!isOpen) return;
    putBeside(panel);
    panel.querySelector("button[tabindex='0'], input, button")?.focus();
  };
  panel.addEventListener("toggle", (/** @type {any} */ { newState }) => {
    setAttribute(opener, "aria-expanded", String(newState === "open"));
  });
  panel.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    panel.hidePopover();
  });
  document.getElementById("felt")?.addEventListener("click", ({ target, clientX, clientY }) => {
    const rect = rectOf(boxOf());
    const isOnIt = rect && clientX >= rect.left && clientX <= rect.right && clientY >= rect.top && clientY <= rect.bottom;
    if (isOnIt && !(/** @type {Element} */ (target).closest(OWN_CLICK))) toggle();
  });
  let seat = -1;
  table.on("hello", (hello) => {
    if (hello.seat !== seat && panel.matches(":popover-open")) panel.hidePopover();
    seat = hello.seat;
    setAttribute(close, "aria-label", table.say("web.drawer.close_picker"));
  });
  return { panel, opener, close: () => closePicker(panel, opener) };
}

/**
 * Closes a picker; whoever chose with the keyboard is again at what opens it.
 * @param {HTMLElement} panel
 * @param {HTMLElement} opener
 */
function closePicker(panel, opener) {
  const isFocused = panel.contains(document.activeElement);
  if (panel.matches(":popover-open")) panel.hidePopover();
  setAttribute(opener, "aria-expanded", "false");
  if (isFocused) opener.focus();
}

/**
 * Names a picker by what its button says.
 * @param {{panel: HTMLElement, opener: HTMLElement}} nodes
 * @param {string} words
 */
export function namePicker({ panel, opener }, words) {
  writeText(opener, words);
  setAttribute(panel, "aria-label", words);
}

/**
 * Where a box of the plan is in the window; null if the felt does not have it.
 * @param {Box | null} box
 */
function rectOf(box) {
  const picture = /** @type {SVGGraphicsElement | null} */ (document.querySelector("svg.felt-picture"));
  const matrix = picture?.checkVisibility() ? picture.getScreenCTM() : null;
  if (!box || !matrix) return null;
  const { x: left, y: top } = new DOMPoint(box.x - box.w / 2, box.y - box.h / 2).matrixTransform(matrix);
  return new DOMRect(left, top, box.w * matrix.a, box.h * matrix.d);
}

/**
 * Lays a panel over the column, below the prompt, where it hides nothing of the felt that is dealt from or to; where
 * the prompt lies at the foot of the window, above it; where it would hide the felt, as on a phone, at the foot.
 * @param {HTMLElement} panel
 */
function putBeside(panel) {
  const { width, height } = panel.getBoundingClientRect();
  const prompt = document.getElementById("prompt")?.getBoundingClientRect() ?? new DOMRect();
  // What is in the head of the page stays in reach, the plug first.
  const least = Math.max(0, document.querySelector("header")?.getBoundingClientRect().bottom ?? 0) + MARGIN;
  const isBelow = prompt.bottom + MARGIN + height <= innerHeight;
  const top = width > innerWidth * WHOLE_WIDTH ? innerHeight - height : isBelow ? prompt.bottom + MARGIN : prompt.top - height;
  panel.style.left = `${Math.max(MARGIN, Math.min(prompt.right, innerWidth - MARGIN) - width)}px`;
  panel.style.top = `${Math.max(least, Math.min(top, innerHeight - MARGIN - height))}px`;
}
