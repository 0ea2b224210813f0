// @ts-check
// The hands: the cards that are face up, backs for those face down, and the card that is due.

import { CARD, TILE, cardBack, cardFace, isTile } from "./cards.js";
import { reconcileChildren, setAttribute } from "./dom.js";
import { MOVE_MS, animateMove, moveTransform } from "./motion.js";
import { handColumn } from "./split_hands.js";
import { printFoot } from "./furniture.js";
import { MIN_LETTER_SIZE, USUAL, fitText, pill, svg } from "./svg.js";
import { handName } from "./words.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./svg.js").Box} Box */
/** The smallest letters of a hand's count. */
const SMALLEST = 15;
/** The height of the one line of a pill, and the height of a pill in parts of its letters' height. */
const LINE = 30;
const PILL = 1.4;

/** @typedef {{name: string, box: Box, cards: string[], asked: boolean, won: boolean, counts: string}} Hand */

/** How much of a card must be visible beside the next one, or above it, where hands are side by side. */
const INDEX = 32;
const ABOVE = 36;
const LARGEST = 1.9;
const LARGEST_OF_SPOT = 1.25;
const BETWEEN = 6;
/** The point from which cards are dealt at a table without a shoe. */
const SHOE = { x: 800, y: -60 };
const BACK = "back";
const DUE = "due";
/** The hands of Baccara: their third card lies sideways, on its side at the foot of the others. */
const WITH_A_THIRD_CARD = ["player", "banker"];
const THIRD = 2;
const SIDEWAYS = ` translate(${CARD.h} ${CARD.h - CARD.w}) rotate(90)`;
/** The height of a hand's name, if it has one. */
const TITLE = 40;

/** The hands, drawn. */
export class Hands {
  /** Whether hands have been shown before: the first ones are not animated. */
  #hasShown = false;

  /**
   * @param {Table} table
   * @param {any} plan
   */
  constructor(table, plan) {
    this.table = table;
    this.plan = plan;
    this.tiles = table.hello.pack.some(isTile);
    this.node = svg("g", { class: "hands" });
    this.titles = plan.hands.length > 1 ? plan.hands.map((/** @type {any} */ hand) => this.#title(hand)) : [];
  }

  show() {
    const hands = this.#hands();
    reconcileChildren(this.node, hands, (hand) => hand.name, makeHand, (node, hand) => this.#lay(node, hand));
    this.#hasShown = this.table.scene !== null;
  }

  /** @param {{name: string, box: Box}} hand */
  #title({ name, box }) {
    const words = this.table.render(handName(name));
    return svg("text", { class: "title", x: box.x, y: box.y - box.h / 2 + 26, "text-anchor": "middle", "font-size": 28, text: words });
  }

  /** @returns {Hand[]} */
  #hands() {
    const status = this.table.status;
    const due = dueHand(status.due);
    const names = [...new Set([...Object.keys(status.dealt), ...(due ? [due] : [])])].sort(byNumber);
    return names.flatMap((name) => {
      const box = this.#room(name, names);
      if (!box) return [];
      const faceUp = status.cards[name] ?? [];
      const hidden = Math.max(0, (status.dealt[name] ?? 0) - faceUp.length);
      const cards = [...faceUp, ...Array(hidden).fill(BACK), ...(name === due ? [DUE] : [])];
      return [{ name, box, cards, asked: isAsked(status, name), won: hasWon(status, name), counts: status.tally[name] ?? "" }];
    });
  }

  /**
   * The box of a hand: its own, or its part of its spot's.
   * @param {string} name
   * @param {string[]} names
   * @returns {Box | null}
   */
  #room(name, names) {
    const fixed = this.plan.hands.find((/** @type {any} */ hand) => hand.name === name);
    if (fixed) return this.titles.length ? boxBelow(fixed.box, TITLE) : fixed.box;
    const [spot] = name.split(".");
    const box = this.plan.spots.find((/** @type {any} */ one) => String(one.spot) === spot)?.hand;
    if (!box) return null;
    const spotHands = names.filter((one) => one.split(".")[0] === spot);
    return spotHands.length > 1 ? handColumn(boxFrom(box, printFoot(this.plan.title, box)), spotHands.indexOf(name), spotHands.length) : box;
  }

  /**
   * @param {any} node
   * @param {Hand} hand
   */
  #lay(node, { name, box, cards, asked, won, counts }) {
    const places = this.plan.prints.filter((/** @type {any} */ print) => print.name === name).length;
    const { w, h } = this.tiles ? TILE : CARD;
    const isSplit = name.includes(".");
    const third = WITH_A_THIRD_CARD.includes(name) ? THIRD : cards.length;
    // The last card is as long as it is high if it lies sideways.
    const last = cards.length > third ? h : w;
    const largest = /^\d/.test(name) ? LARGEST_OF_SPOT : LARGEST;
    const { left, top, step, scale } = isSplit ? fannedDown(box, { w, h }, cards.length, largest) : fannedOut(box, { w, h, last }, Math.max(cards.length, places), largest);
    const items = cards.map((card, nth) => ({ card, nth }));
    const previousChildren = new Set(node.cards.children);
    reconcileChildren(node.cards, items, ({ card, nth }) => `${nth}-${card}`, ({ card }) => svg("g", {}, this.#drawn(card)), (drawn, { nth }) =>
      setAttribute(drawn, "transform", `translate(${round(left + nth * step.x)} ${round(top + nth * step.y)}) scale(${round(scale)})${nth === third ? SIDEWAYS : ""}`),
    );
    [...node.cards.children].forEach((drawn, nth) => {
      if (previousChildren.has(drawn) || cards[nth] === DUE) return;
      this.#animateArrival(drawn.firstElementChild, node.drawnCards[nth] === BACK, { x: left + nth * step.x, y: top + nth * step.y }, scale);
    });
    node.drawnCards = cards;
    setAttribute(node, "data-asked", asked);
    setAttribute(node, "data-won", won);
    setAttribute(node.mark, "d", asked ? `M${box.x - 12} ${top - 22}h24l-12 15z` : "");
    const foot = { x: box.x, y: top + step.y * (cards.length - 1) + h * scale - 6 };
    // There is free cloth above the cards of a spot only.
    const above = !isSplit && /^\d/.test(name) ? { x: box.x, y: top } : null;
    const pills = counts ? [{ key: JSON.stringify([counts, foot, box.w]), make: () => svg("g", {}, ...tally(counts, foot, above, box.w - (isSplit ? 8 : 20))) }] : [];
    reconcileChildren(node.counts, pills, ({ key }) => key, ({ make }) => make());
    setAttribute(node, "aria-label", this.#spokenText(name, cards, counts));
  }

  /**
   * A card slides from the shoe to its place; one that was face down is turned over.
   * @param {SVGElement} card
   * @param {boolean} turned
   * @param {{x: number, y: number}} to
   * @param {number} scale
   */
  #animateArrival(card, turned, to, scale) {
    if (!this.#hasShown) return;
    const middle = `${(this.tiles ? TILE : CARD).w / 2}px`;
    const flip = (/** @type {number} */ share) => `translateX(${middle}) scaleX(${share}) translateX(-${middle})`;
    if (turned) animateMove(card, [{ transform: flip(0) }, { transform: flip(1) }]);
    else animateMove(card, [{ transform: `${moveTransform(this.plan.shoe ?? SHOE, to, scale)} rotate(24deg)` }, { transform: "none" }], { duration: MOVE_MS * 1.2 });
  }

  /** @param {string} card */
  #drawn(card) {
    const { w, h } = this.tiles ? TILE : CARD;
    if (card === BACK) return svg("g", {}, cardBack(this.tiles));
    if (card === DUE) return svg("g", { class: "due" }, svg("rect", { width: w, height: h, rx: 7 }));
    return svg("g", {}, cardFace(card, (name) => this.table.card(name)));
  }

  /**
   * @param {string} name
   * @param {string[]} cards
   * @param {string} counts
   */
  #spokenText(name, cards, counts) {
    const hand = this.table.render(handName(name, this.table.status.bank));
    const faceUp = cards.filter((card) => card !== BACK && card !== DUE);
    const hidden = cards.filter((card) => card === BACK).length;
    const text = this.table.say("web.felt.hand", { hand, card: faceUp.join(" ") });
    const withCounts = counts ? `${text} (${counts})` : text;
    return hidden ? `${withCounts}, ${this.table.say("web.felt.face_down", { count: hidden })}` : withCounts;
  }
}

/** @param {Hand} hand */
function makeHand({ name }) {
  const [cards, counts, mark] = [svg("g"), svg("g"), svg("path", { class: "turn" })];
  return Object.assign(svg("g", { class: "hand", role: "img", dataset: { hand: name } }, cards, counts, mark), { cards, counts, mark, drawnCards: [] });
}

/**
 * Cards side by side at the foot of a box: the corner of the first, the step to the next, and their scale.
 * @param {Box} box
 * @param {{w: number, h: number, last: number}} card `last` is the width of the last one
 * @param {number} count
 * @param {number} largest
 */
function fannedOut(box, { w, h, last }, count, largest) {
  const scale = Math.min(box.h / h, largest, box.w / (last + INDEX * (count - 1)));
  const step = Math.min(w * scale + BETWEEN, (box.w - last * scale) / Math.max(count - 1, 1));
  return { left: box.x - (last * scale + step * (count - 1)) / 2, top: box.y + box.h / 2 - h * scale, step: { x: step, y: 0 }, scale };
}

/**
 * Cards of a hand beside another one: each lies on the one before, lower down.
 * @param {Box} box
 * @param {{w: number, h: number}} card
 * @param {number} count
 * @param {number} largest
 */
function fannedDown(box, { w, h }, count, largest) {
  const scale = Math.min(box.h / (h + ABOVE * (count - 1)), largest, (box.w - BETWEEN) / w);
  const step = ABOVE * scale;
  return { left: box.x - (w * scale) / 2, top: box.y + box.h / 2 - h * scale - step * (count - 1), step: { x: 0, y: step }, scale };
}

/**
 * The count or the rank of a hand: on one pill at the foot of its cards, or if that is too wide, on one for each part,
 * so that they do not cover the cards above them.
 * @param {string} counts
 * @param {{x: number, y: number}} foot the centre of the lowest pill
 * @param {{x: number, y: number} | null} above the upper edge of the cards, if there is room above it
 * @param {number} width
 */
function tally(counts, foot, above, width) {
  const room = { w: width, h: LINE };
  const parts = fitText(counts, room, USUAL, MIN_LETTER_SIZE) ? [counts] : counts.split(", ");
  const size = Math.min(...parts.map((part) => fitText(part, room)?.size ?? SMALLEST));
  const lowest = above && parts.length > 1 ? { x: above.x, y: above.y - (size * PILL) / 2 - 2 } : foot;
  return parts.map((part, nth) => pill("counts", part, { x: lowest.x, y: lowest.y - (parts.length - 1 - nth) * size * PILL, size }, counts));
}

/**
 * The hand that gets the next card, by its name among the cards of a status.
 * @param {any} due
 */
export function dueHand(due) {
  if (!due || due.burnt) return null;
  if (due.spot === null) return String(due.hand);
  if (due.spot === 0) return "dealer";
  return due.hand === null ? String(due.spot) : `${due.spot}.${due.hand}`;
}

/**
 * Whether it is this hand's turn to decide.
 * @param {any} status
 * @param {string} name
 */
function isAsked(status, name) {
  const first = status.choices.find((/** @type {any} */ choice) => choice.spot === status.focus);
  if (!first) return false;
  const spot = first.spot === 0 ? "dealer" : String(first.spot);
  return name === (first.hand === null ? spot : `${spot}.${first.hand}`);
}

/**
 * Whether this hand has won: by its spot's light, of a split by its own bet, or by the result of a game between two hands.
 * @param {any} status
 * @param {string} name
 */
function hasWon(status, name) {
  const [spot, hand] = name.split(".");
  const spotState = status.spots[spot];
  if (hand) return spotState.bets.some((/** @type {any} */ { hands }) => hands.some((/** @type {any} */ part) => part.hand === Number(hand) && part.outcome === "win"));
  if (spotState) return spotState.light === "win";
  return status.phase === "round" && !status.due && status.results.at(-1) === name;
}

/**
 * @param {Box} box
 * @param {number} height
 */
function boxBelow(box, height) {
  return { ...box, y: box.y + height / 2, h: box.h - height };
}

/**
 * The part of a box that is below a height.
 * @param {Box} box
 * @param {number} top
 */
function boxFrom(box, top) {
  const cut = Math.max(0, top - (box.y - box.h / 2));
  return { ...box, y: box.y + cut / 2, h: box.h - cut };
}

/**
 * Sorts the dealer's hand first, then spot by spot.
 * @param {string} one
 * @param {string} other
 */
function byNumber(one, other) {
  return (parseFloat(one) || 0) - (parseFloat(other) || 0);
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}

