// What the reader set, and its form in the page's address (after the #), so that a picture can be linked.
"use strict";
(() => {
  const explorer = (globalThis.explorer ??= {});
  const { LANES } = explorer.counting;
  const ALL = 0xffffffff;
  const EVERY_OTHER = 0x55555555;
  const SIZES = [1, 2, 4, 8, 16];
  const OPS = ["load", "store", "ldmatrix.x1", "ldmatrix.x2", "ldmatrix.x4"];
  const HALF_BYTES = 2;
  const LARGEST = 1000000;
  const LONGEST = 500; // characters: a list of 32 addresses of 14 digits
  const DEFAULTS = { space: "global", op: "load", size: 4, base: 0, mask: ALL, by: "lanes", step: 0 };
  const USUAL = new Map([["stride", 1], ["pitch", 32], ["n", 256], ["blockDim.x", 256], ["blockDim.y", 1], ["blockDim.z", 1]]);

  // How many matrices an instruction loads; 0 of one that loads none.
  const matricesOf = (op) => Number(/^ldmatrix\.x(\d)$/.exec(op)?.[1] ?? 0);

  // What ldmatrix leaves no choice of: it loads halves from shared memory, and all lanes take part.
  function settled(state) {
    return matricesOf(state.op) ? { ...state, space: "shared", size: HALF_BYTES, mask: ALL } : state;
  }

  const usual = (name) => USUAL.get(name) ?? 0;
  const firstLanes = (n) => (n >= LANES ? ALL : (2 ** n - 1) >>> 0);
  const countOf = (mask) => [...mask.toString(2)].filter((bit) => bit === "1").length;

  // Which of the offered choices a mask is. own: chosen lane by lane.
  function choiceOf(mask) {
    if (mask === ALL) return "all";
    if (mask === EVERY_OTHER) return "other";
    return mask !== 0 && mask === firstLanes(countOf(mask)) ? "first" : "own";
  }

  function integer(text, least, most, otherwise) {
    if (!/^-?\d{1,10}$/.test(text ?? "")) return otherwise;
    return Math.min(most, Math.max(least, Number(text)));
  }

  const oneOf = (value, values, otherwise) => (values.includes(value) ? value : otherwise);

  // A state from the text after the #. What it does not say, or says wrongly, is as in DEFAULTS.
  function fromHash(hash) {
    const said = new URLSearchParams(hash.replace(/^#/, ""));
    const parameters = new Map();
    for (const [key, value] of said) {
      if (key.startsWith(".")) parameters.set(key.slice(1), integer(value, -LARGEST, LARGEST, 0));
    }
    const mask = /^[0-9a-f]{1,8}$/.test(said.get("lanes") ?? "") ? parseInt(said.get("lanes"), 16) : DEFAULTS.mask;
    return settled({
      text: (said.get("access") ?? "").slice(0, LONGEST),
      space: oneOf(said.get("space"), ["global", "shared"], DEFAULTS.space),
      op: oneOf(said.get("op"), OPS, DEFAULTS.op),
      size: oneOf(Number(said.get("size")), SIZES, DEFAULTS.size),
      base: integer(said.get("base"), 0, LARGEST, DEFAULTS.base),
      mask,
      parameters,
      by: oneOf(said.get("by"), ["lanes", "wavefronts"], DEFAULTS.by),
      step: integer(said.get("step"), 0, 128, DEFAULTS.step),
    });
  }

  // names: the parameters that the expression uses; others are not worth a place.
  function toHash(state, names) {
    const said = new URLSearchParams({ access: state.text });
    for (const key of ["space", "op", "size", "base", "by", "step"]) {
      if (state[key] !== DEFAULTS[key]) said.set(key, state[key]);
    }
    if (state.mask !== ALL) said.set("lanes", state.mask.toString(16));
    for (const name of names) said.set(`.${name}`, state.parameters.get(name));
    return `#${said.toString().replace(/%5B/g, "[").replace(/%5D/g, "]")}`;
  }

  function fromPreset({ text, space, op, size, parameters = {} }) {
    return settled({ ...DEFAULTS, text, space, op, size, parameters: new Map(Object.entries(parameters)) });
  }

  explorer.state = { ALL, EVERY_OTHER, SIZES, LARGEST, matricesOf, settled, usual, firstLanes, countOf, choiceOf, integer, fromHash, toHash, fromPreset };
})();
