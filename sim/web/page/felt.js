// @ts-check
// The felt: the table seen from above, drawn from the plan of its game.

import { mountRack } from "./chip_rack.js";
import { ClothPrints } from "./cloth_prints.js";
import { Dolly } from "./dolly.js";
import { element, setAttribute, writeText } from "./dom.js";
import { Furniture } from "./furniture.js";
import { Hands } from "./hands.js";
import { Balls, Instrument } from "./instrument.js";
import { ChipPlacement, dragPicture } from "./chip_placement.js";
import { setMotionLayer, setPace } from "./motion.js";
import { MotionLayer } from "./motion_layer.js";
import { OUTCOME_SIGNS } from "./place_marks.js";
import { Places, placeId } from "./places.js";
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

/** The greatest width of a place's caption, and the least room above a place for it; else it is written beneath. */
const MAX_CAPTION_WIDTH = 256;
const MIN_ROOM_ABOVE = 60;

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mount(root, table) {
  const placeCaption = element("p", { class: "felt-says", "aria-hidden": "true", hidden: true });
  const stage = element("div", { class: "felt-stage" });
  const legend = element("p", { class: "felt-legend" });
  root.append(stage, placeCaption);
  /** @type {Felt | null} */
  let felt = null;
  mountRack(root, table, (under, cents) => felt?.dropped(under, cents));

  root.lastElementChild?.append(legend);

  table.on("hello", () => {
    const focused = stage.contains(document.activeElement) ? felt?.current : undefined;
    felt = new Felt(table, placeCaption);
    stage.replaceChildren(felt.node, felt.motions.node, felt.zoom.whole);
    setMotionLayer(felt.motions);
    explain(legend, table);
    felt.show();
    if (focused) felt.focus(focused);
  });
  for (const topic of ["status", "scene", "selection"]) table.on(topic, () => felt?.show());
  table.on("lights", () => felt?.light());
  table.on("people", ({ times }) => setPace(times));
}

/**
 * The legend of the marks beside chips.
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
   * @param {HTMLElement} placeCaption describes the place under the pointer or with the focus
   */
  constructor(table, placeCaption) {
    this.table = table;
    this.caption = placeCaption;
    this.plan = table.hello.felt;
    this.furniture = new Furniture(table, this.plan);
    this.instrument = new Instrument(table, this.plan);
    this.cloth = new ClothPrints(table, this.plan);
    this.balls = new Balls(this.plan);
    this.dolly = new Dolly(this.plan);
    this.places = new Places(table, this.plan);
    this.spots = new SpotLights(table, this.plan);
    this.hands = new Hands(table, this.plan);
    this.room = new PokerTable(table, this.plan);
    this.chipPlacement = new ChipPlacement(table, this.places);
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
      this.dolly.node,
      ...this.hands.titles,
    );
    this.motions = new MotionLayer(this.node);
    this.zoom = new Zoom(table, this.plan, this.node, () => this.motions.fit());
    this.#listen();
    this.#updateTabStop();
  }

  show() {
    const { status } = this.table;
    if (!status) return;
    for (const part of [this.furniture, this.instrument, this.cloth, this.places, this.spots, this.hands, this.room]) part.show();
    this.balls.show(status);
    this.dolly.show(status);
    this.motions.endRemoved();
    this.#showResult();
  }

  /** Shows the lights alone: they change far more often than the rest. */
  light() {
    this.spots.light();
  }

  /**
   * Lays chips on the place over which they were released.
   * @param {Element | null} under
   * @param {number} cents
   */
  dropped(under, cents) {
    const place = this.#placeOf(under);
    if (place) this.chipPlacement.put(place, cents);
  }

  /** @param {string} id */
  focus(id) {
    const node = this.#nodeOf(id);
    if (!node) return;
    this.current = id;
    this.#updateTabStop();
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
      if (event.target.closest("[data-why]")) return;
      if (this.zoom.openIfSmall(place, event.pointerType ?? "")) return;
      void (event.shiftKey ? this.chipPlacement.take(place) : this.chipPlacement.lay(place));
    });
    on("contextmenu", (event, place) => {
      event.preventDefault();
      this.chipPlacement.take(place);
    });
    on("keydown", (event, place) => this.#key(event, place));
    on("focusin", (_, place) => {
      this.current = placeId(place);
      this.#updateTabStop();
      this.#showCaption(place);
    });
    on("pointerover", (_, place) => this.#showCaption(place));
    for (const type of ["pointerout", "focusout"]) this.node.addEventListener(type, () => setAttribute(this.caption, "hidden", true));
    on("pointerdown", (event, place) => this.#startDrag(event, place));
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Place} place
   */
  #key(event, place) {
    const to = nextPlace(event.key, place, this.plan.places);
    if (to) this.focus(placeId(to));
    else if (event.key === "Enter" || event.key === " ") this.chipPlacement.lay(place);
    else if (event.key === "Delete" || event.key === "Backspace") this.chipPlacement.take(place);
    else if (event.key === "Escape") this.zoom.close();
    else return;
    event.preventDefault();
  }

  /**
   * @param {PointerEvent} event
   * @param {Place} place
   */
  #startDrag(event, place) {
    const owner = this.chipPlacement.stack(place);
    if (!owner) return;
    const stacksHere = this.places.states.of(placeId(place)).chips;
    const stack = stacksHere.find((one) => one.spot === owner.spot && one.bettor === owner.bettor) ?? stacksHere[0];
    const picture = () =>
      svg("svg", { viewBox: "-24 -50 48 76", class: "chip-picture" }, drawStack(stack, { x: 0, y: 0, r: 22 }, this.plan.shared, this.table.words));
    dragPicture(event, picture, (under) => {
      const to = this.#placeOf(under);
      if (!to) this.chipPlacement.take(place);
      else if (to !== place) this.chipPlacement.move(place, to);
    });
  }

  /**
   * Describes a place and its chips, above it or, at the upper edge, beneath it.
   * @param {Place} place
   */
  #showCaption(place) {
    const node = this.#nodeOf(placeId(place));
    const root = this.caption.parentElement;
    if (!node || !root) return;
    const [placeRect, feltRect] = [node.getBoundingClientRect(), root.getBoundingClientRect()];
    const half = Math.min(MAX_CAPTION_WIDTH, feltRect.width) / 2;
    const middle = Math.min(Math.max(placeRect.x + placeRect.width / 2 - feltRect.x, half), feltRect.width - half);
    const beneath = placeRect.y - feltRect.y < MIN_ROOM_ABOVE;
    this.caption.classList.toggle("beneath", beneath);
    this.caption.style.left = `${middle}px`;
    this.caption.style.top = `${(beneath ? placeRect.bottom : placeRect.top) - feltRect.y}px`;
    writeText(this.caption, this.places.describe(place));
    this.caption.hidden = false;
  }

  /** Only the place that had the focus last is a stop of the Tab key. */
  #updateTabStop() {
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
    const drawn = /** @type {SVGElement | null | undefined} */ (node?.closest?.("[data-place], [data-over]"));
    const id = drawn?.dataset.place ?? drawn?.dataset.over;
    return id && this.node.contains(/** @type {Node} */ (node)) ? this.places.place(id) : null;
  }
}
