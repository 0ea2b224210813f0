// @ts-check
// The screen's changes: all of it once, then what has changed, by server-sent events. A connection that drops, a laptop that has slept and a proxy that holds events back begin with all of it again.

import { read } from "./api.js";
import { changed } from "./state_changes.js";

/** The server sends an event each second. */
const SILENT_AFTER_MS = 5000;
/** How long this page only asks after events did not come through. */
const HELD_BACK_MS = 60_000;

export class ScreenChanges {
  /** @type {EventSource | null} */ #source = null;
  /** @type {any} */ #state = null;
  #number = 0;
  #movedAt = -Infinity;
  #openAgainAt = -Infinity;
  /** Whether an event has come of the present connection. */
  #delivered = false;
  /** Whether events are held back on the network, so that this page asks. */
  heldBack = false;

  /** @param {{ show: (screen: any) => void, silent: () => void }} page what is done with each state, and when the server does not know it */
  constructor(page) {
    this.page = page;
  }

  /** See to it that the state comes: called every two seconds. A refusal is thrown. */
  async renew() {
    if (performance.now() - this.#movedAt < SILENT_AFTER_MS) return;
    const cameThrough = this.#source === null || this.#delivered;
    this.close();
    this.#take(await read("changes/now"));
    if (!cameThrough) this.#hold();
    if (performance.now() >= this.#openAgainAt) this.#open();
  }

  close() {
    this.#source?.close();
    this.#source = null;
    this.#movedAt = -Infinity;
  }

  #hold() {
    this.heldBack = true;
    this.#openAgainAt = performance.now() + HELD_BACK_MS;
  }

  #open() {
    const source = new EventSource("changes");
    this.#source = source;
    this.#delivered = false;
    this.#movedAt = performance.now();
    source.addEventListener("state", (event) => {
      this.heldBack = false;
      this.#delivered = true;
      this.#take(JSON.parse(event.data));
    });
    source.addEventListener("silent", () => {
      this.#movedAt = performance.now();
      this.page.silent();
    });
    // A server that has gone, or a session that has ended: the next `renew` asks which.
    source.onerror = () => this.close();
  }

  /** @param {{ number: number, change: any }} message */
  #take({ number, change }) {
    if (!Array.isArray(change) && number !== this.#number + 1) return this.close();
    this.#number = number;
    this.#state = changed(this.#state, change);
    if (this.#source) this.#movedAt = performance.now();
    this.page.show({ ...this.#state, tiles: this.#state.order.map((/** @type {string} */ key) => this.#state.tiles[key]) });
  }
}
