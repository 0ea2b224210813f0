// @ts-check
// The lights of the spots: their colour by the simulated light driver, with a shape and a word.

import { setAttribute, writeText } from "./dom.js";
import { blinkRing } from "./motion.js";
import { markChosen, makeRadioGroup } from "./radio_group.js";
import { playerColour } from "./chip_stacks.js";
import { OUTCOME_SIGNS } from "./place_marks.js";
import { handsDiffer } from "./split_hands.js";
import { MIN_LETTER_SIZE, rectAttributes, squeezeAttributes, svg } from "./svg.js";
import { OUTCOME_KEYS } from "./page_keys.js";
import { LIGHT_KEYS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */

/** The shape of each light, the same as at the terminal. */
const SHAPES = /** @type {Record<string, string>} */ ({
  awaiting: "○",
  placed: "●",
  none: "·",
  locked: "■",
  win: "▲",
  lose: "▼",
  push: "◆",
  late: "!",
  fault: "✖",
});
const RING = 25;
/** The opacity of the glow of a light at its brightest. */
const GLOW = 0.28;
/** How far a word ends before the edge of its player's box. */
const EDGE = 12;
const DARK = [0, 0, 0];
const FIRST = 1;

/** The lammer of a seat whose commission is marked: its radius, and its place beside the light. */
const LAMMER = { r: 21, beside: 50 };

/** The position and the angle of the text at the first spot: below an arc of spots, or a row. */
const SIDE = { arc: { x: 1440, y: 853, turned: -12.9 }, row: { x: 1404, y: 932, turned: 0 }, size: MIN_LETTER_SIZE };

/** The lights, drawn. */
export class SpotLights {
  /** @type {Map<number, any>} */ #nodes = new Map();

  /**
   * @param {Table} table
   * @param {any} plan
   */
  constructor(table, plan) {
    this.table = table;
    this.plan = plan;
    const group = plan.shared ? { role: "radiogroup", "aria-label": table.say("web.felt.players") } : {};
    this.node = svg("g", { class: "spots", ...group }, ...plan.spots.map((/** @type {any} */ spot) => this.#makeSpot(spot)));
    if (plan.shared) makeRadioGroup(this.node, (spot) => table.select({ spot: Number(spot) }));
  }

  show() {
    const { status, selection } = this.table;
    for (const [spot, { node, ring, word, stakes, lammer }] of this.#nodes) {
      const spotState = status.spots[spot];
      if (!spotState) continue;
      if (node.dataset.light && node.dataset.light !== spotState.light) blinkRing(ring);
      setAttribute(node, "data-light", spotState.light);
      setAttribute(node, "data-pulsing", spotState.pulsing);
      const apart = settledApart(spotState);
      setAttribute(node, "data-apart", apart !== null);
      const lightName = this.table.say(apart ?? surrendered(spotState.bets) ?? LIGHT_KEYS[spotState.light] ?? spotState.light);
      const shape = apart ? OUTCOME_SIGNS.mixed : (SHAPES[spotState.light] ?? "");
      this.#writeWord(word, `${spotState.pulsing && !status.room ? "▶ " : ""}${shape} ${lightName}`);
      const marked = this.#markedCents(spot);
      setAttribute(lammer, "visibility", marked ? "visible" : "hidden");
      writeText(lammer.lastChild, marked ? this.table.shortMoney(marked) : "");
      const name = `${this.table.say(status.room ? "web.room.seat" : "hand.spot", { spot })}, ${lightName}`;
      setAttribute(node, "aria-label", marked ? `${name}, ${this.table.say("web.felt.lammer", { money: this.table.money(marked) })}` : name);
      const player = status.room?.seats[spot];
      if (stakes) writeText(stakes, player ? this.table.shortMoney(player.cents) : this.#stakeText(spotState.bets, status.prices?.[spot]));
      setAttribute(node, "data-priced", Boolean(status.prices?.[spot]));
      setAttribute(node, "data-away", Boolean(status.room) && (!player || player.out || player.folded));
      setAttribute(node, "data-turn", status.room?.turn === spot);
    }
    if (this.plan.shared) markChosen(this.node, String(selection.spot ?? 1));
  }

  light() {
    const { lights } = this.table;
    for (const [spot, { ring, glow }] of this.#nodes) {
      const [colour, level] = screenColour(lights?.spots[spot] ?? DARK);
      setAttribute(ring, "stroke", colour);
      setAttribute(glow, "stroke", colour);
      setAttribute(glow, "stroke-opacity", level * GLOW);
    }
  }

  /** @param {any} spot */
  #makeSpot({ spot, light }) {
    const { shared } = this.plan;
    const beside = shared || this.plan.seats.length > 0;
    const centre = beside ? { x: light.x - light.w / 2 + RING + 19, y: light.y } : { x: light.x, y: light.y - 12 };
    const parts = {
      glow: svg("circle", { class: "glow", cx: centre.x, cy: centre.y, r: RING }),
      ring: svg("circle", { class: "ring", cx: centre.x, cy: centre.y, r: RING }),
      word: this.#wordText(light, beside, beside ? { x: centre.x + RING + 12, y: light.y - 2 } : { x: light.x, y: light.y + 40 }),
      lammer: lammerAt({ x: centre.x + LAMMER.beside, y: centre.y }),
      stakes: beside ? svg("text", { class: "stakes", x: centre.x + RING + 12, y: light.y + 23, "font-size": shared ? 19 : 23 }) : null,
    };
    const node = svg(
      "g",
      { class: "spot", role: shared ? "radio" : "img", "data-kept": spot, dataset: { spot } },
      ...(beside ? [svg("rect", { class: "seat", ...rectAttributes({ ...light, w: light.w - 8 }), rx: 14 })] : []),
      svg("circle", { class: "socket", cx: centre.x, cy: centre.y, r: RING }),
      parts.glow,
      parts.ring,
      svg("circle", { class: "player", cx: centre.x, cy: centre.y, r: RING - 7, fill: shared ? playerColour(spot) : null }),
      svg("text", { class: shared ? "number of-player" : "number", x: centre.x, y: centre.y + 9, "text-anchor": "middle", "font-size": 25, text: this.table.seatName(spot) }),
      parts.word,
      parts.lammer,
      ...(parts.stakes ? [parts.stakes] : []),
      ...(spot === FIRST && !this.plan.seats.length ? [this.#sideText()] : []),
    );
    this.#nodes.set(spot, { node, ...parts });
    return node;
  }

  /** The text that says on which side the first spot is. */
  #sideText() {
    const words = this.table.say("web.felt.on_the_left", { spot: FIRST });
    const { x, y, turned } = this.plan.shared ? SIDE.row : SIDE.arc;
    return svg("text", { class: "side-of-dealer", x, y, transform: `rotate(${turned} ${x} ${y})`, "text-anchor": "middle", "font-size": SIDE.size, text: words });
  }

  /**
   * @param {import("./svg.js").Box} light
   * @param {boolean} beside whether it is beside the light, not below it
   * @param {{x: number, y: number}} centre
   */
  #wordText(light, beside, centre) {
    const anchor = beside ? "start" : "middle";
    const room = light.x + light.w / 2 - centre.x - EDGE;
    return svg("text", { class: "word", "data-room": room, ...centre, "text-anchor": anchor, "font-size": Math.min(this.plan.seats.length ? 21 : 25, light.w / (beside ? 6.6 : 5.4)) });
  }

  /**
   * Writes the word of a light, on a layout that all share no wider than the room before the next light.
   * @param {Element} node
   * @param {string} words
   */
  #writeWord(node, words) {
    writeText(node, words);
    if (!this.plan.shared) return;
    const { textLength = null } = squeezeAttributes(words, Number(node.getAttribute("font-size")), Number(node.getAttribute("data-room")));
    setAttribute(node, "textLength", textLength);
    setAttribute(node, "lengthAdjust", textLength && "spacingAndGlyphs");
  }

  /**
   * The commissions marked at a spot, of all who bet there.
   * @param {number} spot
   */
  #markedCents(spot) {
    /** @type {[number, number, string | null][]} */
    const lammers = this.table.status.lammers ?? [];
    return lammers.filter(([at]) => at === spot).reduce((sum, [, cents]) => sum + cents, 0);
  }

  /**
   * The sum of a player's bets, and the worth of his colour chips if they have one.
   * @param {{cents: number | null}[]} bets
   * @param {number} [price]
   */
  #stakeText(bets, price) {
    const sum = bets.some((bet) => bet.cents === null) ? `× ${bets.length}` : this.table.shortMoney(bets.reduce((all, bet) => all + (bet.cents ?? 0), 0));
    const worth = price ? [this.table.say("web.felt.colour_worth", { money: this.table.shortMoney(price) })] : [];
    return [...(bets.length ? [sum] : []), ...worth].join(" · ");
  }
}

/**
 * The key of the word for a spot whose hands or bets are not all settled alike, for which its light has only one colour.
 * @param {{light: string, bets: {outcome: string | null, hands: import("./place_state.js").HandStake[]}[]}} spotState
 * @returns {string | null}
 */
export function settledApart({ light, bets }) {
  if (handsDiffer(bets)) return "web.felt.by_hand";
  const differ = new Set(bets.map(({ outcome }) => outcome)).size > 1;
  return differ && light in OUTCOME_SIGNS ? "web.felt.by_bet" : null;
}

/**
 * The key of the word for a spot all of whose bets are given up: its hand stays face down, which a lost one's does not.
 * @param {{outcome: string | null}[]} bets
 * @returns {string | null}
 */
export function surrendered(bets) {
  return bets.length && bets.every(({ outcome }) => outcome === "surrender") ? OUTCOME_KEYS.surrender : null;
}

/**
 * A lammer, hidden, for an amount of commission.
 * @param {{x: number, y: number}} at
 */
function lammerAt({ x, y }) {
  const disc = svg("circle", { cx: x, cy: y, r: LAMMER.r });
  const amount = svg("text", { x, y: y + 6, "text-anchor": "middle", "font-size": 17 });
  return svg("g", { class: "lammer", visibility: "hidden" }, disc, amount);
}

/**
 * The screen's colour for a light's duty cycles, and its brightness from 0 to 1.
 * @param {number[]} duties each 0 to 255
 * @returns {[string, number]}
 */
function screenColour(duties) {
  const shown = duties.map((duty) => Math.round(255 * (duty / 255) ** (1 / 2.2)));
  return [`rgb(${shown})`, Math.round(Math.max(...shown) / 2.55) / 100];
}
