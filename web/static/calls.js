// Being told when it is one's turn: lets the browser be asked for its address, fills in the time zone, and follows a
// message on its way.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
for (const field of document.querySelectorAll("input[data-zone]")) field.value = zone;
const chosen = document.querySelector("select[data-zone]");
if (chosen?.value === "UTC" && [...chosen.options].some((one) => one.value === zone)) chosen.value = zone;

const push = document.getElementById("push");
if (push && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
  const form = push.querySelector("form");
  form.hidden = false;
  document.getElementById("push-cannot").hidden = true;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    document.getElementById("push-denied").hidden = document.getElementById("push-failed").hidden = true;
    const found = await subscribed();
    delete form.dataset.sent;
    form.querySelector("button").removeAttribute("aria-busy");
    if (!found) return;
    form.elements.subscription.value = JSON.stringify(found);
    form.submit();
  });
}

async function subscribed() {
  if (await Notification.requestPermission() !== "granted") {
    document.getElementById("push-denied").hidden = false;
    return null;
  }
  try {
    await navigator.serviceWorker.register(push.dataset.worker);
    const worker = await navigator.serviceWorker.ready;
    const key = push.dataset.key;
    const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const place = await caches.open("horah-push");  // the worker tells when it is exchanged for another (sw-push.js)
    await place.put("/subscription", new Response(JSON.stringify({ subscription: found, key })));
    return found;
  } catch {
    document.getElementById("push-failed").hidden = false;
    return null;
  }
}

// While a message is on its way the list is looked at again, for a minute or so.
let looks = 20;
async function follow() {
  const list = document.getElementById("own-calls");
  if (!list?.hasAttribute("data-waits") || looks-- < 1) return;
  await new Promise((done) => { setTimeout(done, 3000); });
  try {
    const answer = await fetch(location.pathname, { cache: "no-store" });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("own-calls");
    if (answer.ok && fresh && !list.contains(document.activeElement)) list.replaceWith(fresh);
  } catch { /* the net is away */ }
  follow();
}
follow();
