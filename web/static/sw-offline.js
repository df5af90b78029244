// Service worker, offline part. It caches only responses that allow it (X-Offline header, web/http/offline_headers.py); any other
// response is passed through and removes its cached copy. Online, nothing cached is shown, unless the network hangs:
// after 4 s without a response, the cached page is shown.

const { version, assets, without, patience } = self.HORAH;
const FURNITURE = `horah-assets-${version}`;
const KEPT = "horah-kept-";
const MOST = {  // number and bytes of entries
  table: [40, 16e6],
  card: [100, 48e6],
  file: [100, 48e6],
  page: [40, 8e6],
  catalogue: [1500, 64e6],
};
const LARGEST = 8e6;  // bytes of one response
const LATE = 10000;  // milliseconds that a late response stays valid
const TONGUE = "/offline/language";
const GONE = [403, 404, 410];
const furnished = new Set(assets.map((one) => new URL(one, location.href).pathname));

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(FURNITURE);
    await cache.addAll([...assets, ...Object.values(without)]);
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("horah-assets-") && name !== FURNITURE) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || url.pathname.endsWith("/version")) return;  // polling always goes to the server
  if (request.method !== "GET") {
    if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => nothing(true)));
  } else if (furnished.has(url.pathname)) {
    event.respondWith(furniture(request));
  } else {
    event.respondWith(fetched(event));
  }
});

// Files with a digest in their URL never change. A page cached from an earlier version uses the current files.
async function furniture(request) {
  const cache = await caches.open(FURNITURE);
  const found = await cache.match(request.url);
  if (found) return found;
  try {
    return await fetch(request);
  } catch (fault) {
    const like = await cache.match(request.url, { ignoreSearch: true });
    if (like) return like;
    throw fault;
  }
}

async function fetched(event) {
  const { request } = event;
  const address = request.url.split("#")[0];
  const page = request.mode === "navigate";
  if (page && late.has(address)) return late.take(address);
  const asking = fetch(request);
  const old = () => (request.cache === "no-store" ? null : found(address, page));
  let answer;
  try {
    answer = await Promise.race([asking, silence(asking, old)]);
  } catch (fault) {
    const there = await old();
    if (there) return shown(there);
    if (page) return nothing(false);
    throw fault;
  }
  if (answer.instead) {
    event.waitUntil(asking.then((slow) => arrived(event, address, slow), () => {}));
    return shown(answer.instead);
  }
  if (keepable(answer)) event.waitUntil(obeyed(address, answer));
  return answer;
}

const keepable = (answer) => answer.type !== "opaqueredirect" && !answer.redirected;

// Return the cached response if the server does not respond in time; without one, keep waiting. A page shows its age, so
// it is used early; for anything else wait five times as long.
async function silence(asking, old) {
  let answered = false;
  const answer = () => { answered = true; };
  asking.then(answer, answer);
  const wait = (time) => new Promise((done) => { setTimeout(done, time); });
  await wait(patience);
  const there = answered ? null : await old();
  if (there && !isPage(there.headers)) await wait(4 * patience);
  return there ? { instead: there } : new Promise(() => {});
}

// A response that arrives after its cached page was shown: notify the page, which then gets this response.
const late = {
  answers: new Map(),
  has(address) { return Date.now() - (this.answers.get(address)?.at ?? 0) < LATE; },
  take(address) {
    const { answer } = this.answers.get(address);
    this.answers.delete(address);
    return answer;
  },
};

async function arrived(event, address, answer) {
  const client = await self.clients.get(event.resultingClientId);
  if (client && answer.ok && keepable(answer)) late.answers.set(address, { answer: answer.clone(), at: Date.now() });
  const done = keepable(answer) ? obeyed(address, answer) : undefined;
  client?.postMessage({ arrived: address });
  await done;
}

// Cache a response or remove its copy, as its header says.
function obeyed(address, answer) {
  const shelf = (answer.headers.get("X-Offline") ?? "").split(" ")[0];
  if (answer.ok && MOST[shelf]) return keep(address, shelf, answer.clone()).catch(() => letGo(address));
  return answer.ok || GONE.includes(answer.status) ? letGo(address, !answer.ok) : undefined;
}

// A page may list further URLs to cache; they are fetched even if the page is left.
self.addEventListener("message", (event) => {
  const wanted = event.data?.take;
  if (!Array.isArray(wanted)) return;
  event.waitUntil((async () => {
    for (const address of wanted.filter((one) => new URL(one).origin === location.origin)) {
      try { await obeyed(address, await fetch(address)); } catch { /* next time */ }
    }
  })());
});

// ----------------------------------------------------------------------------------------------------------- caches

async function keep(address, shelf, answer) {
  const headers = new Headers(answer.headers);
  for (const name of ["Vary", "Content-Encoding", "Content-Length"]) headers.delete(name);
  const body = await answer.blob();
  await letGo(address);
  if (body.size > LARGEST) return;
  headers.set("X-Kept-At", new Date().toISOString());
  headers.set("X-Kept-Size", body.size);
  if (isPage(headers)) {
    const title = (await body.text()).match(/<title>([^<]*)<\/title>/)?.[1] ?? "";
    headers.set("X-Kept-Title", encodeURIComponent(title));
    const tongue = headers.get("Content-Language");
    if (tongue) await (await caches.open(FURNITURE)).put(TONGUE, new Response(tongue));
  }
  const cache = await caches.open(KEPT + shelf);
  await cache.put(address, new Response(body, { headers }));
  (await sizes(shelf, cache)).set(address, body.size);
  await trim(shelf, cache);
}

// Entries of a cache, oldest first; read once in the lifetime of this worker and then updated.
const known = {};

function sizes(shelf, cache) {
  known[shelf] ??= (async () => {
    const found = new Map();
    for (const key of await cache.keys()) found.set(key.url, Number((await cache.match(key))?.headers.get("X-Kept-Size") ?? 0));
    return found;
  })();
  return known[shelf];
}

async function trim(shelf, cache) {
  const [most, bytes] = MOST[shelf];
  const lying = await sizes(shelf, cache);
  let sum = 0;
  for (const size of lying.values()) sum += size;
  for (const [address, size] of [...lying]) {
    if (lying.size <= most && sum <= bytes) break;
    await cache.delete(address);
    lying.delete(address);
    sum -= size;
  }
}

// Delete a cached response; after a 403, 404 or 410, also everything below its URL.
async function letGo(address, below = false) {
  const { origin, pathname } = new URL(address);
  for (const shelf of Object.keys(MOST)) {
    if (!(await caches.has(KEPT + shelf))) continue;
    const cache = await caches.open(KEPT + shelf);
    await cache.delete(address);
    const lying = await sizes(shelf, cache);
    lying.delete(address);
    if (!below) continue;
    for (const each of [...lying.keys()]) {
      if (!each.startsWith(`${origin}${pathname}/`) && !each.startsWith(`${origin}${pathname}?`)) continue;
      await cache.delete(each);
      lying.delete(each);
    }
  }
}

async function found(address, page) {
  const plain = address.split("?")[0];
  for (const shelf of Object.keys(MOST)) {
    if (!(await caches.has(KEPT + shelf))) continue;
    const cache = await caches.open(KEPT + shelf);
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
async function shown(old) {
  if (!isPage(old.headers)) return old;
  const text = await old.text();
  return new Response(text.replace("<html ", `<html data-kept="${old.headers.get("X-Kept-At")}" `), { headers: old.headers });
}

async function nothing(unsent) {
  const cache = await caches.open(FURNITURE);
  const last = await (await cache.match(TONGUE))?.text();
  const tongue = without[last] ? last : navigator.language.startsWith("es") ? "es" : "en";
  const page = await cache.match(without[tongue]);
  if (!page) return Response.error();
  const text = (await page.text()).replace("<html ", `<html data-away="${unsent ? "unsent" : "unkept"}" `);
  return new Response(text, { status: 503, headers: page.headers });
}
