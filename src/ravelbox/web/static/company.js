// @ts-check
// Pages of a company work as plain forms; this remembers a name, makes links whole and copies them.
import { toast } from "./toast.js";

const NAME = "ravelbox-name"; // what the one at this device was called last

/** @param {string} selector @returns {HTMLInputElement[]} */
const inputs = (selector) => [...document.querySelectorAll(selector)].filter((el) => el instanceof HTMLInputElement);

/** @returns {string} */
function remembered() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return ""; // a browser that keeps nothing
  }
}

/** Fill in the name that was typed last, and whole addresses where the server knows only paths. */
export function fill() {
  for (const field of inputs("[data-remember]")) if (!field.value) field.value = remembered();
  for (const field of inputs("[data-link]")) field.value = new URL(field.defaultValue, location.href).href;
}

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const field = document.getElementById(button.dataset.copy ?? "");
  const label = button.querySelector("span");
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || !label) return;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // without https there is no other way
  }
  label.textContent = "Copied";
  toast(`Copied: ${field.labels?.[0]?.textContent ?? "the link"}.`);
  setTimeout(() => (label.textContent = "Copy"), 2000);
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
  if (button instanceof HTMLButtonElement) copy(button);
});
document.addEventListener("focusin", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.matches("[data-link]")) event.target.select();
});
document.addEventListener("change", (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || field.name !== "name" || !field.value.trim()) return;
  try {
    localStorage.setItem(NAME, field.value.trim());
  } catch {
    // then it is typed again next time
  }
});
fill();
