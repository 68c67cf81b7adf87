// @ts-check
// Wood, dice and paper: small sounds made on the spot. Off until asked for, and never before a hand was on the page.

/** @typedef {{hz: number, ms: number, loud: number, after?: number, q?: number, kind?: BiquadFilterType}} Knock noise through a filter */
/** @typedef {{note: number, ms: number, loud: number, after?: number}} Tone */

/** @type {Record<string, number>} */
const VOLUME = { soft: 0.14, full: 0.45 };
const MOST = 3; // sounds of one change
const APART = 0.11; // seconds

/** @type {Record<string, (Knock | Tone)[]>} */
const SOUNDS = {
  own: [{ hz: 950, q: 7, ms: 60, loud: 1 }, { note: 190, ms: 55, loud: 0.6 }],
  other: [{ hz: 620, q: 6, ms: 70, loud: 0.6 }, { note: 140, ms: 60, loud: 0.35 }],
  dice: [0, 0.06, 0.13, 0.19, 0.28].map((after, n) => ({ hz: 1700 + 260 * ((n * 3) % 5), q: 5, ms: 35, loud: 0.9 - n / 10, after })),
  paper: [{ hz: 3200, ms: 130, loud: 0.35, kind: "highpass" }],
  bad: [{ hz: 180, q: 2, ms: 240, loud: 0.9, kind: "lowpass" }, { note: 98, ms: 320, loud: 0.5 }],
  turn: [{ note: 660, ms: 130, loud: 0.3 }, { note: 880, ms: 180, loud: 0.3, after: 0.11 }],
  won: [523, 659, 784, 1047].map((note, n) => ({ note, ms: 260, loud: 0.35, after: 0.13 * n })),
  lost: [330, 262, 196].map((note, n) => ({ note, ms: 380, loud: 0.4, after: 0.2 * n })),
};
// What the log's kinds sound like; anything else is a piece put down.
const DICE = ["rolled", "rerolled", "nudged", "flipped", "tuned"];
const PAPER = ["dealt", "drew", "drawn", "turned-up", "up-again", "shown", "took", "loot", "peeked", "saw", "given", "slotted"];
const BAD = ["darker", "out", "vanished", "lost", "cat", "mad", "chaos", "foe", "stolen", "banished", "gave-up"];

/** @type {AudioContext | null} */
let air = null;
/** @type {AudioBuffer | null} */
let noise = null;
let ended = document.getElementById("end") !== null;
let mine = false; // whether the page asked its player before

/** @param {string} kind @param {boolean} own */
const sounding = (kind, own) => (DICE.includes(kind) ? "dice" : PAPER.includes(kind) ? "paper" : BAD.includes(kind) ? "bad" : own ? "own" : "other");

/** Sound what has just happened. @param {HTMLElement[]} lines new ones of the log @param {boolean} own whether they follow from a move made here @param {boolean} asked whether the page now asks its player */
export function sound(lines, own, asked) {
  const end = document.getElementById("end");
  /** @type {(keyof typeof SOUNDS)[]} */
  const names = [...new Set(lines.map((line) => sounding(line.dataset.kind ?? "", own)))].slice(0, MOST);
  if (end && !ended) names.push(end.dataset.result === "won" ? "won" : "lost");
  else if (asked && !mine && !own) names.push("turn");
  ended = end !== null;
  mine = asked;
  const volume = VOLUME[document.documentElement.dataset.sound ?? "off"];
  if (!volume || !names.length || !navigator.userActivation.hasBeenActive) return;
  air ??= new AudioContext();
  for (const [n, name] of names.entries()) for (const part of SOUNDS[name]) strike(air, part, air.currentTime + n * APART + (part.after ?? 0), volume);
}

/** @param {AudioContext} air @param {Knock | Tone} part @param {number} at @param {number} volume */
function strike(air, part, at, volume) {
  const gain = air.createGain();
  gain.gain.setValueAtTime(part.loud * volume, at);
  gain.gain.exponentialRampToValueAtTime(1e-4, at + part.ms / 1000);
  gain.connect(air.destination);
  const source = "note" in part ? new OscillatorNode(air, { type: "triangle", frequency: part.note }) : new AudioBufferSourceNode(air, { buffer: hiss(air) });
  if ("note" in part) source.connect(gain);
  else source.connect(new BiquadFilterNode(air, { type: part.kind ?? "bandpass", frequency: part.hz, Q: part.q ?? 1 })).connect(gain);
  source.start(at);
  source.stop(at + part.ms / 1000);
}

/** Half a second of noise, the same for all. @param {AudioContext} air */
function hiss(air) {
  if (noise) return noise;
  noise = air.createBuffer(1, air.sampleRate / 2, air.sampleRate);
  const wave = noise.getChannelData(0);
  for (let n = 0; n < wave.length; n++) wave[n] = 2 * Math.random() - 1;
  return noise;
}
