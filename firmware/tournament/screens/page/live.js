// @ts-check
// What the hall shows, as server-sent events; the connection comes back by itself.

/** How long a hall may say nothing before it is lost: it says something each second. */
const SILENT_MS = 5000;
/** How soon a lost connection is made again. One that is only silent may be dead: nothing tells. */
const AGAIN_MS = 1000;

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
    source.addEventListener("view", ({ data }) => {
      this.#heard(source);
      this.dispatchEvent(new CustomEvent("view", { detail: JSON.parse(data) }));
    });
    source.addEventListener("same", () => this.#heard(source));
    source.onerror = () => this.#lose(source);
    this.#wait(source);
  }

  /** @param {EventSource} source */
  #heard(source) {
    this.#wait(source);
    this.dispatchEvent(new Event("back"));
  }

  /** @param {EventSource} source */
  #wait(source) {
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.#lose(source), SILENT_MS);
  }

  /** @param {EventSource} source */
  #lose(source) {
    source.close();
    clearTimeout(this.patience);
    setTimeout(() => this.open(), AGAIN_MS);
    this.dispatchEvent(new Event("lost"));
  }
}
