// The scenario editor: sends the form to the server while the author types, and replaces the parts of the page that
// come back. It contains no game logic; without it, everything works with the Save button.

const SAVE_DELAY_MS = 600;  // milliseconds after the last key press
const RETRY_MS = 5000;  // milliseconds until the next attempt when the service is unreachable
const KEY = "horah-drafts";

function loadDrafts() {
  try { return JSON.parse(localStorage.getItem(KEY) ?? "[]"); } catch { return []; }
}

function saveDrafts(list) {
  try { localStorage.setItem(KEY, JSON.stringify(list.slice(0, 40))); } catch { /* not available in private windows */ }
}

function enableWorkbench(bench) {
  const form = bench.querySelector("#draft");
  const side = bench.querySelector("#bench-side");
  const state = bench.querySelector("#saved");
  const tabs = [...bench.querySelectorAll("#tabs a")];
  const named = (tab) => tab.hash.replace("#panel-", "");
  const last = {};
  const old = new Set();  // panels that show an older version of the card
  let seen = "checks";
  let timer = 0, busy = false, dirty = false, stuck = false;
  const waiting = [];

  const say = (words, kind = "") => { state.textContent = words; state.className = `saved ${kind}`; };

  // ---------------------------------------------------------------- sending

  function sendLater() {
    dirty = true;
    if (!stuck) say(bench.dataset.wordsDirty);
    clearTimeout(timer);
    timer = setTimeout(() => send({}), SAVE_DELAY_MS);
  }

  function readValues() {
    const kept = new Map();
    for (const field of form.elements) {
      if (!field.name || field.type === "hidden" || field.type === "submit") continue;
      const key = field.type === "checkbox" ? `${field.name}=${field.value}` : field.name;
      kept.set(key, field.type === "checkbox" ? field.checked : field.value);
    }
    return kept;
  }

  async function send(wish) {
    clearTimeout(timer);
    if (busy) {
      const before = waiting.at(-1);
      if (wish.hex && before?.hex && before.tool === wish.tool) before.hex += ` ${wish.hex}`;
      else if (wish.do || wish.renew || !before) waiting.push(wish);
      return;
    }
    if (stuck && !["mine", "merge", "theirs"].includes(wish.do)) return;
    busy = true;
    say(bench.dataset.wordsSaving);
    const sent = readValues();
    const body = new URLSearchParams(new FormData(form));
    if (wish.do) body.set("do", wish.do);
    if (wish.renew) body.set("renew", "1");
    body.set("panels", `checks ${seen}`);  // the others are loaded when they are opened
    if (wish.hex) { body.set("hex", wish.hex); body.set("tool", wish.tool); }
    dirty = false;
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Live": "1" }, cache: "no-store" });
      if (answer.headers.get("Content-Type")?.startsWith("application/json")) {
        const result = await answer.json();
        await globalThis.waitForPointerRelease();
        applyAnswer(result, wish, sent);
      } else {
        dirty = true;
        const refused = answer.status < 500 && answer.status !== 429;
        say(refused ? bench.dataset.wordsRefused : bench.dataset.wordsAway, "away");
        if (!refused) timer = setTimeout(() => send(wish), RETRY_MS);
      }
    } catch {
      dirty = true;
      say(bench.dataset.wordsAway, "away");
      timer = setTimeout(() => send(wish), RETRY_MS);
    }
    busy = false;
    if (stuck || state.classList.contains("away")) waiting.length = 0;
    const next = waiting.shift();
    if (next) send(next);
    else if (state.classList.contains("away")) return;
    else if (dirty) sendLater();
    else if (["keep", "list", "unlist"].includes(wish.do)) location.reload();
  }

  // ---------------------------------------------------------------- answers

  function applyAnswer(answer, wish, sent) {
    const conflict = bench.querySelector("#conflict");
    stuck = Boolean(answer.conflict);
    conflict.innerHTML = answer.conflict;
    if (stuck) {
      say("", "away");
      document.getElementById("conflict-box").focus();
      return;
    }
    form.elements.version.value = answer.version;
    bench.querySelector("#version").textContent = answer.version;
    if (wish.do || wish.renew) replaceForm(answer.form, sent);
    for (const tab of tabs) if (!(named(tab) in answer.panels)) old.add(named(tab));
    for (const [name, html] of Object.entries(answer.panels)) replacePanel(name, html, answer.sound);
    markFields(answer.marks);
    const refusal = bench.querySelector("#refused");
    refusal.replaceChildren();
    if (answer.refusal) {
      const box = document.createElement("div");
      box.className = "refusal";
      box.textContent = answer.refusal;
      refusal.append(box);
    }
    bench.querySelector("#bench-title").textContent = answer.title;
    say(`${bench.dataset.wordsSaved} ${answer.saved}`, "done");
    rememberDraft(answer.title);
  }

  // Replace the form with the server's version, but keep input typed since it was sent.
  function replaceForm(html, sent) {
    const now = readValues();
    const focused = document.activeElement?.id;
    const folds = [...form.querySelectorAll("details[id]")].map((fold) => [fold.id, fold.open]);
    form.innerHTML = html;
    for (const [id, open] of folds) { const fold = document.getElementById(id); if (fold) fold.open = open; }
    for (const field of form.elements) {
      const box = field.type === "checkbox";
      const key = box ? `${field.name}=${field.value}` : field.name;
      if (field.hasAttribute("data-idle") || !now.has(key) || now.get(key) === sent.get(key)) continue;
      if (box) field.checked = now.get(key); else field.value = now.get(key);
      dirty = true;
    }
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  // Replace a panel if it changed; one that cannot be drawn keeps its last content, faded.
  function replacePanel(name, html, sound) {
    const place = document.getElementById(`panel-${name}`);
    old.delete(name);
    place.classList.toggle("faded", !sound && name !== "checks");
    if ((!sound && name !== "checks") || last[name] === html) return;
    last[name] = html;
    const focused = place.contains(document.activeElement) ? document.activeElement.id : "";
    const chosen = [...place.querySelectorAll("[data-idle]")].map((field) => [field.id, field.value]);
    const folds = [...place.querySelectorAll("details[id][open]")].map((fold) => fold.id);
    place.innerHTML = html;
    for (const [id, value] of chosen) {
      const field = document.getElementById(id);
      if (field && (field.tagName !== "SELECT" || [...field.options].some((one) => one.value === value))) field.value = value;
    }
    for (const id of folds) document.getElementById(id)?.setAttribute("open", "");
    if (name === "map") { setTabHex(place); markTool(); }
    if (name === "checks") countFindings(place);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  function countFindings(place) {
    const count = document.getElementById("count");
    const errors = place.querySelectorAll(".sev-error").length, warnings = place.querySelectorAll(".sev-warning").length;
    count.textContent = errors || warnings || "✓";
    count.className = `count ${errors ? "bad" : warnings ? "warn" : "good"}`;
  }

  function markFields(marks) {
    for (const field of form.querySelectorAll("[data-mark]")) {
      field.removeAttribute("aria-invalid");
      field.removeAttribute("aria-describedby");
      delete field.dataset.mark;
    }
    for (const words of form.querySelectorAll(".at-field")) words.remove();
    for (const [id, [severity, sentence]] of Object.entries(marks)) {
      const field = document.getElementById(id);
      if (!field) continue;
      field.dataset.mark = severity;
      if (severity === "error" && /^(INPUT|SELECT|TEXTAREA)$/.test(field.tagName)) {
        field.setAttribute("aria-invalid", "true");
        field.setAttribute("aria-describedby", `why-${id}`);
        const words = document.createElement("p");
        words.className = "at-field";
        words.id = `why-${id}`;
        words.textContent = sentence;
        field.after(words);
      }
    }
  }

  // ---------------------------------------------------------------- map input

  let here = "A1";

  function setTabHex(place) {
    const net = place.querySelector(".net");
    if (!net) return;
    for (const hex of net.children) hex.setAttribute("tabindex", hex.dataset.hex === here ? "0" : "-1");
  }

  function markTool() {
    const tool = document.getElementById("tool")?.value;
    for (const paint of side.querySelectorAll("[data-tool]")) paint.setAttribute("aria-pressed", paint.dataset.tool === tool);
  }

  function pressHex(hex) {
    const tool = document.getElementById("tool");
    if (tool) send({ do: "put", hex, tool: tool.value });
  }

  function focusHex(hex) {
    const found = document.getElementById(`hex-${hex}`);
    if (!found) return;
    document.getElementById(`hex-${here}`)?.setAttribute("tabindex", "-1");
    here = hex;
    found.setAttribute("tabindex", "0");
    found.focus();
  }

  side.addEventListener("click", (event) => {
    const hex = event.target.closest?.("[data-hex]");
    if (hex) { focusHex(hex.dataset.hex); pressHex(hex.dataset.hex); }
    const paint = event.target.closest?.("[data-tool]");
    if (paint) { document.getElementById("tool").value = paint.dataset.tool; markTool(); }
    const link = event.target.closest?.("a[data-field]");
    if (link) {
      event.preventDefault();
      showField(decodeURIComponent(link.hash.slice(1)));
    }
  });

  side.addEventListener("keydown", (event) => {
    const hex = event.target.dataset?.hex;
    if (!hex) return;
    const column = hex.charCodeAt(0), row = Number(hex.slice(1));
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (moves[event.key]) {
      event.preventDefault();
      const [x, y] = moves[event.key];
      focusHex(`${String.fromCharCode(column + x)}${row + y}`);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pressHex(hex);
    }
  });

  function showField(id) {
    const field = document.getElementById(id);
    if (!field) return;
    for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    if (field.tabIndex < 0) field.setAttribute("tabindex", "-1");
    field.focus({ preventScroll: true });
    if (matchMedia("(max-width: 40rem)").matches) side.classList.add("folded");
    field.scrollIntoView({ block: wide.matches ? "center" : "end" });
    field.classList.add("shown");
    setTimeout(() => field.classList.remove("shown"), 1600);
  }

  // ---------------------------------------------------------------- tabs

  const wide = matchMedia("(min-width: 62rem)");

  function openTab(tab) {
    for (const each of tabs) {
      const on = each === tab;
      each.setAttribute("aria-selected", on);
      each.tabIndex = on ? 0 : -1;
      const place = document.querySelector(each.hash);
      place.hidden = !on;
    }
    seen = named(tab);
    if (old.has(seen)) send({});
  }

  function enableTabs() {
    bench.querySelector("#tabs").setAttribute("role", "tablist");
    for (const tab of tabs) {
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", tab.hash.slice(1));
      const place = document.querySelector(tab.hash);
      place.setAttribute("role", "tabpanel");
      tab.addEventListener("click", (event) => {
        event.preventDefault();
        // on a small screen a second click collapses the panel
        side.classList.toggle("folded", !wide.matches && tab.getAttribute("aria-selected") === "true" && !side.classList.contains("folded"));
        openTab(tab);
      });
      tab.addEventListener("keydown", (event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!by) return;
        const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
        openTab(next);
        next.focus();
      });
    }
    side.classList.toggle("folded", matchMedia("(max-width: 40rem)").matches);
    openTab(tabs.find((tab) => tab.hash === location.hash) ?? tabs[0]);
    side.addEventListener("click", (event) => {
      const to = event.target.closest?.('a[href="#panel-checks"]:not([role])');
      if (to) { event.preventDefault(); openTab(tabs[0]); }
    });
  }

  // ---------------------------------------------------------------- events

  const idle = (field) => field.hasAttribute?.("data-idle");

  form.addEventListener("input", (event) => { if (!idle(event.target)) sendLater(); });
  form.addEventListener("change", (event) => {
    if (idle(event.target)) {
      // add a piece as soon as it is chosen from a list
      const add = event.target.tagName === "SELECT" && event.target.value && event.target.closest(".adding")?.querySelector("button");
      if (add) { event.target.blur(); send({ do: add.value }); }
    } else if (event.target.hasAttribute("data-renew")) {
      send({ renew: true });
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    delete form.dataset.sent;
    event.submitter?.removeAttribute("aria-busy");
    const wish = event.submitter?.value ?? "save";
    send({ do: wish });
  });
  addEventListener("beforeunload", (event) => { if (dirty || busy) event.preventDefault(); });

  function rememberDraft(title) {
    const path = new URL(form.action).pathname;
    saveDrafts([{ path, title, at: Date.now() }, ...loadDrafts().filter((one) => one.path !== path)]);
  }

  enableTabs();
  setTabHex(document.getElementById("panel-map"));
  markTool();
  side.addEventListener("change", (event) => { if (event.target.id === "tool") markTool(); });
  rememberDraft(bench.querySelector("#bench-title").textContent);
  if (document.getElementById("conflict-box")) stuck = true;
}

function showDrafts(own) {
  const list = own.querySelector("ul");
  const refresh = () => {
    list.replaceChildren();
    own.hidden = !loadDrafts().length;
    for (const draft of loadDrafts()) {
      if (!/^\/scenarios\/edit\/[a-z2-7]{32}$/.test(draft.path)) continue;
      const row = document.createElement("li");
      const link = document.createElement("a");
      link.href = draft.path;
      const name = document.createElement("b");
      name.textContent = draft.title;
      link.append(name);
      const when = document.createElement("span");
      when.className = "soft small";
      when.textContent = new Date(draft.at).toLocaleString(document.documentElement.lang);
      const forget = document.createElement("button");
      forget.className = "tiny";
      forget.textContent = own.dataset.words;
      forget.setAttribute("aria-label", `${own.dataset.words}: ${draft.title}`);
      forget.addEventListener("click", () => { saveDrafts(loadDrafts().filter((other) => other.path !== draft.path)); refresh(); });
      row.append(link, when, forget);
      list.append(row);
    }
  };
  refresh();
}

const bench = document.getElementById("bench");
if (bench) enableWorkbench(bench);
const own = document.getElementById("own");
if (own) showDrafts(own);
