// @ts-check
// What live pages share: news by WebSocket, forms sent in place, and the new page morphed into the old one.
import { toast } from "./toast.js";
import { Idiomorph } from "./vendor/idiomorph.esm.js";

/** @typedef {{query: () => Record<string, string | number | null | undefined>, news: (text: string) => void, back?: () => void, refused?: (reason: string) => void}} Listener */

const SOONEST = 500; // milliseconds before the first try to connect again
const LATEST = 10_000;
const PATIENCE = 2000; // a break shorter than this is not worth a word
const ASLEEP = 20_000; // after so long in the background the line may be dead without knowing it
const REFUSED = [4400, 4403, 4404]; // what the server closes with if asking again is no use

/** @param {string} text */
export const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

/** Whether two pages are of one kind, so that one can become the other. @param {Document} page */
export const alike = (page) => page.body.className === document.body.className && page.body.dataset.game === document.body.dataset.game;

/** Whether a field holds what somebody is typing. @param {Node} node */
const typed = (node) => (node instanceof HTMLInputElement && !node.readOnly && node.type !== "hidden" && node.value !== node.defaultValue) || (node instanceof HTMLSelectElement && node === document.activeElement);

/** Take over drawings that were not needed so far. @param {Document} page */
export function adopt(page) {
  const shelf = document.querySelector(".defs");
  for (const drawing of page.querySelectorAll(".defs symbol")) if (!document.getElementById(drawing.id)) shelf?.append(drawing);
}

/** Make the page the new one, keeping what is the same, what is being typed, and what stands open. @param {Document} page @param {string} [own] what the page looks after by itself @param {Set<Node>} [same] parts of the new page that came before as they are */
export function morph(page, own = "#news, #lost", same = new Set()) {
  adopt(page);
  Idiomorph.morph(document.body, [...page.body.childNodes], {
    morphStyle: "innerHTML",
    callbacks: {
      beforeNodeMorphed: (/** @type {Node} */ old, /** @type {Node} */ now) => !(old instanceof Element && now instanceof Element && ((same.has(now) && old.id === now.id) || old.matches(own))) && !typed(old),
      beforeAttributeUpdated: (/** @type {string} */ name, /** @type {Element} */ el) => !(name === "open" && (el instanceof HTMLDialogElement || el.matches("details.own"))),
    },
  });
  document.title = page.title;
}

/** The sentence of an answer that is no such page. @param {string} text @param {Document} page @returns {string} */
export function sentence(text, page) {
  try {
    const { detail, message } = JSON.parse(text);
    return String(detail ?? message);
  } catch {
    return page.getElementById("said")?.textContent || page.body.textContent?.trim().slice(0, 300) || "That could not be done.";
  }
}

/** Say that the line is cut and when it is tried again; with null, that it is whole. @param {number | null} due */
function away(due) {
  const [line, when] = [document.getElementById("afar"), document.getElementById("afar-when")];
  const says = due === null ? "" : "The connection is gone. Your last move is kept.";
  const left = Math.ceil(((due ?? 0) - Date.now()) / 1000);
  if (due === null && line?.textContent) toast("Back again. Nothing was lost.");
  if (line && line.textContent !== says) line.textContent = says; // spoken once, unlike the seconds
  line?.closest(".lost")?.toggleAttribute("data-cut", due !== null);
  if (when) when.textContent = left > 0 ? `Trying again in ${left} s.` : "Trying again…";
}

/** The server has no news for us: show what it says to the page itself, or else why. @param {string} reason @param {(says: string) => void} trouble */
export async function turnedAway(reason, trouble) {
  const response = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (response && !response.ok) location.reload();
  else trouble(reason);
}

/** Listen to the news of a table for as long as the page is open. @param {string} address @param {Listener} listener @returns {{open: () => boolean}} */
export function listen(address, { query, news, back, refused }) {
  /** @type {WebSocket | null} */
  let socket = null;
  let wait = SOONEST;
  let timer = 0;
  let ticking = 0; // while it is cut
  let due = 0; // when it is tried again
  let hidden = 0; // since when
  let lost = false; // whether the line has been cut since the last answer

  /** Whatever is under way is over; try again, at once or after a while. @param {number} delay */
  function again(delay) {
    const old = socket;
    socket = null;
    old?.close();
    clearTimeout(timer);
    due = Date.now() + delay;
    timer = setTimeout(connect, delay);
  }

  function whole() {
    clearInterval(ticking);
    ticking = 0;
    away(null);
  }

  function cut() {
    const since = Date.now();
    lost = true;
    ticking ||= setInterval(() => Date.now() > since + PATIENCE && away(due), 500);
    again(wait * (0.75 + Math.random() / 2));
    wait = Math.min(LATEST, wait * 2);
  }

  function connect() {
    const url = new URL(address, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    for (const [name, value] of Object.entries({ form: "page", ...query() })) if (value !== null && value !== undefined) url.searchParams.set(name, String(value));
    const fresh = new WebSocket(url);
    socket = fresh;
    fresh.onopen = () => {
      if (socket !== fresh) return;
      wait = SOONEST;
      whole();
      if (lost) back?.();
      lost = false;
    };
    fresh.onmessage = ({ data }) => {
      if (socket === fresh) news(String(data));
    };
    fresh.onclose = ({ code, reason }) => {
      if (socket !== fresh) return;
      if (!REFUSED.includes(code)) return cut();
      socket = null;
      whole();
      refused?.(reason || "This table has no news for you.");
    };
  }

  addEventListener("online", () => lost && again(0));
  document.addEventListener("click", ({ target }) => lost && target instanceof Element && target.closest("#afar-now") && again(0));
  addEventListener("offline", () => socket && cut());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hidden = Date.now();
    else if (socket && (lost || (hidden && Date.now() - hidden > ASLEEP))) again(0);
  });
  addEventListener("pagehide", () => {
    const old = socket;
    socket = null;
    old?.close();
  });
  connect();
  return { open: () => socket?.readyState === WebSocket.OPEN };
}

/** Send the forms that say so in place; the answer is shown, or its sentence told. @param {(page: Document, text: string) => void} show @param {(says: string) => void} trouble */
export function forms(show, trouble) {
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !("live" in form.dataset)) return;
    event.preventDefault();
    if ("sending" in form.dataset) return;
    form.dataset.sending = "";
    try {
      const body = new URLSearchParams();
      for (const [name, value] of new FormData(form, event.submitter)) body.append(name, String(value));
      let response = await fetch(form.action, { method: "POST", headers: { Accept: "text/html" }, body, redirect: "manual", signal: AbortSignal.timeout(20_000) });
      if (response.type === "opaqueredirect") response = await fetch(location.href, { headers: { Accept: "text/html" } }); // with the eyes of whoever looks
      const text = await response.text();
      const page = parsed(text);
      if (!response.ok || !alike(page)) return response.ok ? location.assign(response.url) : trouble(sentence(text, page));
      form.reset(); // what was typed has been said
      show(page, text);
    } catch {
      trouble("The table cannot be reached. Nothing was changed; try again in a moment.");
    } finally {
      delete form.dataset.sending;
    }
  });
}
