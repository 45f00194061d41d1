// The row of 32 lanes. Each is a button that takes the lane out of the request or brings it back, where there is a choice. One is in
// the tab order, arrow keys go to the others.
"use strict";
(() => {
  const explorer = (globalThis.explorer ??= {});
  const { counting, drawing, words } = explorer;
  const MOVES = new Map([["ArrowRight", 1], ["ArrowLeft", -1], ["ArrowDown", 8], ["ArrowUp", -8], ["Home", -32], ["End", 32]]);

  class Lanes {
    // pressed: called with a lane; pointed: with the lane that is pointed at or has the focus, null when none is any more.
    constructor(place, pressed, pointed) {
      this.buttons = Array.from({ length: counting.LANES }, (_, lane) => this.button(lane, pressed, pointed));
      place.append(...this.buttons);
      place.addEventListener("keydown", (event) => this.move(event));
      this.enter(0);
    }

    button(lane, pressed, pointed) {
      const made = drawing.element("button", "lane", `${lane}`);
      made.type = "button";
      made.addEventListener("click", () => pressed(lane));
      made.addEventListener("focus", () => {
        this.enter(lane);
        pointed(lane);
      });
      made.addEventListener("mouseenter", () => pointed(lane));
      for (const left of ["blur", "mouseleave"]) made.addEventListener(left, () => pointed(null));
      return made;
    }

    enter(lane) {
      this.buttons.forEach((button, one) => (button.tabIndex = one === lane ? 0 : -1));
    }

    move(event) {
      const from = this.buttons.indexOf(document.activeElement);
      const by = MOVES.get(event.key);
      if (from < 0 || by === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.buttons[Math.min(counting.LANES - 1, Math.max(0, from + by))].focus();
    }

    // drawn: {request, elements}, or null where there is none; mask: who takes part; view: what is shown of it; free: to be chosen.
    show(mask, drawn, view, free) {
      this.buttons.forEach((button, lane) => {
        const active = ((mask >>> lane) & 1) === 1;
        button.setAttribute("aria-pressed", String(active));
        button.setAttribute("aria-disabled", String(!free));
        button.setAttribute("aria-label", drawn ? words.lane(lane, drawn.request, drawn.elements) : `Lane ${lane}`);
        button.classList.toggle("now", Boolean(view?.now.has(lane)));
        button.classList.toggle("later", Boolean(view && active && !view.shown.has(lane)));
      });
    }
  }

  explorer.Lanes = Lanes;
})();
