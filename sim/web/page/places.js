// @ts-check
// The places of a felt: each a button on which chips are laid, with its chips.

import { placeLayout } from "./place_layout.js";
import { reconcileChildren, setAttribute } from "./dom.js";
import { PlaceStates, betOutcome } from "./place_state.js";
import { NAME, OUTCOME_SIGNS, placeMarks } from "./place_marks.js";
import { chipPosition, placeOutline, placePrint } from "./place_print.js";
import { drawStack } from "./chip_stacks.js";
import { animateLeave, animateMove, moveTransform } from "./motion.js";
import { handColumn, stakesByHand } from "./split_hands.js";
import { textLine, svg } from "./svg.js";
import { LEGEND_KEYS, OUTCOME_KEYS } from "./page_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./svg.js").Box} Box */
/** @typedef {Record<string, string>} TextByLanguage */
/**
 * @typedef {{
 *   spot: number, on: string, box: Box, shape: string, kind: string, colour: string, on_line: boolean,
 *   beside: Box | null, arm: Box | null, dice: number[], argument: string, odds: TextByLanguage, said: TextByLanguage, base: TextByLanguage, sign: TextByLanguage, cloth: TextByLanguage,
 * }} Place
 */
/** @typedef {import("./place_state.js").Placed} Placed */
/** @typedef {import("./place_marks.js").PlaceMark} PlaceMark */

/** How far the print is lifted to make room for chips and amounts, in parts of a place's height. */
const LIFT = 0.29;
/** Below this height an amount leaves no room for the print above it. */
const LOW = 66;
/** How much wider than its chips the circle of a hand is. */
const HAND_RIM = 6;
/** The position of the dealer's chips. */
const DEALER = { x: 800, y: 40 };

/** @param {Place} place */
export function placeId({ spot, on }) {
  return `${spot}:${on}`;
}

/** The places, drawn; each is drawn again only if its state has changed. */
export class Places {
  /** Whether chips have been shown before: the first ones are not animated. */
  #hasShown = false;
  /** @type {Map<string, string>} */ #shown = new Map();
  /** @type {Map<string, any>} */ #nodes = new Map();

  /**
   * @param {Table} table
   * @param {any} plan
   */
  constructor(table, plan) {
    this.table = table;
    this.plan = plan;
    this.states = new PlaceStates(null, null, plan.shared);
    /** The chips of all places, above every place. */
    this.over = svg("g", { class: "over", "aria-hidden": "true" });
    const nodes = plan.places.map((/** @type {Place} */ place) => this.#makePlace(place));
    this.node = svg("g", { class: "places", role: "group", "aria-label": table.say("web.felt.places") }, ...nodes);
  }

  show() {
    const { status, scene } = this.table;
    this.states = new PlaceStates(status, scene, this.plan.shared);
    for (const place of this.plan.places) this.#show(place);
    if (status?.room) this.#showPushPlaces(status.room);
    this.#hasShown = this.table.scene !== null;
  }

  /**
   * At a poker table chips are pushed once the pots are won, to who was dealt in and into the drop box.
   * @param {any} room
   */
  #showPushPlaces(room) {
    for (const place of this.plan.places) {
      const isOpen = room.stage === "over" && (!place.spot || room.seats[place.spot]?.dealt_in);
      setAttribute(this.#nodes.get(placeId(place)).node, "visibility", isOpen ? null : "hidden");
    }
  }

  /** @param {string} id */
  place(id) {
    return this.plan.places.find((/** @type {Place} */ place) => placeId(place) === id);
  }

  /**
   * The name of a place with its chips and their state, in words.
   * @param {Place} place
   */
  describe(place) {
    const placed = this.states.of(placeId(place));
    const name = place.said[this.table.language];
    const seat = this.table.status?.room ? "web.room.seat" : "hand.spot";
    const where = this.plan.shared || !place.spot ? name : `${this.table.say(seat, { spot: place.spot })}, ${name}`;
    return [where, ...this.#stackTexts(placed), ...this.#stateTexts(placed)].join(", ");
  }

  /** @param {Place} place */
  #makePlace(place) {
    const chipsLayer = svg("g", { class: "lying", dataset: { over: placeId(place) } });
    const node = svg(
      "g",
      {
        class: ["place", place.kind, place.colour, ...(place.on_line ? ["on-line"] : []), ...(placeLayout(place).hides ? ["hides"] : []), ...(place.box.h < LOW ? ["low"] : []), ...(place.beside ? ["alone"] : [])].join(" "),
        role: "button",
        tabindex: -1,
        dataset: { place: placeId(place) },
      },
      ...this.#tip(place),
      placeOutline(place),
      ...placePrint(place, this.table.language),
    );
    const { aside, raise } = placeLayout(place);
    if (aside) node.style.setProperty("--aside", `${-aside}px`);
    if (raise) node.style.setProperty("--raise", `${-raise}px`);
    node.style.setProperty("--lift", `${-place.box.h * LIFT}px`);
    this.over.append(chipsLayer);
    this.#nodes.set(placeId(place), { node, chipsLayer });
    return node;
  }

  /**
   * The return of a bet, shown when the pointer rests on its place.
   * @param {Place} place
   */
  #tip({ on }) {
    const tip = this.table.hello.tips?.[on];
    return tip ? [svg("title", { text: tip[this.table.language] })] : [];
  }

  /** @param {Place} place */
  #show(place) {
    const id = placeId(place);
    const placed = this.states.of(id);
    const state = JSON.stringify(placed);
    if (this.#shown.get(id) === state) return;
    this.#shown.set(id, state);
    const { node, chipsLayer } = this.#nodes.get(id);
    setAttribute(node, "aria-label", this.describe(place));
    setAttribute(node, "data-outcome", betOutcome(placed)?.outcome);
    for (const flag of /** @type {const} */ (["paying", "late", "keying"])) setAttribute(node, `data-${flag}`, placed[flag]);
    setAttribute(node, "data-asked", placed.stake !== null);
    setAttribute(node, "data-taken", placed.chips.length > 0);
    const parts = this.#partsByHand(place, placed);
    setAttribute(node, "data-hands", parts.length > 1 ? parts.length : null);
    const marks = parts.flatMap((part) => placeMarks(this.table, part.place, part.placed));
    setAttribute(node, "data-marked", marks.length > 0);
    this.#drawChips(chipsLayer, place, placed, parts, marks);
  }

  /**
   * What lies at a place, with its room: of a split hand by hand, side by side below the cards.
   * @param {Place} place
   * @param {Placed} placed
   * @returns {{place: Place, placed: Placed}[]}
   */
  #partsByHand(place, placed) {
    const stakes = stakesByHand(placed);
    const light = this.plan.spots.find((/** @type {any} */ { spot }) => spot === place.spot)?.light;
    if (!stakes.length) return [{ place, placed }];
    const room = place.beside ? { ...place.box, x: light.x, w: light.w, h: place.beside.h } : place.box;
    return stakes.map(([hand, part], nth) => {
      const box = handColumn(room, nth, stakes.length);
      return { place: { ...place, box, beside: null, shape: "box" }, placed: part };
    });
  }

  /**
   * @param {Element} root
   * @param {Place} place
   * @param {Placed} placed
   * @param {{place: Place, placed: Placed}[]} parts
   * @param {PlaceMark[]} marks
   */
  #drawChips(root, place, placed, parts, marks) {
    const stacks = parts.flatMap((part) => part.placed.chips.map((stack, nth) => ({ stack, position: chipPosition(part.place, nth, part.placed.chips.length) })));
    const circles = parts.length > 1 ? parts.map((part) => handCircle(part.place, place, placed.paying)) : [];
    const key = (/** @type {any} */ { stack, position }) => JSON.stringify([stack, position]);
    const drawn = [
      ...circles,
      ...stacks.map((one) => ({ key: key(one), make: () => drawStack(one.stack, one.position, this.plan.shared, this.table.words) })),
      ...marks.map(({ kind, words, box, anchor }) => ({
        key: JSON.stringify([kind, words, box]),
        make: () => this.#mark(place, { kind, words, box, anchor }),
      })),
    ];
    const previousStacks = stacksIn(root);
    reconcileChildren(root, drawn, (one) => one.key, (one) => one.make());
    this.#animateChips(previousStacks, stacksIn(root), place, placed, stacks.map(({ stack }) => stack));
  }

  /**
   * A mark; that of an outcome opens the answer for its bet.
   * @param {Place} place
   * @param {PlaceMark} mark
   */
  #mark(place, { kind, words, box, anchor }) {
    const line = textLine(kind, words, box, kind === NAME ? words : this.table.say(LEGEND_KEYS[kind]), anchor);
    if (kind in OUTCOME_SIGNS) setAttribute(line, "data-why", `bet ${placeId(place)}`);
    return line;
  }

  /**
   * Moves chips from their player, or from the dealer who pays, and back to either.
   * @param {SVGElement[]} previousStacks
   * @param {SVGElement[]} now
   * @param {Place} place
   * @param {Placed} placed
   * @param {import("./place_state.js").Chips[]} stacks
   */
  #animateChips(previousStacks, now, place, placed, stacks) {
    if (!this.#hasShown) return;
    const outcome = betOutcome(placed)?.outcome;
    const spot = stacks[0]?.spot ?? (place.spot || Number(previousStacks[0]?.getAttribute("data-of")));
    const light = this.plan.spots.find((/** @type {any} */ one) => one.spot === spot)?.light ?? DEALER;
    const addedStacks = now.filter((node) => !previousStacks.includes(node));
    for (const node of addedStacks) {
      if (previousStacks.length) animateMove(node, [{ transform: "translateY(-26px)", opacity: 0 }, { transform: "none", opacity: 1 }]);
      else animateMove(node, [{ transform: moveTransform(outcome ? DEALER : light, place.box) }, { transform: "none" }]);
    }
    if (now.length) return;
    for (const node of previousStacks) animateLeave(this.over, node, moveTransform(outcome === "lose" ? DEALER : light, place.box));
  }

  /** @param {Placed} placed */
  #stackTexts({ chips }) {
    return chips.map(({ spot, bettor, cents }) => {
      const money = this.table.money(cents);
      if (bettor) return this.table.say("web.felt.behind_lies", { money });
      return this.plan.shared ? this.table.say("web.felt.spot_lies", { spot, money }) : money;
    });
  }

  /** @param {Placed} placed */
  #stateTexts(placed) {
    const outcome = betOutcome(placed);
    const texts = [];
    if (outcome) texts.push(this.table.say(OUTCOME_KEYS[outcome.outcome] ?? outcome.outcome, { money: this.table.money(outcome.paid ?? 0) }));
    if (placed.late) texts.push(this.table.say("view.light.late"));
    if (placed.paying) texts.push(this.table.say("web.felt.paying"));
    if (placed.stake) texts.push(this.table.say("web.felt.asked", { money: this.table.money(placed.stake.least ?? 0) }));
    return texts;
  }
}

/**
 * @param {Element} root
 * @returns {SVGElement[]}
 */
function stacksIn(root) {
  return /** @type {SVGElement[]} */ ([...root.querySelectorAll(":scope > .stack")]);
}

/**
 * The circle below the chips of one hand of a split; chips may be laid on one that is beside its place too.
 * @param {Place} part
 * @param {Place} place
 * @param {boolean} paying
 */
function handCircle(part, place, paying) {
  const { x, y, r } = chipPosition(part, 0, 1);
  const isBeside = Math.abs(x - place.box.x) > place.box.w / 2 + r;
  const circle = { class: isBeside ? "hand-circle beside" : "hand-circle", cx: x, cy: y, r: r + HAND_RIM, "data-paying": paying };
  return { key: JSON.stringify(circle), make: () => svg("circle", circle) };
}
