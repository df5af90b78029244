// Dark mode: as the device prefers, until the user presses the button. Runs before the first paint.
(() => {
  const stylesheet = document.getElementById("dark");
  const device = matchMedia("(prefers-color-scheme: dark)");
  const defaultMedia = stylesheet.media;
  let choice = null;
  try { choice = localStorage.getItem("page"); } catch { /* no storage in private windows */ }

  const dark = () => (choice ? choice === "dark" : device.matches);
  function applyTheme() {
    stylesheet.media = { dark: "screen", light: "not all" }[choice] ?? defaultMedia;
    document.querySelector(".lamp")?.setAttribute("aria-pressed", String(dark()));
  }
  function toggleTheme() {
    const next = dark() ? "light" : "dark";
    choice = (next === "dark") === device.matches ? null : next;
    try { choice ? localStorage.setItem("page", choice) : localStorage.removeItem("page"); } catch { /* as above */ }
    applyTheme();
  }

  applyTheme();
  device.addEventListener("change", applyTheme);
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector(".lamp");
    button.hidden = false;
    button.addEventListener("click", toggleTheme);
    applyTheme();
  });
})();
