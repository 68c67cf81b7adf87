// @ts-check
// One table, any game. The page says what may be done and by pointing at which things; this script
// narrows that down, plays, and morphs the answer into the page so that things move.
import { here, reason } from "./help.js";
import { adopt, alike, forms, listen, morph, parsed, sentence, turnedAway } from "./live.js";
import { all, apart, centre, motion, move, scopes, survey, turnOn, turns } from "./motion.js";
import { arrive, finish, known, noticed, patient, shownBy } from "./pace.js";
import { answer, careful, close, waiting, weigh as ponder } from "./sure.js";

/** @typedef {{code: number, text: string, label: string, ways: string[][], key: string, main: boolean, loose: boolean}} Offer */
/** @typedef {{need: number, most: number[], rule: string, proposed: number[], words: string, verb: string}} Mix */
/** @typedef {{codes: number[], label: string, points: string[]}} Proposal */
/** @typedef {{left: (number | null)[], running: number | null}} Clock */
/** @typedef {{table: string, at: number, mark: string, seat: number | null, handover: number | null, socket: string | null, revision: number | null, clock: Clock | null, offers: Offer[], mix: Mix | null, proposal: Proposal | null, moment: object | null, show: string[], why: Record<string, string>, pacing?: boolean}} Asked */

const narrow = matchMedia(`(max-width: ${document.body.dataset.drawer ?? 1260}px)`); // where the log is a drawer, as in box.css or the game's own
const STATES = ["can", "also", "chosen", "proposed"];
const OPEN = ".can, .also, .chosen";
const OWN = ".defs, #news, #look, #lost, #trouble, #settings, #sure, #rules, #speed, #since, [data-later]"; // parts of the page that this script looks after
const SPOKEN = 6; // lines of the log that are said aloud after one change, at most
const MOVED = 500; // milliseconds after which all motion has come to rest
const SLOW = 100; // milliseconds after which an answer is waited for visibly
const HURRY = 30_000; // milliseconds on a clock from which on it warns
const EAR = Math.random().toString(36).slice(2); // how this page's line is called, so that what answers it is not told it again
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @type {Asked} what the page asks */
let asked = JSON.parse("{}");
/** @type {string[]} the names of the things pointed at so far */
let pointed = [];
/** @type {{kind: number, own: boolean}[]} what is laid out for a mix, in order; the rest is proposed */
let laid = [];
/** @type {string[]} the names of the things that a mix counts */
let kinds = [];
/** @type {[string, object] | null} the last thing sent, with the history it answers to, for trying again */
let sent = null;
let stuck = false; // whether it did not arrive, as far as we know
let held = ""; // news that came while an answer was awaited
let shown = ""; // the last page, as it came
let arrived = 0; // when
/** The same, whole and untouched. */
let last = /** @type {Document} */ (document.cloneNode(true));
let behind = false; // whether that is the one before
/** @type {HTMLElement | undefined} where the tab key enters the table */
let rover;
let busy = false;
let told = 0; // lines of the log already said aloud
let taught = ""; // the step of a lesson that was said
let resting = 0; // timer of a finger or a pointer that rests on a card
let swallow = false; // the click that ends a long press
let looks = 0; // how often a card was held close or put back
let glancing = false; // a card is shown large only because the focus rests on it
/** @type {Set<() => void>} what is to be done before the next frame */
const due = new Set();

/** @param {string} id */
const $ = (id) => document.getElementById(id);
/** Write a text where another one stands: the same again would be laid out again. @param {Element | null} el @param {string} text */
const write = (el, text) => void (el && el.textContent !== text && (el.textContent = text));
/** @param {Event} event @param {string} selector @returns {HTMLElement | null} */
const hit = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : null);
/** @param {Element} el */
const seen = (el) => el.checkVisibility({ visibilityProperty: true });
/** @param {string} name */
const named = (name) => all("[data-at]").find((el) => el.dataset.at === name);
/** All that can be pointed at now, or would begin anew. @param {string} [which] */
const open = (which = OPEN) => all("[data-at]").filter((el) => el.matches(which) && seen(el));

// What can be meant.

/** Every way of every offer that begins with these points, or has them where order is free. @param {string[]} first @returns {[Offer, string[]][]} */
function ways(first) {
  /** @type {[Offer, string[]][]} */
  const found = [];
  for (const offer of asked.offers)
    for (const way of offer.ways) if (first.every((name, i) => (offer.loose ? way.includes(name) : way[i] === name))) found.push([offer, way]);
  return found;
}

/** The offer that these points mean as they stand, and whether more could follow; a way in order is not held up by loose ones. @param {string[]} trial */
function meant(trial) {
  const left = ways(trial);
  const whole = left.find(([, way]) => way.length === trial.length)?.[0];
  const more = left.some(([offer, way]) => way.length > trial.length && (!offer.loose || !whole || whole.loose));
  return { offer: whole, more };
}

/** What pointing at a thing makes of the points: one more, one taken back, or begun anew. @param {string} name */
function after(name) {
  if (pointed.includes(name)) {
    const rest = pointed.filter((other) => other !== name);
    return ways(rest).length ? rest : pointed.slice(0, pointed.indexOf(name));
  }
  for (let n = pointed.length; n >= 0; n--) {
    const trial = [...pointed.slice(0, n), name];
    if (ways(trial).length) return trial;
  }
  return null;
}

/** @param {string} name */
function point(name) {
  if (kinds.includes(name) && !busy) return lay(kinds.indexOf(name));
  const trial = busy ? null : after(name);
  if (!trial) return;
  pointed = trial;
  trouble("");
  const { offer, more } = meant(pointed);
  const whole = offer && !more && pointed.includes(name);
  if (!whole || careful()) mark(); // else the answer is here before it could be seen
  else for (const id of ["confirm", "back"]) $(id)?.toggleAttribute("hidden", true); // there is nothing left to be confirmed
  if (whole) play(offer.code);
  else if (pointed.includes(name) && named(name)?.closest(".prompt")) open(".can")[0]?.focus(); // a verb leads on to its objects
  else inSight();
}

function stepBack() {
  if (asked.mix) return propose(asked.mix);
  if (!pointed.length) return all("#dos [data-esc]")[0]?.click(); // a way out of what was begun
  const name = pointed.pop();
  mark();
  if (name) named(name)?.focus();
}

/** The last thing pointed at was not meant. */
function unpoint() {
  pointed.pop();
  mark();
}

/** Whether what is chosen so far, perhaps nothing, is already an answer that Enter gives. */
const confirmable = () => $("confirm")?.hidden === false;

function confirm() {
  if (asked.mix) return wanting(asked.mix) ? weigh(wanting(asked.mix)) : send("act", { mix: counts() }, `${asked.mix.verb} these`);
  const { offer, more } = meant(pointed);
  if (offer && more) play(offer.code);
  else if (suggested()) send("act", { codes: suggested()?.codes }, suggested()?.label);
}

/** What the table suggests, as long as nobody has begun anything else. */
const suggested = () => (pointed.length ? null : asked.proposal);

/** Show what can be pointed at, what has been, and what can be confirmed. */
function mark() {
  const next = new Set(ways(pointed).flatMap(([offer, way]) => (offer.loose ? way : way[pointed.length])));
  const proposed = [...(suggested()?.points ?? [])];
  document.body.toggleAttribute("data-begun", pointed.length > 0);
  for (const el of all("[data-at]")) {
    const name = el.dataset.at ?? "";
    const wanted = proposed.indexOf(el.dataset.as ?? name); // of several alike, as many as it takes
    const counted = kinds.indexOf(name);
    const chosen = pointed.includes(name);
    const can = counted < 0 ? !chosen && next.has(name) : !barred(counted);
    const also = !chosen && !can && counted < 0 && after(name) !== null;
    el.classList.toggle("can", can);
    el.classList.toggle("also", also);
    el.classList.toggle("chosen", chosen);
    el.classList.toggle("proposed", wanted >= 0);
    if (wanted >= 0) proposed.splice(wanted, 1);
    el.ariaPressed = (can || also || chosen) && counted < 0 ? String(chosen) : null;
    el.ariaDisabled = can || also || chosen || el.dataset.look || el.dataset.sheet ? null : "true";
  }
  bring();
  const { offer, more } = meant(pointed);
  const yes = $("confirm");
  const back = $("back");
  const label = offer?.label ?? suggested()?.label;
  if (yes) yes.hidden = !(offer && more) && !asked.mix && !suggested();
  if (yes && label) write(yes.firstElementChild, label);
  if (back) back.hidden = pointed.length === 0;
  weigh();
  would(null);
  soon(rove);
}

/** Show what the chosen things would bring: whatever is tied to them by data-with, rolling in from there. */
function bring() {
  /** @type {Map<Element | null, number>} */
  const nth = new Map();
  const tied = all("[data-with]").sort((a, b) => pointed.indexOf(a.dataset.with ?? "") - pointed.indexOf(b.dataset.with ?? ""));
  for (const el of tied) {
    const [was, name] = [el.hidden, el.dataset.with ?? ""];
    el.hidden = !pointed.includes(name);
    if (el.hidden) continue;
    el.style.setProperty("--nth", String(nth.get(el.parentElement) ?? 0));
    nth.set(el.parentElement, (nth.get(el.parentElement) ?? 0) + 1);
    const from = was && el.dataset.like && motion() !== "none" ? named(name)?.getBoundingClientRect() : undefined;
    if (!from) continue;
    const [x, y] = apart(from, el.getBoundingClientRect());
    el.animate([{ transform: `translate(${x}px, ${y}px) rotate(-200deg)` }, { transform: "none" }], { duration: 380, easing: "cubic-bezier(.3, .7, .3, 1)" });
  }
}

// Amounts: how many of each. What is proposed gives way to what a hand lays.

/** How many may be laid in all; a mix without a number takes any. @param {Mix} mix */
const full = ({ need, most }) => need || most.reduce((a, b) => a + b, 0);

/** How many of each are laid. */
const counts = () => kinds.map((_, kind) => laid.filter((one) => one.kind === kind).length);

/** @param {Mix} mix */
function propose(mix) {
  laid = mix.proposed.flatMap((n, kind) => Array.from({ length: n }, () => ({ kind, own: false })));
  mark();
}

/** Why no more of a kind can be laid; nothing if it can. @param {number} kind @returns {string} */
function barred(kind) {
  const mix = /** @type {Mix} */ (asked.mix);
  const [{ most, rule }, n] = [mix, counts()[kind]];
  if (rule === "same") return most[kind] < mix.need ? "There are too few of those." : n === mix.need ? "That is all it takes." : "";
  if (n >= most[kind]) return "There are no more of those.";
  if (rule === "different" && n) return "Each only once.";
  if (rule === "two" && n > 1) return "Two alike at most.";
  return laid.length < full(mix) || spare(kind) >= 0 ? "" : "Take one back first.";
}

/** The proposed one that gives way to one of a kind. @param {number} kind */
const spare = (kind) => laid.findLastIndex((one) => !one.own && one.kind !== kind);

/** @param {number} kind */
function lay(kind) {
  const mix = /** @type {Mix} */ (asked.mix);
  if (barred(kind)) return weigh(barred(kind));
  if (mix.rule === "same") laid = Array.from({ length: mix.need }, () => ({ kind, own: true }));
  else {
    if (laid.length >= full(mix)) laid.splice(spare(kind), 1);
    laid.push({ kind, own: true });
  }
  mark();
}

/** Take back the last that was laid, of a kind or of any. @param {number} [kind] */
function unlay(kind) {
  const last = laid.findLastIndex((one) => kind === undefined || one.kind === kind);
  if (last < 0) return;
  laid.splice(last, 1);
  mark();
}

/** The kind that a letter stands for in a mix, or -1. @param {string} key */
const kindOf = (key) => (asked.mix ? all("[data-of]").findIndex((row) => row.querySelector(`[data-key="${CSS.escape(key)}"]`)) : -1);

/** What is still wanting before a mix can be given; nothing if it can. @param {Mix} mix @returns {string} */
function wanting({ need, rule }) {
  if (laid.length < (need || 1)) return `${(need || 1) - laid.length} more to choose.`;
  if (rule === "two" && !counts().includes(2)) return "It takes two alike and another one.";
  return "";
}

/** Show the amounts, the sum, and what is wanting. @param {string} [why] */
function weigh(why) {
  const { mix } = asked;
  const [sum, line, yes] = [$("mix-sum"), $("mix-why"), $("confirm")];
  if (!mix || !sum || !line || !yes?.firstElementChild) return;
  const now = counts();
  const sign = mix.verb === "Take" ? "+" : "−";
  for (const [kind, row] of all("[data-of]").entries()) {
    const said = row.querySelector("output");
    const less = row.querySelector("[data-less]");
    if (said) said.value = String(now[kind]);
    if (less) less.ariaDisabled = now[kind] ? null : "true";
    row.toggleAttribute("data-some", now[kind] > 0);
  }
  for (const el of all("[data-at]")) {
    const n = now[kinds.indexOf(el.dataset.at ?? "")];
    if (n !== undefined) el.dataset.mixed = n ? sign + n : "";
  }
  sum.textContent = mix.need ? `${laid.length} of ${mix.need}` : `${laid.length}`;
  line.textContent = why ?? wanting(mix);
  yes.ariaDisabled = wanting(mix) ? "true" : null;
  yes.firstElementChild.textContent = `${mix.verb} ${mix.need || laid.length || ""}`;
}

/** Once before the next frame, however often it is asked for: what looks at the page makes it lay itself out. @param {() => void} task */
function soon(task) {
  if (!due.size)
    requestAnimationFrame(() => {
      const tasks = [...due];
      due.clear(); // first, so that one that fails does not hold up all later ones
      for (const one of tasks) one();
    });
  due.add(task);
}

/** One stop of the tab key for all that can be pointed at; arrows do the rest. @param {HTMLElement} [to] */
function rove(to) {
  const stops = open();
  rover = [to, rover, ...stops.filter((el) => el.matches(".can"))].find((el) => el && stops.includes(el)) ?? stops[0];
  for (const el of all("[data-at]")) el.tabIndex = el === rover || ((el.dataset.look || el.dataset.sheet) && !el.matches(OPEN)) ? 0 : -1;
}

/** Why a thing cannot be chosen now; nothing if it can, or stands for one that can. @param {HTMLElement | null} el @returns {string} */
function unable(el) {
  const name = el?.dataset.at;
  if (!name || el.matches(OPEN) || el.dataset.as) return "";
  return kinds.includes(name) ? barred(kinds.indexOf(name)) : reason(asked.why, name);
}

/** Say what the thing under the pointer would do, if that is one action, or why it can do nothing; else what is chosen. @param {HTMLElement | null} el */
function would(el) {
  const [line, not] = [$("would"), $("barred")];
  write(not, unable(el));
  const trial = el?.matches(".can, .also") && !kinds.includes(el.dataset.at ?? "") ? after(el.dataset.at ?? "") : null;
  const { offer, more } = trial ? meant(trial) : { offer: undefined, more: false };
  const chosen = pointed.map((name) => named(name)?.dataset.name ?? name);
  write(line, offer && !more ? `→ ${offer.label}` : chosen.length ? `Chosen: ${chosen.join(", ")}` : "");
}

// To the server and back.

/** @param {number} code @param {boolean} [sure] whether that has been asked already */
const play = (code, sure = false) => send("act", { codes: [code] }, sure ? "" : (asked.offers.find((offer) => offer.code === code)?.label ?? "Play it"));

/** @param {string} path @param {object} body @param {string} [words] what it does, if somebody careful wants to be asked */
function send(path, body, words = "") {
  if (busy) return;
  const { table, at, mark, seat } = asked;
  const whole = { at, ...(mark && { mark }), ...(seat !== null && { seat }), ...body };
  const act = () => void post(...(sent = [path, whole]));
  if (words && careful()) ponder(table, whole, words, act, unpoint);
  else act();
}

/** The parts and drawings that this page shows, and need not be sent again: all but what this script writes in. */
function has() {
  const parts = asked.pacing ? [] : [...document.querySelectorAll("[data-part]:not(.prompt)")].map((el) => `${el.id}:${el.getAttribute("data-part")}`);
  return [...parts, ...[...document.querySelectorAll(".defs symbol")].map((el) => `#${el.id}`)].join(" ");
}

/** @param {string} path @param {object} body */
async function post(path, body) {
  if (busy) return;
  busy = true;
  stuck = false;
  const slow = setTimeout(() => (mark(), (document.body.dataset.busy = "")), SLOW);
  trouble("");
  try {
    const response = await fetch(`/table/${asked.table}/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "text/html", "Ravelbox-Has": has(), "Ravelbox-Ear": EAR, ...(patient() && line && line.open() && { Prefer: "wait=0" }) }, // what bots do comes as news
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    const page = parsed(text);
    const table = page.getElementById("offers") !== null;
    if (table) show(page, text);
    if (!table) trouble(sentence(text, page), response.status >= 500);
    else if (response.status === 409) trouble("The table had moved on, so nothing was played. This is how it stands now.");
  } catch {
    stuck = true;
    mark();
    trouble("The table cannot be reached. Your move is kept here and sent as soon as it can be; nothing is lost.", true);
  } finally {
    busy = false;
    clearTimeout(slow);
    delete document.body.dataset.busy;
    const late = held;
    held = "";
    if (late) news(late);
  }
}

/** What others did, or who they are. An older page than the one shown is no news. @param {string} text */
async function news(text) {
  if (busy) return void (held = text);
  if (text.startsWith("{")) return void (JSON.parse(text).revision > (known().revision ?? 0) && (text = await current()) && news(text)); // an answer that should have come
  const page = parsed(text);
  if (!alike(page)) return location.reload();
  /** @type {Asked} */
  const next = JSON.parse(page.getElementById("offers")?.textContent ?? "{}");
  const newest = known();
  if (next.revision === newest.revision) return;
  const newer = Number(next.mark) - Number(newest.mark) || next.at - newest.at;
  if (newer < 0) return;
  if (!stuck) trouble("");
  arrive(page, text, newer === 0);
}

/** The table as it is now, with the eyes that look; nothing if it cannot be reached. @param {boolean} [whole] with what is seldom looked at @returns {Promise<string>} */
async function current(whole = false) {
  const address = new URL(location.href);
  if (whole) address.searchParams.set("whole", "true");
  if (asked.seat !== null) address.searchParams.set("seat", String(asked.seat));
  const response = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  return response?.ok ? response.text() : "";
}

/** @param {string} text @param {boolean} [again] whether trying again may help */
function trouble(text, again = false) {
  const [line, says, retry] = [$("trouble"), $("trouble-says"), $("retry")];
  if (!line || !says || !retry) return;
  line.hidden = !text;
  retry.hidden = !again;
  says.textContent = text;
  if (!text || again) return;
  pointed = [];
  mark();
}

/** Make the page the new one, keeping what is the same, and let the rest move. @param {Document} page @param {string} [text] @param {boolean} [same] whether the question is still the same, so that what was begun stands */
export function show(page, text = "", same = false) {
  const [eyes, begun, put] = [whose(), pointed, laid];
  const [before, parts] = [survey(), scopes()];
  const focus = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
  const from = focus.getBoundingClientRect();
  const playing = focus.closest(".table, .prompt") !== null;
  const ended = $("end") !== null;
  const top = document.querySelector("[data-top]")?.getAttribute("data-top");
  const turned = turns();
  unlook();
  if (!same) {
    close();
    for (const el of all(".hinted")) el.classList.remove("hinted"); // what stays as it was is not touched below
  }
  catchUp();
  const stays = unchanged(page);
  keep(page);
  if (focus.id && !page.getElementById(focus.id) && !page.getElementById(focus.closest("[data-part]")?.id ?? "")?.matches("[data-same]")) focus.blur(); // to take it from under the focus would lay the page out once more
  morph(page, OWN, stays);
  shown = text;
  behind = true;
  setTimeout(catchUp, MOVED); // when there is time
  if (!same) noticed();
  turnOn(turned);
  read();
  if (same && eyes === whose() && ways(begun).length) {
    [pointed, laid] = [begun, asked.mix ? put : laid];
    mark();
  }
  tell(eyes !== whose());
  if (document.querySelector("[data-top]")?.getAttribute("data-top") !== top) $("table")?.scrollTo(0, 0); // what is asked for stands first
  if ($("curtain")) cover();
  else if ($("end") && !ended) $("h-end")?.focus();
  else if (playing) refocus(focus, from);
  else if (!focus.isConnected) $(document.querySelector(":popover-open")?.id ?? "prompt")?.focus({ preventScroll: true }); // what was pressed is gone
  else if (focus.matches(":disabled")) $("prompt")?.focus({ preventScroll: true }); // the last undo
  move(before, parts);
  if (document.querySelector(":popover-open [data-later]")) later();
}

/** Read the page that is shown once more, to be compared with the next: morphing has taken it apart. */
function catchUp() {
  if (!behind) return;
  const page = parsed(shown);
  for (const part of page.querySelectorAll("[data-same]")) part.replaceWith(last.getElementById(part.id) ?? "");
  last = page;
  behind = false;
}

/** The parts of the new page, beside the prompt, that are as they were on the last one. @param {Document} page @returns {Set<Node>} */
const unchanged = (page) => new Set([...page.querySelectorAll("[id]")].filter((el) => el.matches("[data-same]") || (last.getElementById(el.id)?.isEqualNode(el) && !el.closest(".prompt"))));

/** Let what this script has written on the old page be on the new one too: what stays the same is then not touched, and need not be drawn anew. @param {Document} page */
function keep(page) {
  for (const el of page.querySelectorAll("[data-at]")) {
    const old = $(el.id);
    if (old?.dataset.at !== el.getAttribute("data-at")) continue;
    el.classList.add(...STATES.filter((state) => old.classList.contains(state)));
    for (const name of ["tabindex", "aria-pressed", "aria-disabled"]) if (old.hasAttribute(name)) el.setAttribute(name, old.getAttribute(name) ?? "");
  }
}

/** With whose eyes the table is seen, where that matters. */
const whose = () => `${asked.seat} ${asked.handover}`;

/** The device goes to another pair of hands: nothing that was for the last one stays, and only one thing can be done. */
function cover() {
  for (const id of ["news", "look"]) $(id)?.replaceChildren();
  for (const sheet of document.querySelectorAll(":popover-open")) if (sheet instanceof HTMLElement) sheet.hidePopover();
  for (const open of ["log", "rules"]) delete document.body.dataset[open];
  sent = null;
  trouble("");
  $("show-hand")?.focus();
}

/** Keep the focus where it was, or put it on the nearest thing that matters. @param {HTMLElement} was @param {DOMRect} from */
function refocus(was, from) {
  const same = was.isConnected ? was : $(was.id);
  const usable = same && seen(same) && (same.dataset.at ? same.matches(OPEN) : same.matches("button, a, input"));
  const far = (/** @type {HTMLElement} */ el) => Math.hypot(...apart(el.getBoundingClientRect(), from));
  const near = () => open(".can").sort((a, b) => far(a) - far(b))[0] ?? all(".prompt .do.main:not([hidden])")[0] ?? $("prompt");
  (usable ? same : near())?.focus({ preventScroll: true });
}

function read() {
  asked = JSON.parse($("offers")?.textContent ?? "{}");
  arrived = performance.now();
  pointed = [];
  kinds = asked.mix ? all("[data-of]").map((el) => el.dataset.of ?? "") : [];
  document.body.toggleAttribute("data-mix", asked.mix !== null);
  document.body.toggleAttribute("data-lesson", $("lesson") !== null);
  if (asked.mix) propose(asked.mix);
  else mark();
  pointOut();
  here(asked);
}

/** Light up what a lesson speaks of, and bring that, or what is to be done, into sight. */
function pointOut() {
  const lit = asked.show.flatMap((name) => [...document.querySelectorAll(`[data-at="${CSS.escape(name)}"], #${CSS.escape(name)}`)]).filter(seen);
  for (const el of document.querySelectorAll("[data-lit]")) if (!lit.includes(el)) el.removeAttribute("data-lit");
  for (const el of lit) el.setAttribute("data-lit", "");
  inSight(lit[0]);
}

/** In a lesson, bring a thing, or else what can be pointed at next, into sight. @param {Element} [el] */
function inSight(el) {
  if ($("lesson")) (el ?? open(".can")[0])?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** At most three utterances, so that nobody is talked over: many lines are joined, and of very many the last ones told. @param {string[]} lines */
function gathered(lines) {
  if (lines.length <= 3) return lines;
  const late = lines.slice(-SPOKEN);
  const before = lines.length - late.length;
  const half = Math.ceil(late.length / 2);
  return [...(before ? [`${before} more in the log. Then:`] : []), late.slice(0, half).join(" "), late.slice(half).join(" ")];
}

/** Say each new line of the log once, in order, and then what is asked. @param {boolean} [other] whether it is the log of another pair of eyes */
function tell(other = false) {
  const lines = all("#events > li");
  const before = Number($("events")?.dataset.from ?? 0); // lines that the page no longer carries
  const [known, total] = [Math.max(0, told - before), before + lines.length];
  const fresh = other || asked.moment || (asked.pacing && told > total) ? [] : told > total ? ["Taken back."] : lines.slice(known).map((line) => line.querySelector(".says")?.textContent ?? "");
  const news = $("news");
  const step = $("lesson") ? ($("ask")?.firstChild?.textContent ?? "") : "";
  const spoken = fresh.length || (step && step !== taught);
  taught = step;
  if (news && "live" in document.body.dataset && spoken)
    for (const textContent of asked.pacing ? gathered(fresh) : [...gathered(fresh), $("ask")?.firstChild?.textContent]) news.append(Object.assign(document.createElement("p"), { textContent }));
  while (news && news.childElementCount > 12) news.firstElementChild?.remove();
  for (const [n, line] of lines.entries()) line.classList.toggle("new", n >= Math.min(known, lines.length - 1));
  const [heard, own, mine] = [other ? [] : lines.slice(known), busy, asked.offers.length > 0];
  if ((document.documentElement.dataset.sound ?? "off") !== "off") import("./sound.js").then(({ sound }) => sound(heard, own, mine)); // who wants none need not fetch them
  told = total;
  soon(toLatest);
}

const toLatest = () => $("log")?.scrollTo(0, 1e6);

/** Let the running clock run. */
function tick() {
  const { left = [], running = null } = asked.clock ?? {};
  if (running === null) return;
  const ms = Math.max(0, (left[running] ?? 0) - (performance.now() - arrived));
  const [hours, minutes, seconds] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  for (const el of all(`[data-clock="${running}"]`)) {
    el.textContent = `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds)}`;
    el.toggleAttribute("data-hurry", ms < HURRY);
  }
}

// A card held close.

/** Fetch what the page left out since it is seldom looked at. */
async function later() {
  const text = await current(true);
  if (!text) return trouble("The table cannot be reached, so this cannot be shown now.");
  const page = parsed(text);
  adopt(page);
  for (const part of document.querySelectorAll("[data-later]")) part.replaceChildren(...(page.getElementById(part.id)?.childNodes ?? []));
}

/** @param {HTMLElement} el */
async function look(el) {
  const [name, nth] = [el.dataset.look ?? "", ++looks];
  if (!$(name) && document.querySelector("[data-later]")) await later();
  const copy = nth === looks ? $(name)?.cloneNode(true) : null; // else put back before it came
  const sheet = $("look");
  if (!(copy instanceof HTMLElement) || !sheet) return;
  for (const part of [copy, ...copy.querySelectorAll("*")]) for (const name of ["id", "data-at", "data-code", "data-moves", "data-look"]) part.removeAttribute(name);
  for (const part of [copy, ...copy.querySelectorAll("button, a, [tabindex]")]) part.setAttribute("tabindex", "-1"); // to be read, not to be used
  copy.classList.remove(...STATES);
  sheet.replaceChildren(copy);
  sheet.showPopover();
  const box = el.getBoundingClientRect();
  const own = sheet.getBoundingClientRect();
  const [x, y] = centre(box);
  sheet.style.left = `${Math.max(14, Math.min(innerWidth - own.width - 10, x - own.width / 2))}px`;
  sheet.style.top = `${y < innerHeight / 2 ? box.bottom + 18 : Math.max(14, box.top - own.height - 14)}px`;
}

/** @returns {boolean} whether one was there to be put back; a glance by the way does not count */
function unlook() {
  clearTimeout(resting);
  looks++;
  const held = $("look")?.matches(":popover-open") ?? false;
  const asked = held && !glancing;
  glancing = false;
  if (held) $("look")?.hidePopover();
  return asked;
}

// Hands and keys.

/** @param {boolean} [to] */
function log(to = !("log" in document.body.dataset)) {
  if (to) document.body.dataset.log = narrow.matches ? "" : "away";
  else delete document.body.dataset.log;
  if (narrow.matches) $(to ? "log" : "log-open")?.focus({ preventScroll: true });
}

/** @param {string} key */
function arrow(key) {
  const [dx, dy] = ARROWS[key];
  const here = open().find((el) => el === document.activeElement);
  if (!here) return rove(), rover?.focus();
  const cost = (/** @type {HTMLElement} */ el) => {
    const [x, y] = apart(el.getBoundingClientRect(), here.getBoundingClientRect());
    const along = x * dx + y * dy;
    return along > 4 ? along + 2.2 * (Math.abs(x * dy) + Math.abs(y * dx)) : Infinity;
  };
  const next = open().sort((a, b) => cost(a) - cost(b))[0];
  if (cost(next) === Infinity) return;
  rove(next);
  next.focus();
}

/** @param {string} key @returns {boolean} whether it means something here */
function letter(key) {
  const keyed = all("[data-key]").filter((el) => el.dataset.key === key && seen(el) && (!el.dataset.at || el.matches(OPEN)));
  const target = keyed.find((el) => el.matches(".can, .chosen")) ?? keyed.find((el) => !el.dataset.at) ?? keyed[0] ?? $({ u: "undo", r: "rules-open", y: "replay-open", i: "hint-ask" }[key] ?? "");
  if (target) target.click();
  else if (key === "l") log();
  else if (key === "p") $("legend")?.togglePopover();
  else if (key === "?") $("keys")?.togglePopover();
  else if (key === "w") $("company")?.togglePopover();
  else if (key === "t") $("words")?.togglePopover();
  else if (key === "v" && document.activeElement instanceof HTMLElement) unlook() || $(document.activeElement.dataset.sheet ?? "")?.showPopover() || look(document.activeElement);
  else return false;
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || hit(event, "input, select, textarea")) return;
  if ($("curtain")) return void (event.key === "Enter" && !hit(event, "a") && $("show-hand")?.click());
  if (waiting() && (event.key === "Escape" || (event.key === "Enter" && !hit(event, "#sure")))) return event.preventDefault(), answer(event.key === "Enter");
  const sheet = document.querySelector(":popover-open:not(#look)");
  const typed = event.key === "=" ? "+" : event.key.toLowerCase();
  let mine = true;
  if (sheet && !"pwt?".includes(event.key)) return;
  if (["Enter", "Escape"].includes(event.key) && (hit(event, "[data-at]") || !hit(event, "button, a, summary")) && finish()) return event.preventDefault();
  if (event.key === "Escape") unlook() || (narrow.matches && "log" in document.body.dataset ? log(false) : stepBack());
  else if (event.key in ARROWS && !hit(event, ".log, .drawer")) arrow(event.key);
  else if (event.key === "Enter" && confirmable() && (hit(event, "[data-at]") || !hit(event, "button, a, summary"))) confirm();
  else if (event.key === "Enter" && !hit(event, "button, a, summary") && all("[data-enter]")[0]) all("[data-enter]")[0].click();
  else if (asked.mix && event.key === "Backspace") unlay();
  else if (kindOf(typed) >= 0) (event.shiftKey ? unlay : lay)(kindOf(typed));
  else mine = event.key.length === 1 && event.key !== " " && !event.repeat && letter(typed);
  if (mine) event.preventDefault();
});

document.addEventListener("click", (event) => {
  if (swallow) return void (swallow = false);
  const held = unlook();
  const el = hit(event, "[data-at], [data-as], [data-less], [data-code], [data-codes], [data-look], #undo, #confirm, #back, #skip, #retry, #log-open, #log-close, #hint-ask");
  if (!el) return;
  if (unable(el)) $("news")?.append(Object.assign(document.createElement("p"), { textContent: unable(el) }));
  if (el.dataset.at && (el.matches(OPEN) || kinds.includes(el.dataset.at))) point(el.dataset.at);
  else if (el.dataset.as) point(el.dataset.as);
  else if (el.dataset.less) unlay(kinds.indexOf(el.dataset.less));
  else if (el.dataset.sheet) $(el.dataset.sheet)?.showPopover();
  else if (el.dataset.look) held || look(el);
  else if (el.dataset.code) {
    $("menu")?.hidePopover();
    play(Number(el.dataset.code), el.id === "resign-yes");
  } else if (el.dataset.codes) send("act", { codes: el.dataset.codes.split(" ").map(Number) }, el.textContent?.trim().split("\n")[0]);
  else if (el.dataset.to) send("undo", { to: Number(el.dataset.to) });
  else if (el.id === "confirm") confirm();
  else if (el.id === "back") stepBack();
  else if (el.id === "skip") finish();
  else if (el.id === "retry" && sent) post(...sent);
  else if (el.id.startsWith("log-")) log();
  else if (el.id === "hint-ask") import("./hint.js").then(({ hint }) => hint());
});

document.addEventListener("beforetoggle", (event) => event instanceof ToggleEvent && event.newState === "open" && event.target instanceof Element && event.target.querySelector("[data-later]") && later(), true);
document.addEventListener("close", (event) => hit(event, "#end") && $("prompt")?.focus(), true);
document.addEventListener("focusin", (event) => {
  const el = hit(event, "[data-at]");
  would(el);
  if (el?.matches(OPEN)) (rover = el), soon(rove);
  const card = hit(event, "[data-glance] [data-look]:focus-visible");
  if (glancing) unlook();
  if (card && card.offsetWidth < 200) resting = setTimeout(() => (look(card), (glancing = true)), 700);
});
document.addEventListener("pointerover", (event) => {
  const met = hit(event, "[data-meets]")?.dataset.meets; // what this speaks of is shown on the board
  for (const el of document.querySelectorAll("[data-spoken]")) el.toggleAttribute("data-spoken", el.id === met);
  if (met) $(met)?.setAttribute("data-spoken", "");
  would(hit(event, "[data-at]"));
  if (event.pointerType !== "mouse") return;
  const el = hit(event, "[data-look]");
  unlook();
  if (el && (el.offsetWidth < 200 || el.offsetHeight < 90)) resting = setTimeout(look, 350, el); // what is large already need not be larger
});
document.addEventListener("pointerdown", (event) => {
  const el = hit(event, "[data-look]");
  swallow = document.querySelector("[data-shade]:popover-open") !== null && !hit(event, "[data-shade]"); // a tap beside a drawer only closes it
  if (el && !swallow && event.pointerType === "touch") resting = setTimeout(() => (look(el), (swallow = true)), 450);
});
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => clearTimeout(resting), true);
document.addEventListener("scroll", (event) => event.target !== $("log") && clearTimeout(resting), true); // the log scrolls by itself, under no finger
document.addEventListener("contextmenu", (event) => swallow && event.preventDefault());
addEventListener("pageshow", (event) => event.persisted && location.reload());

read();
tell();
setInterval(tick, 250);
forms((page, text) => show(page, text, true), trouble);
shownBy(show);
const line =
  asked.socket !== null &&
  listen(asked.socket, {
    query: () => ({ ear: EAR, at: asked.at, mark: asked.mark, revision: asked.revision, seat: asked.seat }),
    news,
    back: () => stuck && sent && post(...sent),
    refused: (reason) => turnedAway(reason, trouble),
  });
requestAnimationFrame(() => requestAnimationFrame(() => (document.body.dataset.live = "")));
