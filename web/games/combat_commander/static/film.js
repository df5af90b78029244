// Player of a fight: play, pause, slider, speed, next event, highlights. Without it the page shows turn by turn.

const STEP_MS = 900;  // milliseconds of a step at speed 1
const HIGHLIGHTS_MS = 30000;  // milliseconds of all highlights together
const SVG = "http://www.w3.org/2000/svg";
const film = document.getElementById("film");
const [play, nextEvent, highlights, speed, slider] = ["play", "next-event", "highlights", "speed", "slider"].map((id) => document.getElementById(id));
let fight = null, step = 0, timer = 0, queue = [];

function shape(name, attributes, parent) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  parent.append(node);
  return node;
}

// Draw the units of a frame: a chip for each, solid for the Axis, hollow for the Allies; struck through when broken, underlined with a weapon.
function drawFrame(frame) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", fight.frame);
  for (const [kind, hexes] of [["smoke", frame.smoke], ["blaze", frame.blaze]]) {
    for (const hex of hexes) shape("circle", { class: `film-${kind}`, cx: fight.centres[hex][0], cy: fight.centres[hex][1], r: 15 }, svg);
  }
  for (const [hex, units] of Object.entries(frame.units)) {
    const [x, y] = fight.centres[hex];
    units.forEach(([side, soldiers, broken, armed], place) => {
      const across = x + (place % 3) * 9 - Math.min(units.length - 1, 2) * 4.5, down = y + Math.floor(place / 3) * 10 - 3;
      const chip = shape("g", { class: `film-unit of-${side}`, transform: `translate(${across} ${down})` }, svg);
      shape("rect", { x: -5.5, y: -5.5, width: 11, height: 11, rx: 1.5 }, chip);
      shape("text", { x: 0, y: 3.2 }, chip).textContent = soldiers || "";
      if (broken) shape("path", { class: "strike", d: "M-5.5 5.5L5.5 -5.5" }, chip);
      if (armed) shape("path", { class: "strike", d: "M-5.5 7.5H5.5" }, chip);
    });
  }
  document.getElementById("units").replaceChildren(svg);
}

function show(number) {
  step = Math.max(0, Math.min(number, fight.steps.length - 1));
  const now = fight.steps[step], frame = fight.frames[now.frame];
  drawFrame(frame);
  document.getElementById("stand").textContent = frame.stand;
  document.getElementById("stand-turn").textContent = now.turn ? `${film.dataset.turnWord} ${now.turn}` : film.dataset.setUpWord;
  const lines = document.getElementById("lines");
  lines.replaceChildren(...fight.steps.map((one, place) => [one, place]).filter(([one, place]) => one.turn === now.turn && place <= step).map(([one, place]) => {
    const line = document.createElement("li");
    line.textContent = one.text;
    line.classList.toggle("now", place === step);
    return line;
  }));
  lines.lastElementChild?.scrollIntoView({ block: "nearest" });
  slider.value = step;
  const takeOver = document.getElementById("take-over"), address = new URL(takeOver.href);
  address.searchParams.set("step", step);
  takeOver.href = address;
  slider.setAttribute("aria-valuetext", now.text);
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  queue = [];
  play.textContent = play.dataset.play;
}

function run() {
  play.textContent = play.dataset.pause;
  timer = setTimeout(() => {
    if (queue.length) show(queue.shift());
    else show(step + 1);
    if (step >= fight.steps.length - 1 || (wait && !queue.length)) { wait = 0; pause(); } else run();
  }, wait || STEP_MS / Number(speed.value));
}

let wait = 0;  // milliseconds between two highlights, while they are shown

async function load() {
  const answer = await fetch(film.dataset.film);
  if (!answer.ok) return;
  fight = await answer.json();
  slider.max = fight.steps.length - 1;
  document.getElementById("player").hidden = false;
  film.querySelector(".no-script").hidden = true;
  show(fight.steps.findIndex((one) => one.turn === Number(film.dataset.turn)));
  film.dataset.ready = "1";
}

play.addEventListener("click", () => {
  if (timer) { wait = 0; pause(); return; }
  if (step >= fight.steps.length - 1) show(0);
  run();
});
slider.addEventListener("input", () => { wait = 0; pause(); show(Number(slider.value)); });
nextEvent.addEventListener("click", () => {
  wait = 0;
  pause();
  const next = fight.steps.findIndex((one, place) => place > step && one.stop);
  show(next < 0 ? fight.steps.length - 1 : next);
});
highlights.addEventListener("click", () => {
  pause();
  const stops = fight.steps.map((one, place) => (one.stop ? place : -1)).filter((place) => place >= 0);
  const most = 40, every = Math.max(1, stops.length / most);
  queue = stops.filter((_, place) => Math.floor(place / every) !== Math.floor((place - 1) / every));
  if (!queue.length) return;
  wait = HIGHLIGHTS_MS / queue.length;
  show(queue.shift());
  run();
});
load();
