// Puts the lines of a source in order by what they waste, the worst first, and back. Without this they stay as in the file.
for (const field of document.querySelectorAll(".by-cost")) {
  const choice = field.querySelector("select");
  const source = field.closest("section").querySelector("ol.source");
  const lines = [...source.querySelectorAll(".line[data-rank]")];
  lines.sort((a, b) => a.dataset.rank - b.dataset.rank);
  const places = lines.map(() => document.createComment("")); // where each line stands in the file
  const ordered = source.cloneNode(false);
  const show = () => {
    const byWaste = choice.value === "waste";
    if (byWaste === !ordered.hidden) return;
    lines.forEach((line, at) => {
      if (byWaste) {
        line.replaceWith(places[at]);
        ordered.append(line);
      } else places[at].replaceWith(line);
    });
    source.hidden = byWaste;
    ordered.hidden = !byWaste;
  };
  ordered.hidden = true;
  source.after(ordered);
  choice.value = "file"; // a browser may have kept what was chosen before a reload
  choice.addEventListener("change", show);
  // A link to a line that the order leaves out. On a live page the card may have been replaced meanwhile.
  addEventListener("hashchange", function follow() {
    if (!source.isConnected) return removeEventListener("hashchange", follow);
    const target = document.getElementById(location.hash.slice(1));
    if (!target || !source.hidden || !source.contains(target)) return;
    choice.value = "file";
    show();
    target.scrollIntoView();
  });
  field.hidden = false;
}
