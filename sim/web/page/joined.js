// @ts-check
// Which frames have brought an event about, and the other way round: both are told by one clock.

/** @typedef {{number: number, at_ms: number, part: string, way: string, octets: string, said: string}} Frame */
/** @typedef {{id: string, record: number, wall: string, kind: string, name: string, said: Record<string, string>, at_ms?: number, parts?: string[], undone?: boolean}} Event */

/** Frames that are kept. */
const KEPT = 12000;
/** Frames that are told of one event, and how long before it they may be. */
const MOST = 8;
const BEFORE_MS = 1000;
/** How long it takes until the frames of an event are told for certain. */
const SETTLED_MS = 1500;
/** Events whose frames are kept when newer ones have pushed them out. */
const REMEMBERED = 400;

/**
 * Gives each event a name of its own: its record, and the how-manieth of that record.
 * @param {any[]} events
 * @returns {Event[]}
 */
export function identified(events) {
  let record = -1;
  let nth = 0;
  return events.map((event) => {
    nth = event.record === record ? nth + 1 : 0;
    record = event.record;
    return { ...event, id: `${record}.${nth}` };
  });
}

/** What the wires have carried since this page began to look, and what came of it. */
export class Joined {
  /** @type {Frame[]} */ frames = [];
  /** @type {Event[]} */ events = [];
  lost = 0;
  /** @type {Map<string, Frame[]>} */ #kept = new Map();
  /** By how much the numbers are ahead of the service's. */
  #ahead = 0;

  /** @param {{frames: Frame[], lost: number}} told */
  carried(told) {
    this.lost += told.lost;
    this.frames.push(...this.#numbered(told.frames));
    if (this.frames.length > KEPT) this.frames.splice(0, this.frames.length - KEPT);
    this.#keep();
  }

  /**
   * Numbers frames on where a service that was started anew has begun again at the first.
   * @param {Frame[]} frames
   */
  #numbered(frames) {
    const last = this.frames.at(-1)?.number ?? 0;
    if (frames.length && frames[0].number + this.#ahead <= last) this.#ahead = last;
    return frames.map((frame) => ({ ...frame, number: frame.number + this.#ahead }));
  }

  /** @param {Event[]} events */
  happened(events) {
    this.events = events;
  }

  /** Begins anew: another table is seated, or nothing was told for a while. */
  forget() {
    this.frames = [];
    this.lost = 0;
    this.#kept.clear();
  }

  /**
   * The parts whose wires brought an event about; a ruling's are those of the events it was ruled on.
   * @param {Event} event
   * @returns {string[]}
   */
  partsOf(event) {
    if (event.kind !== "ruling") return event.parts ?? [];
    const together = this.events.filter((other) => other.at_ms === event.at_ms);
    return [...new Set(together.flatMap((other) => other.parts ?? []))];
  }

  /**
   * The last frames of an event's parts up to its instant, after the event of the same parts before.
   * @param {Event} event
   * @returns {Frame[]}
   */
  framesOf(event) {
    return this.#kept.get(event.id) ?? this.#found(event);
  }

  /**
   * The event that a frame has helped to bring about, if any has come of it.
   * @param {Frame} frame
   * @returns {Event | undefined}
   */
  eventOf(frame) {
    return this.events.find(
      (event) =>
        event.kind !== "ruling" &&
        near(event, frame) &&
        this.framesOf(event).some((one) => one.number === frame.number),
    );
  }

  /**
   * The time of day by the clock of the frames, as an event has both.
   * @param {number} ms
   */
  clock(ms) {
    const known = this.events.findLast((event) => event.at_ms !== undefined && event.wall);
    if (!known) return String(ms);
    const then = new Date(Date.parse(known.wall) + ms - (known.at_ms ?? 0));
    return `${then.toTimeString().slice(0, 8)}.${String(then.getMilliseconds()).padStart(3, "0")}`;
  }

  /**
   * Whether an event is older than what this page has of the wires.
   * @param {Event} event
   */
  isBefore(event) {
    const first = this.frames[0];
    return !this.#kept.has(event.id) && (!first || (event.at_ms ?? 0) < first.at_ms);
  }

  /**
   * @param {Event} event
   * @returns {Frame[]}
   */
  #found(event) {
    const parts = this.partsOf(event);
    const at = event.at_ms;
    if (at === undefined || !parts.length) return [];
    const since = Math.max(at - BEFORE_MS, this.#before(event, parts));
    const mine = this.frames.filter(
      (frame) => frame.at_ms <= at && frame.at_ms > since && parts.includes(frame.part),
    );
    return mine.slice(-MOST);
  }

  /**
   * When these parts last brought something else about.
   * @param {Event} event
   * @param {string[]} parts
   */
  #before(event, parts) {
    const at = event.at_ms ?? 0;
    let before = 0;
    for (const other of this.events) {
      const earlier = other.at_ms ?? at;
      if (earlier < at && other.parts?.some((part) => parts.includes(part))) before = Math.max(before, earlier);
    }
    return before;
  }

  /** Keeps the frames of what has happened, before newer ones push them out. */
  #keep() {
    const now = this.frames.at(-1)?.at_ms ?? 0;
    for (const event of this.events) {
      const settled = event.at_ms !== undefined && event.at_ms + SETTLED_MS < now;
      if (!settled || this.#kept.has(event.id) || this.isBefore(event)) continue;
      this.#kept.set(event.id, this.#found(event));
    }
    for (const id of [...this.#kept.keys()].slice(0, -REMEMBERED)) this.#kept.delete(id);
  }
}

/**
 * @param {Event} event
 * @param {Frame} frame
 */
function near(event, frame) {
  const at = event.at_ms;
  return at !== undefined && at >= frame.at_ms && at - frame.at_ms < BEFORE_MS && event.parts?.includes(frame.part);
}
