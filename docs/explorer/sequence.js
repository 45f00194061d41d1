// All requests of a block that moves a square tile, in the order in which they are stepped through. Up to four accesses follow one
// another: a load from global memory, a store to the tile, a load from the tile, a store to global memory.
//
// In a request each lane has one element (r, c) of the tile: along a row of it (c is the lane, r the request's number) or down
// a column (r is the lane). A tile 16 wide has two rows, or two columns, in a request. Pure: no page.
"use strict";
(() => {
  const explorer = (globalThis.explorer ??= {});
  const { counting } = explorer;
  const WARPS = 8; // of a block of 32 x 8 or 16 x 16 threads: the two that lab 4 launches
  const ACCESSES = [
    { key: "in", array: "in", space: "global", op: "load" },
    { key: "store", array: "tile", space: "shared", op: "store" },
    { key: "load", array: "tile", space: "shared", op: "load" },
    { key: "out", array: "out", space: "global", op: "store" },
  ];

  function placeOf(side, walk, number, lane) {
    const across = lane % side;
    const along = (number * counting.LANES) / side + Math.floor(lane / side);
    return walk === "rows" ? { r: along, c: across } : { r: across, c: along };
  }

  // What a request costs in the count that matters, and the least that its bytes need.
  function mainCost(request) {
    const cost = counting.cost(request);
    return request.space === "global" ? { cost: cost.sectors, least: cost.leastSectors } : { cost: cost.wavefronts, least: cost.leastWavefronts };
  }

  function requestsOf(state, access, tree) {
    const count = (state.side * state.side) / counting.LANES;
    const setting = { space: access.space, op: access.op, size: state.size, base: 0, mask: explorer.state.ALL };
    return Array.from({ length: count }, (_, number) => {
      const places = Array.from({ length: counting.LANES }, (_, lane) => placeOf(state.side, access.walk, number, lane));
      const valuesOf = (lane) => new Map([...state.parameters, ...Object.entries(places[lane])]);
      const { request, elements } = explorer.requestOf(setting, tree, valuesOf);
      return { access, number, warp: number % WARPS, places, request, elements, ...mainCost(request) };
    }).filter(({ warp }) => state.warp === "all" || warp === state.warp);
  }

  // The accesses that are not left empty, each with its expression's tree. An error says in `key` which field it is of.
  function readAccesses(state) {
    const found = [];
    for (const fixed of ACCESSES) {
      const { text, walk } = state.accesses[fixed.key];
      if (text.trim() === "") continue;
      found.push({ ...fixed, text, walk, tree: blaming(fixed.key, () => index(text)) });
    }
    return found;
  }

  // A tile's accesses are computed for each warp: a list of addresses is of one.
  function index(text) {
    const tree = explorer.parse(text);
    if (tree.bytes) throw new explorer.ExpressionError("a list of addresses is one request’s: a tile needs an index", 1);
    return tree;
  }

  function blaming(key, work) {
    try {
      return work();
    } catch (error) {
      error.key = key;
      throw error;
    }
  }

  // The names that are to be set: all but the element's own row and column.
  function namesOf(accesses) {
    return [...new Set(accesses.flatMap(({ tree }) => tree.names))].filter((name) => name !== "r" && name !== "c");
  }

  // {accesses: each with its requests, cost and least; requests: all of them in order}
  function sequenceOf(state, accesses) {
    const made = accesses.map((access) => {
      const requests = blaming(access.key, () => requestsOf(state, access, access.tree));
      const sum = (key) => requests.reduce((total, request) => total + request[key], 0);
      return { ...access, requests, cost: sum("cost"), least: sum("least") };
    });
    return { accesses: made, requests: made.flatMap(({ requests }) => requests) };
  }

  // Where the store puts each element: "r,c" -> its index.
  function layoutOf(sequence) {
    const store = sequence.accesses.find(({ key }) => key === "store");
    const layout = new Map();
    for (const { places, elements } of store?.requests ?? []) places.forEach(({ r, c }, lane) => layout.set(`${r},${c}`, elements[lane]));
    return layout;
  }

  // What is wrong with the way through the tile, whatever it costs. With one warp alone nothing can be said: others store, too.
  function faultsOf(state, sequence) {
    const layout = layoutOf(sequence);
    if (layout.size === 0 || state.warp !== "all") return [];
    const owners = new Map();
    for (const [place, index] of layout) {
      if (owners.has(index)) return [`Elements (${owners.get(index)}) and (${place}) are both stored at tile[${index}]: one is lost.`];
      owners.set(index, place);
    }
    const load = sequence.accesses.find(({ key }) => key === "load");
    for (const { places, elements } of load?.requests ?? []) {
      const lane = elements.findIndex((index, at) => owners.get(index) !== `${places[at].r},${places[at].c}`);
      if (lane < 0) continue;
      const { r, c } = places[lane];
      const there = owners.has(elements[lane]) ? `element (${owners.get(elements[lane])})` : "nothing";
      return [`The load of element (${r},${c}) reads tile[${elements[lane]}], where the store put ${there}: store and load need the same index.`];
    }
    return [];
  }

  explorer.sequence = { ACCESSES, WARPS, readAccesses, namesOf, sequenceOf, layoutOf, faultsOf };
})();
