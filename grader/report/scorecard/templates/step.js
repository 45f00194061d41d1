// Lets a reader step through a drawn request: what has a part in the step is lit, what comes later is faint. Without
// this the whole request is shown, and the controls stay hidden.
[...document.querySelectorAll(".stepper")].forEach((stepper, number, all) => {
  const drawing = stepper.parentElement.querySelector("svg");
  const range = stepper.querySelector("input");
  const steps = JSON.parse(stepper.dataset.steps);
  const parts = [...drawing.querySelectorAll("[data-at]")].map((part) => [part, part.dataset.at.split(" ").map(Number)]);
  const show = () => {
    const step = Number(range.value);
    for (const [part, at] of parts) {
      part.classList.toggle("now", at.includes(step));
      part.classList.toggle("later", step > 0 && at[0] > step);
    }
    // A drawing that is wider than the screen follows.
    const lit = step > 0 && parts.find(([, at]) => at.includes(step));
    if (lit) lit[0].scrollIntoView({ block: "nearest", inline: "nearest" });
    stepper.querySelector("p").textContent = steps[step];
    range.setAttribute("aria-valuetext", steps[step]);
  };
  stepper.querySelectorAll("button").forEach((button) => {
    button.addEventListener("click", () => {
      range.value = Number(range.value) + Number(button.value);
      show();
    });
  });
  range.addEventListener("input", show);
  if (number + 1 < all.length) {
    const link = stepper.querySelector("a");
    link.href = `#${all[number + 1].id}`;
    link.addEventListener("click", (event) => {
      event.preventDefault(); // it would take the focus to the drawing, and not to what steps through it
      let fold = all[number + 1].closest("details");
      for (; fold; fold = fold.parentElement.closest("details")) fold.open = true;
      all[number + 1].querySelector("input").focus();
    });
    link.hidden = false;
  }
  stepper.hidden = false;
  show();
});
