// "My tables": the list is stored on this device only. The page of the list sends the links to the server to get the
// state of the tables.

const KEY = "mine";
const FORMAT = "hora-h/mine/1";
const MAX_ENTRIES = 300;

function loadEntries() {
  try {
    const entries = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(entries) ? entries.filter((entry) => entry && typeof entry.address === "string" && entry.address.startsWith("/")) : [];
  } catch {
    return [];  // no storage in private windows
  }
}

function saveEntries(list) {
  try { localStorage.setItem(KEY, JSON.stringify(list.slice(0, MAX_ENTRIES))); } catch { /* as above */ }
}

function rememberEntry(entry) {
  const list = loadEntries();
  const before = list.find((other) => other.address === entry.address);
  saveEntries([{ ...before, ...entry, at: new Date().toISOString() }, ...list.filter((other) => other !== before)]);
}

function makeEntry(place, kind) {
  const { mineTitle: title, mineTable: table, mineAddress: address } = place.dataset;
  return { kind, title, table, address: address ?? location.pathname };
}

const linkOf = (entry) => entry.address.split("/tables/")[1] ?? "";
const findSeat = (table) => loadEntries().find((entry) => entry.kind === "table" && entry.table === table && linkOf(entry) !== table);

function rememberCurrentPage() {
  const place = document.querySelector("[data-mine]");
  if (place) rememberEntry(makeEntry(place, place.dataset.mine));
  const watched = document.querySelector("[data-mine-offer]");
  if (watched) offerToRemember(watched);
  const sought = document.querySelector("[data-mine-to]");
  const seat = sought && findSeat(sought.dataset.mineTo);
  if (seat) location.replace(seat.address);
}

// A watched table can be remembered, too; if this device has a seat there, link to the seat.
function offerToRemember(place) {
  const seat = findSeat(place.dataset.mineTable);
  const own = document.getElementById("own-seat");
  const button = document.getElementById("keep-watching");
  if (seat && own) { own.hidden = false; own.querySelector("a").href = seat.address; return; }
  if (!button || loadEntries().some((entry) => entry.address === location.pathname)) return;
  button.hidden = false;
  button.addEventListener("click", () => { rememberEntry(makeEntry(place, "table")); button.hidden = true; });
}

// ------------------------------------------------------------------------------------------- page of the list

async function showList(page) {
  const shown = document.getElementById("mine-list");
  for (const link of shown.dataset.links.split(".").filter(Boolean)) {
    const address = `/tables/${link}`;
    if (!loadEntries().some((entry) => entry.address === address)) rememberEntry({ kind: "table", address });
  }
  await fillList(page, shown);
  showOtherEntries();
  enableImport(page);
  for (const when of ["visibilitychange", "pageshow"]) addEventListener(when, (event) => { if (!document.hidden && (when !== "pageshow" || event.persisted)) fillList(page, document.getElementById("mine-list")); });
}

async function fillList(page, shown) {
  const links = loadEntries().filter((entry) => entry.kind === "table").map(linkOf).filter(Boolean).slice(0, Number(page.dataset.most));
  if (links.length) {
    try {
      const answer = await fetch(page.dataset.minePage.replace("LINKS", links.join(".")), { cache: "no-store" });
      if (!answer.ok) return;
      const fetched = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = fetched.getElementById("mine-list");
      if (!fresh) return;
      shown.replaceWith(fresh);
      shown = fresh;
      document.title = fetched.title;
      document.querySelector("link[rel=icon]").replaceWith(fetched.querySelector("link[rel=icon]"));
    } catch {  // offline: keep showing the old state
      if (!shown.querySelector("[data-mine-row]")) showOfflineList(page, shown);
      return;
    }
  }
  globalThis.showLocalTimes?.(shown);
  wireRows(page, shown);
  const save = document.getElementById("save-list");
  save?.addEventListener("click", (event) => { event.preventDefault(); saveList(); });
}

function describeDay(entry) {
  const { lang } = document.documentElement;
  return new Date(entry.at).toLocaleDateString(lang === "en" ? "en-GB" : lang, { day: "numeric", month: "short", year: "numeric" });
}

// Return a list item: a heading that links to a table, and its details.
function makeListItem(level, entry, untitled, ...what) {
  const item = document.createElement("li");
  const head = document.createElement(level);
  const way = document.createElement("a");
  way.href = entry.address;
  way.textContent = entry.title || untitled;
  head.append(way);
  item.append(head, ...what);
  return item;
}

// Offline, show what the device knows: titles and links to cached pages.
function showOfflineList(page, shown) {
  const list = document.createElement("ol");
  list.className = "tables-list";
  list.id = "mine-without";
  for (const entry of loadEntries().filter((other) => other.kind === "table" && !other.archived)) {
    list.append(makeListItem("h2", entry, page.dataset.table));
  }
  shown.replaceChildren(list);
}

// The home page shows the running tables, those that wait for this person first, then the latest battles: immediately
// from this device's list, then with the state of the tables from the server.
const MAX_ON_HOME = 12, MAX_BATTLES_ON_HOME = 3;

async function showOnHome(section) {
  const tables = loadEntries().filter((entry) => entry.kind === "table" && !entry.archived && linkOf(entry)).slice(0, MAX_ON_HOME);
  const rolled = loadEntries().filter((entry) => entry.kind === "battle").slice(0, MAX_BATTLES_ON_HOME);
  if (!tables.length && !rolled.length) return;
  const place = section.querySelector("ol");
  const line = (entry, ...what) => makeListItem("h3", entry, section.dataset.table, ...what);
  const battles = rolled.map((entry) => {
    const what = document.createElement("p");
    what.className = "what";
    what.textContent = `${section.dataset.battle} · ${describeDay(entry)}`;
    return line(entry, what);
  });
  place.replaceChildren(...tables.map((entry) => line(entry)), ...battles);
  section.hidden = false;
  if (!tables.length) return;
  try {
    const answer = await fetch(section.dataset.mineHome.replace("LINKS", tables.map(linkOf).join(".")), { cache: "no-store" });
    if (!answer.ok) return;
    const fetched = new DOMParser().parseFromString(await answer.text(), "text/html");
    const under = [...fetched.querySelectorAll("[data-mine-row]")].filter((row) => row.querySelector("h2 a") && !row.matches(".closed"));
    const waits = (row) => row.matches(".yours, .wanted");
    const lines = [...under.filter(waits), ...under.filter((row) => !waits(row))].map((row) => {
      const way = row.querySelector("h2 a");
      const told = line({ address: way.getAttribute("href"), title: way.textContent }, row.querySelector(".what"));
      told.className = waits(row) ? "yours" : "";
      return told;
    });
    place.replaceChildren(...lines, ...battles);
    section.hidden = !place.children.length;
  } catch { /* offline: show the links only */ }
}

function wireRows(page, shown) {
  const archive = document.getElementById("mine-archive");
  archive.querySelector("ol").replaceChildren();
  const list = loadEntries();
  for (const row of shown.querySelectorAll("[data-mine-row]")) {
    const entry = list.find((other) => linkOf(other) === row.dataset.mineRow);
    const title = row.querySelector("h2 a")?.textContent;
    if (entry && title && entry.title !== title) { entry.title = title; saveEntries(list); }
    const [away, forget] = row.querySelectorAll("button");
    row.querySelector(".row-actions").hidden = false;
    away.addEventListener("click", () => { updateEntry(entry, (other) => { other.archived = !other.archived; }); fillList(page, document.getElementById("mine-list")); });
    forget.addEventListener("click", () => { forgetEntry(`/tables/${row.dataset.mineRow}`); row.remove(); });
    if (!title) globalThis.deleteOfflineCopies?.(`/tables/${row.dataset.mineRow}`);  // another person has the seat now
    if (entry?.archived) { away.firstChild.textContent = away.dataset.back; archive.querySelector("ol").append(row); }
  }
  archive.hidden = !archive.querySelector("li");
}

// Remove a table from the list and from the offline cache (offline.js).
function forgetEntry(address) {
  saveEntries(loadEntries().filter((other) => other.address !== address));
  globalThis.deleteOfflineCopies?.(address);
}

function updateEntry(entry, make) {
  const list = loadEntries();
  const saved = entry && list.find((other) => other.address === entry.address);
  if (!saved) return;
  make(saved);
  saveEntries(list);
}

function showOtherEntries() {
  const section = document.getElementById("mine-others");
  const place = section.querySelector("ul");
  const entries = loadEntries().filter((entry) => entry.kind !== "table" && place.dataset[entry.kind]);
  place.replaceChildren(...entries.map((entry) => {
    const item = document.createElement("li");
    const head = document.createElement("h3");
    const way = document.createElement("a");
    way.href = entry.address;
    way.textContent = entry.title || place.dataset[entry.kind];
    head.append(way);
    const what = document.createElement("p");
    what.className = "what";
    what.textContent = `${place.dataset[entry.kind]} · ${describeDay(entry)} `;
    const forget = document.createElement("button");
    forget.type = "button";
    forget.className = "quiet";
    forget.textContent = place.dataset.forget;
    forget.setAttribute("aria-label", `${place.dataset.forget}: ${way.textContent}`);
    forget.addEventListener("click", () => { forgetEntry(entry.address); showOtherEntries(); });
    what.append(forget);
    item.append(head, what);
    return item;
  }));
  section.hidden = !entries.length;
}

function saveList() {
  const body = JSON.stringify({ format: FORMAT, kept: loadEntries() }, null, 1);
  const way = document.createElement("a");
  way.href = URL.createObjectURL(new Blob([body], { type: "application/json" }));
  way.download = "hora-h-mine.json";
  way.click();
  setTimeout(() => URL.revokeObjectURL(way.href), 1000);
}

// Merge an imported list into this device's list; an invalid file goes to the server, which reports the error.
function enableImport(page) {
  const form = document.getElementById("import");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    delete form.dataset.sent;
    let brought;
    try {
      brought = JSON.parse(await form.elements.file.files[0].text());
    } catch { /* reported by the server */ }
    if (brought?.format !== FORMAT || !Array.isArray(brought.kept)) { form.submit(); return; }
    for (const entry of brought.kept.toReversed()) if (typeof entry?.address === "string" && /^\/(?!\/)/.test(entry.address)) rememberEntry(entry);
    form.reset();
    await fillList(page, document.getElementById("mine-list"));
    showOtherEntries();
  });
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
rememberCurrentPage();
const page = document.querySelector("[data-mine-page]");
if (page) showList(page);
const home = document.querySelector("[data-mine-home]");
if (home) showOnHome(home);
