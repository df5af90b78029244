// Offline support in pages: register the service worker, show the age of a cached page, protect typed text, and list
// and delete cached pages.

const CACHE_PREFIX = "horah-kept-";
const page = document.documentElement;
const lang = page.lang;
const formatMoment = (moment) => new Date(moment).toLocaleString(lang === "en" ? "en-GB" : lang, { dateStyle: "long", timeStyle: "short" });
const listCaches = async () => (globalThis.caches ? (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX)) : []);

// ---------------------------------------------------------------------------------------------------- current page

const old = document.getElementById("old");

function showAge(since) {
  old.querySelector("time").dateTime = new Date(since).toISOString();
  old.querySelector("time").textContent = formatMoment(since);
  old.hidden = false;
}

const isOffline = () => page.dataset.kept || page.dataset.away;

if (page.dataset.kept) {
  showAge(page.dataset.kept);
  for (const button of document.querySelectorAll("form[method=post] button, form[method=post] input[type=submit]")) button.disabled = true;
  const row = document.getElementById(location.search.slice(1).replace("=", "-"));  // ?roll=8 on a page that shows all rolls
  if (row && location.search) row.scrollIntoView();
}
if (page.dataset.away) {
  document.getElementById(page.dataset.away)?.removeAttribute("hidden");
  listCached().then(showCached);
}
// navigator.onLine is unreliable: replace a cached page only when the server has responded.
addEventListener("online", async () => {
  const there = await fetch(location.pathname, { method: "HEAD", cache: "no-store" }).then(() => true, () => false);
  if (there && isOffline()) location.reload();
  else if (there) old.hidden = true;
});

// A late response of the server has arrived and is ready to be shown.
navigator.serviceWorker?.addEventListener("message", (event) => {
  if (event.data?.arrived && page.dataset.kept) location.reload();
});

// The polling of a table reports whether the server responds (horah.js).
addEventListener("net", (event) => {
  if (!event.detail.away) { if (isOffline()) location.reload(); else old.hidden = true; }
  else if (!isOffline()) showAge(event.detail.since);
});

// Offline, do not submit forms, so that typed text is not lost.
document.addEventListener("submit", (event) => {
  const unsent = document.getElementById("not-sent");
  if ((navigator.onLine && !isOffline() && old.hidden) || event.target.method !== "post") { unsent.hidden = true; return; }
  event.preventDefault();
  event.stopImmediatePropagation();
  unsent.hidden = false;
  unsent.focus();
}, true);

// ---------------------------------------------------------------------------------------------------- cached pages

async function listCached() {
  const pages = [];
  for (const name of await listCaches()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      const { headers } = (await cache.match(key)) ?? {};
      if (!headers) continue;
      const title = decodeURIComponent(headers.get("X-Kept-Title") ?? "");
      const { pathname, search } = new URL(key.url);
      pages.push({ shelf: name.slice(CACHE_PREFIX.length), address: pathname + search, title, at: headers.get("X-Kept-At"), size: Number(headers.get("X-Kept-Size")) });
    }
  }
  return pages;
}

// Delete everything cached at a URL and below it, for a table or battle that the user removes.
async function deleteOfflineCopies(address) {
  for (const name of await listCaches()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      const path = new URL(key.url).pathname;
      if (path === address || path.startsWith(`${address}/`)) await cache.delete(key);
    }
  }
}
globalThis.deleteOfflineCopies = deleteOfflineCopies;

function showCached(cached) {
  const list = document.getElementById("kept-list");
  const words = document.createElement("textarea");  // decodes the HTML entities of cached titles
  const pages = cached.filter((one) => one.title && one.shelf !== "catalogue").sort((one, other) => (one.at < other.at ? 1 : -1));
  list.replaceChildren(...pages.map((one) => {
    const item = document.createElement("li");
    const way = document.createElement("a");
    way.href = one.address;
    words.innerHTML = one.title;
    way.textContent = words.value.replace(/ · Hora H$/, "");
    const at = document.createElement("span");
    at.className = "soft";
    at.textContent = ` ${formatMoment(one.at)}`;
    item.append(way, at);
    return item;
  }));
  document.getElementById("kept-none").hidden = Boolean(pages.length);
  for (const way of document.querySelectorAll("[data-if-kept]")) way.hidden = !cached.some((one) => one.address === way.dataset.ifKept);
}

// -------------------------------------------------------------------------------------------------- service worker

// Files that belong to a page, such as the sheet to print.
async function cacheLinkedFiles() {
  if (navigator.connection?.saveData || isOffline()) return;
  const there = new Set((await listCached()).map((one) => one.address));
  const wanted = [];
  for (const way of document.querySelectorAll("a[data-take]")) {
    const { pathname, search } = new URL(way.href);
    const place = `take:${pathname}${search}`;
    if (there.has(pathname + search) && (sessionStorage.getItem(place) ?? way.dataset.take) === way.dataset.take) continue;
    sessionStorage.setItem(place, way.dataset.take);
    wanted.push(way.href);
  }
  if (wanted.length) navigator.serviceWorker.controller?.postMessage({ take: wanted });  // continues after the page is left
}

async function startWorker() {
  const first = !navigator.serviceWorker.controller;
  await navigator.serviceWorker.register(document.body.dataset.worker);
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  if (first) await fetch(location.pathname + location.search);  // the first page was loaded before the worker was active
  await cacheLinkedFiles();
  if (globalThis.Notification?.permission === "granted") navigator.serviceWorker.controller?.postMessage("subscription");
}

if (navigator.serviceWorker && document.body.dataset.worker) {
  addEventListener("load", () => startWorker().catch(() => {}));
}

// ------------------------------------------------------------------------------------------------- preferences page

const along = document.getElementById("along");
if (along && navigator.serviceWorker) enablePreferences();

async function enablePreferences() {
  along.hidden = false;
  await showCacheSize();
  document.getElementById("let-go").addEventListener("click", async () => {
    for (const name of await listCaches()) await caches.delete(name);
    await showCacheSize();
  });
  document.getElementById("take-catalogue").addEventListener("click", (event) => cacheCatalog(event.currentTarget));
  addEventListener("beforeinstallprompt", (event) => {
    const button = document.getElementById("install");
    event.preventDefault();
    button.hidden = false;
    button.addEventListener("click", () => event.prompt(), { once: true });
  });
}

async function showCacheSize() {
  const cached = await listCached();
  const told = document.getElementById("kept-told");
  const size = cached.reduce((sum, one) => sum + one.size, 0) / 1e6;
  told.textContent = told.dataset.words.replace("%1", cached.length).replace("%2", size.toLocaleString(lang, { maximumFractionDigits: 1 }));
}

// Fetch the whole catalogue page by page; the worker caches each response.
async function cacheCatalog(button) {
  const bar = document.getElementById("carried");
  const status = document.getElementById("carried-told");
  button.disabled = true;
  bar.hidden = false;
  status.textContent = "";
  try {
    await navigator.serviceWorker.ready;
    const { pages } = await (await fetch(button.dataset.list, { cache: "no-store" })).json();
    bar.max = pages.length;
    bar.value = 0;
    const waiting = [...pages];
    const fetchNext = async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        let answer = await fetch(one);
        while (answer.status === 429) {
          await new Promise((done) => setTimeout(done, 1000 * Number(answer.headers.get("Retry-After") ?? 5)));
          answer = await fetch(one);
        }
        if (!answer.ok) throw new Error(one);
        await answer.arrayBuffer();
        bar.value += 1;
      }
    };
    await Promise.all([fetchNext(), fetchNext(), fetchNext()]);
    status.textContent = status.dataset.done;
  } catch {
    status.textContent = status.dataset.failed;
  }
  button.disabled = false;
  bar.hidden = true;
  await showCacheSize();
}
