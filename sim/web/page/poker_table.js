// @ts-check
// A poker table: each player's stack and bet, the button, the pots, and the amount that is keyed.

import { reconcileChildren, setAttribute } from "./dom.js";
import { pill, svg } from "./svg.js";
import { POKER_TABLE_KEYS } from "./page_keys.js";

/** @typedef {import("./store.js").Table} Table */

const SIZE = 22;
/** How far above a seat's light its stack is written, and its bet. */
const STACK = 12;
const BEFORE = 46;
/** How far above it the amount by a chip reader is written, if it differs. */
const READ = 80;
/** The button, beside the light. */
const BUTTON = { x: 46, r: 15 };
/** The position of the table's figures, at the top left. */
const FIGURES = { x: 60, y: 70, step: 26, size: 18 };
const AVERAGES = ["average_pot", "average_commission", "drop"];
/** The position of the first pot, and the step to the next. */
const POTS = { x: 800, y: 330, step: 36 };

/** The chips of a poker table, drawn; nothing at any other. */
export class PokerTable {
  /**
   * @param {Table} table
   * @param {any} plan
   */
  constructor(table, plan) {
    this.table = table;
    this.plan = plan;
    this.node = svg("g", { class: "room" });
  }

  show() {
    const { room } = this.table.status;
    const drawn = room ? [...this.#seats(room), ...this.#pots(room), ...this.#keyed(room), ...this.#figures(room)] : [];
    reconcileChildren(this.node, drawn, ({ key }) => key, ({ make }) => make());
  }

  /** @param {any} room */
  #seats(room) {
    return this.plan.spots.flatMap((/** @type {any} */ { spot, light }) => {
      const seat = room.seats[spot];
      if (!seat) return [];
      const top = light.y - light.h / 2;
      const drawn = [this.#pill(`stack-${spot}`, "sum", this.#short(seat.cents), { x: light.x, y: top - STACK })];
      if (seat.put) drawn.push(this.#pill(`put-${spot}`, "held", this.#short(seat.put), { x: light.x, y: top - BEFORE }));
      if (seat.read !== null && seat.read !== seat.put) {
        const readText = this.table.say("web.room.read", { money: this.#short(seat.read) });
        drawn.push(this.#pill(`read-${spot}`, "asked", readText, { x: light.x, y: top - READ }));
      }
      if (room.button === spot) drawn.push(this.#button(spot, light));
      return drawn;
    });
  }

  /**
   * @param {number} spot
   * @param {import("./svg.js").Box} light
   */
  #button(spot, light) {
    const centre = { x: light.x + BUTTON.x, y: light.y - STACK };
    const make = () =>
      svg(
        "g",
        { class: "dealer-button", "data-button": spot },
        svg("title", { text: this.table.say("ui.key.button") }),
        svg("circle", { cx: centre.x, cy: centre.y, r: BUTTON.r, fill: "#f4f1e6", stroke: "#23262b" }),
        svg("text", { x: centre.x, y: centre.y + 6, "text-anchor": "middle", "font-size": 17, fill: "#23262b", text: "D" }),
      );
    return { key: `button-${spot}`, make };
  }

  /** @param {any} room */
  #pots(room) {
    return room.pots.map((/** @type {any} */ { cents, spots }, /** @type {number} */ nth) => {
      const words = `${nth + 1}: ${this.#short(cents)} (${spots.map((/** @type {number} */ spot) => this.table.seatName(spot)).join(", ")})`;
      return this.#pill(`pot-${nth}`, "sum", words, { x: POTS.x, y: POTS.y + nth * POTS.step });
    });
  }

  /** @param {any} room */
  #keyed(room) {
    if (!room.amount && room.spot === null) return [];
    const keyed = [...(room.spot === null ? [] : [`▶ ${this.table.seatName(room.spot)}`]), ...(room.amount ? [this.#short(room.amount)] : [])];
    const words = keyed.join(" · ");
    return [this.#pill("keyed", "asked", words, { x: POTS.x, y: POTS.y - POTS.step })];
  }

  /** @param {any} room */
  #figures(room) {
    if (!room.hourly && !room.average_pot) return [];
    const hourly = this.table.say("web.room.hourly", { count: room.hourly });
    const shown = this.table.status?.tournament ? ["average_pot"] : room.jackpot_drop ? [...AVERAGES, "jackpot_drop"] : AVERAGES;
    const money = (/** @type {string} */ name) => this.table.say(POKER_TABLE_KEYS[name], { money: this.table.money(room[name]) });
    return [hourly, ...shown.map(money)].map((text, nth) => {
      const attributes = { x: FIGURES.x, y: FIGURES.y + nth * FIGURES.step, "font-size": FIGURES.size, fill: "#e8e4d5" };
      return { key: `figure-${nth} ${text}`, make: () => svg("text", { ...attributes, text, "data-room": `figure-${nth}` }) };
    });
  }

  /**
   * @param {string} name
   * @param {string} kind
   * @param {string} words
   * @param {{x: number, y: number}} centre
   */
  #pill(name, kind, words, centre) {
    const make = () => {
      const node = pill(kind, words, { ...centre, size: SIZE }, words);
      setAttribute(node, "data-room", name);
      return node;
    };
    return { key: `${name} ${words}`, make };
  }

  /** @param {number} cents */
  #short(cents) {
    return this.table.shortMoney(cents);
  }
}
