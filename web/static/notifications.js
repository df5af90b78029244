// Notifications page: subscribe this browser to push messages, fill in the time zone, and show the delivery state of a
// message.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
for (const field of document.querySelectorAll("input[data-zone]")) field.value = zone;
const zoneSelect = document.querySelector("select[data-zone]");
if (zoneSelect?.value === "UTC" && [...zoneSelect.options].some((option) => option.value === zone)) zoneSelect.value = zone;

const push = document.getElementById("push");
if (push && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
  const form = push.querySelector("form");
  form.hidden = false;
  document.getElementById("push-cannot").hidden = true;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    document.getElementById("push-denied").hidden = document.getElementById("push-failed").hidden = true;
    const subscription = await subscribe();
    delete form.dataset.sent;
    form.querySelector("button").removeAttribute("aria-busy");
    if (!subscription) return;
    form.elements.subscription.value = JSON.stringify(subscription);
    form.submit();
  });
}

async function subscribe() {
  if (await Notification.requestPermission() !== "granted") {
    document.getElementById("push-denied").hidden = false;
    return null;
  }
  try {
    await navigator.serviceWorker.register(push.dataset.worker);
    const worker = await navigator.serviceWorker.ready;
    const key = push.dataset.key;
    const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const cache = await caches.open("horah-push");  // sw-push.js reports when the browser replaces it
    await cache.put("/subscription", new Response(JSON.stringify({ subscription: subscription, key })));
    return subscription;
  } catch {
    document.getElementById("push-failed").hidden = false;
    return null;
  }
}

// While a message is being sent, reload the list for about a minute.
let pollsLeft = 20;
async function pollDelivery() {
  const list = document.getElementById("own-calls");
  if (!list?.hasAttribute("data-waits") || pollsLeft-- < 1) return;
  await new Promise((done) => { setTimeout(done, 3000); });
  try {
    const answer = await fetch(location.pathname, { cache: "no-store" });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("own-calls");
    if (answer.ok && fresh && !list.contains(document.activeElement)) list.replaceWith(fresh);
  } catch { /* offline */ }
  pollDelivery();
}
pollDelivery();
