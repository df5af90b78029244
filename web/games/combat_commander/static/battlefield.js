// The battlefield editor. Without a script hexes are typed and sent with a button; with it they are clicked on the map.

const form = document.getElementById("drawing");
const board = document.getElementById("board");
const findings = () => document.getElementById("findings");
let start = "";  // first hex of a side or a way
let busy = Promise.resolve();

const tool = () => form.querySelector("[name=tool]:checked");
const grid = () => board.querySelector(".net");

function markStart() {
  for (const hex of grid().querySelectorAll("[data-hex]")) hex.classList.toggle("start", hex.dataset.hex === start);
}

// Return the hex across the side nearest to the click.
function findHexAcross(event, hex) {
  const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(grid().getScreenCTM().inverse());
  let best = "", least = Infinity;
  for (const one of grid().querySelectorAll("[data-hex]")) {
    if (one.dataset.hex === hex) continue;
    const box = one.querySelector("polygon").getBBox();
    const far = Math.hypot(box.x + box.width / 2 - spot.x, box.y + box.height / 2 - spot.y);
    if (far < least) [best, least] = [one.dataset.hex, far];
  }
  return best;
}

async function send(extra) {
  const body = new URLSearchParams(new FormData(form));
  for (const [name, value] of Object.entries(extra)) body.set(name, value);
  let answer;
  try { answer = await fetch(form.action, { method: "POST", body, headers: { "X-Part": "board" } }); } catch { answer = null; }
  if (!answer || (!answer.ok && answer.status !== 422)) {  // submit normally, so that the page shows the error
    for (const [name, value] of Object.entries(extra)) { const field = form.elements[name]; if (field && field.type !== "submit") field.value = value; }
    board.removeAttribute("aria-busy");
    form.requestSubmit(form.querySelector("[value=draw]"));
    return;
  }
  const open = findings().querySelector("#like")?.open;
  const part = document.createElement("template");
  part.innerHTML = await answer.text();
  const at = document.activeElement?.closest?.("[data-hex]")?.dataset.hex;
  const name = form.elements.name, written = name.value, typing = document.activeElement === name && [name.selectionStart, name.selectionEnd];
  findings().replaceWith(part.content.querySelector("#findings"));
  board.replaceChildren(part.content);
  if (written !== body.get("name")) form.elements.name.value = written;  // typed while waiting for the answer
  if (typing) { form.elements.name.focus({ preventScroll: true }); form.elements.name.setSelectionRange(...typing); }
  if (open) findings().querySelector("#like")?.setAttribute("open", "");
  restoreFocus(at);
}

function restoreFocus(at) {
  globalThis.enableArrowKeys(grid(), at ?? "");
  markStart();
  if (at) grid().querySelector(`[data-hex="${at}"]`)?.focus({ preventScroll: true });
}

// Drag painting: a stroke collects hexes while the pointer is down and is sent in one request.
let stroke = null;

function hexAt(event) {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest?.("#board [data-hex]")?.dataset.hex ?? "";
}

function extendStroke(event) {
  const hex = hexAt(event);
  if (!hex || stroke.hexes.at(-1) === hex) return;
  stroke.hexes.push(hex);
  grid().querySelector(`[data-hex="${hex}"]`)?.classList.add("painted");
}

function endStroke() {
  const { hexes, pair } = stroke;
  stroke = null;
  if (pair && hexes.length < 2) return;  // a single press on a way: the click handler marks its start
  drawn = true;
  start = "";
  queue({ do: "stroke", stroke: hexes.join(" ") });
}

let drawn = false;  // the click after a stroke is part of it

board.addEventListener("pointerdown", (event) => {
  drawn = false;
  const pair = tool()?.dataset.pair;
  if (event.button || !event.isPrimary || pair === "side" || !hexAt(event)) return;
  event.target.releasePointerCapture?.(event.pointerId);  // touch captures the first hex otherwise
  stroke = { hexes: [], pair };
  extendStroke(event);
});
addEventListener("pointermove", (event) => { if (stroke && event.isPrimary) for (const part of event.getCoalescedEvents?.() ?? [event]) extendStroke(part); });
addEventListener("pointerup", (event) => { if (stroke && event.isPrimary) endStroke(); });
addEventListener("pointercancel", () => { stroke = null; for (const one of board.querySelectorAll(".painted")) one.classList.remove("painted"); });

function pressHex(event, hex) {
  if (drawn && event.detail) { drawn = false; return; }
  const pair = tool()?.dataset.pair;
  if (pair === "side" && event.detail) { queue({ do: "draw", hex, other: findHexAcross(event, hex) }); return; }
  if (!pair) { queue({ do: "draw", hex, other: "" }); return; }
  if (!start || start === hex) { start = start === hex ? "" : hex; markStart(); return; }
  const from = start;
  start = pair === "way" ? hex : "";
  queue({ do: "draw", hex: from, other: hex });
}

// Send clicks one after another, because each builds on the result of the one before.
function queue(extra) {
  board.setAttribute("aria-busy", "true");
  const mine = busy = busy.then(() => send(extra)).finally(() => { if (busy === mine) board.removeAttribute("aria-busy"); });
}

form.querySelector(".put").hidden = true;
form.addEventListener("change", (event) => {
  if (event.target.name === "tool") { start = ""; markStart(); }
  if (event.target.name === "name") queue({ do: "name" });
});
board.addEventListener("click", (event) => {
  const hex = event.target.closest?.("[data-hex]");
  if (hex) pressHex(event, hex.dataset.hex);
  else if (event.target.closest?.("#back")) { event.preventDefault(); start = ""; queue({ do: "back" }); }
});
form.addEventListener("submit", (event) => {  // wait for pending clicks, so that they are saved too
  if (!board.hasAttribute("aria-busy")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const button = event.submitter;
  busy.then(() => form.requestSubmit(button));
}, { capture: true });
addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !/INPUT|TEXTAREA/.test(document.activeElement?.tagName)) {
    event.preventDefault();
    if (!document.getElementById("back").disabled) queue({ do: "back" });
  }
});
form.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target.id === "name") { event.preventDefault(); event.target.blur(); } });
restoreFocus();
