// @ts-check
// A poker table: bets and pots as chips, the button and the blinds, the seat that is to act, and the amount that is keyed.

import { drawStack, fewestChips } from "./chip_stacks.js";
import { reconcileChildren, setAttribute } from "./dom.js";
import { pillWidth, pill, svg } from "./svg.js";
import { POKER_TABLE_KEYS } from "./page_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./svg.js").Box} Box */

const SIZE = 22;
/** The radius of a chip, and how far below a stack its amount is written. */
const CHIP = 19;
const BELOW = 38;
/** How far above a bet the amount by a chip reader is written, if it differs, and below a light what its seat owes. */
const READ = 46;
const TURN = 48;
/** The radius of the button and of the blinds' discs, and how far two discs of one seat are apart. */
const DISC = 19;
const APART = 34;
/** The position of the table's figures, in the corners that the table leaves: two in the upper one, the others from the foot up. */
const FIGURES = { x: 14, y: 26, step: 25, size: 19, upper: 2, foot: 14 };
const AVERAGES = ["average_pot", "average_commission", "drop"];
/** How far below the pots' amounts every second one is written where they have no room beside each other. */
const ROW = 34;
/** The greatest distance of two pots, and where the amount that is keyed is written above them. */
const POT_STEP = 250;
const KEYED = 62;

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
    return this.plan.seats.flatMap((/** @type {any} */ { spot, bet, disc }) => {
      const seat = room.seats[spot];
      if (!seat) return [];
      const drawn = this.#discs(room, spot, disc);
      if (seat.put) drawn.push(this.#chips(`put-${spot}`, "held", spot, seat.put, this.#short(seat.put), bet));
      if (seat.read !== null && seat.read !== seat.put) {
        const readText = this.table.say("web.room.read", { money: this.#short(seat.read) });
        drawn.push(this.#pill(`read-${spot}`, "asked", readText, { x: bet.x, y: bet.y - READ }));
      }
      if (room.turn === spot) drawn.push(this.#turn(room, spot));
      return drawn;
    });
  }

  /**
   * What the seat has to do whose turn it is, below its light.
   * @param {any} room
   * @param {number} spot
   */
  #turn(room, spot) {
    const { light } = this.plan.spots.find((/** @type {any} */ one) => one.spot === spot);
    const key = room.stage === "showdown" ? "web.room.to_show" : room.call ? "web.room.to_call" : "web.room.to_act";
    return this.#pill("turn", "asked", `▶ ${this.table.say(key, { money: this.#short(room.call) })}`, { x: light.x, y: light.y + TURN });
  }

  /**
   * The discs of a seat: the button, and the blinds that it posts.
   * @param {any} room
   * @param {number} spot
   * @param {Box} disc
   */
  #discs(room, spot, disc) {
    const kinds = /** @type {const} */ (["button", "small", "big"]).filter((kind) => room[kind] === spot);
    const words = { button: "D", small: this.table.say("web.room.small"), big: this.table.say("web.room.big") };
    const meanings = { button: this.table.say("ui.key.button"), small: this.table.say("web.room.small_blind"), big: this.table.say("web.room.big_blind") };
    return kinds.map((kind, nth) => {
      const centre = { x: disc.x, y: disc.y + (nth - (kinds.length - 1) / 2) * APART };
      const make = () =>
        svg(
          "g",
          { class: `disc ${kind}`, [`data-${kind}`]: spot },
          svg("title", { text: meanings[kind] }),
          svg("circle", { cx: centre.x, cy: centre.y, r: DISC }),
          svg("text", { x: centre.x, y: centre.y + 7, "text-anchor": "middle", "font-size": 19, text: words[kind] }),
        );
      return { key: `${kind}-${spot}-${nth}-${kinds.length}`, make };
    });
  }

  /** @param {any} room */
  #pots(room) {
    const { pots: box } = this.plan;
    const pots = potsLeft(gatheredPots(room), this.table.scene?.chips ?? []);
    const step = Math.min(POT_STEP, box.w / Math.max(pots.length, 1));
    const named = pots.map(({ cents, spots }, nth) => {
      const seats = spots.map((spot) => this.table.seatName(spot)).join(", ");
      const values = { number: nth + 1, money: this.#short(cents), seats };
      return { cents, words: this.table.say(pots.length > 1 ? "web.room.one_of_pots" : "web.room.pot", values) };
    });
    const isTight = named.some(({ words }) => pillWidth(words, SIZE) > step);
    return named.map(({ cents, words }, nth) => {
      const x = box.x + (nth - (pots.length - 1) / 2) * step;
      return this.#chips(`pot-${nth}`, "sum", 0, cents, words, { x, y: box.y, below: isTight && nth % 2 ? BELOW + ROW : BELOW });
    });
  }

  /** @param {any} room */
  #keyed(room) {
    if (!room.amount && room.spot === null) return [];
    const keyed = [...(room.spot === null ? [] : [`▶ ${this.table.seatName(room.spot)}`]), ...(room.amount ? [this.#short(room.amount)] : [])];
    return [this.#pill("keyed", "asked", keyed.join(" · "), { x: this.plan.pots.x, y: this.plan.pots.y - KEYED })];
  }

  /** @param {any} room */
  #figures(room) {
    if (!room.hourly && !room.average_pot) return [];
    const hourly = this.table.say("web.room.hourly", { count: room.hourly });
    const shown = this.table.status?.tournament ? ["average_pot"] : room.jackpot_drop ? [...AVERAGES, "jackpot_drop"] : AVERAGES;
    const money = (/** @type {string} */ name) => this.table.say(POKER_TABLE_KEYS[name], { money: this.table.money(room[name]) });
    return [hourly, ...shown.map(money)].map((text, nth) => {
      const { x, step, size, upper, foot } = FIGURES;
      const y = nth < upper ? FIGURES.y + nth * step : this.plan.height - foot - (nth - upper) * step;
      const attributes = { class: "figure", x, y, "font-size": size };
      return { key: `figure-${nth} ${text}`, make: () => svg("text", { ...attributes, text, "data-room": `figure-${nth}` }) };
    });
  }

  /**
   * An amount in the fewest chips, with what is written below them.
   * @param {string} name
   * @param {string} kind
   * @param {number} spot
   * @param {number} cents
   * @param {string} words
   * @param {{x: number, y: number, below?: number}} centre
   */
  #chips(name, kind, spot, cents, words, { x, y, below = BELOW }) {
    const chips = fewestChips(cents, this.table.hello.denominations);
    const make = () => {
      const stack = drawStack({ spot, chips }, { x, y, r: CHIP }, false, this.table.words);
      return svg("g", { "data-room": name }, stack, pill(kind, words, { x, y: y + below, size: SIZE }, words));
    };
    return { key: `${name} ${words} ${cents} ${x} ${below}`, make };
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
    return { key: `${name} ${words} ${centre.x}`, make };
  }

  /** @param {number} cents */
  #short(cents) {
    return this.table.shortMoney(cents);
  }
}

/**
 * The pots while they are pushed: what is left of them lies in one heap.
 * @param {{cents: number, spots: number[]}[]} pots
 * @param {{on: string, cents: number}[]} chips those on the felt
 */
export function potsLeft(pots, chips) {
  const pushed = chips.filter(({ on }) => on === "pot" || on === "drop").reduce((sum, { cents }) => sum + cents, 0);
  if (!pushed) return pots;
  const left = pots.reduce((sum, { cents }) => sum + cents, 0) - pushed;
  return left > 0 ? [{ cents: left, spots: [] }] : [];
}

/**
 * The pots without the bets that still lie before the seats: those are in the last pots.
 * @param {any} room
 * @returns {{cents: number, spots: number[]}[]}
 */
export function gatheredPots({ pots, seats }) {
  let ahead = Object.values(seats).reduce((/** @type {number} */ all, /** @type {any} */ { put }) => all + put, 0);
  const gathered = [...pots].reverse().map((pot) => {
    const taken = Math.min(ahead, pot.cents);
    ahead -= taken;
    return { ...pot, cents: pot.cents - taken };
  });
  return gathered.reverse().filter(({ cents }) => cents > 0);
}
