// "My tables": the list is stored on this device only. The page of the list sends the links to the server to get the
// state of the tables.

const KEY = "mine";
const FORMAT = "hora-h/mine/1";
const MOST = 300;

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => one && typeof one.address === "string" && one.address.startsWith("/")) : [];
  } catch {
    return [];  // no storage in private windows
  }
}

function keep(list) {
  try { localStorage.setItem(KEY, JSON.stringify(list.slice(0, MOST))); } catch { /* as above */ }
}

function remember(one) {
  const list = kept();
  const before = list.find((each) => each.address === one.address);
  keep([{ ...before, ...one, at: new Date().toISOString() }, ...list.filter((each) => each !== before)]);
}

function entry(place, kind) {
  const { mineTitle: title, mineTable: table, mineAddress: address } = place.dataset;
  return { kind, title, table, address: address ?? location.pathname };
}

const linkOf = (one) => one.address.split("/tables/")[1] ?? "";
const seatAt = (table) => kept().find((one) => one.kind === "table" && one.table === table && linkOf(one) !== table);

function here() {
  const place = document.querySelector("[data-mine]");
  if (place) remember(entry(place, place.dataset.mine));
  const watched = document.querySelector("[data-mine-offer]");
  if (watched) offer(watched);
  const sought = document.querySelector("[data-mine-to]");
  const seat = sought && seatAt(sought.dataset.mineTo);
  if (seat) location.replace(seat.address);
}

// A watched table can be remembered, too; if this device has a seat there, link to the seat.
function offer(place) {
  const seat = seatAt(place.dataset.mineTable);
  const own = document.getElementById("own-seat");
  const button = document.getElementById("keep-watching");
  if (seat && own) { own.hidden = false; own.querySelector("a").href = seat.address; return; }
  if (!button || kept().some((one) => one.address === location.pathname)) return;
  button.hidden = false;
  button.addEventListener("click", () => { remember(entry(place, "table")); button.hidden = true; });
}

// ------------------------------------------------------------------------------------------- page of the list

async function list(page) {
  const shown = document.getElementById("mine-list");
  for (const link of shown.dataset.links.split(".").filter(Boolean)) {
    const address = `/tables/${link}`;
    if (!kept().some((one) => one.address === address)) remember({ kind: "table", address });
  }
  await fill(page, shown);
  others();
  reading(page);
  for (const when of ["visibilitychange", "pageshow"]) addEventListener(when, (event) => { if (!document.hidden && (when !== "pageshow" || event.persisted)) fill(page, document.getElementById("mine-list")); });
}

async function fill(page, shown) {
  const links = kept().filter((one) => one.kind === "table").map(linkOf).filter(Boolean).slice(0, Number(page.dataset.most));
  if (links.length) {
    try {
      const answer = await fetch(page.dataset.minePage.replace("LINKS", links.join(".")), { cache: "no-store" });
      if (!answer.ok) return;
      const found = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = found.getElementById("mine-list");
      if (!fresh) return;
      shown.replaceWith(fresh);
      shown = fresh;
      document.title = found.title;
      document.querySelector("link[rel=icon]").replaceWith(found.querySelector("link[rel=icon]"));
    } catch {  // offline: keep showing the old state
      if (!shown.querySelector("[data-mine-row]")) fromHere(page, shown);
      return;
    }
  }
  globalThis.telling?.(shown);
  rows(page, shown);
  const save = document.getElementById("save-list");
  save?.addEventListener("click", (event) => { event.preventDefault(); saveList(); });
}

// Return a list item: a heading that links to a table, and its details.
function item(level, one, untitled, ...what) {
  const found = document.createElement("li");
  const head = document.createElement(level);
  const way = document.createElement("a");
  way.href = one.address;
  way.textContent = one.title || untitled;
  head.append(way);
  found.append(head, ...what);
  return found;
}

// Offline, show what the device knows: titles and links to cached pages.
function fromHere(page, shown) {
  const list = document.createElement("ol");
  list.className = "tables-list";
  list.id = "mine-without";
  for (const one of kept().filter((each) => each.kind === "table" && !each.archived)) {
    list.append(item("h2", one, page.dataset.table));
  }
  shown.replaceChildren(list);
}

// The home page shows the running tables, those that wait for this person first: immediately from this device's list,
// then with their state from the server.
const ON_HOME = 12;

async function atHome(section) {
  const tables = kept().filter((one) => one.kind === "table" && !one.archived && linkOf(one)).slice(0, ON_HOME);
  if (!tables.length) return;
  const place = section.querySelector("ol");
  const line = (one, ...what) => item("h3", one, section.dataset.table, ...what);
  place.replaceChildren(...tables.map((one) => line(one)));
  section.hidden = false;
  try {
    const answer = await fetch(section.dataset.mineHome.replace("LINKS", tables.map(linkOf).join(".")), { cache: "no-store" });
    if (!answer.ok) return;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    const under = [...found.querySelectorAll("[data-mine-row]")].filter((row) => row.querySelector("h2 a") && !row.matches(".closed"));
    const waits = (row) => row.matches(".yours, .wanted");
    const lines = [...under.filter(waits), ...under.filter((row) => !waits(row))].map((row) => {
      const way = row.querySelector("h2 a");
      const told = line({ address: way.getAttribute("href"), title: way.textContent }, row.querySelector(".what"));
      told.className = waits(row) ? "yours" : "";
      return told;
    });
    place.replaceChildren(...lines);
    section.hidden = !lines.length;
  } catch { /* offline: show the links only */ }
}

function rows(page, shown) {
  const archive = document.getElementById("mine-archive");
  archive.querySelector("ol").replaceChildren();
  const list = kept();
  for (const row of shown.querySelectorAll("[data-mine-row]")) {
    const one = list.find((each) => linkOf(each) === row.dataset.mineRow);
    const title = row.querySelector("h2 a")?.textContent;
    if (one && title && one.title !== title) { one.title = title; keep(list); }
    const [away, forget] = row.querySelectorAll("button");
    row.querySelector(".row-actions").hidden = false;
    away.addEventListener("click", () => { change(one, (each) => { each.archived = !each.archived; }); fill(page, document.getElementById("mine-list")); });
    forget.addEventListener("click", () => { forgotten(`/tables/${row.dataset.mineRow}`); row.remove(); });
    if (!title) globalThis.letGo?.(`/tables/${row.dataset.mineRow}`);  // another person has the seat now
    if (one?.archived) { away.firstChild.textContent = away.dataset.back; archive.querySelector("ol").append(row); }
  }
  archive.hidden = !archive.querySelector("li");
}

// Remove a table from the list and from the offline cache (offline.js).
function forgotten(address) {
  keep(kept().filter((each) => each.address !== address));
  globalThis.letGo?.(address);
}

function change(one, make) {
  const list = kept();
  const found = one && list.find((each) => each.address === one.address);
  if (!found) return;
  make(found);
  keep(list);
}

function others() {
  const section = document.getElementById("mine-others");
  const place = section.querySelector("ul");
  const found = kept().filter((one) => one.kind !== "table" && place.dataset[one.kind]);
  place.replaceChildren(...found.map((one) => {
    const item = document.createElement("li");
    const head = document.createElement("h3");
    const way = document.createElement("a");
    way.href = one.address;
    way.textContent = one.title || place.dataset[one.kind];
    head.append(way);
    const what = document.createElement("p");
    what.className = "what";
    what.textContent = `${place.dataset[one.kind]} · ${new Date(one.at).toLocaleDateString(document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang)} `;
    const forget = document.createElement("button");
    forget.type = "button";
    forget.className = "quiet";
    forget.textContent = place.dataset.forget;
    forget.setAttribute("aria-label", `${place.dataset.forget}: ${way.textContent}`);
    forget.addEventListener("click", () => { forgotten(one.address); others(); });
    what.append(forget);
    item.append(head, what);
    return item;
  }));
  section.hidden = !found.length;
}

function saveList() {
  const body = JSON.stringify({ format: FORMAT, kept: kept() }, null, 1);
  const way = document.createElement("a");
  way.href = URL.createObjectURL(new Blob([body], { type: "application/json" }));
  way.download = "hora-h-mine.json";
  way.click();
  setTimeout(() => URL.revokeObjectURL(way.href), 1000);
}

// Merge an imported list into this device's list; an invalid file goes to the server, which reports the error.
function reading(page) {
  const form = document.getElementById("import");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    delete form.dataset.sent;
    let brought;
    try {
      brought = JSON.parse(await form.elements.file.files[0].text());
    } catch { /* reported by the server */ }
    if (brought?.format !== FORMAT || !Array.isArray(brought.kept)) { form.submit(); return; }
    for (const one of brought.kept.toReversed()) if (typeof one?.address === "string" && /^\/(?!\/)/.test(one.address)) remember(one);
    form.reset();
    await fill(page, document.getElementById("mine-list"));
    others();
  });
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
here();
const page = document.querySelector("[data-mine-page]");
if (page) list(page);
const home = document.querySelector("[data-mine-home]");
if (home) atHome(home);
