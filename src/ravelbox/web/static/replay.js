// @ts-check
// A replay: the way through the moments of a match. Each is a page of its own, which comes from the
// server or lies in this very file, and is morphed into the one before so that things move.
import { fill } from "./company.js";
import { kept } from "./film.js";
import { listen, parsed, sentence } from "./live.js";
import { show } from "./table.js";
import { toast } from "./toast.js";

/** @typedef {{at: number, last: number, turns: number[], news: string | null}} Steps */

const STEP = 1500; // milliseconds that a step is shown at 1×
const NEAR = 40; // pages that are kept at hand

/** @type {Map<number, Promise<string>>} */
const pages = new Map();
/** @type {number | null} the moment that is on its way */
let wanted = null;
let timer = 0; // of the next step, while it plays

/** @param {string} id */
const $ = (id) => document.getElementById(id);
/** @returns {Steps} */
const steps = () => JSON.parse($("offers")?.textContent ?? "{}").moment;
/** The moment that is shown, or will be in an instant. */
const here = () => wanted ?? steps().at;
const speed = () => Number(document.querySelector("#speed :checked")?.getAttribute("value") ?? 1);
const running = () => "running" in document.body.dataset;

/** @param {number} at */
function address(at) {
  const url = new URL(location.href);
  url.searchParams.set("at", String(at));
  return url;
}

/** @param {number} at @returns {Promise<string>} */
async function asked(at) {
  const response = await fetch(address(at), { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(20_000) });
  const text = await response.text();
  if (!response.ok) throw new Error(sentence(text, parsed(text)));
  return text;
}

/** The page of a moment; what was near is still at hand. @param {number} at @returns {Promise<string>} */
function page(at) {
  const known = pages.get(at) ?? (kept ? kept(at) : asked(at));
  known.catch(() => pages.delete(at)); // to be asked for again
  pages.delete(at);
  pages.set(at, known);
  for (const old of [...pages.keys()].slice(0, -NEAR)) pages.delete(old);
  return known;
}

/** Go to a moment; whoever asks for another one meanwhile gets that. @param {number} at */
async function go(at) {
  const { last } = steps();
  wanted = Math.min(last, Math.max(0, at));
  const to = wanted;
  try {
    const text = await page(to);
    if (wanted !== to) return;
    show(parsed(text), text);
    if (!kept) history.replaceState(null, "", address(to));
    trouble("");
  } catch (error) {
    if (wanted !== to) return;
    pause();
    trouble(error instanceof TypeError || error instanceof DOMException ? "The table cannot be reached. Try again in a moment." : String(error instanceof Error ? error.message : error));
  }
  wanted = null;
  paint();
  if (to < last) page(to + 1).catch(() => {}); // most go on from here
}

/** The match went on, or back: the way through it is another one now, and where we stand stays. @param {string} told */
async function grown(told) {
  const { at } = JSON.parse(told);
  const { last } = steps();
  if (at === last) return;
  pages.clear();
  await go(Math.min(here(), at));
  if (steps().last > last) toast(steps().last === last + 1 ? "One new step." : `${steps().last - last} new steps.`);
}

/** @param {string} text */
function trouble(text) {
  const [line, says] = [$("trouble"), $("trouble-says")];
  if (line) line.hidden = !text;
  if (says) says.textContent = text;
}

/** What a page alone cannot know: whether it plays, and where the slider is held. */
function paint() {
  const [run, fast, slider] = [$("run"), $("speed"), $("slider")];
  if (run) run.hidden = false;
  if (run) run.ariaLabel = running() ? "Pause" : "Play";
  if (fast) fast.hidden = false;
  if (slider instanceof HTMLInputElement) [slider.max, slider.value] = [String(steps().last), String(here())]; // a slider that was moved is left alone by what morphs the page
  fill();
}

function pause() {
  clearTimeout(timer);
  delete document.body.dataset.running;
  paint();
}

function play() {
  document.body.dataset.running = "";
  if (here() >= steps().last) go(0);
  paint();
  later();
}

const toggle = () => (running() ? pause() : play());

function later() {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    await go(here() + 1);
    if (here() >= steps().last) pause();
    else if (running()) later();
  }, STEP / speed());
}

/** Where the turn before or after this moment begins. @param {number} way -1 or 1 */
function turn(way) {
  const { turns, last } = steps();
  return way > 0 ? (turns.find((at) => at > here()) ?? last) : (turns.findLast((at) => at < here()) ?? 0);
}

/** @param {string} key @returns {number | undefined} */
function target(key) {
  /** @type {Record<string, () => number>} */
  const ways = { ArrowLeft: () => here() - 1, ArrowRight: () => here() + 1, Home: () => 0, End: () => steps().last, PageUp: () => turn(-1), PageDown: () => turn(1) };
  return ways[key]?.();
}

document.addEventListener("keydown", (event) => {
  const el = event.target instanceof Element ? event.target : document.body;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector(":popover-open:not(#look)") || el.closest(".log")) return;
  const held = el.closest("input, select, textarea");
  const to = held ? undefined : target(event.key);
  if (to !== undefined) {
    pause();
    go(to);
  } else if (event.key === " " && (!held || el.id === "slider") && !el.closest("button, a, summary")) toggle();
  else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  const el = event.target instanceof Element ? event.target.closest("[data-step], #run") : null;
  if (!(el instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (el.id === "run") return toggle();
  pause();
  go(Number(el.dataset.step));
});

document.addEventListener("input", (event) => {
  const slider = event.target;
  if (!(slider instanceof HTMLInputElement) || slider.id !== "slider") return;
  const to = Number(slider.value); // before the slider is put back to where the page is
  pause();
  go(to);
});

paint();
if (location.hash === "#share") $("share")?.showPopover();
if (here() < steps().last) page(here() + 1).catch(() => {});
const { news } = steps();
if (news && !kept) listen(news, { query: () => ({ form: "place" }), news: grown });
