// The board of a fight: zoom, taps on the map, previews, hints, and answers without leaving the page.
// Without this file the forms of the page do the same.

const SVG = "http://www.w3.org/2000/svg";
const HEX_SIZE = 24, EDGE = 2, HEX_HEIGHT = Math.sqrt(3) * HEX_SIZE;  // as the ground is drawn
const MAX_ZOOM = 4, NEWS_MS = 700;  // milliseconds between two events that are pointed out on the map
const KEEP_ROLLS = "fight-keep-rolls";  // in localStorage: answer "no" when a roll could be rerolled
const board = document.getElementById("board"), frame = document.getElementById("map-frame"), map = document.getElementById("map");
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
let zoom = 1, newsTimers = [];

const question = () => document.getElementById("question");
const table = () => document.getElementById("table");

// Hexes

function centre(hex) {
  const column = hex.charCodeAt(0) - 65, row = Number(hex.slice(1)) - 1;
  return [EDGE + HEX_SIZE * (1 + 1.5 * column), EDGE + HEX_HEIGHT * (row + 0.5 + (column % 2) / 2)];
}

function findHex(event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
  const column = Math.round(((x - EDGE) / HEX_SIZE - 1) / 1.5);
  let best = null, least = HEX_SIZE;
  for (const near of [column - 1, column, column + 1]) {
    const row = Math.round((y - EDGE) / HEX_HEIGHT - 0.5 - (Math.abs(near) % 2) / 2);
    if (near < 0 || near > 14 || row < 0 || row > 9) continue;
    const hex = String.fromCharCode(65 + near) + (row + 1), [cx, cy] = centre(hex), far = Math.hypot(x - cx, y - cy);
    if (far < least) [best, least] = [hex, far];
  }
  return best;
}

function draw(name, attributes, parent = document.getElementById("over")) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  parent.append(node);
  return node;
}

function ring(hex, kind) {
  const [x, y] = centre(hex);
  return draw("use", { href: "#hx", class: kind, x, y });
}

// Choices: the options of the form, whether radio buttons, ticks, cards of the hand or entries of the list of hexes.

function listChoices() {
  const form = question();
  if (!form) return [];
  const inputs = [...form.elements].filter((field) => field.name === "answer" && field.tagName === "INPUT");
  const list = document.getElementById("hex-choice");
  return [...inputs, ...(list ? [...list.options].filter((option) => option.value) : [])];
}

const isChosen = (choice) => (choice.tagName === "OPTION" ? choice.selected : choice.checked);

function choose(choice, on = true) {
  const form = question(), list = document.getElementById("hex-choice");
  if (!("many" in form.dataset)) {
    for (const other of listChoices()) if (other.tagName === "INPUT" && other !== choice) other.checked = false;
    if (list && choice.tagName !== "OPTION") list.value = "";
  }
  if (choice.tagName === "OPTION") choice.selected = on;
  else choice.checked = on;
  choice.scrollIntoView?.({ block: "nearest" });
}

const describe = (choice) => choice.dataset.label ?? choice.textContent.split(" · ")[0].trim();
const hexOf = (choice) => choice.dataset.hex ?? (/^[A-Z]\d+$/.test(choice.value) ? choice.value : "");

// Show what is chosen: a ring around its hexes, the lines of sight, its costs and odds, and the name of the button.
function update() {
  const form = question();
  document.getElementById("over").replaceChildren();
  if (!form) return;
  const chosen = listChoices().filter(isChosen), many = "many" in form.dataset;
  for (const hex of new Set(chosen.map(hexOf).filter(Boolean))) ring(hex, "chosen");
  for (const hex of new Set(chosen.flatMap((choice) => (choice.dataset.able ?? "").split(" ").filter(Boolean)))) ring(hex, "able");
  for (const line of chosen.flatMap((choice) => (choice.dataset.lines ?? "").split(" ").filter(Boolean))) {
    const [[x1, y1], [x2, y2]] = line.split("-").map(centre);
    draw("line", { class: "sight", x1, y1, x2, y2 });
  }
  const commit = document.getElementById("commit"), preview = document.getElementById("preview");
  if (commit) {
    commit.disabled = many ? chosen.length < Number(form.dataset.least) || chosen.length > Number(form.dataset.most) : !chosen.length;
    commit.textContent = !many && chosen.length ? `${commit.dataset.words}: ${describe(chosen[0])}` : commit.dataset.words;
  }
  if (!many) preview.textContent = chosen[0]?.dataset.sum ?? "";
  else if (form.dataset.preview) showGroup(form, chosen.map((choice) => choice.value));
}

let asked = 0;
async function showGroup(form, answers) {
  const number = ++asked, preview = document.getElementById("preview");
  if (!answers.length) { preview.textContent = ""; return; }
  const query = new URLSearchParams([["number", form.dataset.number], ...answers.map((answer) => ["answer", answer])]);
  try {
    const reply = await fetch(`${form.dataset.preview}?${query}`);
    const { words, lines } = await reply.json();
    if (number !== asked || !preview.isConnected) return;
    preview.textContent = words;
    for (const [from, to] of lines) {
      const [[x1, y1], [x2, y2]] = [from, to].map(centre);
      draw("line", { class: "sight", x1, y1, x2, y2 });
    }
  } catch { /* the answer is checked when it is given */ }
}

// A tap chooses what lies in the hex; a second tap on a single choice confirms it, on several takes the next.
function tap(hex) {
  showStack(hex);
  const form = question(), here = listChoices().filter((choice) => hexOf(choice) === hex);
  if (!form || !here.length) return;
  if ("many" in form.dataset) {
    const on = !here.every(isChosen);
    for (const choice of here) choose(choice, on);
  } else {
    const at = here.findIndex(isChosen);
    if (at >= 0 && here.length === 1) { form.requestSubmit(document.getElementById("commit")); return; }
    choose(here[(at + 1) % here.length]);
  }
  update();
}

function showStack(hex) {
  const stack = document.getElementById("stack"), units = [...map.querySelectorAll(`.unit[data-hex="${hex}"]`)];
  stack.hidden = !units.length;
  const { width, height } = map.viewBox.baseVal, [x, y] = centre(hex);
  stack.classList.toggle("left", x > width / 2);
  stack.classList.toggle("high", y > height / 2);
  const title = document.createElement("b"), list = document.createElement("ul");
  title.textContent = hex;
  for (const unit of units.reverse()) {
    const line = document.createElement("li"), picture = document.createElement("img"), words = document.createElement("span");
    picture.src = unit.querySelector("image").getAttribute("href");
    picture.alt = "";
    picture.width = picture.height = 44;
    words.textContent = unit.querySelector("title").textContent;
    line.append(picture, words);
    list.append(line);
  }
  stack.replaceChildren(title, list);
}

map.addEventListener("click", (event) => { const hex = findHex(event); if (hex) tap(hex); });
document.addEventListener("change", (event) => {
  const form = question();
  if (!form || ![...form.elements].includes(event.target)) return;
  if (event.target.id === "hex-choice") { const option = event.target.selectedOptions[0]; if (option?.value) choose(option); }
  else if (event.target.name === "answer") choose(event.target, event.target.checked);
  update();
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape") document.getElementById("stack").hidden = true; });

// Zoom: buttons, a pinch, or the wheel with Ctrl. The frame scrolls by itself.

function setZoom(next, x = frame.clientWidth / 2, y = frame.clientHeight / 2) {
  const old = zoom;
  zoom = Math.max(1, Math.min(MAX_ZOOM, next));
  const left = (frame.scrollLeft + x) * (zoom / old) - x, top = (frame.scrollTop + y) * (zoom / old) - y;
  map.style.width = `${zoom * 100}%`;
  frame.scrollTo({ left, top, behavior: "instant" });
}

document.querySelector(".zoom").hidden = false;
for (const button of document.querySelectorAll("[data-zoom]")) button.addEventListener("click", () => setZoom(zoom * (Number(button.dataset.zoom) > 0 ? 1.4 : 1 / 1.4)));
frame.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  const box = frame.getBoundingClientRect();
  setZoom(zoom * Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
}, { passive: false });
let pinch = null;
const span = ([one, two]) => Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
frame.addEventListener("touchstart", (event) => { pinch = event.touches.length === 2 ? { span: span(event.touches), zoom } : null; }, { passive: true });
frame.addEventListener("touchmove", (event) => {
  if (!pinch || event.touches.length !== 2) return;
  event.preventDefault();
  const box = frame.getBoundingClientRect(), [one, two] = event.touches;
  setZoom(pinch.zoom * span(event.touches) / pinch.span, (one.clientX + two.clientX) / 2 - box.left, (one.clientY + two.clientY) / 2 - box.top);
}, { passive: false });

// Answers: send the form, and put the new state into this page.

async function send(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  if (submitter?.name === "press") body.delete("answer");
  table().setAttribute("aria-busy", "true");
  try {
    const reply = await fetch(submitter?.getAttribute("formaction") ?? form.action, { method: "POST", body, headers: { "X-Part": "1" } });
    await globalThis.showTable(await reply.text());
  } catch {
    document.getElementById("not-sent").hidden = false;
    delete form.dataset.sent;
  }
  table().removeAttribute("aria-busy");
}

document.addEventListener("submit", (event) => {
  if (!event.target.closest("#table.fight") || event.defaultPrevented || !event.target.matches("[data-send], .wishes form")) return;
  event.preventDefault();
  document.getElementById("not-sent").hidden = true;
  send(event.target, event.submitter);
});

// Hints: what a regular commander would do, and why.
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("#hint");
  if (!button) return;
  button.setAttribute("aria-busy", "true");
  const reply = await fetch(button.dataset.hint), list = document.createElement("ul");
  button.removeAttribute("aria-busy");
  if (!reply.ok) return;
  const hint = await reply.json();
  for (const line of hint.lines) list.append(Object.assign(document.createElement("li"), { textContent: line }));
  document.getElementById("hints").replaceChildren(list);
  const wanted = new Set(hint.answers);
  for (const choice of listChoices()) if (wanted.has(choice.value)) choose(choice);
  for (const button of question()?.querySelectorAll("[name=press]") ?? []) button.classList.toggle("hinted", wanted.has(button.value));
  update();
});

// Events are told one after another, each with a ring around its hex.
function tellNews() {
  for (const timer of newsTimers) clearTimeout(timer);
  const lines = [...document.querySelectorAll("#news li.new")];
  newsTimers = [];
  if (calm) return;
  lines.slice(-8).forEach((line, place) => {
    line.classList.add("fresh");
    line.style.setProperty("--place", place);
    if (line.dataset.hex) newsTimers.push(setTimeout(() => { const pulse = ring(line.dataset.hex, "pulse"); setTimeout(() => pulse.remove(), 1400); }, place * NEWS_MS / 2));
  });
}

// A player who never rerolls need not be asked after every roll.
function keepRoll() {
  const box = document.querySelector("#keep-rolls input");
  if (!box) return;
  let keep = false;
  try { keep = localStorage.getItem(KEEP_ROLLS) === "1"; } catch { /* no storage in private windows */ }
  box.closest("#keep-rolls").hidden = false;
  box.checked = keep;
  const no = question()?.dataset.ask === "reroll" ? question().querySelector("[name=press][value=no]") : null;
  if (keep && no) setTimeout(() => { if (no.isConnected) question().requestSubmit(no); }, calm ? 0 : NEWS_MS);
}
document.addEventListener("change", (event) => {
  if (!event.target.closest?.("#keep-rolls")) return;
  try { localStorage.setItem(KEEP_ROLLS, event.target.checked ? "1" : "0"); } catch { /* as above */ }
  keepRoll();
});

function show() {
  const hint = document.getElementById("hint"), news = document.querySelector("#news ol");
  if (hint) hint.hidden = false;
  document.getElementById("stack").hidden = true;
  if (news) news.scrollTop = news.scrollHeight;
  document.querySelector(".fight-side").scrollTop = 0;
  update();
  tellNews();
  keepRoll();
}
addEventListener("table", show);
show();
