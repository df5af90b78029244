// Progressive enhancement of every page: copy buttons, running totals, remembered ticks, and live updates of a table.
// Pages work without this file.

const root = document.documentElement;
root.classList.add("js");

function copying(scope) {
  for (const button of scope.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    const words = button.textContent;
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.dataset.copy);
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        document.execCommand("copy");
      }
      button.textContent = button.dataset.done;
      setTimeout(() => { button.textContent = words; }, 2000);
    });
  }
}

// Show a share button if the device supports sharing; otherwise the link can be copied.
function sharing(scope) {
  for (const button of scope.querySelectorAll("[data-share]")) {
    if (!navigator.share) continue;
    button.hidden = false;
    button.addEventListener("click", () => navigator.share({ title: button.dataset.title, url: button.dataset.share }).catch(() => {}));
  }
}

function step(input, by) {
  const most = input.max === "" ? Infinity : Number(input.max);
  input.value = Math.max(0, Math.min(most, (Number(input.value) || 0) + by));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function stepButton(input, by) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = by > 0 ? "+" : "−";
  button.setAttribute("aria-label", by > 0 ? input.dataset.more : input.dataset.less);
  button.addEventListener("click", () => step(input, by));
  return button;
}

// Return the basket: the total price, the pieces taken from the stock, and the chosen grade of each group.
function basket(inputs) {
  const found = { sum: 0, used: {}, grades: {} };
  for (const input of inputs) {
    const count = Number(input.value) || 0;
    if (count < 1) continue;
    const ware = input.closest("[data-price]").dataset;
    found.sum += Number(ware.price) * count;
    for (const [piece, number] of Object.entries(JSON.parse(ware.uses))) found.used[piece] = (found.used[piece] ?? 0) + number * count;
    if (ware.group) found.grades[ware.group] = ware.grade;
  }
  return found;
}

// Return whether one more of a ware fits into the basket.
function fits(ware, held, stock, budget) {
  if (held.sum + Number(ware.price) > budget) return false;
  if (ware.group && (held.grades[ware.group] ?? ware.grade) !== ware.grade) return false;
  return Object.entries(JSON.parse(ware.uses)).every(([piece, number]) => (held.used[piece] ?? 0) + number <= (stock[piece] ?? Infinity));
}

function buying(scope) {
  for (const form of scope.querySelectorAll("[data-buy]")) {
    const total = form.querySelector(".total");
    const inputs = [...form.querySelectorAll(".stepper input")];
    const stock = JSON.parse(form.dataset.stock);
    const budget = form.dataset.budget === undefined ? Infinity : Number(form.dataset.budget);
    const add = () => {
      const held = basket(inputs);
      total.hidden = false;
      total.textContent = `${total.dataset.words} ${held.sum}${budget === Infinity ? "" : ` / ${budget}`} ${total.dataset.coin}`;
      total.classList.toggle("over", held.sum > budget);
      for (const input of inputs) input.nextElementSibling.disabled = !fits(input.closest("[data-price]").dataset, held, stock, budget);
    };
    for (const input of inputs) {
      if (input.previousElementSibling) continue;
      input.before(stepButton(input, -1));
      input.after(stepButton(input, 1));
    }
    form.addEventListener("input", add);
    add();
  }
}

// Number field with plus and minus buttons.
function counting(scope) {
  for (const input of scope.querySelectorAll("input[data-count]")) {
    if (input.previousElementSibling) continue;
    input.before(stepButton(input, -1));
    input.after(stepButton(input, 1));
  }
}

// A click on a hex of the zone places the current unit; the next unit without a place becomes current.
function placing(scope) {
  for (const board of scope.querySelectorAll("[data-board]")) {
    const form = board.closest("form");
    const fields = [...form.querySelectorAll("input[data-unit]")];
    const next = form.querySelector("[data-next]");
    let turn = null;
    const show = () => {
      const used = new Set(fields.map((field) => field.value.trim().toUpperCase()));
      for (const hex of board.querySelectorAll("[data-hex]")) hex.classList.toggle("used", used.has(hex.dataset.hex));
      for (const field of fields) field.classList.toggle("next", field === turn);
      next.hidden = false;
      next.textContent = turn ? `${next.dataset.words} ${turn.dataset.unit}` : next.dataset.done;
    };
    const empty = (from) => [...fields.slice(from), ...fields.slice(0, from)].find((field) => !field.value.trim()) ?? null;
    board.addEventListener("click", (event) => {
      const hex = event.target.closest?.("[data-hex]");
      if (!hex || !turn) return;
      turn.value = hex.dataset.hex;
      turn = empty(fields.indexOf(turn) + 1);
      show();
    });
    form.addEventListener("focusin", (event) => { if (fields.includes(event.target)) { turn = event.target; show(); } });
    form.addEventListener("input", show);
    turn = empty(0);
    show();
  }
}

function ticking(scope) {
  for (const list of scope.querySelectorAll("[data-ticks]")) {
    const key = `ticks:${list.dataset.ticks}`;
    const boxes = [...list.querySelectorAll("input[type=checkbox]")];
    let kept = "";
    try { kept = localStorage.getItem(key) ?? ""; } catch { /* no storage in private windows */ }
    boxes.forEach((box, place) => { if (kept[place] === "1") box.checked = true; });
    list.addEventListener("change", () => {
      try { localStorage.setItem(key, boxes.map((box) => (box.checked ? 1 : 0)).join("")); } catch { /* as above */ }
    });
  }
}

function sending(scope) {
  for (const form of scope.querySelectorAll("form[method=post]")) {
    form.addEventListener("submit", (event) => {
      if (form.dataset.sent) { event.preventDefault(); return; }
      form.dataset.sent = "1";
      event.submitter?.setAttribute("aria-busy", "true");
    });
  }
}

// The server sends times in UTC; show them in the device's local time.
const CLOCK = new Intl.DateTimeFormat(root.lang === "en" ? "en-GB" : root.lang, { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });

function telling(scope) {
  for (const time of scope.querySelectorAll("time[data-local]")) time.textContent = CLOCK.format(new Date(time.dateTime));
}
globalThis.telling = telling;

function enliven(scope) {
  telling(scope);
  copying(scope);
  sharing(scope);
  buying(scope);
  counting(scope);
  placing(scope);
  ticking(scope);
  sending(scope);
}

// Do not replace page content while a finger or mouse button is down: the click would be lost.
let lift = () => {};
let pressed = Promise.resolve();
globalThis.released = () => pressed;
addEventListener("pointerdown", () => { lift(); pressed = new Promise((done) => { lift = done; }); }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => lift()), true);
addEventListener("blur", () => lift());  // of the window: the button may be released outside of it

// Live updates of a table: poll the number of events, and fetch the page only when it has grown.
const NEAR = 1500, FAR = 8000, CALM = 120;  // poll interval in ms, slow interval in ms, polls without news before it slows down

function following(table) {
  let still = 0;
  let timer = 0;
  let seen = new Date(root.dataset.kept ?? Date.now());  // time when this state of the table was last confirmed
  const net = (away) => dispatchEvent(new CustomEvent("net", { detail: { away, since: seen } }));

  async function look() {
    clearTimeout(timer);
    try {
      const answer = await fetch(table.dataset.follow, {
        headers: { "If-None-Match": `"${table.dataset.version}"` }, cache: "no-store", signal: AbortSignal.timeout?.(Number(document.body.dataset.patience)),
      });
      if (answer.status < 500) {
        net(false);
        seen = new Date();
      }
      if (answer.ok && String((await answer.json()).version) !== table.dataset.version) {
        await renew();
        still = 0;
      } else {
        still += 1;
      }
    } catch {
      still += 10;  // offline: poll less often
      net(true);
    }
    timer = setTimeout(look, document.hidden || still > CALM ? FAR : NEAR);  // a hidden tab shows whose turn it is, too
  }

  async function renew() {
    const answer = await fetch(location.pathname + location.search, { cache: "no-store" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("table");
    if (!fresh) return;
    await globalThis.released();
    keep(table, fresh);
    const focused = document.activeElement?.id;
    table.replaceWith(fresh);
    table = fresh;
    document.title = page.title;
    const icon = page.querySelector("link[rel=icon]");
    document.querySelector("link[rel=icon]").replaceWith(icon);  // a new element: some browsers ignore a changed one
    document.querySelector(".bars").className = page.querySelector(".bars").className;
    enliven(table);
    if (focused && focused !== document.activeElement?.id) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  document.addEventListener("visibilitychange", () => { still = 0; if (!document.hidden) look(); });
  addEventListener("pageshow", (event) => { if (event.persisted) look(); });
  timer = setTimeout(look, NEAR);
}

function touched(field) {
  if (/radio|checkbox/.test(field.type)) return field.checked !== field.defaultChecked;
  if (!field.options) return field.value !== field.defaultValue;
  const options = [...field.options];
  return field.value !== (options.find((one) => one.defaultSelected) ?? options[0])?.value;
}

// Keep the typed values while the question is the same, and keep open sections open.
function keep(old, fresh) {
  for (const form of old.querySelectorAll("form[data-number]")) {
    const same = fresh.querySelector(`form[data-number="${form.dataset.number}"]`);
    if (!same || form.dataset.sent) continue;
    const fields = [...form.elements].filter((field) => field.name && field.type !== "hidden" && touched(field));
    for (const field of fields) {
      const twin = [...same.elements].find((one) => one.name === field.name && (!/radio|checkbox/.test(one.type) || one.value === field.value));
      if (!twin) continue;
      if (/radio|checkbox/.test(field.type)) twin.checked = field.checked;
      else twin.value = field.value;
    }
  }
  for (const fold of old.querySelectorAll("details[id][open]")) fresh.querySelector(`#${fold.id}`)?.setAttribute("open", "");
}

enliven(document);
// On a phone the menu is one scrolling line; a button opens all of it.
const menu = document.querySelector(".menu"), here = menu?.querySelector("[aria-current]"), entries = document.querySelector(".entries");
if (here) menu.scrollLeft = here.offsetLeft - menu.offsetLeft - (menu.clientWidth - here.offsetWidth) / 2;
if (entries && menu) {
  entries.hidden = false;
  entries.addEventListener("click", () => entries.setAttribute("aria-expanded", String(menu.classList.toggle("open"))));
}
const table = document.querySelector("[data-follow]");
if (table) following(table);
document.getElementById("refusal")?.focus();
addEventListener("pageshow", () => { for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent; });
