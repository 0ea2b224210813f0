// @ts-check
// The places of a felt: each a button on which chips are laid, with what lies there.

import { keep, set } from "./dom.js";
import { Lying, held, outcome, sum } from "./placed.js";
import { bare, isWide, lies, outline, printed } from "./printed.js";
import { stacked } from "./stacks.js";
import { pill, short, svg } from "./svg.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./svg.js").Box} Box */
/** @typedef {Record<"fr" | "en", string>} Said */
/**
 * @typedef {{
 *   spot: number, on: string, box: Box, shape: string, kind: string, colour: string, on_line: boolean,
 *   dice: number[], argument: string, said: Said, base: Said, sign: Said,
 * }} Place
 */
/** @typedef {import("./placed.js").Placed} Placed */

/** What stands for an outcome, besides its colour. */
export const SIGNS = /** @type {Record<string, string>} */ ({ win: "▲", lose: "▼", surrender: "▼", mixed: "◆", push: "◆" });

/** The least width of a place that has room for an amount. */
const ROOMY = 50;

/** @param {Place} place */
export function idOf({ spot, on }) {
  return `${spot}:${on}`;
}

/** The places, drawn; each is drawn anew only when something has changed there. */
export class Places {
  /** @type {Map<string, string>} */ #shown = new Map();
  /** @type {Map<string, any>} */ #nodes = new Map();

  /**
   * @param {Table} table
   * @param {any} plan
   */
  constructor(table, plan) {
    this.table = table;
    this.plan = plan;
    this.lying = new Lying(null, null, plan.shared);
    /** What lies on the places: above all of them. */
    this.over = svg("g", { class: "over", "aria-hidden": "true" });
    const nodes = plan.places.map((/** @type {Place} */ place) => this.#made(place));
    this.node = svg("g", { class: "places", role: "group", "aria-label": table.say("web.felt.places") }, ...nodes);
  }

  show() {
    const { status, scene } = this.table;
    this.lying = new Lying(status, scene, this.plan.shared);
    for (const place of this.plan.places) this.#show(place);
  }

  /** @param {string} id */
  place(id) {
    return this.plan.places.find((/** @type {Place} */ place) => idOf(place) === id);
  }

  /**
   * What a place is called, and what lies there.
   * @param {Place} place
   */
  says(place) {
    const placed = this.lying.of(idOf(place));
    const name = place.said[/** @type {"fr" | "en"} */ (this.table.language)];
    const where = this.plan.shared ? name : `${this.table.say("hand.spot", { spot: place.spot })}, ${name}`;
    return [where, ...this.#stacksSaid(placed), ...this.#stateSaid(placed)].join(", ");
  }

  /** @param {Place} place */
  #made(place) {
    const lying = svg("g", { class: "lying" });
    const node = svg(
      "g",
      {
        class: `place ${place.kind} ${place.colour}${place.on_line ? " on-line" : ""}`,
        role: "button",
        tabindex: -1,
        dataset: { place: idOf(place) },
      },
      outline(place),
      ...printed(place, /** @type {"fr" | "en"} */ (this.table.language)),
    );
    this.over.append(lying);
    this.#nodes.set(idOf(place), { node, lying });
    return node;
  }

  /** @param {Place} place */
  #show(place) {
    const id = idOf(place);
    const placed = this.lying.of(id);
    const state = JSON.stringify(placed);
    if (this.#shown.get(id) === state) return;
    this.#shown.set(id, state);
    const { node, lying } = this.#nodes.get(id);
    set(node, "aria-label", this.says(place));
    set(node, "data-outcome", outcome(placed)?.outcome);
    for (const flag of /** @type {const} */ (["paying", "late", "keying"])) set(node, `data-${flag}`, placed[flag]);
    set(node, "data-asked", placed.stake !== null);
    set(node, "data-taken", placed.chips.length > 0 && !isWide(place));
    this.#lay(lying, place, placed);
  }

  /**
   * @param {Element} root
   * @param {Place} place
   * @param {Placed} placed
   */
  #lay(root, place, placed) {
    const stacks = placed.chips.map((stack, nth) => ({ stack, at: lies(place, nth, placed.chips.length) }));
    const key = (/** @type {any} */ { stack, at }) => JSON.stringify([stack, at]);
    const drawn = [
      ...stacks.map((one) => ({ key: key(one), make: () => stacked(one.stack, one.at, this.plan.shared) })),
      ...this.#pills(place, placed).map(({ kind, words, at }) => ({
        key: JSON.stringify([kind, words, at]),
        make: () => pill(kind, words, at, this.table.say(`web.legend.${kind}`)),
      })),
    ];
    keep(root, drawn, (one) => one.key, (one) => one.make());
  }

  /**
   * What is written beside chips: what they come to, what the table holds for bet, the outcome.
   * @param {Place} place
   * @param {Placed} placed
   */
  #pills(place, placed) {
    const { x, y, w, h } = bare(place);
    const size = Math.max(20, Math.min(24, w / 4.2));
    const low = y + Math.min(h / 2 - size * 0.4, w * 0.5);
    const came = outcome(placed);
    const pills = [];
    if (place.on_line || w < ROOMY) {
      return came ? [{ kind: came.outcome, words: SIGNS[came.outcome], at: { x: x + 12, y: y - 12, size: 15 } }] : [];
    }
    const cents = sum(placed);
    if (cents !== null) pills.push({ kind: "sum", words: this.#short(cents), at: { x, y: low, size } });
    else if (placed.stake?.least) pills.push({ kind: "asked", words: this.#asked(placed.stake), at: { x, y: low, size } });
    const other = held(placed);
    if (other !== null && (this.table.status.phase === "round" || cents === null)) {
      pills.push({ kind: "held", words: `≡ ${this.#short(other)}`, at: { x, y: low - size * 1.45, size } });
    }
    if (placed.late) pills.push({ kind: "late", words: "!", at: { x: x + w / 2 - 6, y: y - h / 2 + 8, size: 20 } });
    if (came) pills.push({ kind: came.outcome, words: this.#came(came), at: { x, y: y - h / 2 + size * 0.4, size } });
    return pills;
  }

  /** @param {{outcome: string, paid: number | null}} came */
  #came({ outcome: what, paid }) {
    return paid ? `${SIGNS[what]} +${this.#short(paid)}` : SIGNS[what];
  }

  /** @param {{least: number | null, most: number | null, laid: number | null}} stake */
  #asked({ least, most }) {
    return least === most ? `+${this.#short(least ?? 0)}` : `${this.#short(least ?? 0)} …`;
  }

  /** @param {number} cents */
  #short(cents) {
    return short(this.table.money(cents));
  }

  /** @param {Placed} placed */
  #stacksSaid({ chips }) {
    return chips.map(({ spot, bettor, cents }) => {
      const money = this.table.money(cents);
      if (bettor) return this.table.say("web.felt.behind_lies", { money });
      return this.plan.shared ? this.table.say("web.felt.spot_lies", { spot, money }) : money;
    });
  }

  /** @param {Placed} placed */
  #stateSaid(placed) {
    const came = outcome(placed);
    const said = [];
    if (came) said.push(this.table.say(`web.felt.outcome.${came.outcome}`, { money: this.table.money(came.paid ?? 0) }));
    if (placed.late) said.push(this.table.say("view.light.late"));
    if (placed.paying) said.push(this.table.say("web.felt.paying"));
    if (placed.stake) said.push(this.table.say("web.felt.asked", { money: this.table.money(placed.stake.least ?? 0) }));
    return said;
  }
}
