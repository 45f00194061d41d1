// The view of a whole tile: its form, its steps and its pictures.
"use strict";
(() => {
  const explorer = (globalThis.explorer ??= {});
  const { drawing, sequence: sequences, tileState, tileDrawing, tileWords, words } = explorer;
  const { element } = drawing;
  const PLAY_EVERY = 350; // ms a request
  const byId = (id) => document.getElementById(id);

  class TilePage {
    // saved: called after each change, with the text that the address is to hold.
    constructor(saved) {
      this.saved = saved;
      this.timer = 0;
      this.parameters = new explorer.ParameterFields(byId("tile-parameters"), "tile-parameter", (name, value) => {
        this.state.parameters.set(name, value);
        this.render();
      });
      this.examples = tileState.EXAMPLES.map((example) => this.exampleButton(example));
      byId("tile-examples").append(...this.examples);
      this.listenToForm();
      this.listenToSteps();
    }

    exampleButton(example) {
      const made = element("button", "preset", example.name);
      made.type = "button";
      made.addEventListener("click", () => this.begin(tileState.fromExample(example)));
      return made;
    }

    listenToForm() {
      byId("tile-form").addEventListener("submit", (event) => event.preventDefault());
      for (const { key } of sequences.ACCESSES) {
        byId(`tile-${key}`).addEventListener("input", (event) => this.change(() => (this.state.accesses[key].text = event.target.value)));
        byId(`tile-${key}-by`).addEventListener("change", (event) => this.change(() => (this.state.accesses[key].walk = event.target.value)));
      }
      byId("tile-side").addEventListener("change", (event) => this.change(() => (this.state.side = Number(event.target.value))));
      byId("tile-size").addEventListener("change", (event) => this.change(() => (this.state.size = Number(event.target.value))));
      byId("tile-warp").addEventListener("change", (event) => {
        this.state.step = 0;
        this.change(() => (this.state.warp = event.target.value === "all" ? "all" : Number(event.target.value)));
      });
    }

    listenToSteps() {
      byId("tile-back").addEventListener("click", () => this.go(this.state.step - 1));
      byId("tile-forward").addEventListener("click", () => this.go(this.state.step + 1));
      byId("tile-all").addEventListener("click", () => this.go(0));
      byId("tile-step").addEventListener("input", (event) => this.go(Number(event.target.value)));
      byId("tile-play").addEventListener("click", () => (this.timer ? this.stop() : this.play()));
      // Readers who prefer reduced motion step by hand.
      const calm = matchMedia("(prefers-reduced-motion: reduce)");
      const follow = () => {
        byId("tile-play").hidden = calm.matches;
        if (calm.matches) this.stop();
      };
      calm.addEventListener("change", follow);
      follow();
    }

    begin(state) {
      this.stop();
      this.state = state;
      this.render();
    }

    change(work) {
      this.stop();
      work();
      this.render();
    }

    go(step) {
      this.stop();
      this.showAt(step);
    }

    showAt(step) {
      const count = this.sequence ? this.sequence.requests.length + 1 : 1;
      this.state.step = (step + count) % count;
      this.render();
    }

    play() {
      byId("tile-play").textContent = "Pause";
      byId("tile-told").setAttribute("aria-live", "off"); // a sentence every third of a second is no help
      this.timer = setInterval(() => {
        const last = this.state.step + 1 >= this.sequence.requests.length;
        this.showAt(this.state.step + 1);
        if (last) this.stop();
      }, PLAY_EVERY);
    }

    stop() {
      clearInterval(this.timer);
      this.timer = 0;
      byId("tile-play").textContent = "Play";
      byId("tile-told").setAttribute("aria-live", "polite");
    }

    read() {
      const accesses = sequences.readAccesses(this.state);
      this.names = sequences.namesOf(accesses);
      for (const name of this.names) {
        if (!this.state.parameters.has(name)) this.state.parameters.set(name, explorer.state.usual(name));
      }
      return sequences.sequenceOf(this.state, accesses);
    }

    render() {
      let error = null;
      this.sequence = null;
      this.names ??= [];
      try {
        this.sequence = this.read();
      } catch (one) {
        if (!(one instanceof explorer.ExpressionError) && !(one instanceof explorer.AccessFault)) throw one;
        error = one;
      }
      this.state.step = Math.min(this.state.step, this.sequence?.requests.length ?? 0);
      this.showForm(error);
      this.showVerdict();
      this.showSteps();
      this.showPictures();
      this.saved(tileState.toHash(this.state, this.names));
    }

    showForm(error) {
      const { state } = this;
      for (const { key } of sequences.ACCESSES) {
        const field = byId(`tile-${key}`);
        if (field.value !== state.accesses[key].text) field.value = state.accesses[key].text;
        field.setAttribute("aria-invalid", String(error?.key === key));
        byId(`tile-${key}-by`).value = state.accesses[key].walk;
      }
      byId("tile-side").value = String(state.side);
      byId("tile-size").value = String(state.size);
      byId("tile-warp").value = String(state.warp);
      this.parameters.show(this.names, state.parameters);
      const message = error ? `${error.column ? `Column ${error.column}: ` : ""}${error.message}.` : "";
      byId("tile-error").replaceChildren(...(error ? [element("code", "", `${state.accesses[error.key].text}`), element("p", "", message)] : []));
    }

    showVerdict() {
      const broken = { good: true, heading: "Nothing to count", more: "Correct the index first. The error is shown below its field." };
      const verdict = this.sequence ? tileWords.verdict(this.sequence) : broken;
      byId("tile-verdict").className = `verdict ${!this.sequence ? "none" : verdict.good ? "" : "costly"}`;
      byId("tile-heading").textContent = verdict.heading;
      byId("tile-more").textContent = verdict.more;
      byId("tile-faults").textContent = this.sequence ? sequences.faultsOf(this.state, this.sequence).join(" ") : "";
      const chosen = tileState.exampleOf(this.state);
      this.examples.forEach((button, index) => button.setAttribute("aria-pressed", String(index === chosen)));
      byId("tile-says").textContent = chosen >= 0 ? tileState.EXAMPLES[chosen].says : "";
    }

    showSteps() {
      const count = this.sequence?.requests.length ?? 0;
      const { step } = this.state;
      const text = step === 0 ? "all at once" : `request ${step} of ${count}`;
      const slider = byId("tile-step");
      Object.assign(slider, { max: count, value: step });
      slider.setAttribute("aria-valuetext", text);
      byId("tile-step-of").textContent = text;
      byId("tile-told").textContent = step > 0 ? tileWords.step(this.sequence, step) : `All ${words.plural(count, "request")}. Step through them one by one.`;
      byId("tile-pictures").hidden = count === 0;
    }

    showPictures() {
      const { state, sequence } = this;
      if (!sequence) return;
      const { step } = state;
      const current = step > 0 ? sequence.requests[step - 1] : null;
      const layout = sequences.layoutOf(sequence);
      const global = current?.access.space === "global";
      byId("tile-maps").hidden = global || layout.size === 0;
      byId("tile-memory-figure").hidden = !global;
      if (global) byId("tile-memory").replaceChildren(drawing.memory(current.request, explorer.steps.whole(current.request)));
      else if (layout.size > 0) {
        const written = this.writtenBy(step);
        byId("tile-elements").replaceChildren(tileDrawing.elements(state, layout, written, current));
        byId("tile-banks").replaceChildren(tileDrawing.banks(state, layout, written, current));
      }
      byId("tile-totals").replaceChildren(tileDrawing.totals(sequence, step));
    }

    writtenBy(step) {
      const done = this.sequence.requests.slice(0, step === 0 ? Infinity : step).filter(({ access }) => access.key === "store");
      return new Set(done.flatMap(({ places }) => places.map(({ r, c }) => `${r},${c}`)));
    }
  }

  explorer.TilePage = TilePage;
})();
