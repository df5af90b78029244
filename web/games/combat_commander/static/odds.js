// Odds. Without a script the form is sent with its button; with it every slider updates the page.

for (const form of document.querySelectorAll("[data-known]")) {
  let turn = 0;

  function showSliderWords() {
    for (const output of form.querySelectorAll("output[data-words]")) {
      const slider = document.getElementById(output.htmlFor.value);
      const words = output.dataset.words.split("|")[slider.value - slider.min];
      output.textContent = words;
      slider.setAttribute("aria-valuetext", words);
    }
  }

  async function refreshOdds() {
    const mine = ++turn;
    const address = `${form.action}?${new URLSearchParams(new FormData(form))}`;
    let answer;
    try { answer = await fetch(address); } catch { return; }
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("odds");
    if (mine !== turn || !fresh) return;
    document.getElementById("odds").replaceChildren(...fresh.childNodes);
    history.replaceState(null, "", address);
  }

  form.addEventListener("input", () => { showSliderWords(); refreshOdds(); });
  showSliderWords();
}
