// @ts-check
// The lobby works as plain pages and a form; this only makes the opened box handier.
import "./company.js";

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form.open"))) {
  const levels = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[name=level]")]);

  /** The level that the fields amount to, if there is one. */
  function level() {
    const now = new FormData(form);
    return levels.find((l) => l.dataset.deck === now.get("deck") && l.dataset.tokens === now.get("tokens"));
  }

  /** Show only the seats that the table has; who sits beyond is not sent. @returns {string} who plays, in words */
  function company() {
    const rows = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-seat]")]);
    const seats = Number(new FormData(form).get("seats")) || rows.length;
    for (const row of rows) {
      row.hidden = Number(row.dataset.seat) > seats;
      /** @type {HTMLFieldSetElement | null} */ (row.querySelector("fieldset"))?.toggleAttribute("disabled", row.hidden);
    }
    if (!rows.length) return "";
    const count = (/** @type {string} */ who) => rows.filter((row) => !row.hidden && row.querySelector(`[value=${who}]:checked`)).length;
    const [here, open] = [count("here"), count("open")];
    const bots = seats - here - open;
    const terms = /** @type {HTMLFieldSetElement | null} */ (form.querySelector(".company"));
    if (terms) terms.hidden = terms.disabled = here + open < 2; // alone, nobody waits
    if (here === seats) return seats === 1 ? "One seat, here." : `${seats} seats, all here. ${time()}`.trim();
    if (bots === seats) return `${seats} bots play, and you see how it ended.`;
    const parts = [here && `${here} here`, open && `${open} by link`, bots && `${bots} ${bots === 1 ? "bot" : "bots"}`].filter(Boolean);
    return `${parts.join(", ")}. ${time()}`.trim();
  }

  /** The clock in words. */
  function time() {
    const now = new FormData(form);
    const [minutes, seconds] = String(now.get("clock") ?? "").split("+").map(Number);
    if (!minutes) return "";
    const end = now.get("timeout") === "pause" ? "the table pauses" : "a bot plays on";
    return `${minutes} ${minutes === 1 ? "minute" : "minutes"} each${seconds ? `, ${seconds} s more a move` : ""}; then ${end}.`;
  }

  /** Show what the fields say: the level, what differs from print, and one sentence. */
  function sum() {
    const own = levels.find((l) => l.value === "own");
    const found = level() ?? own;
    if (found) found.checked = true;
    let changed = 0;
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-default]"))) {
      const same = /** @type {HTMLInputElement | null} */ (line.querySelector(":checked"))?.value === line.dataset.default;
      line.toggleAttribute("data-changed", !same);
      changed += Number(!same);
    }
    const tag = /** @type {HTMLElement | null} */ (form.querySelector(".tag"));
    if (tag) {
      tag.hidden = changed === 0;
      tag.textContent = `${changed} ${changed === 1 ? "change" : "changes"} from print`;
    }
    const line = form.querySelector(".sum");
    const says = [setting(), company()].filter(Boolean).join(" ");
    if (line && says) line.textContent = says;
  }

  /** Deck and tokens in words, for a game that has them. */
  function setting() {
    const deck = /** @type {HTMLSelectElement | null} */ (form.elements.namedItem("deck"));
    const seed = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("seed"));
    if (seed?.value.includes(":")) return "Deck, tokens and readings as the seed says.";
    return deck ? `${deck.selectedOptions[0].text} deck, ${new FormData(form).get("tokens")} tokens.` : "";
  }

  const clock = /** @type {HTMLSelectElement | null} */ (form.querySelector("select[name=clock]"));
  const other = /** @type {HTMLElement | null} */ (form.querySelector(".other"));
  const typed = other?.querySelector("input");
  if (clock && other) clock.add(new Option("Other…", "other")); // without this script, only those listed

  form.addEventListener("input", (event) => {
    const chosen = /** @type {HTMLInputElement} */ (event.target);
    if (other && typed) other.hidden = typed.disabled = clock?.value !== "other";
    if (event.target === clock && clock?.value === "other") typed?.focus();
    const [also, value] = chosen.dataset.also?.split("=") ?? []; // one choice that means another
    if (also) /** @type {RadioNodeList} */ (form.elements.namedItem(also)).value = value;
    if (chosen.name === "level" && chosen.dataset.deck) {
      /** @type {HTMLSelectElement} */ (form.elements.namedItem("deck")).value = chosen.dataset.deck;
      /** @type {RadioNodeList} */ (form.elements.namedItem("tokens")).value = chosen.dataset.tokens ?? "";
    }
    if (chosen.value === "own" && chosen.name === "level") {
      /** @type {HTMLElement | null} */ (form.querySelector("#deck"))?.focus();
      return;
    }
    sum();
  });
  form.addEventListener("formdata", (event) => {
    event.formData.delete("level"); // deck and tokens say it already
    if (!event.formData.get("seed")) event.formData.delete("seed");
    if (event.formData.get("clock") === "other") event.formData.set("clock", typed?.value ?? "");
  });
  sum();
}

/** An opened box has the focus, and Esc puts it back. */
function opened() {
  const id = location.hash.slice(1);
  if (id) document.getElementById(`h-${id}`)?.focus({ preventScroll: true });
}
addEventListener("hashchange", opened);
addEventListener("keydown", (event) => {
  const id = location.hash.slice(1);
  if (event.key !== "Escape" || !id) return;
  location.hash = "";
  document.getElementById(`lid-${id}`)?.focus();
});
opened();
