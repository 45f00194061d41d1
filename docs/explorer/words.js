// The sentences about a request and its cost.
"use strict";
(() => {
  const explorer = (globalThis.explorer ??= {});
  const { counting } = explorer;
  const { SECTOR_BYTES, WORD_BYTES, BANKS } = counting;

  const figure = (number) => number.toLocaleString("en-US");
  const plural = (number, word) => `${figure(number)} ${word}${number === 1 ? "" : "s"}`;
  const percent = (part, whole) => `${Math.round((100 * part) / whole)} %`;

  // Sorted numbers in short: "0–3, 7".
  function ranges(numbers) {
    const runs = [];
    for (const number of numbers) {
      const last = runs[runs.length - 1];
      if (last && number === last[1] + 1) last[1] = number;
      else runs.push([number, number]);
    }
    return runs.map(([a, b]) => (a === b ? `${a}` : `${a}–${b}`)).join(", ");
  }

  function globalVerdict(request, cost) {
    const lanes = counting.activeLanes(request).length;
    const verbs = lanes === 1 ? "touches" : "touch";
    const start = `${plural(lanes, "lane")} ${verbs} ${plural(cost.sectors, "sector")}`;
    const used = `${figure(cost.bytes)} of ${figure(cost.sectors * SECTOR_BYTES)} bytes moved are used (${percent(cost.bytes, cost.sectors * SECTOR_BYTES)})`;
    if (cost.sectors === cost.leastSectors) return { good: true, heading: `${start}: the least possible`, more: `${used}.` };
    return { good: false, heading: `${start}; ${figure(cost.leastSectors)} would do`, more: `${used}.` };
  }

  // How many lanes are served at a time, where that is not simply all of them.
  function servedTogether(request, lanes) {
    if (request.matrices) return " The eight rows of a matrix are served together.";
    if (lanes * request.width > BANKS * WORD_BYTES) return ` Pairs of lanes read the same element, so ${lanes} lanes are served at a time.`;
    return lanes < counting.LANES ? ` ${lanes} lanes are served at a time: with ${request.width} bytes each they fill the 32 banks.` : "";
  }

  function whoTakes(request) {
    const { matrices } = request;
    if (matrices) return matrices === 1 ? "1 matrix takes" : `${matrices} matrices take`;
    const lanes = counting.activeLanes(request).length;
    return `${plural(lanes, "lane")} ${lanes === 1 ? "takes" : "take"}`;
  }

  function sharedVerdict(request, cost) {
    const start = `${whoTakes(request)} ${plural(cost.wavefronts, "wavefront")}`;
    const groups = counting.groups(request);
    const served = servedTogether(request, groups[0].last - groups[0].first + 1);
    if (cost.bankConflicts === 0) {
      return { good: true, heading: `${start}: no bank conflict`, more: `No bank has two words to give.${served}` };
    }
    const deepest = groups.reduce((a, b) => (b.wavefronts > a.wavefronts ? b : a));
    const full = [...deepest.banks].filter(([, words]) => words.size === deepest.wavefronts).map(([bank]) => bank);
    const which = full.length === 1 ? `Bank ${full[0]} has` : `${plural(full.length, "bank")} have`;
    const heading = `${start}; ${figure(cost.leastWavefronts)} would do: ${plural(cost.bankConflicts, "bank conflict")}`;
    return { good: false, heading, more: `${which} ${deepest.wavefronts} different words to give, and a bank gives one in each wavefront.${served}` };
  }

  function verdict(request, cost) {
    if (cost.requests === 0) return { good: true, heading: "No lane is active: no memory request is made", more: "Select some lanes." };
    return request.space === "global" ? globalVerdict(request, cost) : sharedVerdict(request, cost);
  }

  // [name, number, what it means], of the space.
  function numbers(request, cost) {
    const requests = ["Requests", cost.requests, "one per instruction of a warp, whatever its width"];
    if (request.space === "shared") {
      return [
        requests,
        ["Wavefronts", cost.wavefronts, "rounds in which each bank gives one word"],
        ["Least wavefronts", cost.leastWavefronts, request.matrices ? "one for each matrix" : "one for each group of lanes served together"],
        ["Bank conflicts", cost.bankConflicts, "wavefronts beyond the least"],
      ];
    }
    return [
      requests,
      ["Sectors", cost.sectors, "pieces of 32 bytes that are moved"],
      ["Least sectors", cost.leastSectors, `would hold the ${figure(cost.bytes)} bytes that lanes access`],
      ["Lines", cost.lines, "of 128 bytes that are touched"],
    ];
  }

  function bytes(address, width) {
    return width === 1 ? `byte ${figure(address)}` : `bytes ${figure(address)}–${figure(address + width - 1)}`;
  }

  function bankList(address, width) {
    const first = Math.floor(address / WORD_BYTES) % BANKS;
    const words = Math.max(1, width / WORD_BYTES);
    return words === 1 ? `bank ${first}` : `banks ${first}–${first + words - 1}`;
  }

  // Which row of which matrix the address of a lane is, in an ldmatrix.
  const rowOf = (lane) => `${lane % counting.MATRIX_ROWS} of matrix ${Math.floor(lane / counting.MATRIX_ROWS)}`;

  const idle = (lane, { matrices }) => (matrices ? `Lane ${lane} gives no address: ldmatrix.x${matrices} takes those of lanes 0–${matrices * counting.MATRIX_ROWS - 1}` : `Lane ${lane} is not active`);

  // One lane: what it accesses, and where that lies.
  function lane(number, request, elements) {
    const address = request.addresses[number];
    if (address === null) return idle(number, request);
    if (request.matrices) return `Lane ${number}: row ${rowOf(number)}, ${bytes(address, request.width)}, ${bankList(address, request.width)}`;
    const where = request.space === "global" ? `sector ${figure(Math.floor(address / SECTOR_BYTES))}` : bankList(address, request.width);
    return `Lane ${number}: element ${figure(elements[number])}, ${bytes(address, request.width)}, ${where}`;
  }

  explorer.words = { figure, plural, ranges, verdict, numbers, bytes, bankList, rowOf, lane };
})();
