// @ts-check
// Animations of what has happened: none if the page's user prefers none, and none before the table
// has reported it.

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The duration of a card's or a chip's move at the people's normal pace. */
export const MOVE_MS = 420;
const EASE = "cubic-bezier(.2, .7, .2, 1)";
/** A motion that is over sooner cannot be followed: a screen shows it in three pictures at most. */
const SHORTEST_MS = 50;
const BLINK_MS = 840;
const DIM = "0.15";
let pace = 1;
/** @type {import("./motion_layer.js").MotionLayer | null} */
let layer = null;

/**
 * Has drawings move on the layer of a felt.
 * @param {import("./motion_layer.js").MotionLayer} above
 */
export function setMotionLayer(above) {
  layer = above;
}

/**
 * Speeds animations up with people who play `times` as fast.
 * @param {number} times
 */
export function setPace(times) {
  pace = Math.max(1, times);
}

/**
 * Animates a drawing of the felt to its place, above all others; null if there is no animation.
 * @param {SVGElement} node
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} [options]
 * @returns {Animation | null}
 */
export function animateMove(node, frames, options = {}) {
  if (!layer || !node.isConnected) return null;
  const above = layer;
  return animate((timing) => above.move(node, frames, timing), options);
}

/**
 * The same below the drawings that lie on it, for which the browser lays the picture out in each frame.
 * @param {SVGElement} node
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} [options]
 * @returns {Animation | null}
 */
export function animateBelow(node, frames, options = {}) {
  return animate((timing) => node.animate(frames, timing), options);
}

/**
 * @param {(timing: KeyframeAnimationOptions) => Animation} begin
 * @param {KeyframeAnimationOptions} options
 */
function animate(begin, options) {
  const duration = Number(options.duration ?? MOVE_MS);
  if (isUnseen(duration * (options.iterations ?? 1))) return null;
  const moving = begin({ easing: EASE, fill: "backwards", ...options, duration });
  moving.playbackRate = pace;
  return moving;
}

/**
 * Makes a ring blink twice; in steps, since fading one ring makes the browser draw the whole felt in layers, and
 * by a timer, since an animation has styles computed for each frame, also where its steps stay the same.
 * @param {SVGElement} ring
 */
export function blinkRing(ring) {
  if (isUnseen(BLINK_MS)) return;
  for (const [step, opacity] of [DIM, "", DIM, ""].entries()) {
    setTimeout(() => ring.style.setProperty("stroke-opacity", opacity), (step * BLINK_MS) / 4 / pace);
  }
}

/**
 * Whether nobody would see a motion of that duration at the people's normal pace.
 * @param {number} duration
 */
function isUnseen(duration) {
  return still.matches || document.hidden || duration / pace < SHORTEST_MS;
}

/**
 * The transform that puts a drawing from one point to another.
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {number} [scale] of the drawing's own units
 */
export function moveTransform(from, to, scale = 1) {
  return `translate(${(from.x - to.x) / scale}px, ${(from.y - to.y) / scale}px)`;
}

/**
 * Animates a drawing off the felt, and removes it at the end.
 * @param {Element} over the drawings above which it moves
 * @param {SVGElement} node
 * @param {string} transform
 */
export function animateLeave(over, node, transform) {
  over.append(node);
  const leaving = animateMove(node, [{}, { transform, opacity: 0.2 }], { easing: "ease-in" });
  if (leaving) leaving.onfinish = () => node.remove();
  else node.remove();
}
