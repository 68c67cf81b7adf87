// @ts-check
// Help where it is needed: why something cannot be chosen, and what happened while nobody looked.
import { playThrough } from "./pace.js";

/** @typedef {{table: string, at: number, seat: number | null, handover: number | null, moment: object | null}} Standing */

const MOST = 8; // lines that are listed; the rest is in the log
const AWAY = 60_000; // milliseconds in the background after which one comes back

/** @param {string} id */
const $ = (id) => document.getElementById(id);
/** @type {Standing | null} how the table stands */
let now = null;
let told = -1; // the moment from which on a panel has told
let gone = Infinity; // when the page went into the background

/** Why a thing cannot be chosen: said of itself, of its kind, or of all. @param {Record<string, string>} why @param {string} name */
export const reason = (why, name) => why[name] ?? why[`${name.split(":")[0]}:`] ?? why[""] ?? "";

/** Where this device keeps the last moment that was seen of a table from a seat. @param {Standing} asked */
const key = ({ table, seat }) => `ravelbox.seen.${table}.${seat ?? ""}`;

/** Keep a value on this device, where it lets us; what was kept before. @param {string} name @param {string} value */
function swap(name, value) {
  try {
    const before = localStorage.getItem(name);
    localStorage.setItem(name, value);
    return before;
  } catch {
    return null;
  }
}

/** The table is looked at: tell what happened since the last time, and remember this one. @param {Standing} asked */
export function here(asked) {
  const [first, pacing] = [now === null, "pacing" in document.body.dataset];
  if (asked.moment || asked.handover !== null || pacing) return;
  now = asked;
  if (document.hidden) return;
  const last = swap(key(asked), String(asked.at));
  const passed = asked.seat !== null; // from hand to hand at one device: whoever gets it is told then
  if (last !== null && !passed && (first || Date.now() - gone > AWAY)) tell(Number(last));
  gone = Infinity;
}

/** List what happened after a moment, and say it once. @param {number} from */
function tell(from) {
  const [panel, more, news] = [$("since"), $("since-more"), $("news")];
  const lines = [...document.querySelectorAll("#events > li")].filter((line) => line instanceof HTMLElement && Number(line.dataset.when) > from);
  const says = lines.map((line) => line.querySelector(".says")?.textContent ?? "").filter(Boolean);
  if (!panel || !more || !says.length) return;
  const item = (/** @type {string} */ tag, /** @type {string} */ textContent) => Object.assign(document.createElement(tag), { textContent });
  panel.querySelector("ol")?.replaceChildren(...says.slice(-MOST).map((text) => item("li", text)));
  more.textContent = says.length > MOST ? `${says.length - MOST} more before that, in the log.` : "";
  panel.hidden = false;
  told = from;
  news?.append(item("p", "Since you were here:"), ...says.slice(-MOST).map((text) => item("p", text)));
}

function close() {
  const panel = $("since");
  if (!panel || panel.hidden) return;
  if (panel.contains(document.activeElement)) $("prompt")?.focus({ preventScroll: true });
  panel.hidden = true;
}

/** Whether an event belongs to the panel. @param {Event} event */
const inside = (event) => event.target instanceof Element && event.target.closest("#since") !== null;

document.addEventListener("click", (event) => {
  const id = inside(event) && event.target instanceof Element ? event.target.closest("button")?.id : "";
  if (id) close();
  if (id === "since-show") playThrough(told);
});
document.addEventListener("pointerdown", (event) => inside(event) || close());
document.addEventListener("keydown", (event) => (inside(event) && event.key !== "Escape") || event.key === "Tab" || close());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) gone = Date.now();
  else if (now) here(now);
});
