// @ts-check
// What the hall shows, as server-sent events; the connection comes back by itself.

/** How long a hall may say nothing before it is lost: it says something each second. */
const SILENT_MS = 5000;
/** How soon a feed that was refused is asked for again. */
const AGAIN_MS = 3000;

/** Events: `view` with what is told as `detail`; `lost`, and `back` with the first word after it. */
export class Live extends EventTarget {
  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    /** @type {number | undefined} */
    this.patience = undefined;
  }

  /** Connects, now and whenever the connection is lost. */
  open() {
    const source = new EventSource(this.url);
    this.#wait();
    source.addEventListener("view", ({ data }) => {
      this.#heard();
      this.dispatchEvent(new CustomEvent("view", { detail: JSON.parse(data) }));
    });
    source.addEventListener("same", () => this.#heard());
    source.onerror = () => {
      this.#lose();
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.open(), AGAIN_MS);
    };
  }

  #heard() {
    this.#wait();
    this.dispatchEvent(new Event("back"));
  }

  #wait() {
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.#lose(), SILENT_MS);
  }

  #lose() {
    clearTimeout(this.patience);
    this.dispatchEvent(new Event("lost"));
  }
}
