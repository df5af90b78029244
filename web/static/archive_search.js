/* Search of a static archive: hide the entries that do not match. A classic script, so that it runs from files. */
(() => {
  const form = document.getElementById("search");
  const entries = [...document.querySelectorAll("#entries > li")];
  const count = document.getElementById("count");
  const find = () => {
    const wanted = Object.fromEntries(new FormData(form));
    const words = wanted.q.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const entry of entries) {
      const fits =
        words.every((word) => entry.dataset.q.includes(word)) &&
        Object.entries(wanted).every(
          ([name, value]) => name === "q" || !value || entry.dataset[name].split(" ").includes(value),
        );
      entry.hidden = !fits;
      shown += fits;
    }
    count.textContent = `${shown} / ${entries.length}`;
  };
  form.hidden = false;
  form.addEventListener("input", find);
  form.addEventListener("submit", (event) => event.preventDefault());
})();
