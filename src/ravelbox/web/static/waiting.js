// @ts-check
// The waiting room: whoever sits down is seen at once, and when it starts everybody is taken along.
import { fill } from "./company.js";
import { alike, forms, listen, morph, parsed, turnedAway } from "./live.js";

/** @param {Document} page */
function show(page) {
  if (!alike(page)) return location.reload(); // it has begun, or we have been sent away
  const before = who();
  morph(page);
  fill();
  trouble("");
  const news = document.getElementById("news");
  if (news && who() !== before) news.textContent = `${who()}. ${document.getElementById("ask")?.textContent}`;
}

/** Who sits where, in words. */
const who = () => [...document.querySelectorAll(".guest .called")].map((el) => [...el.childNodes].map((part) => part.textContent).join(", ")).join("; ");

/** @param {string} says */
function trouble(says) {
  const [line, text] = [document.getElementById("trouble"), document.getElementById("trouble-says")];
  if (!line || !text) return;
  line.hidden = !says;
  text.textContent = says;
}

const { socket } = JSON.parse(document.getElementById("live")?.textContent ?? "{}");
forms(show, trouble);
listen(socket, { query: () => ({}), news: (text) => show(parsed(text)), refused: (reason) => turnedAway(reason, trouble) });
addEventListener("pageshow", (event) => event.persisted && location.reload());
