// Maps. Without a script hexes are links and ticks are sent with a button; with it the page is not reloaded.

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

// The first click selects the viewer, the next the target. The viewer again clears both; the target again becomes viewer.
function nextSelection(hex, from, to) {
  if (!from || hex === to) return [hex, ""];
  return hex === from ? ["", ""] : [from, hex];
}

function neighbor(hex, [across, down]) {
  return `${String.fromCharCode(hex.charCodeAt(0) + across)}${Number(hex.slice(1)) + down}`;
}

// Tab reaches one hex, the arrow keys reach the others from it.
function enableArrowKeys(grid, start) {
  const hexes = new Map([...grid.querySelectorAll("[data-hex]")].map((one) => [one.dataset.hex, one]));
  let here = hexes.get(start) ?? hexes.values().next().value;
  if (!here) return;
  here.setAttribute("tabindex", "0");
  const step = (next) => {
    here.setAttribute("tabindex", "-1");
    here = next;
    here.setAttribute("tabindex", "0");
  };
  grid.addEventListener("keydown", (event) => {
    const way = STEPS[event.key];
    if (way) {
      event.preventDefault();
      const next = hexes.get(neighbor(here.dataset.hex, way));
      if (next) { step(next); next.focus(); }
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      here.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
  });
  grid.addEventListener("click", (event) => { const hex = event.target.closest?.("[data-hex]"); if (hex) step(hex); });
}

globalThis.enableArrowKeys = enableArrowKeys;  // also used by the battlefield editor

function enableSightlines(place) {
  const address = place.dataset.lookAt;
  let turn = 0;

  async function look(from, to) {
    const mine = ++turn;
    const [smoke, blaze] = ["smoke", "blaze"].map((name) => document.getElementById(name)?.value.trim());
    const query = new URLSearchParams(Object.entries({ from, to, smoke, blaze }).filter(([, typed]) => typed)).toString();
    let answer;
    try { answer = await fetch(`${address}/look?${query}`); } catch { answer = null; }
    if (mine !== turn) return;  // another hex was clicked in the meantime
    if (!answer?.ok) { location.href = `${address}?${query}#look`; return; }
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine !== turn) return;
    const list = document.getElementById("seen-list")?.open;
    for (const part of ["under", "over", "told"]) document.getElementById(part).replaceChildren(...fresh.getElementById(part).childNodes);
    if (list) document.getElementById("seen-list")?.setAttribute("open", "");
    Object.assign(place.dataset, { from, to });
    for (const [name, hex] of [["from", from], ["to", to]]) document.getElementById(name).value = hex;
    history.replaceState(null, "", query ? `${address}?${query}` : address);
  }

  place.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const hex = event.target.closest?.("[data-hex]");
    const again = event.target.closest?.("[data-look]");
    if (!hex && !again) return;
    event.preventDefault();
    if (hex) look(...nextSelection(hex.dataset.hex, place.dataset.from, place.dataset.to));
    else { const [from = "", to = ""] = again.dataset.look.split(" "); look(from, to); }
  });
  for (const name of ["smoke", "blaze"]) {
    document.getElementById(name)?.addEventListener("change", () => look(place.dataset.from, place.dataset.to));
  }
  enableArrowKeys(place.querySelector(".net"), place.dataset.from);
}

function submitOnChange(form) {
  form.querySelector("button").hidden = true;
  form.addEventListener("change", () => form.requestSubmit());
}

function saveOwnedMaps(form) {
  const save = form.querySelector("[data-save]");
  const said = document.getElementById("own-said");
  save.hidden = true;
  document.addEventListener("change", async (event) => {
    if (event.target.form !== form) return;
    const some = [...form.elements].some((field) => field.name === "map" && field.checked);
    try {
      const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" });
      if (answer.type !== "opaqueredirect") throw new Error();
      said.textContent = `${form.dataset.done} ${some ? said.dataset.some : said.dataset.none}`;
    } catch {
      save.hidden = false;  // sending failed: offer the button
    }
  });
}

// Setting up units: describe the selected hex and shade the hexes it does not see, over the map of the question.
const SVG = "http://www.w3.org/2000/svg";

function shadeUnseen(board, place) {
  const shades = [...board.querySelectorAll("[data-shade]")];
  if (!shades.length) return;
  const layer = board.querySelector(".shade");
  for (const old of layer.querySelectorAll(".note")) old.remove();
  const side = board.closest(".board-side");
  const view = place?.dataset.view ?? "";
  shades.forEach((shade, at) => {
    const letter = view[at] ?? ".";
    shade.setAttribute("fill", letter === "#" || letter === "h" ? "url(#unseen)" : "none");
    const hindrance = letter >= "A" && letter <= "Z" ? letter.charCodeAt(0) - 64 : Number(letter) || "";
    const said = `${hindrance}${/[a-zA-Z]/.test(letter) ? "?" : ""}`;
    if (said) layer.append(drawNote(shade, said));
  });
  const told = side.querySelector("[data-told]");
  told.hidden = !place;
  side.querySelector("[data-key]").hidden = !place;
  if (place) {
    const seen = [...view].filter((letter) => !"#h@".includes(letter)).length;
    told.textContent = `${place.dataset.words} · ${told.dataset.sees} ${seen} ${told.dataset.of}`;
  }
}

function drawNote(shade, said) {
  const box = shade.getBBox();
  const spot = document.createElementNS(SVG, "g");
  spot.classList.add("note");
  const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.72];
  const disc = document.createElementNS(SVG, "circle");
  for (const [name, value] of Object.entries({ cx: x, cy: y, r: 6.5 })) disc.setAttribute(name, value);
  const text = document.createElementNS(SVG, "text");
  for (const [name, value] of Object.entries({ x, y: y + 3.2, "text-anchor": "middle" })) text.setAttribute(name, value);
  text.textContent = said;
  spot.append(disc, text);
  return spot;
}

function showChosen(board, hex) {
  const place = hex ? board.querySelector(`.net [data-hex="${CSS.escape(hex)}"]`) : null;
  shadeUnseen(board, place?.dataset.view ? place : null);
}

// Table pages replace their content, so events are handled on the document.
document.addEventListener("click", (event) => {
  const hex = event.target.closest?.("[data-board] [data-hex]");
  if (hex) showChosen(hex.closest("[data-board]"), hex.dataset.hex);
});
for (const kind of ["focusin", "input"]) {
  document.addEventListener(kind, (event) => {
    const board = event.target.matches?.("input[data-unit]") && event.target.form?.querySelector("[data-board]");
    if (board) showChosen(board, event.target.value.trim().toUpperCase());
  });
}

for (const place of document.querySelectorAll("[data-look-at]")) enableSightlines(place);
for (const form of document.querySelectorAll("[data-sift]")) submitOnChange(form);
for (const form of document.querySelectorAll("[data-own]")) saveOwnedMaps(form);
