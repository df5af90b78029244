// The battlefield editor. Without a script hexes are typed and sent with a button; with it they are clicked on the map.

const form = document.getElementById("drawing");
const board = document.getElementById("board");
const findings = () => document.getElementById("findings");
let start = "";  // first hex of a side or a way
let busy = Promise.resolve();

const tool = () => form.querySelector("[name=tool]:checked");
const net = () => board.querySelector(".net");

function mark() {
  for (const hex of net().querySelectorAll("[data-hex]")) hex.classList.toggle("start", hex.dataset.hex === start);
}

// Return the hex across the side nearest to the click.
function across(event, hex) {
  const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(net().getScreenCTM().inverse());
  let best = "", least = Infinity;
  for (const one of net().querySelectorAll("[data-hex]")) {
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
  ready(at);
}

function ready(at) {
  globalThis.walking(net(), at ?? "");
  mark();
  if (at) net().querySelector(`[data-hex="${at}"]`)?.focus({ preventScroll: true });
}

function press(event, hex) {
  const pair = tool()?.dataset.pair;
  if (pair === "side" && event.detail) { queue({ do: "draw", hex, other: across(event, hex) }); return; }
  if (!pair) { queue({ do: "draw", hex, other: "" }); return; }
  if (!start || start === hex) { start = start === hex ? "" : hex; mark(); return; }
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
  if (event.target.name === "tool") { start = ""; mark(); }
  if (event.target.name === "name") queue({ do: "name" });
});
board.addEventListener("click", (event) => {
  const hex = event.target.closest?.("[data-hex]");
  if (hex) press(event, hex.dataset.hex);
  else if (event.target.closest?.("#back")) { event.preventDefault(); start = ""; queue({ do: "back" }); }
});
form.addEventListener("submit", (event) => {  // wait for pending clicks, so that they are saved too
  if (!board.hasAttribute("aria-busy")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const button = event.submitter;
  busy.then(() => form.requestSubmit(button));
}, { capture: true });
form.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target.id === "name") { event.preventDefault(); event.target.blur(); } });
ready();
