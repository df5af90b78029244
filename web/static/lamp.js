// Dark mode: as the device prefers, until the user presses the button. Runs before the first paint.
(() => {
  const sheet = document.getElementById("dark");
  const device = matchMedia("(prefers-color-scheme: dark)");
  const usual = sheet.media;
  let wish = null;
  try { wish = localStorage.getItem("page"); } catch { /* no storage in private windows */ }

  const dark = () => (wish ? wish === "dark" : device.matches);
  function dress() {
    sheet.media = { dark: "screen", light: "not all" }[wish] ?? usual;
    document.querySelector(".lamp")?.setAttribute("aria-pressed", String(dark()));
  }
  function press() {
    const next = dark() ? "light" : "dark";
    wish = (next === "dark") === device.matches ? null : next;
    try { wish ? localStorage.setItem("page", wish) : localStorage.removeItem("page"); } catch { /* as above */ }
    dress();
  }

  dress();
  device.addEventListener("change", dress);
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector(".lamp");
    button.hidden = false;
    button.addEventListener("click", press);
    dress();
  });
})();
