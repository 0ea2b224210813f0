// @ts-check
// The state of a real table, which a board can only read; it reconnects by itself.

import { ReceivedState } from "./state_changes.js";

/** Delay before a refused feed is requested again. */
const AGAIN_MS = 3000;

/** Events: each topic of the state that changed, with its value as `detail`; `lost` and `back`. */
export class Feed extends EventTarget {
  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    this.state = new ReceivedState();
  }

  /** Connects, now and whenever the connection is lost. */
  open() {
    const source = new EventSource(this.url);
    source.onopen = () => this.dispatchEvent(new Event("back"));
    source.onerror = () => {
      this.dispatchEvent(new Event("lost"));
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.open(), AGAIN_MS);
    };
    source.onmessage = ({ data }) => {
      if (this.state.receive(JSON.parse(data), this)) return;
      // A new connection begins with the whole state.
      source.close();
      this.open();
    };
  }
}
