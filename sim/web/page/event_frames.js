// @ts-check
// Which frames caused an event, and which event a frame caused; both are timed by one clock.

/** @typedef {{number: number, at_ms: number, part: string, way: string, octets: string, said: string, request: string}} Frame */
/** @typedef {{id: string, record: number, wall: string, kind: string, name: string, said: Record<string, string>, at_ms?: number, parts?: string[], undone?: boolean}} Event */

/** Frames that are stored. */
const MAX_FRAMES = 12000;
/** Frames shown for one event, and how long before it they may be. */
const MAX_EVENT_FRAMES = 8;
const BEFORE_MS = 1000;
/** Delay after which all frames of an event have certainly arrived. */
const SETTLED_MS = 1500;
/** Old events whose frames are stored although newer frames have displaced them. */
const MAX_OLD_EVENTS = 400;

/**
 * Gives each event an identifier: its record, and its position among the events of that record.
 * @param {any[]} events
 * @returns {Event[]}
 */
export function identifyEvents(events) {
  let record = -1;
  let nth = 0;
  return events.map((event) => {
    nth = event.record === record ? nth + 1 : 0;
    record = event.record;
    return { ...event, id: `${record}.${nth}` };
  });
}

/** The frames of the wires since this page shows them, and the events they caused. */
export class EventFrames {
  /** @type {Frame[]} */ frames = [];
  /** @type {Event[]} */ events = [];
  lost = 0;
  /** @type {Map<string, Frame[]>} */ #oldEventFrames = new Map();
  /** By how much the numbers are ahead of the service's. */
  #ahead = 0;

  /** @param {{frames: Frame[], lost: number}} batch */
  addFrames(batch) {
    this.lost += batch.lost;
    this.frames.push(...this.#renumber(batch.frames));
    if (this.frames.length > MAX_FRAMES) this.frames.splice(0, this.frames.length - MAX_FRAMES);
    this.#storeOldEvents();
  }

  /**
   * Continues the numbering after a restart of the service, which begins at the first again.
   * @param {Frame[]} frames
   */
  #renumber(frames) {
    const last = this.frames.at(-1)?.number ?? 0;
    if (frames.length && frames[0].number + this.#ahead <= last) this.#ahead = last;
    return frames.map((frame) => ({ ...frame, number: frame.number + this.#ahead }));
  }

  /** @param {Event[]} events */
  setEvents(events) {
    this.events = events;
  }

  /** Forgets the frames: another table is open, or frames were not shown for a while. */
  clear() {
    this.frames = [];
    this.lost = 0;
    this.#oldEventFrames.clear();
  }

  /**
   * The parts whose wires caused an event; a ruling's are those of the events that it is about.
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
    return this.#oldEventFrames.get(event.id) ?? this.#findFrames(event);
  }

  /**
   * The event that a frame has helped to cause, if there is one.
   * @param {Frame} frame
   * @returns {Event | undefined}
   */
  eventOf(frame) {
    return this.events.find(
      (event) =>
        event.kind !== "ruling" &&
        isNear(event, frame) &&
        this.framesOf(event).some((one) => one.number === frame.number),
    );
  }

  /**
   * The time of day by the clock of the frames, as an event has both.
   * @param {number} ms
   */
  timeOfDay(ms) {
    const known = this.events.findLast((event) => event.at_ms !== undefined && event.wall);
    if (!known) return String(ms);
    const then = new Date(Date.parse(known.wall) + ms - (known.at_ms ?? 0));
    return `${then.toTimeString().slice(0, 8)}.${String(then.getMilliseconds()).padStart(3, "0")}`;
  }

  /**
   * Whether an event is older than the first frame that this page has.
   * @param {Event} event
   */
  isBefore(event) {
    const first = this.frames[0];
    return !this.#oldEventFrames.has(event.id) && (!first || (event.at_ms ?? 0) < first.at_ms);
  }

  /**
   * @param {Event} event
   * @returns {Frame[]}
   */
  #findFrames(event) {
    const parts = this.partsOf(event);
    const eventMs = event.at_ms;
    if (eventMs === undefined || !parts.length) return [];
    const since = Math.max(eventMs - BEFORE_MS, this.#before(event, parts));
    const partFrames = this.frames.filter(
      (frame) => frame.at_ms <= eventMs && frame.at_ms > since && parts.includes(frame.part),
    );
    return partFrames.slice(-MAX_EVENT_FRAMES);
  }

  /**
   * The time of the last event before this one that these parts caused.
   * @param {Event} event
   * @param {string[]} parts
   */
  #before(event, parts) {
    const eventMs = event.at_ms ?? 0;
    let before = 0;
    for (const other of this.events) {
      const earlier = other.at_ms ?? eventMs;
      if (earlier < eventMs && other.parts?.some((part) => parts.includes(part))) before = Math.max(before, earlier);
    }
    return before;
  }

  /** Stores the frames of past events before newer frames displace them. */
  #storeOldEvents() {
    const now = this.frames.at(-1)?.at_ms ?? 0;
    for (const event of this.events) {
      const settled = event.at_ms !== undefined && event.at_ms + SETTLED_MS < now;
      if (!settled || this.#oldEventFrames.has(event.id) || this.isBefore(event)) continue;
      this.#oldEventFrames.set(event.id, this.#findFrames(event));
    }
    for (const id of [...this.#oldEventFrames.keys()].slice(0, -MAX_OLD_EVENTS)) this.#oldEventFrames.delete(id);
  }
}

/**
 * @param {Event} event
 * @param {Frame} frame
 */
function isNear(event, frame) {
  const eventMs = event.at_ms;
  return eventMs !== undefined && eventMs >= frame.at_ms && eventMs - frame.at_ms < BEFORE_MS && event.parts?.includes(frame.part);
}
