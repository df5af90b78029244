// The page of a battle: a link to a folded part opens it, and a new battle is revealed step by step.
// The page works without this file.

function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (target?.matches("details")) { target.open = true; target.scrollIntoView(); }
}
addEventListener("hashchange", openTarget);
openTarget();

// A battle that was just rolled is revealed: dice, nations, map, counters. Any key or press ends it; with reduced motion
// there is none.
const REVEAL_MS = 2600;

function reveal(poster) {
  let rolled = null;
  try { rolled = sessionStorage.getItem("rolled"); sessionStorage.removeItem("rolled"); } catch { /* no storage in private windows */ }
  if (!rolled || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const dice = document.createElement("div");
  dice.className = "reveal-dice";
  dice.setAttribute("aria-hidden", "true");
  dice.append(document.createElement("i"), document.createElement("i"));
  const skip = document.createElement("button");
  skip.type = "button";
  skip.className = "reveal-skip";
  skip.textContent = poster.dataset.reveal;
  poster.append(dice, skip);
  poster.classList.add("revealing");
  const end = () => {
    poster.classList.remove("revealing");
    dice.remove();
    skip.remove();
    for (const kind of ["pointerdown", "keydown"]) removeEventListener(kind, end, true);
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, end, true);
  setTimeout(end, REVEAL_MS);
}
const poster = document.querySelector("[data-reveal]");
if (poster) reveal(poster);
