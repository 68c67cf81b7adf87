// @ts-check
// How this device likes its tables: kept here, sent nowhere, and on the page before any of it is painted.
{
  const KEPT = "ravelbox.settings";
  /** @type {Record<string, string[]>} what can be chosen; the first is the usual */
  const CHOICES = {
    motion: ["full", "calm", "none"],
    sound: ["off", "soft", "full"],
    marks: ["shapes", "letters", "both"],
    size: ["m", "s", "l", "xl"],
    ask: ["never", "noway", "always"],
    light: ["device", "light", "dark"],
    pace: ["normal", "slow", "fast", "instant"],
  };
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  /** What was chosen here; anything else is as usual. @returns {Record<string, unknown>} */
  function kept() {
    try {
      return Object(JSON.parse(localStorage.getItem(KEPT) ?? "{}"));
    } catch {
      return {}; // a browser that keeps nothing, or what somebody else wrote there
    }
  }

  /** @param {string} name @param {unknown} chosen */
  const valued = (name, chosen) => CHOICES[name].find((value) => value === chosen) ?? (name === "motion" && still.matches ? "none" : CHOICES[name][0]);

  /** Put what is chosen where style sheets and scripts look for it. */
  function apply() {
    const now = kept();
    for (const name in CHOICES) document.documentElement.dataset[name] = valued(name, now[name]);
    for (const field of fields()) field.checked = document.documentElement.dataset[field.name] === field.value;
  }

  /** @returns {HTMLInputElement[]} */
  const fields = () => [...document.querySelectorAll("#settings input")].filter((el) => el instanceof HTMLInputElement);

  /** @param {HTMLInputElement} field */
  function choose(field) {
    const now = { ...kept(), [field.name]: field.value };
    try {
      localStorage.setItem(KEPT, JSON.stringify(now));
      apply();
    } catch {
      document.documentElement.dataset[field.name] = field.value; // for as long as the page is open
    }
    if (field.name === "motion") hop();
  }

  /** Show how things will move. */
  function hop() {
    const { motion } = document.documentElement.dataset;
    const turn = motion === "full" ? " rotate(-160deg)" : "";
    for (const [n, bead] of [...document.querySelectorAll("#settings .bead")].entries())
      if (motion !== "none") bead.animate([{ transform: `translateX(-5rem)${turn}`, opacity: 0 }, {}], { duration: 380, delay: 60 * n, fill: "backwards", easing: "cubic-bezier(.2, .8, .2, 1)" });
  }

  document.addEventListener("change", ({ target }) => target instanceof HTMLInputElement && target.closest("#settings") && choose(target));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "," || event.ctrlKey || event.metaKey || event.altKey || document.getElementById("curtain")) return;
    if (event.target instanceof Element && event.target.closest("input:not([type=radio]), select, textarea")) return;
    document.getElementById("settings")?.togglePopover();
  });
  document.addEventListener("DOMContentLoaded", apply);
  addEventListener("storage", ({ key }) => key === KEPT && apply()); // chosen in another window
  still.addEventListener("change", apply);
  apply();
}
