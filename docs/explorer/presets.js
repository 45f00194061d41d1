// The labs' own accesses, to begin with. says: what there is to see, in one sentence.
"use strict";
(() => {
  const explorer = (globalThis.explorer ??= {});

  const GLOBAL = { space: "global", op: "load", size: 4 };
  const SHARED = { space: "shared", op: "load", size: 4 };

  explorer.presets = [
    { name: "Stride 1", ...GLOBAL, text: "in[i]", says: "Neighbouring lanes read neighbouring floats: every byte that is moved is used (lab 1)." },
    { name: "Stride 2", ...GLOBAL, text: "in[i * stride]", parameters: { stride: 2 }, says: "Every other float is wanted, and the ones between come along: twice the sectors (lab 1)." },
    { name: "Stride 32", ...GLOBAL, text: "in[i * stride]", parameters: { stride: 32 }, says: "Each lane has a sector of its own. From stride 8 on it gets no worse (lab 1)." },
    { name: "Misaligned", ...GLOBAL, text: "in[i + offset]", parameters: { offset: 1 }, says: "The same 128 bytes, one float further on: they begin in one sector and end in a fifth (lab 1)." },
    { name: "Struct, 28 bytes", ...GLOBAL, text: "particles[i * 7 + field]", parameters: { field: 0 }, says: "An array of structs of seven floats: one field of each is wanted, and the warp touches nearly every sector of them all (lab 2)." },
    { name: "Matrix column", ...GLOBAL, op: "store", text: "out[i * rows + row]", parameters: { rows: 512, row: 0 }, says: "The naive transpose's store: lanes go down a column, each into a sector of its own (lab 4)." },
    { name: "8 bytes", ...GLOBAL, size: 8, text: "in[i]", says: "A double or float2 a lane: 8 sectors, because the bytes need 8. It is as good as 4 with floats (lab 1)." },
    { name: "16 bytes", ...GLOBAL, size: 16, text: "in[i]", says: "A float4 a lane: one request moves 512 bytes in 16 sectors, and uses all of them (lab 1)." },
    { name: "Broadcast", ...GLOBAL, text: "in[k]", parameters: { k: 5 }, says: "All lanes read one float: one sector. No request is cheaper (lab 1)." },
    { name: "Tile row", ...SHARED, op: "store", text: "tile[row][tid]", parameters: { row: 0, pitch: 32 }, says: "Along a row of the tile each lane meets another bank (lab 4)." },
    { name: "Tile column", ...SHARED, text: "tile[tid][col]", parameters: { col: 0, pitch: 32 }, says: "Down a column of tile[32][32] all lanes meet one bank, which serves them one after another (labs 3 and 4)." },
    { name: "Padded", ...SHARED, text: "tile[tid][col]", parameters: { col: 0, pitch: 33 }, says: "One unused column more, tile[32][33]: each row begins one bank further on, and the column is free of conflicts (labs 3 and 4)." },
    { name: "Swizzled", ...SHARED, text: "tile[tid][col ^ tid]", parameters: { col: 0, pitch: 32 }, says: "Each row has its columns in another order: no conflict, and no memory spent (lab 3)." },
    { name: "16 × 16 tile", ...SHARED, text: "tile[tid % 16][tid / 16]", parameters: { pitch: 17 }, says: "Two columns of a padded 16 x 16 tile share a warp, and one bank has to serve both: one conflict (lab 4)." },
    { name: "8 bytes", ...SHARED, size: 8, text: "tile[tid]", says: "256 bytes do not fit 32 banks of 4 bytes: half of the lanes goes first. Two wavefronts are the least, so there is no conflict (lab 3)." },
    { name: "16 bytes", ...SHARED, size: 16, text: "tile[tid]", says: "A float4 a lane: 8 lanes at a time, four wavefronts, no conflict (lab 3)." },
    { name: "Broadcast", ...SHARED, text: "tile[k]", parameters: { k: 5 }, says: "Many lanes may have one word of a bank at once: no conflict (lab 3)." },
  ];
})();
