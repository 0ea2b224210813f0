// @ts-check
// Lays and takes chips: by a click or a key on a place, or by dragging.

import { placeId } from "./places.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./places.js").Place} Place */
/** @typedef {{spot: number, on: string, bettor: string | null}} StackOwner */

/** How far a pointer moves before it drags. */
const SLACK = 6;

/** The bets that the page's user lays, takes and moves. */
export class ChipPlacement {
  /**
   * @param {Table} table
   * @param {import("./places.js").Places} places
   */
  constructor(table, places) {
    this.table = table;
    this.places = places;
  }

  /**
   * Lays the amount that is selected; if that is zero, takes the stack. The stake of a decision is laid whole.
   * @param {Place} place
   */
  lay(place) {
    const { cents } = this.table.selection;
    if (!cents) return this.take(place);
    const stake = this.places.states.of(placeId(place)).stake;
    const missingCents = stake && stake.least === stake.most ? (stake.least ?? 0) - (stake.laid ?? 0) : 0;
    if (!stake || missingCents <= 0) return this.put(place, cents);
    return this.#put({ spot: place.spot, on: place.on, bettor: stake.bettor }, missingCents);
  }

  /**
   * @param {Place} place
   * @param {number} cents
   */
  put(place, cents) {
    return this.#put(this.#ownerAt(place), cents);
  }

  /**
   * Takes the stack of the selected player, else the first one.
   * @param {Place} place
   */
  take(place) {
    return this.table.ask({ act: "take", ...(this.stack(place) ?? this.#ownerAt(place)) });
  }

  /**
   * Moves a stack to another place.
   * @param {Place} from
   * @param {Place} to
   */
  async move(from, to) {
    const owner = this.stack(from);
    if (!owner) return;
    const { chips } = this.places.states.of(placeId(from));
    const cents = chips.find((stack) => stack.spot === owner.spot && stack.bettor === owner.bettor)?.cents ?? 0;
    if (await this.take(from)) await this.#put({ ...this.#ownerAt(to), bettor: owner.bettor, ...this.#player(owner) }, cents);
  }

  /**
   * The owner of the stack that an act at a place is about; null if there is no stack.
   * @param {Place} place
   * @returns {StackOwner | null}
   */
  stack(place) {
    const { chips } = this.places.states.of(placeId(place));
    const { spot, bettor } = this.#ownerAt(place);
    const chosenStack = chips.find((stack) => stack.spot === spot && stack.bettor === bettor) ?? chips[0];
    return chosenStack ? { spot: chosenStack.spot, on: chosenStack.on, bettor: chosenStack.bettor } : null;
  }

  /**
   * @param {StackOwner} owner
   * @param {number} cents
   */
  #put(owner, cents) {
    return this.table.ask({ act: "put", ...owner, cents });
  }

  /** @param {StackOwner} owner */
  #player({ spot }) {
    return this.places.plan.shared ? { spot } : {};
  }

  /**
   * @param {Place} place
   * @returns {StackOwner}
   */
  #ownerAt({ spot, on }) {
    const { selection } = this.table;
    return { spot: this.places.plan.shared ? (selection.spot ?? 1) : spot, on, bettor: selection.bettor };
  }
}

/**
 * Moves a picture with the pointer until the pointer is released.
 * @param {PointerEvent} event
 * @param {() => Element} picture
 * @param {(under: Element | null) => void} drop
 */
export function dragPicture(event, picture, drop) {
  if (event.button !== 0) return;
  const from = { x: event.clientX, y: event.clientY };
  /** @type {HTMLElement | null} */
  let carried = null;

  /** @param {PointerEvent} moved */
  function follow(moved) {
    if (moved.pointerId !== event.pointerId) return;
    if (!carried && Math.hypot(moved.clientX - from.x, moved.clientY - from.y) < SLACK) return;
    carried ??= carriedPicture(picture());
    carried.style.transform = `translate(${moved.clientX}px, ${moved.clientY}px)`;
  }

  /** @param {PointerEvent} ended */
  function end(ended) {
    if (ended.pointerId !== event.pointerId) return;
    window.removeEventListener("pointermove", follow);
    window.removeEventListener("pointerup", end);
    window.removeEventListener("pointercancel", end);
    carried?.remove();
    if (carried && ended.type === "pointerup") {
      // The browser sends a click after a drag only if both ends are on one element: the listener must not wait
      // for it.
      window.addEventListener("click", suppressClick, { capture: true, once: true });
      setTimeout(() => window.removeEventListener("click", suppressClick, { capture: true }));
      drop(document.elementFromPoint(ended.clientX, ended.clientY));
    }
  }

  // On the window, since the pointer leaves the element that it drags from.
  window.addEventListener("pointermove", follow);
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
}

/** @param {Event} click the browser's own click at the end of a drag */
function suppressClick(click) {
  click.stopPropagation();
  click.preventDefault();
}

/** @param {Element} picture */
function carriedPicture(picture) {
  const carried = document.createElement("div");
  carried.className = "carried";
  carried.append(picture);
  document.body.append(carried);
  return carried;
}
