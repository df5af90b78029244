// Report of a battle: where the marker decides the winner, a chosen side of the marker chooses the winner too.

const form = document.getElementById("ending");

function chooseWinner() {
  const ended = form.querySelector("[name=ended]:checked"), side = form.querySelector("[name=marker_side]:checked");
  if (!ended || ended.dataset.byMarker === undefined || !side || Number(form.elements.marker.value) === 0) return;
  form.querySelector(`[name=winner][value=${side.value}]`).checked = true;
}

form?.addEventListener("change", (event) => {
  if (["ended", "marker", "marker_side"].includes(event.target.name)) chooseWinner();
});
