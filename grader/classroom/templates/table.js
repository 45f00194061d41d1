// Makes the table's headings into buttons that sort by them, and shows the filter; without this the order is
// the students', and all are shown.
const table = document.querySelector("table.class");
const body = table.tBodies[0];
const heads = [...table.tHead.rows[0].cells];
heads.forEach((head, column) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = head.textContent;
  head.replaceChildren(button);
  button.addEventListener("click", () => {
    // Names begin with A, numbers with the lowest: the ones to look at.
    const down = head.getAttribute("aria-sort") === "ascending";
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const keyed = [...body.rows].map((row) => [Number(row.cells[column].dataset.sort), row]);
    keyed.sort(([a], [b]) => (down ? b - a : a - b));
    body.append(...keyed.map(([, row]) => row));
  });
});

const form = document.querySelector("form.filter");
const { name, flag, lab, state } = form.elements;
const hasState = (row) =>
  !state.value || row.dataset.states.split(" ").some((one) => (lab.value ? one === `${lab.value}:${state.value}` : one.endsWith(`:${state.value}`)));
const hasFlag = (row) => !flag.value || row.dataset.flags.split(" ").includes(flag.value);
const filter = () => {
  const wanted = name.value.trim().toLowerCase();
  let count = 0;
  for (const row of body.rows) {
    row.hidden = !(row.dataset.search.includes(wanted) && hasFlag(row) && hasState(row));
    count += !row.hidden;
  }
  form.querySelector("output").value = `${count} of ${body.rows.length}`;
};
form.hidden = false;
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
// The fields have their first values again only after the event.
form.addEventListener("reset", () => setTimeout(filter));
filter();
