// A slider in place of the table of what longer rows would do to a request. All numbers are the table's.
for (const place of document.querySelectorAll(".pitch")) {
  const steps = JSON.parse(place.dataset.steps);
  const slide = place.querySelector(".slide");
  const range = slide.querySelector("input");
  const show = () => {
    const [words, percent] = steps[Number(range.value)];
    slide.querySelector("output").textContent = words;
    slide.querySelector("i").style.width = `${percent}%`;
    range.setAttribute("aria-valuetext", words);
  };
  range.value = 0; // a browser may have kept another before a reload
  range.addEventListener("input", show);
  slide.hidden = false;
  place.classList.add("slides");
  show();
}
