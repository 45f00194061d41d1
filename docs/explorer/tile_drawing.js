// Draws a tile twice: as rows and columns of elements, with the bank of each, and as shared memory holds it, a row of 32 banks
// below the other. A request lights up in both; words that share a bank with another word of the request are marked.
"use strict";
(() => {
  const explorer = (globalThis.explorer ??= {});
  const { counting, words, drawing } = explorer;
  const { BANKS, WORD_BYTES } = counting;
  const CELL = 10; // units of the drawing
  const MARGIN = 14; // room for the row's and column's numbers
  const CHART = 44; // room for the words that each bank has to give
  const MOST_ROWS = 80; // of shared memory in the picture
  const SVG = "http://www.w3.org/2000/svg";

  function shape(tag, attributes, text = "") {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text !== "") made.textContent = text;
    return made;
  }

  const label = (text, x, y, css = "axis") => shape("text", { x, y, class: css }, `${text}`);

  function canvas(width, height, name) {
    const made = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
    made.setAttribute("aria-label", name);
    return made;
  }

  // For each lane of a request to shared memory: whether its bank has another word to give, too.
  function clashes(request) {
    const found = new Set();
    for (const { banks } of counting.groups(request)) {
      for (const pile of banks.values()) {
        if (pile.size > 1) [...pile.values()].flat().forEach((lane) => found.add(lane));
      }
    }
    return found;
  }

  // The lanes of the step by what they access: of the elements "r,c", or of the indices into the array.
  function litBy(current, keyOf) {
    const lit = new Map();
    if (current?.access.space !== "shared") return lit;
    const clashing = clashes(current.request);
    current.elements.forEach((_, lane) => lit.set(keyOf(lane), { lane, clash: clashing.has(lane) }));
    return lit;
  }

  function cell(x, y, width, css, text) {
    const made = shape("g", { class: `cell ${css}` });
    made.append(shape("rect", { x: x + 0.5, y: y + 0.5, width: width - 1, height: CELL - 1, rx: 1.2 }));
    if (text !== "") made.append(shape("text", { x: x + width / 2, y: y + CELL / 2 }, `${text}`));
    return made;
  }

  const cssOf = (lit, written) => (lit ? (lit.clash ? "now clash" : "now") : written ? "written" : "empty");

  // side x side elements; layout: "r,c" -> index; written: the elements that the store has put there by now.
  function elements(state, layout, written, current) {
    const unit = (32 / state.side) * CELL;
    const size = MARGIN + state.side * unit;
    const svg = canvas(size + 1, size + 1, "The tile, element by element, with the bank of each");
    const lit = litBy(current, (lane) => `${current.places[lane].r},${current.places[lane].c}`);
    for (let at = 0; at < state.side; at += state.side / 8) {
      svg.append(label(at, MARGIN + (at + 0.5) * unit, MARGIN / 2), label(at, MARGIN / 2, MARGIN + (at + 0.5) * unit));
    }
    const grid = shape("g", { transform: `translate(${MARGIN} ${MARGIN}) scale(${unit / CELL})` });
    for (const [place, index] of layout) {
      const [r, c] = place.split(",").map(Number);
      const bank = Math.floor((index * state.size) / WORD_BYTES) % BANKS;
      const made = cell(c * CELL, r * CELL, CELL, cssOf(lit.get(place), written.has(place)), bank);
      made.style.setProperty("--bank", bank);
      grid.append(made);
    }
    svg.append(grid);
    return svg;
  }

  // How many words each bank has to give for the request, as columns that hang below the banks.
  function demand(current, top) {
    const made = shape("g", { transform: `translate(${MARGIN} ${top})` });
    const depth = Array(BANKS).fill(0);
    for (const { banks } of counting.groups(current.request)) banks.forEach((pile, bank) => (depth[bank] += pile.size));
    const most = Math.max(...depth);
    const unit = Math.min(6, (CHART - 14) / most);
    depth.forEach((count, bank) => {
      if (count === 0) return;
      const height = count * unit;
      const css = clashesIn(current.request, bank) ? "demand clash" : "demand";
      made.append(shape("rect", { x: bank * CELL + 1, y: 3, width: CELL - 2, height, class: css }));
      if (count === most) made.append(label(count, (bank + 0.5) * CELL, height + 8));
    });
    return made;
  }

  const clashesIn = (request, bank) => counting.groups(request).some(({ banks }) => (banks.get(bank)?.size ?? 0) > 1);

  // Rows of 32 banks, as far as elements lie there. What the store leaves unused is hatched.
  function banks(state, layout, written, current) {
    const span = state.size / WORD_BYTES;
    const last = Math.max(...layout.values(), ...(current?.access.space === "shared" ? current.elements : []));
    const rows = Math.min(MOST_ROWS, Math.floor(((last + 1) * span - 1) / BANKS) + 1);
    const svg = canvas(MARGIN + BANKS * CELL + 1, MARGIN + rows * CELL + CHART, "Shared memory in rows of 32 banks");
    if (current?.access.space === "shared") svg.append(demand(current, MARGIN + rows * CELL));
    for (let bank = 0; bank < BANKS; bank += 4) svg.append(label(bank, MARGIN + (bank + 0.5) * CELL, MARGIN / 2));
    const lit = litBy(current, (lane) => current.elements[lane]);
    const owners = new Map([...layout].map(([place, index]) => [index, place]));
    const grid = shape("g", { transform: `translate(${MARGIN} ${MARGIN})` });
    for (let index = 0; index < (rows * BANKS) / span; ++index) {
      const word = index * span;
      const used = owners.has(index);
      const shown = lit.get(index);
      const css = used || shown ? cssOf(shown, written.has(owners.get(index))) : "unused";
      grid.append(cell((word % BANKS) * CELL, Math.floor(word / BANKS) * CELL, span * CELL, css, shown ? shown.lane : ""));
    }
    svg.append(grid);
    return svg;
  }

  // One bar a request: how high, how much of it is beyond the least, and where the steps are.
  function bars(access, sequence, step) {
    const most = Math.max(...sequence.requests.map(({ cost }) => cost));
    const made = drawing.element("div", "bars");
    for (const request of access.requests) {
      const at = sequence.requests.indexOf(request) + 1;
      const bar = drawing.element("i", request.cost > request.least ? "bar over" : "bar");
      bar.style.height = `${Math.max(8, (100 * request.cost) / most)}%`;
      bar.classList.toggle("later", step > 0 && at > step);
      bar.classList.toggle("now", at === step);
      made.append(bar);
    }
    return made;
  }

  function headRow(names) {
    const made = drawing.element("tr");
    for (const name of names) {
      const cellOf = drawing.element("th", "", name);
      cellOf.scope = "col";
      made.append(cellOf);
    }
    return made;
  }

  // The running totals: a row for each access, with a bar for each of its requests.
  function totals(sequence, step) {
    const made = drawing.element("table", "totals");
    made.append(drawing.element("caption", "", "Running totals: a bar is a request, and its height what the request costs."));
    made.createTHead().append(headRow(["Access", "Requests", "So far", "All", "Least"]));
    const body = made.createTBody();
    const done = new Set(sequence.requests.slice(0, step === 0 ? Infinity : step));
    for (const access of sequence.accesses) {
      const soFar = access.requests.filter((request) => done.has(request)).reduce((sum, { cost }) => sum + cost, 0);
      const line = body.insertRow();
      const name = drawing.element("th");
      name.scope = "row";
      const unit = access.space === "global" ? "sectors" : "wavefronts";
      name.append(drawing.element("span", "", `${access.op} `), drawing.element("code", "", access.array), drawing.element("small", "", ` by ${access.walk}, ${unit}`));
      const row = drawing.element("td");
      row.append(bars(access, sequence, step));
      line.append(name, row);
      for (const number of [soFar, access.cost, access.least]) line.append(drawing.element("td", "figure", words.figure(number)));
      line.classList.toggle("over", access.cost > access.least);
    }
    return made;
  }

  explorer.tileDrawing = { clashes, elements, banks, totals };
})();
