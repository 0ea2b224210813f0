// @ts-check
// The displays, pixel by pixel from the memories of the simulated chips, and the figures.

import { element, setAttribute, writeText } from "./dom.js";
import { DISPLAY_KEYS } from "./page_keys.js";

/** @typedef {import("./store.js").Table} Table */

const LIT = [0x8f, 0xe9, 0xff];
const DARK = [0x05, 0x0b, 0x10];

/** A dot of a character is four pixels; a cell is five dots by eight, and one between cells. */
const DOT = 4;
/** The canvas's pixels for a pixel of a display; style sheets scale the canvas. */
const FINE = 2;
const CELL = [6 * DOT, 9 * DOT];

/** The segments a to g of a digit, as lines between the points of its box of 2 by 4. */
const SEGMENTS = [
  [0, 0, 2, 0], [2, 0, 2, 2], [2, 2, 2, 4], [0, 4, 2, 4], [0, 2, 0, 4], [0, 0, 0, 2], [0, 2, 2, 2],
];
const SHAPES = {
  0: "abcdef", 1: "bc", 2: "abdeg", 3: "abcdg", 4: "bcfg", 5: "acdfg", 6: "acdefg", 7: "abc",
  8: "abcdefg", 9: "abcdfg", "-": "g", " ": "",
};
const DIGITS = 8;

/**
 * One display; `name` is its field in the displays, `lines` the field of the status that it shows.
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {"dealer_display" | "payout_display"} name
 * @param {"dealer" | "players"} lines
 */
export function mountDisplay(root, table, name, lines) {
  const title = element("h2", { class: "label" });
  const canvas = element("canvas", { class: "pixels", role: "img" });
  const enlarge = (/** @type {boolean} */ on) => setAttribute(bezel, "aria-expanded", String(on));
  const bezel = element("button", { type: "button", class: "bezel", onclick: () => enlarge(bezel.getAttribute("aria-expanded") !== "true") }, canvas);
  bezel.addEventListener("keydown", (/** @type {KeyboardEvent} */ { key }) => key === "Escape" && enlarge(false));
  enlarge(false);
  root.append(title, bezel);
  /** @type {any} */
  let shown = null;
  table.on("hello", () => {
    writeText(title, table.say(DISPLAY_KEYS[name]));
    setAttribute(bezel, "title", table.say("web.displays.enlarge"));
  });
  table.on("status", (status) => {
    setAttribute(canvas, "aria-label", status[lines].join(". ") || table.say("web.displays.dark"));
    setAttribute(canvas, "lang", status.language);
  });
  table.on("displays", ({ [name]: display }) => {
    // It is the same object as long as no pixel changes.
    if (display === shown) return;
    shown = display;
    if (display.kind === "pixels") drawPixels(canvas, display);
    else drawLetters(canvas, display);
  });
}

/**
 * The display of digits, if the table has one.
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mountFigures(root, table) {
  const canvas = element("canvas", { class: "figures", role: "img" });
  root.append(canvas);
  let shown = "";
  const name = () => {
    const figuresText = shown.trim() || table.say("web.displays.dark");
    setAttribute(canvas, "aria-label", `${table.say("part.figures")}: ${figuresText}`);
  };
  table.on("hello", name);
  table.on("scene", ({ figures }) => {
    root.hidden = figures === null;
    if (figures === null || figures === shown) return;
    shown = figures;
    drawFigures(canvas, figures);
    name();
  });
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {{width: number, height: number, lit: boolean, bits: string}} display
 */
function drawPixels(canvas, { width, height, lit, bits }) {
  resizeCanvas(canvas, width * FINE, height * FINE);
  const bytes = decodeOctets(bits);
  const pen = context(canvas);
  pen.fillStyle = rgb(DARK);
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = rgb(LIT);
  const stride = Math.ceil(width / 8);
  for (let pixel = 0; lit && pixel < width * height; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    if ((bytes[y * stride + (x >> 3)] >> (7 - (x & 7))) & 1) pen.fillRect(x * FINE, y * FINE, FINE, FINE);
  }
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {{lit: boolean, rows: string[], glyphs: string[]}} display
 */
function drawLetters(canvas, { lit, rows, glyphs }) {
  const texts = rows.map(decodeOctets);
  const drawn = glyphs.map(decodeOctets);
  resizeCanvas(canvas, (texts[0]?.length ?? 0) * CELL[0], texts.length * CELL[1]);
  const pen = context(canvas);
  pen.fillStyle = rgb(DARK);
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = rgb(LIT);
  pen.font = `${CELL[1] * 0.8}px ui-monospace, "DejaVu Sans Mono", monospace`;
  pen.textBaseline = "middle";
  pen.textAlign = "center";
  if (!lit) return;
  texts.forEach((row, y) => row.forEach((code, x) => drawCharacter(pen, code, drawn, x, y)));
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} code
 * @param {Uint8Array[]} glyphs
 * @param {number} column
 * @param {number} row
 */
function drawCharacter(pen, code, glyphs, column, row) {
  const [left, top] = [column * CELL[0], row * CELL[1]];
  const glyph = code < 8 ? glyphs[code] : undefined;
  if (!glyph) {
    pen.fillText(String.fromCharCode(code), left + CELL[0] / 2, top + CELL[1] / 2);
    return;
  }
  glyph.forEach((line, y) => {
    for (let x = 0; x < 5; x++) {
      if ((line >> (4 - x)) & 1) pen.fillRect(left + x * DOT, top + y * DOT, DOT - 1, DOT - 1);
    }
  });
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {string} figures
 */
function drawFigures(canvas, figures) {
  const digits = [...figures.matchAll(/([^.,])([.,]?)/g)].map(([, sign, point]) => ({ sign, point }));
  const [step, size] = [26, 8];
  canvas.width = DIGITS * step + 6;
  canvas.height = 4 * size + 12;
  const pen = context(canvas);
  pen.lineCap = "round";
  pen.lineWidth = 4;
  const before = Math.max(0, DIGITS - digits.length);
  for (let position = 0; position < DIGITS; position++) {
    const digit = digits[position - before] ?? { sign: " ", point: "" };
    // Slanted, as the segments of a real display are.
    pen.setTransform(1, 0, -0.08, 1, position * step + 8, 6);
    drawDigit(pen, SHAPES[/** @type {keyof typeof SHAPES} */ (digit.sign)] ?? "", size);
    pen.fillStyle = digit.point ? "#ff5b4d" : "#2a1210";
    pen.fillRect(2 * size + 3, 4 * size - 2, 4, 4);
  }
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} lit
 * @param {number} size
 */
function drawDigit(pen, lit, size) {
  SEGMENTS.forEach(([x1, y1, x2, y2], segment) => {
    pen.strokeStyle = lit.includes("abcdefg"[segment]) ? "#ff5b4d" : "#2a1210";
    const [dx, dy] = [Math.sign(x2 - x1) * 3, Math.sign(y2 - y1) * 3];
    pen.beginPath();
    pen.moveTo(x1 * size + dx, y1 * size + dy);
    pen.lineTo(x2 * size - dx, y2 * size - dy);
    pen.stroke();
  });
}

/**
 * Sets a canvas's size if it differs: setting it clears the canvas.
 * @param {HTMLCanvasElement} canvas
 * @param {number} width
 * @param {number} height
 */
function resizeCanvas(canvas, width, height) {
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {CanvasRenderingContext2D}
 */
function context(canvas) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
}

/** @param {number[]} colour */
function rgb(colour) {
  return `rgb(${colour.join(" ")})`;
}

/** @param {string} base64 */
function decodeOctets(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
