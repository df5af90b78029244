// Service worker, push part: show push messages, also when no page is open.

self.addEventListener("push", (event) => {
  let told = {};
  try { told = event.data?.json() ?? {}; } catch { /* not our message: show an empty notification */ }
  const { title = "Hora H", body = "", lang = "", tag = "", url = "/mine" } = told;
  const icon = new URL("icons/icon-192.png", self.registration.scope).href;
  event.waitUntil(self.registration.showNotification(title, { body, lang, tag, icon, renotify: Boolean(tag), data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(focusOrOpen(event.notification.data?.url ?? "/mine"));
});

// A browser may replace its subscription at any time. Send the old and the new one to the server. The old one is stored
// in a cache (notifications.js), because not every browser reports it and the network may be down at that moment.
const loadSubscription = async () => {
  const place = await caches.open("horah-push");
  return [place, await (await place.match("/subscription"))?.json()];
};

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(reportReplacement(event.newSubscription, event.oldSubscription));
});

// An opened page asks whether a replacement still has to be reported.
self.addEventListener("message", (event) => {
  if (event.data === "subscription") event.waitUntil(reportReplacement().catch(() => { /* next time */ }));
});

async function reportReplacement(given, before) {
  const [place, kept] = await loadSubscription();
  const old = kept?.subscription ?? before?.toJSON();
  if (!old) return;
  const wish = before?.options ?? { userVisibleOnly: true, applicationServerKey: kept?.key };
  const { pushManager } = self.registration;
  const current = given ?? await pushManager.getSubscription() ?? await pushManager.subscribe(wish);
  const now = JSON.parse(JSON.stringify(current));
  if (now.endpoint === old.endpoint) return;
  const answer = await fetch(new URL("api/v1/calls/renewals", self.registration.scope), {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ old, new: now }),
  });
  if (answer.ok) await place.put("/subscription", new Response(JSON.stringify({ subscription: now, key: kept?.key })));
}

// Focus an open page or open a new one, but only on our own site.
async function focusOrOpen(url) {
  const wish = new URL(url, self.registration.scope);
  const there = new URL(wish.pathname, self.registration.scope);
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const client = open.find((candidate) => new URL(candidate.url).pathname === there.pathname);
  return client ? client.focus() : self.clients.openWindow(there.href);
}
