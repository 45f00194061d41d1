// Steps through a request, by lanes or by wavefronts. A step holds the lanes shown so far and those that are new.
"use strict";
(() => {
  const explorer = (globalThis.explorer ??= {});
  const { counting, words } = explorer;

  // All at once: what is drawn while nobody steps.
  const whole = (request) => ({ shown: new Set(counting.activeLanes(request)), now: new Set(), wavefront: Infinity, says: "" });

  // The order within a bank is not known; here the lowest word goes first.
  function wavefronts(request) {
    const found = [];
    for (const group of counting.groups(request)) {
      for (let depth = 0; depth < group.wavefronts; ++depth) {
        const cells = [];
        for (const [bank, pile] of group.banks) {
          const word = [...pile.keys()].sort((a, b) => a - b)[depth];
          if (word !== undefined) cells.push({ bank, word, lanes: pile.get(word) });
        }
        cells.sort((a, b) => a.bank - b.bank);
        found.push({ first: group.first, last: group.last, extra: depth > 0, cells });
      }
    }
    return found;
  }

  const upTo = (request, lane) => ({ ...request, addresses: request.addresses.map((address, one) => (one <= lane ? address : null)) });

  function byLanes(request, elements) {
    return counting.activeLanes(request).map((lane, index, lanes) => ({
      shown: new Set(lanes.slice(0, index + 1)),
      now: new Set([lane]),
      wavefront: Infinity,
      says: `${words.lane(lane, request, elements)}. ${soFar(request, lane, index + 1)}`,
    }));
  }

  function soFar(request, lane, lanes) {
    const now = counting.cost(upTo(request, lane));
    const before = counting.cost(upTo(request, lane - 1));
    const count = request.space === "global" ? "sectors" : "wavefronts";
    const more = now[count] - (before[count] ?? 0);
    const change = more > 0 ? `${words.plural(more, count.slice(0, -1))} more` : `no ${count.slice(0, -1)} more`;
    return `That is ${change}; ${words.plural(now[count], count.slice(0, -1))} for ${words.plural(lanes, "lane")} so far.`;
  }

  function byWavefronts(request) {
    const shown = new Set();
    const rounds = wavefronts(request);
    return rounds.map((round, index) => {
      const now = new Set(round.cells.flatMap((cell) => cell.lanes));
      now.forEach((lane) => shown.add(lane));
      const lanes = words.ranges([...now].sort((a, b) => a - b));
      const busy = words.plural(round.cells.length, "bank");
      const says = `Wavefront ${index + 1} of ${rounds.length}: ${busy} of 32 ${round.cells.length === 1 ? "gives" : "give"} a word, to ${now.size === 1 ? "lane" : "lanes"} ${lanes}.`;
      return { shown: new Set(shown), now, wavefront: index, says };
    });
  }

  function stepsOf(request, elements, by) {
    return by === "wavefronts" && request.space === "shared" ? byWavefronts(request) : byLanes(request, elements);
  }

  explorer.steps = { whole, wavefronts, stepsOf };
})();
