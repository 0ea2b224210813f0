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

/**
 * Speeds animations up with people who play `times` as fast.
 * @param {number} times
 */
export function setPace(times) {
  pace = Math.max(1, times);
}

/**
 * Animates a drawing to its place; null if there is no animation.
 * @param {Element} node
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} [options]
 * @returns {Animation | null}
 */
export function animateMove(node, frames, options = {}) {
  const duration = Number(options.duration ?? MOVE_MS);
  if (isUnseen(duration * (options.iterations ?? 1))) return null;
  const moving = node.animate(frames, { easing: EASE, fill: "backwards", ...options, duration });
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
 * @param {Element} layer
 * @param {Element} node
 * @param {string} transform
 */
export function animateLeave(layer, node, transform) {
  layer.append(node);
  const leaving = animateMove(node, [{}, { transform, opacity: 0.2 }], { fill: "forwards", easing: "ease-in" });
  if (leaving) leaving.onfinish = () => node.remove();
  else node.remove();
}
