// The form of one request: shows a state, and tells the page of each change. Also the fields that set the names of an expression.
"use strict";
(() => {
  const explorer = (globalThis.explorer ??= {});
  const { state: states, drawing } = explorer;
  const { element } = drawing;
  const RANGES = new Map([["stride", [0, 33]], ["pitch", [1, 72]], ["n", [32, 1024]]]);
  const USUAL_RANGE = [0, 63];
  const MEANINGS = new Map([["pitch", "elements in a row of the array"]]);
  const byId = (id) => document.getElementById(id);

  // A number field that keeps its last number while what is typed is none. told: called with each new one.
  function numberField(field, least, most, told) {
    field.addEventListener("input", () => {
      const value = states.integer(field.value, least, most, null);
      field.setAttribute("aria-invalid", String(value === null || String(value) !== field.value));
      if (value !== null) told(value);
    });
    field.addEventListener("change", () => {
      field.value = field.dataset.value;
      field.removeAttribute("aria-invalid");
    });
  }

  // Not while it is being typed in: the text would jump.
  function show(field, value) {
    field.dataset.value = value;
    if (document.activeElement !== field || states.integer(field.value, -Infinity, Infinity, null) === null) field.value = value;
  }

  // The names of an expression, each with a number and a slider. Made anew only where the names changed, so that the one in use stays.
  class ParameterFields {
    // told: called with a name and its new value.
    constructor(place, prefix, told) {
      Object.assign(this, { place, prefix, told, names: [], fields: [] });
    }

    show(names, values) {
      if (this.names.join() !== names.join()) {
        this.names = names;
        this.fields = names.map((name, index) => this.field(name, `${this.prefix}-${index}`));
        this.place.replaceChildren(...this.fields.map((field) => field.made));
      }
      names.forEach((name, index) => this.fields[index].show(values.get(name)));
    }

    field(name, id) {
      const [least, most] = RANGES.get(name) ?? USUAL_RANGE;
      const made = element("div", "parameter");
      const label = element("label", "", name);
      label.htmlFor = id;
      if (MEANINGS.has(name)) label.append(element("small", "", ` ${MEANINGS.get(name)}`));
      const number = element("input");
      Object.assign(number, { type: "number", id, step: 1, min: -states.LARGEST, max: states.LARGEST });
      const slider = element("input");
      Object.assign(slider, { type: "range", min: least, max: most });
      slider.setAttribute("aria-label", `${name}, slider`);
      numberField(number, -states.LARGEST, states.LARGEST, (value) => this.told(name, value));
      slider.addEventListener("input", () => this.told(name, Number(slider.value)));
      made.append(label, number, slider);
      return { made, show: (value) => { show(number, value); slider.value = value; } };
    }
  }

  class Controls {
    // told: called with what changed of the state.
    constructor(told) {
      this.told = told;
      this.parameters = new ParameterFields(byId("parameters"), "parameter", (name, value) => told({ parameter: [name, value] }));
      byId("access").addEventListener("input", (event) => told({ text: event.target.value, step: 0 }));
      for (const id of ["form", "more-form"]) byId(id).addEventListener("submit", (event) => event.preventDefault());
      for (const [id, read] of [["space", String], ["op", String], ["size", Number]]) {
        byId(id).addEventListener("change", (event) => told({ [id]: read(event.target.value), step: 0 }));
      }
      numberField(byId("base"), 0, states.LARGEST, (base) => told({ base }));
      numberField(byId("first"), 1, 31, (n) => told({ mask: states.firstLanes(n), step: 0 }));
      byId("active").addEventListener("change", (event) => told({ mask: this.maskOf(event.target.value), step: 0 }));
    }

    maskOf(choice) {
      if (choice === "other") return states.EVERY_OTHER;
      return choice === "first" ? states.firstLanes(Number(byId("first").value)) : states.ALL;
    }

    show(state, names) {
      const access = byId("access");
      if (access.value !== state.text) access.value = state.text;
      for (const id of ["space", "op", "size"]) byId(id).value = String(state[id]);
      for (const id of ["size", "active"]) byId(id).disabled = states.matricesOf(state.op) > 0; // of halves, by all lanes
      show(byId("base"), state.base);
      const choice = states.choiceOf(state.mask);
      byId("active").value = choice;
      byId("own").hidden = choice !== "own";
      byId("first-field").hidden = choice !== "first";
      if (choice === "first") show(byId("first"), states.countOf(state.mask));
      this.parameters.show(names, state.parameters);
    }
  }

  Object.assign(explorer, { Controls, ParameterFields });
})();
