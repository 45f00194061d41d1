// The view of one request: a state, what follows from it, and the part of the page that shows both.
"use strict";
(() => {
  const explorer = globalThis.explorer;
  const { Controls, Lanes, counting, drawing, words, steps, presets, state: states } = explorer;
  const { element } = drawing;
  const BEGIN = presets[1];
  const CHOOSE_LANES = "Select a lane to take it out of the request, or to bring it back.";
  const byId = (id) => document.getElementById(id);

  let state = null;
  let access = { subscripts: [], names: [] }; // the last text that could be read
  let drawn = null; // {request, elements}, null where the access is none
  let going = []; // the steps of `drawn`
  let pointed = null;
  let saved = () => {}; // called after each change, with the text that the address is to hold

  const controls = new Controls(change);
  const lanes = new Lanes(byId("lanes"), toggle, point);

  // Global memory has no ldmatrix: who turns to it gets a plain load.
  function change({ parameter, ...part }) {
    const op = part.space === "global" && states.matricesOf(state.op) ? { op: "load" } : {};
    state = states.settled({ ...state, ...part, ...op });
    if (parameter) state.parameters.set(...parameter);
    render();
  }

  function toggle(lane) {
    if (states.matricesOf(state.op)) return; // its lanes are not to be chosen
    change({ mask: (state.mask ^ (1 << lane)) >>> 0, step: 0 });
  }

  // The grids alone are drawn anew: the lane keeps the focus.
  function point(lane) {
    pointed = lane;
    byId("pointed").textContent = lane !== null && drawn ? `${words.lane(lane, drawn.request, drawn.elements)}.` : "";
    if (drawn) drawGrids(view());
  }

  function read() {
    access = explorer.parse(state.text);
    for (const name of access.names) {
      if (!state.parameters.has(name)) state.parameters.set(name, states.usual(name));
    }
    drawn = explorer.requestOf(state, access);
  }

  function render() {
    let error = null;
    drawn = null;
    try {
      read();
    } catch (one) {
      if (!(one instanceof explorer.ExpressionError) && !(one instanceof explorer.AccessFault)) throw one;
      error = one;
    }
    if (state.space === "global") state.by = "lanes";
    going = drawn ? steps.stepsOf(drawn.request, drawn.elements, state.by) : [];
    state.step = Math.min(state.step, going.length);
    controls.show(state, access.names);
    showError(error);
    showPresets();
    showCost(error);
    showStep();
    saved(states.toHash(state, access.names));
  }

  function showError(error) {
    const field = byId("access");
    const shown = byId("error");
    shown.replaceChildren();
    field.setAttribute("aria-invalid", String(error !== null));
    if (!error) return;
    if (error.column) {
      const caret = element("pre", "", `${state.text}\n${" ".repeat(error.column - 1)}^`);
      caret.setAttribute("aria-hidden", "true");
      shown.append(caret);
    }
    shown.append(element("p", "", `${error.column ? `Column ${error.column}: ` : ""}${error.message}.`));
  }

  function showCost(error) {
    const cost = drawn ? counting.cost(drawn.request) : null;
    const verdict = cost ? words.verdict(drawn.request, cost) : { good: true, heading: "Nothing to count", more: "Correct the access first. The error is shown below its field." };
    byId("verdict").className = `verdict ${error ? "none" : verdict.good ? "" : "costly"}`;
    byId("heading").textContent = verdict.heading;
    byId("more").textContent = verdict.more;
    const told = cost ? words.numbers(drawn.request, cost) : [];
    byId("numbers").replaceChildren(
      ...told.map(([name, number, meaning]) => {
        const made = element("div");
        made.append(element("dt", "", name), element("dd", "number", words.figure(number)), element("dd", "", meaning));
        return made;
      }),
    );
  }

  function view() {
    const now = state.step > 0 ? going[state.step - 1] : steps.whole(drawn.request);
    return pointed === null || drawn.request.addresses[pointed] === null ? now : { ...now, now: new Set([pointed]) };
  }

  function showStep() {
    byId("by-field").hidden = state.space === "global";
    byId("by").value = state.by;
    const slider = byId("step");
    slider.max = going.length;
    slider.value = state.step;
    slider.setAttribute("aria-valuetext", state.step === 0 ? "all at once" : `step ${state.step} of ${going.length}`);
    byId("step-of").textContent = state.step === 0 ? "all at once" : `step ${state.step} of ${going.length}`;
    byId("told").textContent = state.step > 0 ? going[state.step - 1].says : `The whole request. Step through it ${state.by === "lanes" ? "lane by lane" : "wavefront by wavefront"}.`;
    const matrices = states.matricesOf(state.op);
    byId("lanes-note").textContent = matrices ? "A lane gives the address of a row: lanes 0–7 those of matrix 0, lanes 8–15 those of matrix 1, and so on." : CHOOSE_LANES;
    const giving = states.firstLanes(matrices ? matrices * counting.MATRIX_ROWS : counting.LANES);
    lanes.show((state.mask & giving) >>> 0, drawn, drawn ? view() : null, matrices === 0);
    byId("pictures").hidden = !drawn || going.length === 0;
    if (drawn) drawGrids(view());
    byId("as-table").hidden = !drawn;
    byId("table").replaceChildren(...(drawn ? [drawing.table(drawn.request, drawn.elements)] : []));
  }

  function drawGrids(now) {
    const { request } = drawn;
    const shared = request.space === "shared";
    byId("waves-figure").hidden = !shared;
    byId("waves").replaceChildren(...(shared ? [drawing.wavefronts(request, now)] : []));
    byId("memory").replaceChildren(drawing.memory(request, now));
    byId("memory-title").textContent = shared ? "Where the words lie" : "Where the bytes lie";
    byId("memory-note").textContent = shared
      ? "One row is 128 bytes: one word of 4 bytes in each of the 32 banks. Words in one column share a bank."
      : "One row is a line of 128 bytes: four sectors of 32 bytes. Hatched sectors are moved, boxes are the bytes that lanes access.";
  }

  function step(by) {
    const last = going.length;
    change({ step: (state.step + by + last + 1) % (last + 1) });
  }

  function presetButton(preset) {
    const made = element("button", "preset", preset.name);
    made.type = "button";
    made.addEventListener("click", () => begin(states.fromPreset(preset)));
    return made;
  }

  const buttons = presets.map(presetButton);

  const same = (a, b) => a.text === b.text && a.space === b.space && a.op === b.op && a.size === b.size && a.base === b.base && a.mask === b.mask;

  function isPreset(preset) {
    const parameters = Object.entries(preset.parameters ?? {});
    return same(states.fromPreset(preset), state) && parameters.every(([name, value]) => state.parameters.get(name) === value);
  }

  function showPresets() {
    const chosen = presets.findIndex(isPreset);
    buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(index === chosen)));
    byId("says").textContent = chosen >= 0 ? presets[chosen].says : "";
  }

  function begin(with_) {
    state = with_;
    render();
  }

  function fromAddress(hash) {
    begin(hash.includes("access=") ? states.fromHash(hash) : states.fromPreset(BEGIN));
  }

  presets.forEach((preset, index) => byId(`${preset.space}-presets`).append(buttons[index]));
  byId("back").addEventListener("click", () => step(-1));
  byId("forward").addEventListener("click", () => step(1));
  byId("all").addEventListener("click", () => change({ step: 0 }));
  byId("step").addEventListener("input", (event) => change({ step: Number(event.target.value) }));
  byId("by").addEventListener("change", (event) => change({ by: event.target.value, step: 0 }));
  explorer.requestPage = { fromAddress, onSave: (told) => (saved = told) };
})();
