// @ts-check
// The one connection to the server: it comes back by itself, and answers what is asked.

/** How soon a lost connection is tried again, at first and at last. */
const SOONEST_MS = 250;
const LATEST_MS = 3000;

/** How often the server is asked for a sign of life, and how long it may take to give it. */
const BEAT_MS = 2000;
const PATIENCE_MS = 3000;

/** Why an act was not done: `said` is the reason in every language, null where nobody answered. */
export class Refused extends Error {
  /**
   * @param {string} key
   * @param {Record<string, string> | null} said
   */
  constructor(key, said) {
    super(key);
    this.said = said;
  }
}

/**
 * Events: `hello`, `status`, `scene`, `lights`, `people`, `events` and `frames` with the message as `detail`;
 * `lost` as soon as the connection is, `back` when there is one.
 */
export class Socket extends EventTarget {
  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    this.waits = SOONEST_MS;
    this.ref = 0;
    this.inside = false;
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (why: Refused) => void}>} */
    this.asked = new Map();
    /** @type {WebSocket | null} */
    this.wire = null;
  }

  /** Connects, now and whenever the connection is lost. */
  open() {
    const wire = new WebSocket(this.url);
    wire.onopen = () => this.#opened(wire);
    wire.onmessage = (event) => this.#heard(event.data);
    wire.onclose = () => this.#gone(wire);
  }

  /**
   * Has something done; rejects with `Refused` where it was not.
   * @param {Record<string, any>} act
   * @returns {Promise<any>}
   */
  ask(act) {
    const wire = this.wire;
    if (act.act === "look") this.inside = act.inside;
    if (!wire) return Promise.reject(new Refused("web.connection.not_done", null));
    const ref = ++this.ref;
    return new Promise((resolve, reject) => {
      this.asked.set(ref, { resolve, reject });
      wire.send(JSON.stringify({ ...act, ref }));
    });
  }

  /** @param {WebSocket} wire */
  #opened(wire) {
    this.wire = wire;
    this.waits = SOONEST_MS;
    this.dispatchEvent(new Event("back"));
    void this.#beat(wire);
  }

  /**
   * Says again whether this page looks inside: as long as that is answered the connection stands.
   * @param {WebSocket} wire
   */
  async #beat(wire) {
    const patience = setTimeout(() => this.#gone(wire), PATIENCE_MS);
    try {
      await this.ask({ act: "look", inside: this.inside });
      setTimeout(() => wire === this.wire && this.#beat(wire), BEAT_MS);
    } catch (why) {
      if (!(why instanceof Refused)) throw why;
    } finally {
      clearTimeout(patience);
    }
  }

  /** @param {string} data */
  #heard(data) {
    const message = JSON.parse(data);
    if (message.topic !== "answer") {
      this.dispatchEvent(new CustomEvent(message.topic, { detail: message }));
      return;
    }
    const waiting = this.asked.get(message.ref);
    this.asked.delete(message.ref);
    if (!waiting) return;
    if (message.refused) waiting.reject(new Refused(message.refused.key, message.said ?? null));
    else waiting.resolve(message);
  }

  /** @param {WebSocket} wire */
  #gone(wire) {
    wire.onopen = wire.onmessage = wire.onclose = null;
    wire.close();
    const was = this.wire === wire;
    this.wire = null;
    for (const { reject } of this.asked.values()) reject(new Refused("web.connection.not_done", null));
    this.asked.clear();
    if (was) this.dispatchEvent(new Event("lost"));
    setTimeout(() => this.open(), this.waits);
    this.waits = Math.min(this.waits * 2, LATEST_MS);
  }
}
