// @ts-check
// The connection to the server: it reconnects by itself, and each request gets its answer.

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
 * Events: `hello`, `status`, `scene`, `lights`, `people`, `events` and `frames` with the message as `detail`;
 * `lost` if the connection is lost, `back` when there is one.
 */
export class Socket extends EventTarget {
  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    this.retryMs = SOONEST_MS;
    this.ref = 0;
    this.framesShown = false;
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (why: RequestRefused) => void}>} */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.webSocket = null;
  }

  /** Connects, now and whenever the connection is lost. */
  open() {
    const wire = new WebSocket(this.url);
    wire.onopen = () => this.#onOpen(wire);
    wire.onmessage = (event) => this.#onMessage(event.data);
    wire.onclose = () => this.#onLost(wire);
  }

  /**
   * Sends a request; rejects with `RequestRefused` if it is refused.
   * @param {Record<string, any>} act
   * @returns {Promise<any>}
   */
  ask(act) {
    const wire = this.webSocket;
    // The heartbeat repeats it, also to a server that was restarted.
    if (act.act === "look") this.framesShown = act.inside;
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
   * Sends again whether this page shows the frames; the connection is lost if no answer comes in time.
   * @param {WebSocket} wire
   */
  async #heartbeat(wire) {
    // A browser notices a dead network only after minutes.
    const patience = setTimeout(() => this.#onLost(wire), PATIENCE_MS);
    try {
      await this.ask({ act: "look", inside: this.framesShown });
      setTimeout(() => wire === this.webSocket && this.#heartbeat(wire), BEAT_MS);
    } catch (why) {
      if (!(why instanceof RequestRefused)) throw why;
    } finally {
      clearTimeout(patience);
    }
  }

  /** @param {string} data */
  #onMessage(data) {
    const message = JSON.parse(data);
    if (message.topic !== "answer") {
      this.dispatchEvent(new CustomEvent(message.topic, { detail: message }));
      return;
    }
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
