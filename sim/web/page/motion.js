// @ts-check
// Motion that tells what has happened: none where the reader of the page wants none, and none before
// the table has told of it.

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** How long a card or a chip takes over its way, if people play at their own pace. */
export const MOVE_MS = 420;
const EASE = "cubic-bezier(.2, .7, .2, 1)";
const BLINK_MS = 840;
const DIM = { strokeOpacity: 0.15, easing: "step-end" };
const FULL = { strokeOpacity: 1, easing: "step-end" };
let pace = 1;

/**
 * Has all that moves keep up with people who play so many times faster.
 * @param {number} times
 */
export function setPace(times) {
  pace = Math.max(1, times);
}

/**
 * Moves a drawing to where it is drawn; null where nothing is to move.
 * @param {Element} node
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} [options]
 * @returns {Animation | null}
 */
export function animateMove(node, frames, options = {}) {
  if (still.matches || document.hidden) return null;
  const moving = node.animate(frames, { duration: MOVE_MS, easing: EASE, fill: "backwards", ...options });
  moving.playbackRate = pace;
  return moving;
}

/**
 * Has a ring blink twice: in steps, since a fade of one ring has the whole felt drawn in layers.
 * @param {Element} ring
 */
export function blinkRing(ring) {
  if (still.matches || document.hidden) return;
  ring.animate([DIM, FULL, DIM, FULL, FULL], BLINK_MS);
}

/**
 * A step aside, as the transform of a drawing.
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {number} [scale] of the drawing's own units
 */
export function moveTransform(from, to, scale = 1) {
  return `translate(${(from.x - to.x) / scale}px, ${(from.y - to.y) / scale}px)`;
}

/**
 * Has a drawing leave, and takes it away at the end of its way.
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
