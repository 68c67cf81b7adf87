// @ts-check
// Motion: where everything was, then from there to where it is.

/** @typedef {{box: DOMRect, shows?: string, like?: string}} Place */
/** @typedef {Map<string, Place>} Survey */

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
/** How much may move: full, calm or none, as settings.js has it; a page without that asks the device. */
export const motion = () => document.documentElement.dataset.motion ?? (reduced.matches ? "none" : "full");

/** @param {string} selector @returns {HTMLElement[]} */
export const all = (selector) => [...document.querySelectorAll(selector)].filter((el) => el instanceof HTMLElement);
/** @param {DOMRect} box @returns {[number, number]} */
export const centre = (box) => [box.left + box.width / 2, box.top + box.height / 2];
/** @param {DOMRect} a @param {DOMRect} b @returns {[number, number]} */
export const apart = (a, b) => [centre(a)[0] - centre(b)[0], centre(a)[1] - centre(b)[1]];

/** How far each thing that goes round in a circle has turned, in all. @returns {Map<string, number>} */
export const turns = () => new Map([...document.querySelectorAll("[data-turn]")].map((el) => [el.id, Number(getComputedStyle(el).getPropertyValue("--turn"))]));

/** Let them go on turning the short way from there, not back through nought. @param {Map<string, number>} before */
export function turnOn(before) {
  for (const el of document.querySelectorAll("[data-turn]")) {
    const [was, to, round] = [before.get(el.id), Number(el.getAttribute("data-turn")), Number(el.getAttribute("data-round"))];
    const way = was === undefined ? 0 : (((to - was) % round) + round) % round;
    if (was !== undefined && (el instanceof HTMLElement || el instanceof SVGElement)) el.style.setProperty("--turn", String(was + (way > round / 2 ? way - round : way)));
  }
}

/** @returns {Survey} */
export function survey() {
  return new Map(all("[data-moves]").map((el) => [el.dataset.moves ?? "", { box: el.getBoundingClientRect(), shows: el.dataset.shows, like: el.dataset.like }]));
}

/** Where a new thing comes from: from where one like it has gone, else from the pile of its kind. @param {HTMLElement} el @param {Survey} gone @returns {Place | undefined} */
function origin(el, gone) {
  const { like, shows } = el.dataset;
  if (!like) return;
  const [name, was] = [...gone].find(([, place]) => place.like === like) ?? [];
  if (name) gone.delete(name);
  const box = was?.box ?? document.querySelector(`[data-source~="${el.dataset.from ?? like}"]`)?.getBoundingClientRect();
  return box && { box, shows };
}

/** Whether a thing stands in a part of the page that was not there before: it has not moved, we look elsewhere. @param {HTMLElement} el @param {Set<string>} scopes */
const elsewhere = (el, scopes) => !scopes.has(el.closest("[data-scope]")?.getAttribute("data-scope") ?? "");

/** @returns {Set<string>} */
export const scopes = () => new Set(["", ...all("[data-scope]").map((el) => el.dataset.scope ?? "")]);

/** @param {Survey} before @param {Set<string>} parts */
export function move(before, parts) {
  if (motion() === "none") return;
  const full = motion() === "full"; // else nothing flips or tumbles
  const timing = { duration: 360, easing: "cubic-bezier(.2, .8, .2, 1)", id: "move" };
  const movers = all("[data-moves]");
  const gone = new Map(before);
  for (const el of movers) gone.delete(el.dataset.moves ?? "");
  for (const old of document.getAnimations()) if (old.id === "move") old.cancel();
  const found = movers.filter((el) => !elsewhere(el, parts)).map((el) => ({ el, box: el.getBoundingClientRect(), was: before.get(el.dataset.moves ?? "") ?? origin(el, gone) }));
  for (const { el, box, was } of found) { // all is measured before anything moves, so that the page is laid out once
    if (box.width === 0) continue;
    if (!was?.box.width) {
      el.animate([{ transform: full ? "perspective(60em) rotateX(-85deg)" : "none", opacity: 0.2 }, {}], timing);
      continue;
    }
    const [x, y] = apart(was.box, box);
    const scale = Math.min(was.box.width / box.width, was.box.height / box.height);
    if (Math.hypot(x, y) > 1 || Math.abs(scale - 1) > 0.03)
      el.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 9 }, { transform: "none", zIndex: 9 }], { ...timing, duration: Math.min(400, 200 + Math.hypot(x, y) / 3) });
    if (full && was.shows !== el.dataset.shows)
      el.firstElementChild?.animate([{ transform: "perspective(20em) rotateX(-180deg) scale(.8)" }, { transform: "perspective(20em) rotateX(12deg)", offset: 0.8 }, {}], timing);
  }
}
