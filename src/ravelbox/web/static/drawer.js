// @ts-check
// The rules beside the table: fetched when first opened, at the rule that was asked for. Links to rules work without this too.

const MOST = 60; // hits that are listed
/** @param {string} id */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} selector @returns {HTMLElement[]} */
const inside = (selector) => [...$("rules").querySelectorAll(selector)].filter((el) => el instanceof HTMLElement);
const isOpen = () => "rules" in document.body.dataset;

/** @type {Promise<void> | null} the rules on their way, or here */
let coming = null;
/** @type {HTMLElement | null} where the focus was before */
let before = null;
let at = ""; // what was opened last

/** The rules, fetched once; a failure is said, and the next opening tries again. */
async function rules() {
  const text = $("rules-text");
  try {
    const response = await fetch($("rules").dataset.from ?? "", { signal: AbortSignal.timeout(20_000) });
    if (!response.ok) throw new Error(response.statusText);
    text.innerHTML = await response.text();
  } catch {
    coming = null;
    text.textContent = "The rules cannot be reached just now. Try again in a moment.";
  }
}

/** Open the drawer at a rule, a ruling or a section; at none, where it was. @param {string} [id] */
async function show(id = "") {
  for (const sheet of document.querySelectorAll(":popover-open")) if (sheet instanceof HTMLElement) sheet.hidePopover();
  if (!isOpen()) before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  document.body.dataset.rules = "";
  if (!$("rules").contains(document.activeElement)) $("rules-find").focus({ preventScroll: true }); // until the rule is here
  await (coming ??= rules());
  if (!isOpen()) return;
  at = id || at;
  const name = CSS.escape(at);
  const found = inside(`[data-rule="${name}"], [data-section="${name}"]`)[0] ?? inside(`[data-ruling="${name}"]`)[0]?.closest("[data-rule]") ?? inside("[data-section]")[0];
  if (!(found instanceof HTMLElement)) return;
  for (const section of inside("[data-section]")) section.hidden = !section.contains(found);
  for (const rule of inside("[data-rule], .hits a")) rule.ariaCurrent = rule === found || rule.dataset.hit === found.dataset.rule ? "true" : null;
  mark();
  if (found.dataset.rule) found.scrollIntoView({ block: "nearest" });
  else $("rules-text").scrollTo(0, 0);
  (found.dataset.rule ? found : found.querySelector("h3"))?.focus({ preventScroll: true });
}

function close() {
  delete document.body.dataset.rules;
  const to = before?.isConnected && before.checkVisibility() ? before : $("prompt");
  to.focus({ preventScroll: true });
}

/** The words that are looked for. */
const sought = () => /** @type {HTMLInputElement} */ ($("rules-find")).value.toLowerCase().split(/\s+/).filter(Boolean);

/** List the rules that have all the words. */
function find() {
  const words = sought();
  const hits = words.length ? inside("[data-rule]").filter((rule) => words.every((word) => rule.textContent?.toLowerCase().includes(word))) : [];
  $("rules-count").textContent = words.length ? `${hits.length || "nothing"} found` : "";
  $("rules-hits").hidden = hits.length === 0;
  $("rules-hits").replaceChildren(...hits.slice(0, MOST).map(line));
  mark();
}

/** A rule as a line of what was found. @param {HTMLElement} rule */
function line(rule) {
  const link = Object.assign(document.createElement("a"), { href: rule.querySelector("a")?.href, target: "rules", ariaCurrent: rule.ariaCurrent });
  link.dataset.hit = rule.dataset.rule;
  link.append(Object.assign(document.createElement("b"), { textContent: rule.dataset.rule }), rule.closest("section")?.ariaLabel ?? "");
  const item = document.createElement("li");
  item.append(link);
  return item;
}

/** Mark the words in the section that is open, where the browser can without touching the text. */
function mark() {
  if (!("highlights" in CSS)) return;
  const ranges = [];
  const walk = document.createTreeWalker($("rules-text"), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = node.nodeValue?.toLowerCase() ?? "";
    for (const word of sought())
      for (let n = text.indexOf(word); n >= 0; n = text.indexOf(word, n + word.length)) {
        const range = document.createRange();
        range.setStart(node, n);
        range.setEnd(node, n + word.length);
        ranges.push(range);
      }
  }
  CSS.highlights.set("found", new Highlight(...ranges));
}

document.addEventListener("click", (event) => {
  const el = event.target instanceof Element ? event.target.closest('a[target="rules"], #rules-close') : null;
  if (!el || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const id = el instanceof HTMLAnchorElement ? decodeURIComponent(el.hash.slice(1)) : "";
  if (!(el instanceof HTMLAnchorElement) || (el.id === "rules-open" && isOpen() && (!id || id === at))) close();
  else show(id);
});

document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !isOpen() || document.querySelector(":popover-open")) return;
    if (document.activeElement !== document.body && !$("rules").contains(document.activeElement)) return; // the table's own Escape
    event.preventDefault();
    event.stopPropagation();
    close();
  },
  true,
);

$("rules").addEventListener("input", find);
$("rules-find").addEventListener("keydown", (event) => event.key === "Enter" && inside(".hits a")[0]?.click());
