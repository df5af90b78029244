// A part of the service worker: what a push service brings while perhaps no page of ours is open.

self.addEventListener("push", (event) => {
  let told = {};
  try { told = event.data?.json() ?? {}; } catch { /* what is no message of ours is shown as little as may be */ }
  const { title = "Hora H", body = "", lang = "", tag = "", url = "/mine" } = told;
  const icon = new URL("icons/icon-192.png", self.registration.scope).href;
  event.waitUntil(self.registration.showNotification(title, { body, lang, tag, icon, renotify: Boolean(tag), data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data?.url ?? "/mine"));
});

// A browser may exchange its subscription for another at any time. Whoever calls it is told which one it was, whole, and
// which it is. What it was is kept here (calls.js): not every browser says so itself, and a net may be away just then.
const asked = async () => {
  const place = await caches.open("horah-push");
  return [place, await (await place.match("/subscription"))?.json()];
};

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renewed(event.newSubscription, event.oldSubscription));
});

// A page that is opened looks whether there is something left to be told.
self.addEventListener("message", (event) => {
  if (event.data === "subscription") event.waitUntil(renewed().catch(() => { /* another time */ }));
});

async function renewed(given, before) {
  const [place, kept] = await asked();
  const old = kept?.subscription ?? before?.toJSON();
  if (!old) return;
  const wish = before?.options ?? { userVisibleOnly: true, applicationServerKey: kept?.key };
  const { pushManager } = self.registration;
  const found = given ?? await pushManager.getSubscription() ?? await pushManager.subscribe(wish);
  const now = JSON.parse(JSON.stringify(found));
  if (now.endpoint === old.endpoint) return;
  const answer = await fetch(new URL("api/v1/calls/renewals", self.registration.scope), {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ old, new: now }),
  });
  if (answer.ok) await place.put("/subscription", new Response(JSON.stringify({ subscription: now, key: kept?.key })));
}

// To a page that is there already, or to a new one; whatever the message says, only to a page of ours.
async function lead(url) {
  const wish = new URL(url, self.registration.scope);
  const there = new URL(wish.pathname, self.registration.scope);
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = open.find((one) => new URL(one.url).pathname === there.pathname);
  return found ? found.focus() : self.clients.openWindow(there.href);
}
