// @ts-check
// Ask before a move, where the settings say so: one more step between choosing and playing.

/** @type {{act: () => void, back: () => void, from: Element | null} | null} what is done on yes and on no, and where the focus was */
let meant = null;

/** @param {string} id */
const $ = (id) => document.getElementById(id);
const how = () => document.documentElement.dataset.ask ?? "never";
/** Whether moves may have to wait for a yes. */
export const careful = () => how() !== "never";
/** Whether one waits now. */
export const waiting = () => meant !== null;

/** Do something at once, or after a yes, as the settings have it. @param {string} table @param {object} move as it would be sent @param {string} words @param {() => void} act @param {() => void} back */
export async function weigh(table, move, words, act, back) {
  const final = how() === "noway" && (await isFinal(table, move));
  if (how() === "noway" && !final) return act();
  const [line, says, why] = [$("sure"), $("sure-says"), $("sure-why")];
  if (!line || !says || !why) return act();
  meant = { act, back, from: meant?.from ?? document.activeElement };
  says.textContent = `${words}?`;
  why.textContent = final ? "It cannot be taken back." : "";
  line.hidden = false;
  document.body.dataset.sure = "";
  $("sure-yes")?.focus();
}

/** Whether undo could not take a move back; only the table knows. @param {string} table @param {object} move @returns {Promise<boolean>} */
async function isFinal(table, move) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const response = await fetch(`/table/${table}/weigh`, { method: "POST", headers, body: JSON.stringify(move), signal: AbortSignal.timeout(10_000) }).catch(() => null);
  return response?.ok === true && (await response.json()).final; // what cannot be weighed is refused when it is played
}

/** The question is settled, or no longer of use; what it was about. */
export function close() {
  const was = meant;
  meant = null;
  delete document.body.dataset.sure;
  const line = $("sure");
  if (line) line.hidden = true;
  return was;
}

/** @param {boolean} yes */
export function answer(yes) {
  const was = close();
  if (yes) return was?.act();
  was?.back();
  if (was?.from instanceof HTMLElement) was.from.focus({ preventScroll: true });
}

document.addEventListener("click", ({ target }) => target instanceof Element && target.closest("#sure-yes, #sure-no") && answer(target.closest("#sure-yes") !== null));
