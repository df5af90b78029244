// Progressive enhancement of every page: copy buttons, running totals, remembered ticks, and live updates of a table.
// Pages work without this file.

const root = document.documentElement;
root.classList.add("js");

function enableCopyButtons(scope) {
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
function enableShareButtons(scope) {
  for (const button of scope.querySelectorAll("[data-share]")) {
    if (!navigator.share) continue;
    button.hidden = false;
    button.addEventListener("click", () => navigator.share({ title: button.dataset.title, url: button.dataset.share }).catch(() => {}));
  }
}

function changeBy(input, by) {
  const most = input.max === "" ? Infinity : Number(input.max);
  input.value = Math.max(0, Math.min(most, (Number(input.value) || 0) + by));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function stepButton(input, by) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = by > 0 ? "+" : "−";
  button.setAttribute("aria-label", by > 0 ? input.dataset.more : input.dataset.less);
  button.addEventListener("click", () => changeBy(input, by));
  return button;
}

// Return the basket: the total price, the pieces taken from the stock, and the chosen grade of each group.
function sumBasket(inputs) {
  const total = { sum: 0, count: 0, used: {}, grades: {} };
  for (const input of inputs) {
    const count = Number(input.value) || 0;
    if (count < 1) continue;
    const item = input.closest("[data-price]").dataset;
    total.sum += Number(item.price) * count;
    total.count += count;
    for (const [piece, number] of Object.entries(JSON.parse(item.uses))) total.used[piece] = (total.used[piece] ?? 0) + number * count;
    if (item.group) total.grades[item.group] = item.grade;
  }
  return total;
}

// Return whether one more of a ware fits into the basket.
function fitsBasket(item, basket, stock, budget) {
  if (basket.sum + Number(item.price) > budget) return false;
  if (item.group && (basket.grades[item.group] ?? item.grade) !== item.grade) return false;
  return Object.entries(JSON.parse(item.uses)).every(([piece, number]) => (basket.used[piece] ?? 0) + number <= (stock[piece] ?? Infinity));
}

// Show where a purchase moves the marker: "Allies 9 → Axis 12".
function showBalance(output, sum) {
  const names = JSON.parse(output.dataset.names), start = Number(output.dataset.value), end = start + Number(output.dataset.step) * sum;
  const describe = (value) => (value === 0 ? "0" : `${names[value > 0 ? 0 : 1]} ${Math.abs(value)}`);
  output.textContent = `${output.dataset.label}: ${describe(start)}${sum ? ` → ${describe(end)}` : ""}`;
}

function enablePurchaseForms(scope) {
  for (const form of scope.querySelectorAll("[data-buy]")) {
    const total = form.querySelector(".total"), balance = form.querySelector(".balance"), button = form.querySelector("[data-buy-word]");
    const inputs = [...form.querySelectorAll(".stepper input")];
    const stock = JSON.parse(form.dataset.stock);
    const budget = form.dataset.budget === undefined ? Infinity : Number(form.dataset.budget);
    const showTotal = () => {
      const basket = sumBasket(inputs);
      total.hidden = false;
      total.textContent = `${total.dataset.words} ${basket.sum}${budget === Infinity ? "" : ` / ${budget}`} ${total.dataset.coin}`;
      total.classList.toggle("over", basket.sum > budget);
      if (balance) showBalance(balance, basket.sum);
      button.textContent = basket.count || form.dataset.least ? button.dataset.buyWord : button.dataset.noneWord;
      for (const input of inputs) input.nextElementSibling.disabled = !fitsBasket(input.closest("[data-price]").dataset, basket, stock, budget);
    };
    for (const input of inputs) {
      if (input.previousElementSibling) continue;
      input.before(stepButton(input, -1));
      input.after(stepButton(input, 1));
    }
    form.addEventListener("input", showTotal);
    showTotal();
  }
}

// Number field with plus and minus buttons.
function addStepButtons(scope) {
  for (const input of scope.querySelectorAll("input[data-count]")) {
    if (input.previousElementSibling) continue;
    input.before(stepButton(input, -1));
    input.after(stepButton(input, 1));
  }
}

// A click on a hex of the zone places the current unit; the next unit without a place becomes current.
function enableUnitPlacement(scope) {
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

// A press on an objective of the map ticks its box.
function enableObjectives(scope) {
  for (const map of scope.querySelectorAll("[data-pick]")) {
    const form = map.closest("form"), boxes = [...form.querySelectorAll("[data-objective]")];
    const show = () => { for (const box of boxes) map.querySelector(`[data-spot="${box.dataset.objective}"]`)?.classList.toggle("picked", box.checked); };
    for (const spot of map.querySelectorAll("[data-spot]")) spot.classList.toggle("offered", boxes.some((box) => box.dataset.objective === spot.dataset.spot));
    map.addEventListener("click", (event) => {
      const spot = event.target.closest?.("[data-spot]");
      boxes.find((box) => box.dataset.objective === spot?.dataset.spot)?.click();
    });
    form.addEventListener("change", show);
    show();
  }
}

function rememberTicks(scope) {
  for (const list of scope.querySelectorAll("[data-ticks]")) {
    const key = `ticks:${list.dataset.ticks}`;
    const boxes = [...list.querySelectorAll("input[type=checkbox]")];
    let saved = "";
    try { saved = localStorage.getItem(key) ?? ""; } catch { /* no storage in private windows */ }
    boxes.forEach((box, place) => { if (saved[place] === "1") box.checked = true; });
    list.addEventListener("change", () => {
      try { localStorage.setItem(key, boxes.map((box) => (box.checked ? 1 : 0)).join("")); } catch { /* as above */ }
    });
  }
}

// A form that rolls something: the page that follows may show it step by step.
function announceRoll(scope) {
  for (const form of scope.querySelectorAll("form[data-roll]")) {
    form.addEventListener("submit", () => { try { sessionStorage.setItem("rolled", "1"); } catch { /* no storage in private windows */ } });
  }
}

// A form that goes on by itself, once; after coming back its button must be pressed.
function sendAtOnce(scope) {
  for (const form of scope.querySelectorAll("form[data-go]")) {
    try {
      if (sessionStorage.getItem("gone") === form.dataset.go) continue;
      sessionStorage.setItem("gone", form.dataset.go);
    } catch { continue; }
    form.requestSubmit();
  }
}

function preventDoubleSubmit(scope) {
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

function showLocalTimes(scope) {
  for (const time of scope.querySelectorAll("time[data-local]")) time.textContent = CLOCK.format(new Date(time.dateTime));
}
globalThis.showLocalTimes = showLocalTimes;

function enhance(scope) {
  showLocalTimes(scope);
  enableCopyButtons(scope);
  enableShareButtons(scope);
  enablePurchaseForms(scope);
  addStepButtons(scope);
  enableUnitPlacement(scope);
  enableObjectives(scope);
  rememberTicks(scope);
  announceRoll(scope);
  preventDoubleSubmit(scope);
  sendAtOnce(scope);
}

// Do not replace page content while a finger or mouse button is down: the click would be lost.
let release = () => {};
let pointerReleased = Promise.resolve();
globalThis.waitForPointerRelease = () => pointerReleased;
addEventListener("pointerdown", () => { release(); pointerReleased = new Promise((done) => { release = done; }); }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => release()), true);
addEventListener("blur", () => release());  // of the window: the button may be released outside of it

// Live updates of a table: poll the number of events, and fetch the page only when it has grown.
const POLL_MS = 1500, SLOW_POLL_MS = 8000, POLLS_UNTIL_SLOW = 120;  // poll interval in ms, slow interval in ms, polls without news before it slows down

function followTable(table) {
  let quietPolls = 0;
  let timer = 0;
  let seen = new Date(root.dataset.kept ?? Date.now());  // time when this state of the table was last confirmed
  const reportNetwork = (away) => dispatchEvent(new CustomEvent("net", { detail: { away, since: seen } }));

  async function poll() {
    clearTimeout(timer);
    try {
      const answer = await fetch(table.dataset.follow, {
        headers: { "If-None-Match": `"${table.dataset.version}"` }, cache: "no-store", signal: AbortSignal.timeout?.(Number(document.body.dataset.patience)),
      });
      if (answer.status < 500) {
        reportNetwork(false);
        seen = new Date();
      }
      if (answer.ok && String((await answer.json()).version) !== table.dataset.version) {
        await refresh();
        quietPolls = 0;
      } else {
        quietPolls += 1;
      }
    } catch {
      quietPolls += 10;  // offline: poll less often
      reportNetwork(true);
    }
    timer = setTimeout(poll, document.hidden || quietPolls > POLLS_UNTIL_SLOW ? SLOW_POLL_MS : POLL_MS);  // a hidden tab shows whose turn it is, too
  }

  async function refresh() {
    const answer = await fetch(location.pathname + location.search, { cache: "no-store", headers: { "X-Part": "1" } });
    if (answer.ok) await showTable(await answer.text());
  }

  async function showTable(text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const fresh = page.getElementById("table");
    if (!fresh) return;
    await globalThis.waitForPointerRelease();
    keepInput(table, fresh);
    const focused = document.activeElement?.id;
    if ("parts" in table.dataset && "parts" in fresh.dataset) {
      replaceParts(table, fresh);
    } else {
      table.replaceWith(fresh);
      table = fresh;
      enhance(table);
    }
    document.title = page.title;
    const icon = page.querySelector("link[rel=icon]");
    document.querySelector("link[rel=icon]").replaceWith(icon);  // a new element: some browsers ignore a changed one
    document.querySelector(".bars").className = page.querySelector(".bars").className;
    dispatchEvent(new Event("table"));
    if (focused && focused !== document.activeElement?.id) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  globalThis.showTable = showTable;
  document.addEventListener("visibilitychange", () => { quietPolls = 0; if (!document.hidden) poll(); });
  addEventListener("pageshow", (event) => { if (event.persisted) poll(); });
  timer = setTimeout(poll, POLL_MS);
}

// Replace only the parts that change, so that a map keeps its place and its picture.
function replaceParts(table, fresh) {
  for (const part of fresh.querySelectorAll("[data-part]")) {
    document.getElementById(part.id)?.replaceWith(part);
    enhance(part);
  }
  for (const name of ["version", "yours"]) table.dataset[name] = fresh.dataset[name];
}

function isChanged(field) {
  if (/radio|checkbox/.test(field.type)) return field.checked !== field.defaultChecked;
  if (!field.options) return field.value !== field.defaultValue;
  const options = [...field.options];
  return field.value !== (options.find((candidate) => candidate.defaultSelected) ?? options[0])?.value;
}

// Keep the typed values while the question is the same, and keep open sections open.
function keepInput(old, fresh) {
  for (const form of old.querySelectorAll("form[data-number]")) {
    const same = fresh.querySelector(`form[data-number="${form.dataset.number}"]`);
    if (!same || form.dataset.sent) continue;
    const fields = [...form.elements].filter((field) => field.name && field.type !== "hidden" && isChanged(field));
    for (const field of fields) {
      const target = [...same.elements].find((candidate) => candidate.name === field.name && (!/radio|checkbox/.test(candidate.type) || candidate.value === field.value));
      if (!target) continue;
      if (/radio|checkbox/.test(field.type)) target.checked = field.checked;
      else target.value = field.value;
    }
  }
  for (const fold of old.querySelectorAll("details[id][open]")) fresh.querySelector(`#${fold.id}`)?.setAttribute("open", "");
}

enhance(document);
// A list that opens over the page closes with Escape, and when something else is pressed.
for (const popup of document.querySelectorAll("[data-popup]")) {
  popup.addEventListener("keydown", (event) => { if (event.key === "Escape" && popup.open) { popup.open = false; popup.querySelector("summary").focus(); } });
  document.addEventListener("click", (event) => { if (popup.open && !popup.contains(event.target)) popup.open = false; });
}
const table = document.querySelector("[data-follow]");
if (table) followTable(table);
document.getElementById("refusal")?.focus();
addEventListener("pageshow", () => { for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent; });
