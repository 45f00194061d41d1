// What one request of a warp costs, by the rules that an NVIDIA H200's own counters follow on all 960 measured patterns
// (common/simt/data/h200_warp_patterns.csv). The same rules as common/simt/machine/requests/request.cpp. Pure: no page, no state.
//
// A request: {space: "global" | "shared", op: "load" | "store", width: 1, 2, 4, 8 or 16 bytes per lane,
// addresses: 32 byte addresses, each a multiple of the width; null where the lane is not active;
// matrices: 1, 2 or 4 of an ldmatrix, whose lanes give the addresses of rows of 16 bytes, eight lanes a matrix; 0 of other loads}.
"use strict";
(() => {
  const explorer = (globalThis.explorer ??= {});
  const LANES = 32;
  const SECTOR_BYTES = 32;
  const LINE_BYTES = 128;
  const BANKS = 32;
  const WORD_BYTES = 4;
  const MATRIX_ROWS = 8;

  const activeLanes = (request) => [...request.addresses.keys()].filter((lane) => request.addresses[lane] !== null);

  // What lanes touch, in order: for each piece of `bytes` bytes its number and the lanes in it. A lane lies in one piece of
  // at least its width, since addresses are multiples of the width.
  function pieces(request, bytes) {
    const found = new Map();
    for (const lane of activeLanes(request)) {
      const piece = Math.floor(request.addresses[lane] / bytes);
      if (!found.has(piece)) found.set(piece, []);
      found.get(piece).push(lane);
    }
    return [...found].sort(([a], [b]) => a - b).map(([number, lanes]) => ({ number, lanes }));
  }

  const sectors = (request) => pieces(request, SECTOR_BYTES);
  const lines = (request) => pieces(request, LINE_BYTES);
  const distinctBytes = (request) => pieces(request, request.width).length * request.width;

  // Whether every pair of lanes (l, l ^ distance) reads one address; a lane that is not active agrees with anything.
  function pairsAgree(request, distance) {
    return activeLanes(request).every((lane) => {
      const other = request.addresses[lane ^ distance];
      return other === null || other === request.addresses[lane];
    });
  }

  // How many lanes shared memory serves together: 128 bytes' worth, and twice as many where the pairs of a wide load agree.
  // Of an ldmatrix these are always the eight rows of one matrix.
  function lanesPerGroup(request) {
    const lanes = Math.min(LANES, (BANKS * WORD_BYTES) / Math.max(request.width, WORD_BYTES));
    const wideLoad = request.op === "load" && request.width > WORD_BYTES && !request.matrices;
    return wideLoad && (pairsAgree(request, 1) || pairsAgree(request, 2)) ? 2 * lanes : lanes;
  }

  // For one group of lanes: bank -> word -> the lanes that want it.
  function piles(request, first, last) {
    const banks = new Map();
    for (const lane of activeLanes(request)) {
      if (lane < first || lane > last) continue;
      const address = request.addresses[lane];
      for (let byte = 0; byte < request.width; byte += WORD_BYTES) {
        const word = Math.floor((address + byte) / WORD_BYTES);
        const bank = word % BANKS;
        if (!banks.has(bank)) banks.set(bank, new Map());
        if (!banks.get(bank).has(word)) banks.get(bank).set(word, []);
        banks.get(bank).get(word).push(lane);
      }
    }
    return banks;
  }

  // The groups of lanes that are served one after another, without those of no active lane. wavefronts: of this group.
  function groups(request) {
    const size = lanesPerGroup(request);
    const found = [];
    for (let first = 0; first < LANES; first += size) {
      const banks = piles(request, first, first + size - 1);
      const deepest = Math.max(0, ...[...banks.values()].map((words) => words.size));
      if (deepest > 0) found.push({ first, last: first + size - 1, banks, wavefronts: deepest });
    }
    return found;
  }

  function globalCost(request) {
    return {
      sectors: sectors(request).length,
      leastSectors: Math.ceil(distinctBytes(request) / SECTOR_BYTES),
      lines: lines(request).length,
      bytes: distinctBytes(request),
    };
  }

  function sharedCost(request) {
    const served = groups(request);
    const wavefronts = served.reduce((sum, group) => sum + group.wavefronts, 0);
    return { wavefronts, leastWavefronts: served.length, bankConflicts: wavefronts - served.length };
  }

  // requests: 1, whatever the width; 0 where no lane is active.
  function cost(request) {
    const requests = activeLanes(request).length > 0 ? 1 : 0;
    return { requests, ...(request.space === "global" ? globalCost(request) : sharedCost(request)) };
  }

  explorer.counting = { LANES, SECTOR_BYTES, LINE_BYTES, BANKS, WORD_BYTES, MATRIX_ROWS, activeLanes, pieces, sectors, lines, groups, cost };
})();
