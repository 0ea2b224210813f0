// @ts-check
// The felt: the table as it is seen from above, drawn from the plan of its game.

import { mountRack } from "./chip_rack.js";
import { ClothPrints } from "./cloth_prints.js";
import { element, setAttribute, writeText } from "./dom.js";
import { Furniture } from "./furniture.js";
import { Hands } from "./hands.js";
import { Balls, Instrument } from "./instrument.js";
import { ChipPlacement, dragPicture } from "./chip_placement.js";
import { setPace } from "./motion.js";
import { Places, OUTCOME_SIGNS, placeId } from "./places.js";
import { nextPlace } from "./arrow_keys.js";
import { PokerTable } from "./poker_table.js";
import { SpotLights } from "./spot_lights.js";
import { drawStack } from "./chip_stacks.js";
import { svg } from "./svg.js";
import { Zoom } from "./zoom.js";
import { MARK_KEYS } from "./page_keys.js";
import { GAME_KEYS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./places.js").Place} Place */

/** How wide at most, and how far below the upper edge at least, what is said of a place is written. */
const MOST_SAID = 256;
const LEAST_ABOVE = 60;

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mount(root, table) {
  const says = element("p", { class: "felt-says", "aria-hidden": "true", hidden: true });
  const stage = element("div", { class: "felt-stage" });
  const legend = element("p", { class: "felt-legend" });
  root.append(stage, says);
  /** @type {Felt | null} */
  let felt = null;
  mountRack(root, table, (under, cents) => felt?.dropped(under, cents));

  root.lastElementChild?.append(legend);

  table.on("hello", () => {
    const focused = stage.contains(document.activeElement) ? felt?.current : undefined;
    felt = new Felt(table, says);
    stage.replaceChildren(felt.node, felt.zoom.whole);
    explain(legend, table);
    felt.show();
    if (focused) felt.focus(focused);
  });
  for (const topic of ["status", "scene", "selection"]) table.on(topic, () => felt?.show());
  table.on("lights", () => felt?.light());
  table.on("people", ({ times }) => setPace(times));
}

/**
 * The marks beside chips, once and in short.
 * @param {HTMLElement} legend
 * @param {Table} table
 */
function explain(legend, table) {
  const marks = [["win", OUTCOME_SIGNS.win], ["lose", OUTCOME_SIGNS.lose], ["push", OUTCOME_SIGNS.push], ["held", "≡"]];
  legend.replaceChildren(...marks.map(([kind, sign]) => element("span", { class: kind }, element("b", { text: sign }), ` ${table.say(MARK_KEYS[kind])}`)));
}

/** One table's felt. */
class Felt {
  /**
   * @param {Table} table
   * @param {HTMLElement} says where it is written which place is meant
   */
  constructor(table, says) {
    this.table = table;
    this.says = says;
    this.plan = table.hello.felt;
    this.furniture = new Furniture(table, this.plan);
    this.instrument = new Instrument(table, this.plan);
    this.cloth = new ClothPrints(table, this.plan);
    this.balls = new Balls(this.plan);
    this.places = new Places(table, this.plan);
    this.spots = new SpotLights(table, this.plan);
    this.hands = new Hands(table, this.plan);
    this.room = new PokerTable(table, this.plan);
    this.laying = new ChipPlacement(table, this.places);
    this.current = this.plan.places.length ? placeId(this.plan.places[0]) : "";
    const layers = [this.furniture, this.balls, this.instrument, this.spots, this.places, this.cloth, this.hands, this.room];
    this.node = svg(
      "svg",
      {
        class: "felt-picture",
        viewBox: `0 0 ${this.plan.width} ${this.plan.height}`,
        role: "group",
        "aria-label": table.say("web.felt.table", { game: table.say(GAME_KEYS[table.hello.game] ?? table.hello.game) }),
      },
      ...layers.map((layer) => layer.node),
      this.places.over,
      ...this.hands.titles,
    );
    this.zoom = new Zoom(table, this.plan, this.node);
    this.#listen();
    this.#rest();
  }

  show() {
    const { status } = this.table;
    if (!status) return;
    for (const part of [this.furniture, this.instrument, this.cloth, this.places, this.spots, this.hands, this.room]) part.show();
    this.balls.show(status);
    this.#showResult();
  }

  /** Shows the lights alone, which change far more often than the rest. */
  light() {
    this.spots.light();
  }

  /**
   * Chips were let go over something.
   * @param {Element | null} under
   * @param {number} cents
   */
  dropped(under, cents) {
    const place = this.#placeOf(under);
    if (place) this.laying.put(place, cents);
  }

  /** @param {string} id */
  focus(id) {
    const node = this.#nodeOf(id);
    if (!node) return;
    this.current = id;
    this.#rest();
    node.focus();
  }

  #showResult() {
    const result = this.instrument.result;
    for (const node of this.node.querySelectorAll("[data-result]")) {
      if (!result.has(node.dataset.place)) setAttribute(node, "data-result", null);
    }
    for (const id of result) this.#nodeOf(id)?.setAttribute("data-result", "");
  }

  #listen() {
    const on = (/** @type {string} */ type, /** @type {(event: any, place: Place) => void} */ act) =>
      this.node.addEventListener(type, (/** @type {any} */ event) => {
        const place = this.#placeOf(event.target);
        if (place) act(event, place);
      });
    on("click", (event, place) => {
      if (this.zoom.openIfSmall(place, event.pointerType ?? "")) return;
      void (event.shiftKey ? this.laying.take(place) : this.laying.lay(place));
    });
    on("contextmenu", (event, place) => {
      event.preventDefault();
      this.laying.take(place);
    });
    on("keydown", (event, place) => this.#key(event, place));
    on("focusin", (_, place) => {
      this.current = placeId(place);
      this.#rest();
      this.#say(place);
    });
    on("pointerover", (_, place) => this.#say(place));
    for (const type of ["pointerout", "focusout"]) this.node.addEventListener(type, () => setAttribute(this.says, "hidden", true));
    on("pointerdown", (event, place) => this.#lift(event, place));
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Place} place
   */
  #key(event, place) {
    const to = nextPlace(event.key, place, this.plan.places);
    if (to) this.focus(placeId(to));
    else if (event.key === "Enter" || event.key === " ") this.laying.lay(place);
    else if (event.key === "Delete" || event.key === "Backspace") this.laying.take(place);
    else if (event.key === "Escape") this.zoom.close();
    else return;
    event.preventDefault();
  }

  /**
   * @param {PointerEvent} event
   * @param {Place} place
   */
  #lift(event, place) {
    const whose = this.laying.stack(place);
    if (!whose) return;
    const lying = this.places.states.of(placeId(place)).chips;
    const stack = lying.find((one) => one.spot === whose.spot && one.bettor === whose.bettor) ?? lying[0];
    const picture = () =>
      svg("svg", { viewBox: "-24 -50 48 76", class: "chip-picture" }, drawStack(stack, { x: 0, y: 0, r: 22 }, this.plan.shared));
    dragPicture(event, picture, (under) => {
      const to = this.#placeOf(under);
      if (!to) this.laying.take(place);
      else if (to !== place) this.laying.move(place, to);
    });
  }

  /**
   * Writes above a place, or beneath one at the upper edge, what it is and what lies there.
   * @param {Place} place
   */
  #say(place) {
    const node = this.#nodeOf(placeId(place));
    const root = this.says.parentElement;
    if (!node || !root) return;
    const [at, around] = [node.getBoundingClientRect(), root.getBoundingClientRect()];
    const half = Math.min(MOST_SAID, around.width) / 2;
    const middle = Math.min(Math.max(at.x + at.width / 2 - around.x, half), around.width - half);
    const beneath = at.y - around.y < LEAST_ABOVE;
    this.says.classList.toggle("beneath", beneath);
    this.says.style.left = `${middle}px`;
    this.says.style.top = `${(beneath ? at.bottom : at.top) - around.y}px`;
    writeText(this.says, this.places.describe(place));
    this.says.hidden = false;
  }

  /** Only the place that was reached last is a stop of the Tab key. */
  #rest() {
    for (const node of this.node.querySelectorAll("[data-place][tabindex='0']")) setAttribute(node, "tabindex", -1);
    const node = this.#nodeOf(this.current);
    if (node) setAttribute(node, "tabindex", 0);
  }

  /**
   * @param {string} id
   * @returns {SVGElement | null}
   */
  #nodeOf(id) {
    return this.node.querySelector(`[data-place="${CSS.escape(id)}"]`);
  }

  /**
   * @param {Element | null} node
   * @returns {Place | null}
   */
  #placeOf(node) {
    const id = node?.closest?.("[data-place]")?.getAttribute("data-place");
    return id && this.node.contains(/** @type {Node} */ (node)) ? this.places.place(id) : null;
  }
}
