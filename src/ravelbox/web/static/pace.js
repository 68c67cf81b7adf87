// @ts-check
// Others' turns at a readable pace: what they did since is shown moment by moment, until the newest.
import { adopt, parsed } from "./live.js";

/** @typedef {{table: string, at: number, mark: string, revision?: number | null, seat: number | null, handover: number | null, clock: object | null, moment: object | null}} Standing */
/** @typedef {(page: Document, text?: string, same?: boolean) => void} Show */

/** @type {Record<string, number>} milliseconds that a move is shown, by setting */
const BEAT = { slow: 1600, normal: 900, fast: 350, instant: 0 };
const MOST = 12; // moments; of more, only those are shown at which a turn begins

/** @type {Show} how a page is shown */
let show = () => {};
/** @type {{page: Document, text: string} | null} the newest page, as long as it is not shown */
let newest = null;
let place = 0; // the moment that is shown
let painted = 0; // when the last change was
let hurry = () => {}; // ends the pause between two moments

const beat = () => BEAT[document.documentElement.dataset.pace ?? "normal"] ?? BEAT.normal;
/** Whether a page listens for the rest, so that an answer need not wait for bots. */
export const patient = () => beat() > 0;
/** How a page stands. @param {Document} page @returns {Standing} */
const standing = (page) => JSON.parse(page.getElementById("offers")?.textContent ?? "{}");
/** The newest that is known of the table, shown or not. */
export const known = () => standing(newest?.page ?? document);

/** Say how pages are shown. @param {Show} how */
export const shownBy = (how) => void (show = how);
/** Something has changed on the page just now. */
export const noticed = () => void (painted = performance.now());

/** Whether one page leads on to another by moves that can be shown: nothing was taken back, no clock runs, the same eyes look. @param {Standing} now @param {Standing} next */
const leads = (now, next) => next.at > now.at && next.mark === now.mark && next.seat === now.seat && next.handover === now.handover && !next.clock && !now.moment;

/** Show a newer page: step by step if others have moved, else at once. @param {Document} page @param {string} text @param {boolean} same whether the question is still the same */
export function arrive(page, text, same) {
  const going = newest !== null;
  const now = going ? { ...known(), at: place } : standing(document);
  newest = { page, text };
  if (same && !going) return finish(true);
  if (!patient() || document.hidden || !leads(now, standing(page))) return finish();
  if (!going) run(now.at);
}

/** Show the newest at once. @param {boolean} [same] @returns {boolean} whether there was anything to skip */
export function finish(same = false) {
  const last = newest;
  newest = null;
  delete document.body.dataset.pacing;
  hurry();
  if (last) show(last.page, last.text, same);
  return last !== null;
}

/** Show again all that happened since a moment. @param {number} from */
export async function playThrough(from) {
  const text = await (await fetch(location.href, { headers: { Accept: "text/html" } })).text();
  newest = { page: parsed(text), text };
  painted = 0;
  await run(from);
}

/** From a moment on to the newest, which may move on meanwhile. @param {number} from */
async function run(from) {
  document.body.dataset.pacing = "";
  place = from;
  while (newest) {
    const [next, ...later] = moments(newest.page);
    const frame = next === undefined ? null : moment(next);
    await pause(painted + beat() - performance.now());
    const page = newest && (await frame);
    if (!newest) return; // skipped
    if (!page || document.hidden) return void finish();
    place = next;
    show(meanwhile(page, newest.text, later.length + 1));
  }
}

/** The table as it was at a moment, in the page that is to come: nothing can be done yet but to skip. @param {Document} was @param {string} text @param {number} left */
function meanwhile(was, text, left) {
  const page = parsed(text);
  adopt(was);
  for (const part of ["#table", "#events", ".bar .title"]) {
    const old = was.querySelector(part);
    if (old) page.querySelector(part)?.replaceWith(old);
  }
  for (const part of page.querySelectorAll("#end, #resign")) part.remove();
  page.getElementById("undo")?.setAttribute("disabled", "");
  const line = [...page.querySelectorAll("#events > li")].at(-1);
  const ask = Object.assign(page.createElement("p"), { id: "ask", className: "ask", textContent: `${line?.querySelector(".says")?.textContent ?? ""} ` });
  ask.append(Object.assign(page.createElement("span"), { className: "why", textContent: left === 1 ? "One more move" : `${left} more moves` }));
  const kept = [...page.querySelectorAll("#skip, #sure, #trouble")];
  page.getElementById("prompt")?.replaceChildren(ask, ...kept);
  const offers = page.getElementById("offers");
  if (offers) offers.textContent = JSON.stringify({ ...standing(page), at: place, offers: [], mix: null, proposal: null, show: [], pacing: true });
  return page;
}

/** The moments with something to tell between the one shown and the newest. @param {Document} page @returns {number[]} */
function moments(page) {
  const lines = [...page.querySelectorAll("#events > li")].filter((line) => when(line) > place && when(line) < standing(page).at);
  const every = [...new Set(lines.map(when))];
  const turns = [...new Set(lines.filter((line) => line.querySelector(":scope > b")).map(when))];
  return (every.length > MOST ? turns : every).slice(-MOST);
}

/** @param {Element} line */
const when = (line) => Number(line.getAttribute("data-when"));

/** The page of a moment; none if it does not come. @param {number} at @returns {Promise<Document | null>} */
async function moment(at) {
  const { table, seat } = known();
  const response = await fetch(`/table/${table}/replay?at=${at}${seat === null ? "" : `&seat=${seat}`}`, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(10_000) }).catch(() => null);
  return response?.ok ? parsed(await response.text()) : null;
}

/** @param {number} ms @returns {Promise<void>} */
const pause = (ms) =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    hurry = () => (clearTimeout(timer), done());
  });
