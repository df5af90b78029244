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

// To a page that is there already, or to a new one; whatever the message says, only to a page of ours.
async function lead(url) {
  const wish = new URL(url, self.registration.scope);
  const there = new URL(wish.pathname, self.registration.scope);
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = open.find((one) => new URL(one.url).pathname === there.pathname);
  return found ? found.focus() : self.clients.openWindow(there.href);
}
