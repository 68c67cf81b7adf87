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

/** Mark the colours to count, or else what to point at or the button to press. @param {number} code @param {number[]} mix */
function show(code, mix) {
  const way = asked().offers.find((offer) => offer.code === code)?.ways[0] ?? [];
  const all = (/** @type {string} */ which) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(which)]);
  const meant = mix.length
    ? all("#mix [data-of]").filter((_, kind) => mix[kind] > 0)
    : all("[data-at], [data-code]").filter(({ dataset }) => way.includes(dataset.at ?? "") || dataset.code === String(code));
  for (const el of meant) el.classList.add("hinted");
  meant[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
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
  show(found.codes[0], found.mix);
}

document.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("#hint-close")) forget(), $("hint-ask")?.focus();
});
