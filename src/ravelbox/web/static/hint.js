// @ts-check
// A hint: what a strong bot would do, in one sentence, with the things to point at marked.

/** @param {string} id */
const $ = (id) => document.getElementById(id);
/** @type {() => {table: string, at: number, seat: number | null, offers: {code: number, ways: string[][]}[]}} */
const asked = () => JSON.parse($("offers")?.textContent ?? "{}");

/** Say something in place of the hint. @param {string} text @param {string} [rule] */
function say(text, rule = "") {
  const [line, says, cites] = [$("hint"), $("hint-says"), $("hint-rule")];
  if (!line || !says || !(cites instanceof HTMLAnchorElement)) return;
  line.hidden = false;
  says.textContent = text;
  cites.textContent = rule;
  cites.hash = rule;
  cites.hidden = !rule;
}

function forget() {
  for (const el of document.querySelectorAll(".hinted")) el.classList.remove("hinted");
  const line = $("hint");
  if (line) line.hidden = true;
}

/** Mark what to point at, or the button to press. @param {number} code */
function show(code) {
  const ways = asked().offers.find((offer) => offer.code === code)?.ways ?? [];
  const names = new Set(ways[0] ?? []);
  for (const el of document.querySelectorAll("[data-at], [data-code]"))
    if (el instanceof HTMLElement && (names.has(el.dataset.at ?? "") || el.dataset.code === String(code))) el.classList.add("hinted");
}

/** Ask for one. */
export async function hint() {
  const { table, at, seat } = asked();
  forget();
  say("Thinking…");
  const query = seat === null || seat === undefined ? "" : `?seat=${seat}`;
  const response = await fetch(`/table/${table}/hint${query}`, { method: "POST", headers: { Accept: "application/json" }, signal: AbortSignal.timeout(30_000) }).catch(() => null);
  const found = await response?.json().catch(() => null);
  if (at !== asked().at) return; // the table has gone on
  if (!response?.ok) return say(found?.text ?? "No hint came. Try again in a moment.");
  say(found.text, found.rule);
  show(found.codes[0]);
}

document.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("#hint-close")) forget(), $("hint-ask")?.focus();
});
