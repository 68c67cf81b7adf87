// @ts-check
// A word in passing: said once, gone by itself, in nobody's way.

const LONG = 4000; // milliseconds that it stays

/** @type {HTMLElement | null} */
let slip = null;
let timer = 0;

/** @param {string} says */
export function toast(says) {
  slip ??= Object.assign(document.createElement("p"), { className: "toast", role: "status" });
  if (!slip.isConnected) document.documentElement.append(slip); // beside the body, which is made anew with every page
  slip.textContent = says;
  slip.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => slip && (slip.hidden = true), LONG);
}
