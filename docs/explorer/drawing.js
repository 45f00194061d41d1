// Draws a request as a grid of 32 columns: words of a 128-byte line, which are also the 32 banks.
"use strict";
(() => {
  const explorer = (globalThis.explorer ??= {});
  const { counting, words } = explorer;
  const { LINE_BYTES, SECTOR_BYTES, WORD_BYTES, BANKS } = counting;
  const SECTOR_COLUMNS = SECTOR_BYTES / WORD_BYTES;

  function element(tag, css = "", text = "") {
    const made = document.createElement(tag);
    if (css) made.className = css;
    if (text !== "") made.textContent = text;
    return made;
  }

  // What stands in the box of some lanes: a lane, a short run of lanes, or how many. A narrow page keeps the × alone.
  function laneText(lanes) {
    const text = words.ranges(lanes);
    if (lanes.length === 1 || text.length <= 3) return [text];
    return ["×", element("span", "", `${lanes.length}`)];
  }

  function box(lanes, view, column, span) {
    const there = lanes.filter((lane) => view.shown.has(lane));
    const made = element("b", "box");
    const inside = element("span", "in");
    if (there.length > 0) inside.append(...laneText(there));
    made.append(inside);
    made.classList.toggle("later", there.length === 0);
    made.classList.toggle("now", lanes.some((lane) => view.now.has(lane)));
    made.title = `${lanes.length === 1 ? "lane" : "lanes"} ${words.ranges(lanes)}`;
    return place(made, column, span);
  }

  function row(label, css = "") {
    const made = element("div", `row ${css}`);
    made.append(element("span", "side", label));
    return made;
  }

  // A narrow page puts the second half of a global row below the first; the style sheet chooses.
  function place(cell, column, span) {
    const half = BANKS / 2;
    const at = { column: column + 2, span, "half-column": (column % half) + 2, "half-row": Math.floor(column / half) + 1 };
    for (const [name, value] of Object.entries(at)) cell.style.setProperty(`--${name}`, value);
    return cell;
  }

  function bankHead() {
    const head = row("bank", "head");
    for (let bank = 0; bank < BANKS; ++bank) head.append(place(element("span", "", `${bank}`), bank, 1));
    return head;
  }

  function sectorHead() {
    const head = row("bytes", "head");
    for (let first = 0; first < LINE_BYTES; first += SECTOR_BYTES) {
      head.append(place(element("span", "", `+${first} to ${first + SECTOR_BYTES - 1}`), first / WORD_BYTES, SECTOR_COLUMNS));
    }
    return head;
  }

  // The used ones of a word's four bytes, where a lane's element is smaller than the word.
  function usedBytes(request, word, shown) {
    const marks = element("i", "bytes");
    for (let byte = 0; byte < WORD_BYTES; ++byte) {
      const mark = element("i");
      const used = [...shown].some((lane) => {
        const from = request.addresses[lane] - word * WORD_BYTES;
        return byte >= from && byte < from + request.width;
      });
      mark.classList.toggle("used", used);
      marks.append(mark);
    }
    return marks;
  }

  function boxesOf(request, view, line) {
    const size = Math.max(request.width, WORD_BYTES);
    const inLine = counting.pieces(request, size).filter((piece) => Math.floor((piece.number * size) / LINE_BYTES) === line);
    return inLine.map(({ number, lanes }) => {
      const made = box(lanes, view, ((number * size) % LINE_BYTES) / WORD_BYTES, size / WORD_BYTES);
      if (request.width < WORD_BYTES) made.append(usedBytes(request, number, view.shown));
      return made;
    });
  }

  // The lines of memory that the request touches, one a row. In global memory each row shows its four sectors.
  function memory(request, view) {
    const grid = element("div", `grid ${request.space}`);
    grid.append(request.space === "global" ? sectorHead() : bankHead());
    const touched = new Map(counting.sectors(request).map(({ number, lanes }) => [number, lanes]));
    let previous = null;
    for (const { number } of counting.lines(request)) {
      const made = row(words.figure(number * LINE_BYTES), previous !== null && number !== previous + 1 ? "gap" : "");
      made.append(...(request.space === "global" ? sectorFrames(number, touched, view) : bankFrames()));
      made.append(...boxesOf(request, view, number));
      grid.append(made);
      previous = number;
    }
    return grid;
  }

  function sectorFrames(line, touched, view) {
    return Array.from({ length: LINE_BYTES / SECTOR_BYTES }, (_, index) => {
      const lanes = touched.get((line * LINE_BYTES) / SECTOR_BYTES + index) ?? [];
      const moved = lanes.some((lane) => view.shown.has(lane));
      return place(element("span", moved ? "sector moved" : "sector"), index * SECTOR_COLUMNS, SECTOR_COLUMNS);
    });
  }

  function bankFrames() {
    return Array.from({ length: BANKS }, (_, bank) => place(element("span", "bank"), bank, 1));
  }

  // One row a wavefront: which bank gives a word to which lanes.
  function wavefronts(request, view) {
    const grid = element("div", "grid shared waves");
    grid.append(bankHead());
    let group = -1;
    explorer.steps.wavefronts(request).forEach((round, index) => {
      if (round.first !== group && round.last - round.first + 1 < counting.LANES) {
        const matrix = request.matrices ? `matrix ${round.first / counting.MATRIX_ROWS}: ` : "";
        grid.append(element("p", "group", `${matrix}lanes ${round.first}–${round.last}`));
      }
      group = round.first;
      const made = row(`${index + 1}`, round.extra ? "extra" : "");
      if (round.extra) made.firstChild.append(element("span", "", " conflict"));
      made.classList.toggle("current", index === view.wavefront);
      const shown = index <= view.wavefront ? view : { ...view, shown: new Set() };
      const current = view.wavefront === Infinity || index === view.wavefront ? shown : { ...shown, now: new Set() };
      made.append(...bankFrames(), ...round.cells.map((cell) => box(cell.lanes, current, cell.bank, 1)));
      grid.append(made);
    });
    return grid;
  }

  // All of it in text: a row a lane.
  function table(request, elements) {
    const where = request.space === "global" ? "Sector" : "Bank";
    const made = element("table");
    made.append(element("caption", "", request.matrices ? "The row whose address each lane gives" : "What each active lane accesses"));
    const head = made.createTHead().insertRow();
    for (const name of ["Lane", request.matrices ? "Row" : "Element", "Bytes", where]) {
      const cell = element("th", "", name);
      cell.scope = "col";
      head.append(cell);
    }
    const body = made.createTBody();
    for (const lane of counting.activeLanes(request)) {
      const address = request.addresses[lane];
      const line = body.insertRow();
      const cell = element("th", "", `${lane}`);
      cell.scope = "row";
      const place = request.space === "global" ? words.figure(Math.floor(address / SECTOR_BYTES)) : words.bankList(address, request.width).replace(/^banks? /, "");
      line.append(cell);
      const what = request.matrices ? words.rowOf(lane) : words.figure(elements[lane]);
      for (const text of [what, words.bytes(address, request.width).replace(/^bytes? /, ""), place]) {
        line.append(element("td", "", text));
      }
    }
    return made;
  }

  explorer.drawing = { element, memory, wavefronts, table };
})();
