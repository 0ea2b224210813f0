// @ts-check
// The connection to the server: it reconnects by itself, and each request gets its answer.

import { ReceivedState } from "./state_changes.js";

/** Delay before a lost connection is tried again: the first, and the longest. */
const SOONEST_MS = 250;
const LATEST_MS = 3000;

/** Interval of the heartbeat, and the time limit of its answer. */
const BEAT_MS = 2000;
const PATIENCE_MS = 3000;

/** A refused request: the reason in each language, null if the server did not answer. */
export class RequestRefused extends Error {
  /**
   * @param {string} key
   * @param {Record<string, string> | null} wordsByLanguage
   */
  constructor(key, wordsByLanguage) {
    super(key);
    this.wordsByLanguage = wordsByLanguage;
  }
}

/**
 * Events: each topic of the state that changed, with its value as `detail`; `events` and `frames` with the
 * message; `lost` if the connection is lost, `back` when there is one.
 */
export class Socket extends EventTarget {
  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    this.retryMs = SOONEST_MS;
    this.ref = 0;
    this.framesShown = false;
    this.state = new ReceivedState();
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (why: RequestRefused) => void}>} */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.webSocket = null;
    document.addEventListener("visibilitychange", () => void this.#sendView());
  }

  /** Connects, now and whenever the connection is lost. */
  open() {
    const wire = new WebSocket(this.url);
    wire.onopen = () => this.#onOpen(wire);
    wire.onmessage = (event) => this.#onMessage(wire, JSON.parse(event.data));
    wire.onclose = () => this.#onLost(wire);
  }

  /**
   * Sends a request; rejects with `RequestRefused` if it is refused.
   * @param {Record<string, any>} act
   * @returns {Promise<any>}
   */
  ask(act) {
    const wire = this.webSocket;
    if (act.act === "look") [this.framesShown, act] = [act.inside, { ...act, visible: !document.hidden }];
    if (!wire) return Promise.reject(new RequestRefused("web.connection.not_done", null));
    const ref = ++this.ref;
    return new Promise((resolve, reject) => {
      this.pending.set(ref, { resolve, reject });
      wire.send(JSON.stringify({ ...act, ref }));
    });
  }

  /** @param {WebSocket} wire */
  #onOpen(wire) {
    this.webSocket = wire;
    this.retryMs = SOONEST_MS;
    this.dispatchEvent(new Event("back"));
    void this.#heartbeat(wire);
  }

  /**
   * Sends again what this page shows; the connection is lost if no answer comes in time.
   * @param {WebSocket} wire
   */
  async #heartbeat(wire) {
    // A browser notices a dead network only after minutes.
    const patience = setTimeout(() => this.#onLost(wire), PATIENCE_MS);
    if (await this.#sendView()) setTimeout(() => wire === this.webSocket && this.#heartbeat(wire), BEAT_MS);
    clearTimeout(patience);
  }

  /** Sends whether this page shows the frames, and whether it is visible at all; false if there is no answer. */
  async #sendView() {
    try {
      return Boolean(await this.ask({ act: "look", inside: this.framesShown }));
    } catch (why) {
      if (!(why instanceof RequestRefused)) throw why;
      return false;
    }
  }

  /**
   * @param {WebSocket} wire
   * @param {any} message
   */
  #onMessage(wire, message) {
    switch (message.topic) {
      case "answer":
        return this.#onAnswer(message);
      case "state":
        // A new connection begins with the whole state.
        if (!this.state.receive(message, this)) this.#onLost(wire);
        return;
    }
    this.dispatchEvent(new CustomEvent(message.topic, { detail: message }));
  }

  /** @param {any} message */
  #onAnswer(message) {
    const waiting = this.pending.get(message.ref);
    this.pending.delete(message.ref);
    if (!waiting) return;
    if (message.refused) waiting.reject(new RequestRefused(message.refused.key, message.said ?? null));
    else waiting.resolve(message);
  }

  /** @param {WebSocket} wire */
  #onLost(wire) {
    // A socket that was given up may still deliver events, and would connect a second time.
    wire.onopen = wire.onmessage = wire.onclose = null;
    wire.close();
    const was = this.webSocket === wire;
    this.webSocket = null;
    for (const { reject } of this.pending.values()) reject(new RequestRefused("web.connection.not_done", null));
    this.pending.clear();
    if (was) this.dispatchEvent(new Event("lost"));
    setTimeout(() => this.open(), this.retryMs);
    this.retryMs = Math.min(this.retryMs * 2, LATEST_MS);
  }
}
