// Makes the table's headings into buttons that sort by them; without this the order is the students'.
document.querySelectorAll("table.class").forEach((table) => {
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
      const key = (row) => Number(row.cells[column].dataset.sort);
      const rows = [...table.tBodies[0].rows].sort((a, b) => (down ? key(b) - key(a) : key(a) - key(b)));
      table.tBodies[0].append(...rows);
    });
  });
});
