// @ts-check
// The print at a place of the felt, and the positions of its chips.

import { MIN_NUMBERED_HEIGHT, placeLayout } from "./place_layout.js";
import { die } from "./pips.js";
import { LEADING, MIN_LETTER_SIZE, MAX_SQUEEZE, textWidth, rectAttributes, fitText, paragraph, svg } from "./svg.js";

/** @typedef {import("./places.js").Place} Place */
/** @typedef {import("./svg.js").Box} Box */

/** The radius of the largest chips. */
const LARGEST = 25;
/** The height of the largest letters of a name. */
const LETTERS = 28;
/** How much narrower than its box a name is. */
const OFF = 10;
/** The height of letters printed on a layout's cloth: the largest capitals, and small letters beside others. */
const LARGE = 40;
const BESIDE = 22;
/** The width of a capital in parts of its height, and the ratio of width to height below which a place is printed upwards. */
const CAPITAL = 0.78;
const TALL = 0.7;
/** The smallest height of capitals; below it, small letters are used. */
const LEGIBLE = 20;
/** The least height of a letter, eleven pixels on a screen: on a felt at a desktop's width, and on a narrower one. */
const LEAST = { wide: MIN_LETTER_SIZE, narrow: 26.2 };
/** The share of its width that a circle or a hexagon has for one word, and for several lines. */
const WORD = 0.96;
/** How wide a name may be in a box before it is broken: then it is squeezed a little more. */
const BOX_NAME = 1.03;
const WORDS = 0.86;

/**
 * The position of a stack at a place, and the radius of its chips.
 * @param {Place} place
 * @param {number} nth
 * @param {number} of
 */
export function chipPosition(place, nth, of) {
  const { x, y, w, h } = placeLayout(place).chips;
  if (place.on_line) return { x: x + (nth - (of - 1) / 2) * 11, y: y - (nth % 2) * 5, r: Math.min(15, w * 0.42) };
  const r = Math.min(LARGEST, h * 0.4, w * 0.36);
  const spread = Math.min(r * 1.9, (w - 2 * r) / Math.max(of - 1, 1));
  return { x: x + (nth - (of - 1) / 2) * spread, y: y + Math.min(h * 0.12, r * 0.5), r };
}

/**
 * The outline of a place; chips may be dropped on its part `lands`.
 * @param {Place} place
 */
export function placeOutline({ box, arm, shape, on_line }) {
  const { x, y, w, h } = box;
  if (arm) return svg("g", {}, svg("path", { class: "shape", d: angledPath(box, arm) }), svg("rect", { class: "lands", ...rectAttributes(box) }));
  if (shape === "circle") return svg("circle", { class: "shape lands", cx: x, cy: y, r: w / 2 });
  if (shape === "hexagon") {
    const [a, b] = [w / 2, h / 2];
    const points = [[-a, 0], [-a * 0.55, -b], [a * 0.55, -b], [a, 0], [a * 0.55, b], [-a * 0.55, b]];
    return svg("polygon", { class: "shape lands", points: points.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ") });
  }
  return svg("rect", { class: "shape lands", ...rectAttributes(box), rx: on_line ? 0 : 9 });
}

/**
 * A rectangle with an arm that goes up at its left.
 * @param {Box} box
 * @param {Box} arm
 */
function angledPath(box, arm) {
  const [left, up, inner] = [arm.x - arm.w / 2, arm.y - arm.h / 2, arm.x + arm.w / 2];
  const [top, right, foot] = [box.y - box.h / 2, box.x + box.w / 2, box.y + box.h / 2];
  return `M${left} ${up + 9}q0 -9 9 -9H${inner}V${top}H${right}V${foot}H${left + 40}Q${left} ${foot} ${left} ${foot - 40}Z`;
}

/**
 * The print at a place: dice, a number or its name, or a sign if there is no room. A narrow felt has its own print.
 * @param {Place} place
 * @param {string} language
 */
export function placePrint(place, language) {
  if (place.on_line) return [];
  const printedPlace = { ...place, box: placeLayout(place).name };
  const always = [...(place.arm ? [armPrint(place.arm, place.cloth[language])] : []), ...diceFaces(printedPlace)];
  const [wide, narrow] = [LEAST.wide, LEAST.narrow].map((least) => printForChips(place, printedPlace, language, least));
  if (wide.every((one, nth) => narrow[nth]?.isEqualNode(one)) && wide.length === narrow.length) return [...always, ...wide];
  for (const one of wide) one.classList.add("on-wide");
  for (const one of narrow) one.classList.add("on-narrow");
  return [...always, ...wide, ...narrow];
}

/**
 * The print beside which chips have room; where that is a mere sign, a free place has its whole name.
 * @param {Place} place
 * @param {Place} beside the place with the part of its box that is beside chips
 * @param {string} language
 * @param {number} least
 */
function printForChips(place, beside, language, least) {
  const [marked, free] = [beside, place].map((one) => facePrint(one, language, least));
  const words = (/** @type {Element[]} */ prints) => prints.map(({ textContent }) => textContent).join();
  if (beside.box.w === place.box.w || words(marked) === words(free)) return marked;
  for (const one of marked) one.classList.add("on-marked");
  for (const one of free) one.classList.add("on-free");
  return [...marked, ...free];
}

/**
 * Letters as large as a place has room for, along its longer side; null if even the smallest do not fit.
 * @param {Box} box
 * @param {string} words
 * @param {string} kind
 * @param {number} least
 */
function fittedLetters({ x, y, w, h }, words, kind, least) {
  const lines = words.split("  ");
  const along = w < h * TALL;
  const [room, height] = along ? [h, w] : [w, h];
  const fits = (/** @type {number} */ most, /** @type {number} */ edge, /** @type {number[]} */ widths) => Math.min(most, (height * 0.8) / lines.length, (room - edge) / Math.max(...widths));
  const capitals = fits(LARGE, 8, lines.map((line) => Math.max(line.length, 5) * CAPITAL));
  const large = capitals >= Math.max(LEGIBLE, least);
  const size = large ? capitals : fits(Math.max(BESIDE, least), 4, lines.map((line) => textWidth(line) / MAX_SQUEEZE));
  if (size < least) return null;
  return paragraph({ x, y }, { size, lines, w: room - 4 }, { class: `${kind}${large ? " large" : ""}`, transform: along ? `rotate(-90 ${x} ${y})` : null });
}

/**
 * Letters along an arm, from its foot up.
 * @param {Box} arm
 * @param {string} words
 */
function armPrint({ x, y, w }, words) {
  const turn = `rotate(-90 ${x} ${y})`;
  return paragraph({ x, y }, { size: Math.min(LETTERS, w * 0.6), lines: [words] }, { class: "printed along", transform: turn });
}

/**
 * @param {Place} place
 * @param {string} language
 * @param {number} least
 */
function facePrint(place, language, least) {
  const { box, cloth, on, odds } = place;
  if (cloth[language]) return [clothPrint(box, cloth[language], odds[language], `printed cloth-${on.split(":")[0]}`, least) ?? signParagraph(place, language)];
  if (place.dice.length) return caption(place, language, least);
  if (place.argument) return numberPrint(place, language, least);
  const fullName = place.said[language];
  const w = place.shape === "box" ? box.w * BOX_NAME : box.w * (fullName.includes(" ") ? WORDS : WORD);
  const name = nameWithOdds(place, language, least, w) ?? fitText(fullName, { w, h: box.h }, Math.max(Math.min(LETTERS, box.w * 0.27), least), least);
  return [name ? nameParagraph(box, { ...name, w: Math.min(w, box.w - OFF) }, "printed") : signParagraph(place, language)];
}

/**
 * The words of a cloth, with their odds on a line of their own or beside them if there is room.
 * @param {Box} box
 * @param {string} words
 * @param {string | undefined} odds
 * @param {string} kind
 * @param {number} least
 */
function clothPrint(box, words, odds, kind, least) {
  const texts = odds ? [`${words}  ${odds}`, `${words} · ${odds}`, words] : [words];
  for (const text of texts) {
    const letters = fittedLetters(box, text, kind, least);
    if (letters) return letters;
  }
  return null;
}

/**
 * A name with its odds below it, in the smallest letters; null if it has none, or they do not fit.
 * @param {Place} place
 * @param {string} language
 * @param {number} size
 * @param {number} w
 */
function nameWithOdds({ box, said, odds }, language, size, w) {
  const [name, pays] = [said[language], odds[language] ?? ""].map((words) => fitText(words, { w, h: box.h }, size, size));
  if (!odds[language] || !name || !pays) return null;
  const lines = [...name.lines, ...pays.lines];
  return lines.length * size * LEADING <= box.h ? { size, lines, w } : null;
}

/**
 * A name; it has the class `tall` if it has several lines.
 * @param {{x: number, y: number}} centre
 * @param {{size: number, lines: string[], w: number}} name
 * @param {string} kind
 */
function nameParagraph(centre, name, kind) {
  return paragraph(centre, name, { class: name.lines.length > 1 ? `${kind} tall` : kind });
}

/**
 * The sign of a bet in place of its name.
 * @param {Place} place
 * @param {string} language
 */
function signParagraph({ box, sign }, language) {
  const words = sign[language];
  const w = box.w - 4;
  return paragraph(box, { size: Math.min(30, (w * MAX_SQUEEZE) / textWidth(words)), lines: [words], w }, { class: "printed" });
}

/** @param {Place} place */
function diceFaces({ box, dice }) {
  const side = Math.min(34, box.h * 0.42, (box.w - 10) / dice.length - 5);
  const left = box.x - ((dice.length - 1) * (side + 5)) / 2;
  return dice.map((face, nth) => die(face, { x: left + nth * (side + 5), y: box.y - box.h * 0.12 }, side));
}

/**
 * The name under dice, if there is room.
 * @param {Place} place
 * @param {string} language
 * @param {number} least
 */
function caption({ box, base, odds }, language, least) {
  const name = fitText(odds[language] ?? base[language], { w: box.w - 4, h: least * 2 }, least, least);
  if (!name) return [];
  return [paragraph({ x: box.x, y: box.y + box.h / 2 - least * 0.75 }, name, { class: "printed caption" })];
}

/**
 * @param {Place} place
 * @param {string} language
 * @param {number} least
 */
function numberPrint({ on, box, base, argument, said, odds }, language, least) {
  const { x, y, w, h } = box;
  if (on.startsWith("straight")) {
    return [paragraph({ x, y }, { size: Math.min(46, w * 0.42), lines: [argument] }, { class: "printed number lifts" })];
  }
  const room = { w: w - 6, h: Math.min(h, 2.2 * LETTERS) };
  const line = { ...room, h: 1.1 * LETTERS };
  const wholeName = !odds[language] && (h < MIN_NUMBERED_HEIGHT || argument.length > 3) ? (fitText(said[language], line, LETTERS, least) ?? fitText(said[language], room, LETTERS, least)) : null;
  if (wholeName) return [nameParagraph({ x, y }, wholeName, h < MIN_NUMBERED_HEIGHT ? "printed" : "printed number lifts")];
  const name = fitText(odds[language] ?? base[language], room, least, least);
  const size = Math.min(h * (name ? 0.42 : 0.5), 44, (w - 10) / textWidth(argument));
  const up = name ? Math.max(h * 0.16, h / 2 - 54) : 0;
  return [
    paragraph({ x, y: y - up }, { size, lines: [argument] }, { class: "printed number" }),
    ...(name ? [paragraph({ x, y: y + h * 0.28 }, name, { class: "printed beneath" })] : []),
  ];
}
