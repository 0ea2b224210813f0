// @ts-check
// The tone of the sounder, at the frequency of its pin; silent until sound is switched on.

/** @typedef {import("./store.js").Table} Table */

const VOLUME = 0.05;
/** The time constant with which a tone begins and ends: an abrupt one clicks in the loudspeaker. */
const FADE_S = 0.005;

/**
 * @param {Table} table
 * @returns {(on: boolean) => void} switches sound on and off; a browser allows it only in a click or a key press
 */
export function mountTone(table) {
  /** @type {{audio: AudioContext, tone: OscillatorNode, volume: GainNode} | null} */
  let playing = null;
  const sound = (/** @type {number} */ hz) => {
    if (!playing) return;
    const { audio, tone, volume } = playing;
    if (hz > 0) tone.frequency.setValueAtTime(hz, audio.currentTime);
    volume.gain.setTargetAtTime(hz > 0 && table.live ? VOLUME : 0, audio.currentTime, FADE_S);
  };
  table.on("scene", ({ hz }) => sound(hz));
  table.on("link", () => sound(table.scene?.hz ?? 0));
  return (on) => {
    if (!on) {
      void playing?.audio.close();
      playing = null;
    }
    if (!on || playing || !("AudioContext" in globalThis)) return;
    const audio = new AudioContext();
    const tone = new OscillatorNode(audio, { type: "square" });
    const volume = new GainNode(audio, { gain: 0 });
    tone.connect(volume).connect(audio.destination);
    tone.start();
    playing = { audio, tone, volume };
  };
}
