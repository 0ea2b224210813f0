// @ts-check
// The views of a screen, as server-sent events; a lost connection is made again.

/** The server is lost after this silence: it sends an event every second. */
const SILENCE_MS = 5000;
/** A lost connection is made again after this. A silent one is treated as lost: it may be dead. */
const RETRY_MS = 1000;

/** Events: `view` with the view as `detail`; `lost`; `back` with each event received. */
export class ViewFeed extends EventTarget {
  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    /** @type {number | undefined} */
    this.silenceTimer = undefined;
  }

  /** Connects, now and whenever the connection is lost. */
  open() {
    const source = new EventSource(this.url);
    source.addEventListener("view", ({ data }) => {
      this.#received(source);
      this.dispatchEvent(new CustomEvent("view", { detail: JSON.parse(data) }));
    });
    source.addEventListener("same", () => this.#received(source));
    source.onerror = () => this.#lose(source);
    this.#restartTimer(source);
  }

  /** @param {EventSource} source */
  #received(source) {
    this.#restartTimer(source);
    this.dispatchEvent(new Event("back"));
  }

  /** @param {EventSource} source */
  #restartTimer(source) {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => this.#lose(source), SILENCE_MS);
  }

  /** @param {EventSource} source */
  #lose(source) {
    source.close();
    clearTimeout(this.silenceTimer);
    setTimeout(() => this.open(), RETRY_MS);
    this.dispatchEvent(new Event("lost"));
  }
}
