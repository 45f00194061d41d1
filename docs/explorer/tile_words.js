// The sentences about a whole tile: its cost, and the request that the steps are at.
"use strict";
(() => {
  const explorer = (globalThis.explorer ??= {});
  const { words } = explorer;
  const { figure, plural } = words;
  const UNITS = new Map([["global", "sector"], ["shared", "wavefront"]]);

  function sumOf(sequence, space) {
    const accesses = sequence.accesses.filter((access) => access.space === space);
    const sum = (key) => accesses.reduce((total, access) => total + access[key], 0);
    return { present: accesses.length > 0, cost: sum("cost"), least: sum("least") };
  }

  const wouldDo = ({ cost, least }, unit) => (cost === least ? `${plural(cost, unit)}, the least possible` : `${plural(cost, unit)}; ${figure(least)} would do`);

  // {good, heading, more} of all requests together.
  function verdict(sequence) {
    const tile = sumOf(sequence, "shared");
    const global = sumOf(sequence, "global");
    if (!tile.present && !global.present) return { good: true, heading: "There is no access", more: "Type an index into one of the fields." };
    const good = tile.cost === tile.least && global.cost === global.least;
    const outside = `Global memory: ${wouldDo(global, "sector")}.`;
    if (!tile.present) return { good, heading: outside.replace(/\.$/, ""), more: "There is no tile." };
    const conflicts = tile.cost - tile.least;
    const heading = conflicts === 0 ? `The tile costs no bank conflict: ${plural(tile.cost, "wavefront")}` : `The tile costs ${plural(conflicts, "bank conflict")}: ${wouldDo(tile, "wavefront")}`;
    return { good, heading, more: global.present ? outside : "" };
  }

  // "r = 5", or "r = 4–5" where a request covers two.
  function line({ access, places }) {
    const name = access.walk === "rows" ? "r" : "c";
    const numbers = [...new Set(places.map((place) => place[name]))];
    return `${name} = ${words.ranges(numbers)}`;
  }

  // What the request at `step` does, and what all up to it have cost.
  function step(sequence, at) {
    const current = sequence.requests[at - 1];
    const { access, cost, least, warp } = current;
    const unit = UNITS.get(access.space);
    const verb = access.op === "load" ? "loads from" : "stores to";
    // Without a tile the requests may as well be the rounds of a loop in one warp.
    const who = sequence.accesses.some(({ space }) => space === "shared") ? `Warp ${warp}` : `Request ${at}`;
    return `${who} ${verb} ${access.array}, ${line(current)}: ${wouldDo({ cost, least }, unit)}.`;
  }

  explorer.tileWords = { verdict, step };
})();
