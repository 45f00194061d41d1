// What the reader set in the view of a whole tile, its examples, and its form in the page's address.
"use strict";
(() => {
  const explorer = (globalThis.explorer ??= {});
  const { state: states, sequence } = explorer;
  const SIDES = [32, 16];
  const SIZES = [4, 8];
  const WALKS = ["rows", "columns"];
  const MOST_STEPS = 128; // four accesses of 32 requests

  const access = (text, walk) => ({ text, walk });
  const through = (store, load = store) => ({
    in: access("r * n + c", "rows"),
    store: access(store, "rows"),
    load: access(load, "columns"),
    out: access("c * n + r", "columns"),
  });
  const NAIVE = { in: access("r * n + c", "rows"), store: access("", "rows"), load: access("", "columns"), out: access("c * n + r", "rows") };
  const FIELDS = { in: access("lane * 32 + r", "rows"), store: access("", "rows"), load: access("", "columns"), out: access("lane + 32 * r", "rows") };

  // at: the request that is shown first; says: what there is to see.
  const EXAMPLES = [
    { name: "tile[32][32]", accesses: through("r * 32 + c"), at: 65, says: "A column of tile[32][32] lies in one bank. Each of the 32 loads needs 32 wavefronts." },
    { name: "tile[32][33]", accesses: through("r * 33 + c"), at: 65, says: "One unused column per row moves each row on by one bank. Rows and columns are both free of conflicts." },
    { name: "Swizzle", accesses: through("r * 32 + (c ^ r)"), at: 66, says: "c ^ r reorders each row differently. No conflict, and no memory spent." },
    { name: "tile[16][16]", side: 16, accesses: through("r * 16 + c"), at: 17, says: "A warp takes two columns of a 16 x 16 tile. Its 32 words lie in four banks only, eight in each." },
    { name: "tile[16][17]", side: 16, accesses: through("r * 17 + c"), at: 17, says: "Padding leaves one conflict: the last word of one column and the first of the next share a bank." },
    { name: "double [32][33]", size: 8, accesses: through("r * 33 + c"), at: 65, says: "Elements of 8 bytes are served 16 lanes at a time. Two wavefronts are the least." },
    { name: "No tile", accesses: NAIVE, at: 33, says: "Without a tile the store goes down a column of out: 32 sectors in each request." },
    { name: "A loop over fields", accesses: FIELDS, at: 1, says: "Round r reads field r of a struct of 32 floats. Eight rounds in a row move the same 32 sectors, each time for one float of each." },
  ];

  const fromExample = ({ accesses, at, side = 32, size = 4 }) => ({
    side,
    size,
    warp: "all",
    accesses: structuredClone(accesses),
    parameters: new Map([["n", 256]]),
    step: at,
  });

  const oneOf = (value, values, otherwise) => (values.includes(value) ? value : otherwise);

  function fromHash(hash) {
    const said = new URLSearchParams(hash.replace(/^#/, ""));
    const state = fromExample(EXAMPLES[0]);
    state.side = oneOf(Number(said.get("side")), SIDES, 32);
    state.size = oneOf(Number(said.get("size")), SIZES, 4);
    state.warp = /^[0-7]$/.test(said.get("warp") ?? "") ? Number(said.get("warp")) : "all";
    state.step = states.integer(said.get("step"), 0, MOST_STEPS, said.has("in") || said.has("store") ? 0 : state.step);
    for (const { key } of sequence.ACCESSES) {
      if (said.has(key)) state.accesses[key].text = said.get(key).slice(0, 200);
      state.accesses[key].walk = oneOf(said.get(`${key}-by`), WALKS, state.accesses[key].walk);
    }
    for (const [key, value] of said) {
      if (key.startsWith(".")) state.parameters.set(key.slice(1), states.integer(value, -states.LARGEST, states.LARGEST, 0));
    }
    return state;
  }

  function toHash(state, names) {
    const said = new URLSearchParams({ view: "tile", side: state.side, size: state.size, step: state.step });
    if (state.warp !== "all") said.set("warp", state.warp);
    for (const { key } of sequence.ACCESSES) {
      said.set(key, state.accesses[key].text);
      said.set(`${key}-by`, state.accesses[key].walk);
    }
    for (const name of names) said.set(`.${name}`, state.parameters.get(name));
    return `#${said}`;
  }

  // Which example the state is, whatever step it is at; -1 where it is none.
  function exampleOf(state) {
    const plain = ({ side, size, warp, accesses }) => JSON.stringify([side, size, warp, accesses]);
    return EXAMPLES.findIndex((example) => plain(fromExample(example)) === plain(state));
  }

  explorer.tileState = { EXAMPLES, fromExample, fromHash, toHash, exampleOf };
})();
