// Service worker, offline part. It caches only responses that allow it (X-Offline header, web/http/offline_headers.py); any other
// response is passed through and removes its cached copy. Online, nothing cached is shown, unless the network hangs:
// after 4 s without a response, the cached page is shown.

const { version, assets, without, patience } = self.HORAH;
const ASSET_CACHE = `horah-assets-${version}`;
const CACHE_PREFIX = "horah-kept-";
const CACHE_LIMITS = {  // number and bytes of entries
  table: [40, 16e6],
  card: [100, 48e6],
  file: [100, 48e6],
  page: [40, 8e6],
  catalogue: [1500, 64e6],
};
const MAX_RESPONSE_BYTES = 8e6;  // bytes of one response
const LATE_RESPONSE_MS = 10000;  // milliseconds that a late response stays valid
const LANGUAGE_KEY = "/offline/language";
const GONE_STATUSES = [403, 404, 410];
const assetPaths = new Set(assets.map((one) => new URL(one, location.href).pathname));

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(ASSET_CACHE);
    await cache.addAll([...assets, ...Object.values(without)]);
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("horah-assets-") && name !== ASSET_CACHE) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || url.pathname.endsWith("/version")) return;  // polling always goes to the server
  if (request.method !== "GET") {
    if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => offlinePage(true)));
  } else if (assetPaths.has(url.pathname)) {
    event.respondWith(serveAsset(request));
  } else {
    event.respondWith(serve(event));
  }
});

// Files with a digest in their URL never change. A page cached from an earlier version uses the current files.
async function serveAsset(request) {
  const cache = await caches.open(ASSET_CACHE);
  const cached = await cache.match(request.url);
  if (cached) return cached;
  try {
    return await fetch(request);
  } catch (fault) {
    const like = await cache.match(request.url, { ignoreSearch: true });
    if (like) return like;
    throw fault;
  }
}

async function serve(event) {
  const { request } = event;
  const address = request.url.split("#")[0];
  const page = request.mode === "navigate";
  if (page && late.has(address)) return late.take(address);
  const pending = fetch(request);
  const old = () => (request.cache === "no-store" ? null : findCached(address, page));
  let answer;
  try {
    answer = await Promise.race([pending, waitForCached(pending, old)]);
  } catch (fault) {
    const there = await old();
    if (there) return markCached(there);
    if (page) return offlinePage(false);
    throw fault;
  }
  if (answer.instead) {
    event.waitUntil(pending.then((slow) => deliverLate(event, address, slow), () => {}));
    return markCached(answer.instead);
  }
  if (isCacheable(answer)) event.waitUntil(updateCache(address, answer));
  return answer;
}

const isCacheable = (answer) => answer.type !== "opaqueredirect" && !answer.redirected;

// Return the cached response if the server does not respond in time; without one, keep waiting. A page shows its age, so
// it is used early; for anything else wait five times as long.
async function waitForCached(pending, old) {
  let answered = false;
  const answer = () => { answered = true; };
  pending.then(answer, answer);
  const wait = (time) => new Promise((done) => { setTimeout(done, time); });
  await wait(patience);
  const there = answered ? null : await old();
  if (there && !isPage(there.headers)) await wait(4 * patience);
  return there ? { instead: there } : new Promise(() => {});
}

// A response that arrives after its cached page was shown: notify the page, which then gets this response.
const late = {
  answers: new Map(),
  has(address) { return Date.now() - (this.answers.get(address)?.at ?? 0) < LATE_RESPONSE_MS; },
  take(address) {
    const { answer } = this.answers.get(address);
    this.answers.delete(address);
    return answer;
  },
};

async function deliverLate(event, address, answer) {
  const client = await self.clients.get(event.resultingClientId);
  if (client && answer.ok && isCacheable(answer)) late.answers.set(address, { answer: answer.clone(), at: Date.now() });
  const done = isCacheable(answer) ? updateCache(address, answer) : undefined;
  client?.postMessage({ arrived: address });
  await done;
}

// Cache a response or remove its copy, as its header says.
function updateCache(address, answer) {
  const shelf = (answer.headers.get("X-Offline") ?? "").split(" ")[0];
  if (answer.ok && CACHE_LIMITS[shelf]) return store(address, shelf, answer.clone()).catch(() => remove(address));
  return answer.ok || GONE_STATUSES.includes(answer.status) ? remove(address, !answer.ok) : undefined;
}

// A page may list further URLs to cache; they are fetched even if the page is left.
self.addEventListener("message", (event) => {
  const wanted = event.data?.take;
  if (!Array.isArray(wanted)) return;
  event.waitUntil((async () => {
    for (const address of wanted.filter((one) => new URL(one).origin === location.origin)) {
      try { await updateCache(address, await fetch(address)); } catch { /* next time */ }
    }
  })());
});

// ----------------------------------------------------------------------------------------------------------- caches

async function store(address, shelf, answer) {
  const headers = new Headers(answer.headers);
  for (const name of ["Vary", "Content-Encoding", "Content-Length"]) headers.delete(name);
  const body = await answer.blob();
  await remove(address);
  if (body.size > MAX_RESPONSE_BYTES) return;
  headers.set("X-Kept-At", new Date().toISOString());
  headers.set("X-Kept-Size", body.size);
  if (isPage(headers)) {
    const title = (await body.text()).match(/<title>([^<]*)<\/title>/)?.[1] ?? "";
    headers.set("X-Kept-Title", encodeURIComponent(title));
    const language = headers.get("Content-Language");
    if (language) await (await caches.open(ASSET_CACHE)).put(LANGUAGE_KEY, new Response(language));
  }
  const cache = await caches.open(CACHE_PREFIX + shelf);
  await cache.put(address, new Response(body, { headers }));
  (await loadSizes(shelf, cache)).set(address, body.size);
  await trim(shelf, cache);
}

// Entries of a cache, oldest first; read once in the lifetime of this worker and then updated.
const known = {};

function loadSizes(shelf, cache) {
  known[shelf] ??= (async () => {
    const sizes = new Map();
    for (const key of await cache.keys()) sizes.set(key.url, Number((await cache.match(key))?.headers.get("X-Kept-Size") ?? 0));
    return sizes;
  })();
  return known[shelf];
}

async function trim(shelf, cache) {
  const [most, bytes] = CACHE_LIMITS[shelf];
  const entries = await loadSizes(shelf, cache);
  let sum = 0;
  for (const size of entries.values()) sum += size;
  for (const [address, size] of [...entries]) {
    if (entries.size <= most && sum <= bytes) break;
    await cache.delete(address);
    entries.delete(address);
    sum -= size;
  }
}

// Delete a cached response; after a 403, 404 or 410, also everything below its URL.
async function remove(address, below = false) {
  const { origin, pathname } = new URL(address);
  for (const shelf of Object.keys(CACHE_LIMITS)) {
    if (!(await caches.has(CACHE_PREFIX + shelf))) continue;
    const cache = await caches.open(CACHE_PREFIX + shelf);
    await cache.delete(address);
    const entries = await loadSizes(shelf, cache);
    entries.delete(address);
    if (!below) continue;
    for (const key of [...entries.keys()]) {
      if (!key.startsWith(`${origin}${pathname}/`) && !key.startsWith(`${origin}${pathname}?`)) continue;
      await cache.delete(key);
      entries.delete(key);
    }
  }
}

async function findCached(address, page) {
  const plain = address.split("?")[0];
  for (const shelf of Object.keys(CACHE_LIMITS)) {
    if (!(await caches.has(CACHE_PREFIX + shelf))) continue;
    const cache = await caches.open(CACHE_PREFIX + shelf);
    const exact = await cache.match(address);
    if (exact) return exact;
    const whole = page && plain !== address ? await cache.match(plain) : null;
    if (whole?.headers.get("X-Offline").endsWith(" whole")) return whole;
  }
  return null;
}

// --------------------------------------------------------------------------------------------------------- responses

const isPage = (headers) => (headers.get("Content-Type") ?? "").startsWith("text/html");

// Add the time of caching to a page; offline.js shows it.
async function markCached(old) {
  if (!isPage(old.headers)) return old;
  const text = await old.text();
  return new Response(text.replace("<html ", `<html data-kept="${old.headers.get("X-Kept-At")}" `), { headers: old.headers });
}

async function offlinePage(unsent) {
  const cache = await caches.open(ASSET_CACHE);
  const last = await (await cache.match(LANGUAGE_KEY))?.text();
  const language = without[last] ? last : navigator.language.startsWith("es") ? "es" : "en";
  const page = await cache.match(without[language]);
  if (!page) return Response.error();
  const text = (await page.text()).replace("<html ", `<html data-away="${unsent ? "unsent" : "unkept"}" `);
  return new Response(text, { status: 503, headers: page.headers });
}
