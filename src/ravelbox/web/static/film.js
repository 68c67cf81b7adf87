// @ts-check
// A replay that lies whole in its own page: the first moment, and what changes line by line to each next one.

/** @typedef {[number, number, string[]]} Change lines from, to, and what stands there instead */

/** @returns {Promise<{lines: string[], steps: Change[][]}>} */
async function unrolled() {
  const bytes = Uint8Array.from(atob(document.getElementById("film")?.textContent ?? ""), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

/** @type {Promise<{lines: string[], steps: Change[][]}> | undefined} */
let reel;
/** @type {{at: number, lines: string[]}} the moment that was looked at last */
let last = { at: 0, lines: [] };

/** The page of a moment, from the last one looked at or from the beginning. @param {number} at @returns {Promise<string>} */
async function frame(at) {
  const { lines, steps } = await (reel ??= unrolled());
  if (at < last.at || last.at === 0) last = { at: 0, lines: [...lines] };
  for (; last.at < at; last.at++)
    for (const [from, to, instead] of [...steps[last.at]].reverse()) last.lines.splice(from, to - from, ...instead);
  return last.lines.join("\n");
}

/** How a page of this file is had, where there is one in it. */
export const kept = document.getElementById("film") ? frame : null;
