// @ts-check
// The state of a real table, which a board can only read; it reconnects by itself.

/** Delay before a refused feed is requested again. */
const AGAIN_MS = 3000;

/** Events: `hello`, `scene` and `status` with the message as `detail`; `lost` and `back`. */
export class Feed extends EventTarget {
  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
  }

  /** Connects, now and whenever the connection is lost. */
  open() {
    const source = new EventSource(this.url);
    source.onopen = () => this.dispatchEvent(new Event("back"));
    source.onerror = () => {
      this.dispatchEvent(new Event("lost"));
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.open(), AGAIN_MS);
    };
    for (const topic of ["hello", "scene", "status"]) {
      source.addEventListener(topic, ({ data }) => this.dispatchEvent(new CustomEvent(topic, { detail: JSON.parse(data) })));
    }
  }
}
