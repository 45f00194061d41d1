// The examples of one request: the labs' own accesses. says: what there is to see.
"use strict";
(() => {
  const explorer = (globalThis.explorer ??= {});

  const GLOBAL = { space: "global", op: "load", size: 4 };
  const SHARED = { space: "shared", op: "load", size: 4 };
  const MATRICES = { space: "shared", op: "ldmatrix.x4", size: 2 };

  explorer.presets = [
    { name: "Stride 1", ...GLOBAL, text: "in[i]", says: "Neighbouring lanes read neighbouring floats. Every byte that is moved is used (lab 1)." },
    { name: "Stride 2", ...GLOBAL, text: "in[i * stride]", parameters: { stride: 2 }, says: "The warp uses every other float, and the ones between are moved for nothing: twice the sectors (lab 1)." },
    { name: "Stride 32", ...GLOBAL, text: "in[i * stride]", parameters: { stride: 32 }, says: "Each lane has a sector to itself. That is so from stride 8 on (lab 1)." },
    { name: "Misaligned", ...GLOBAL, text: "in[i + offset]", parameters: { offset: 1 }, says: "The same 128 bytes, one float further on, reach into a fifth sector (lab 1)." },
    { name: "Struct, 28 bytes", ...GLOBAL, text: "particles[i * 7 + field]", parameters: { field: 0 }, says: "In an array of structs of seven floats, reading one field touches nearly every sector of all 32 structs (lab 2)." },
    { name: "Matrix column", ...GLOBAL, op: "store", text: "out[i * rows + row]", parameters: { rows: 512, row: 0 }, says: "The naive transpose’s store: the lanes go down a column, each into its own sector (lab 4)." },
    { name: "8 bytes", ...GLOBAL, size: 8, text: "in[i]", says: "A double or float2 per lane. 256 bytes need 8 sectors, so this is as good as 4 sectors of floats (lab 1)." },
    { name: "16 bytes", ...GLOBAL, size: 16, text: "in[i]", says: "A float4 per lane. One request moves 512 bytes in 16 sectors and uses all of them (lab 1)." },
    { name: "Broadcast", ...GLOBAL, text: "in[k]", parameters: { k: 5 }, says: "All lanes read the same float, in one sector. No request is cheaper (lab 1)." },
    { name: "Tile row", ...SHARED, op: "store", text: "tile[row][tid]", parameters: { row: 0, pitch: 32 }, says: "Along a row of the tile each lane has a bank of its own (lab 4)." },
    { name: "Tile column", ...SHARED, text: "tile[tid][col]", parameters: { col: 0, pitch: 32 }, says: "A column of tile[32][32] lies in one bank, which serves the lanes one after another (labs 3 and 4)." },
    { name: "Padded", ...SHARED, text: "tile[tid][col]", parameters: { col: 0, pitch: 33 }, says: "With one unused column, tile[32][33], each row begins one bank further on. The column is free of conflicts (labs 3 and 4)." },
    { name: "Swizzled", ...SHARED, text: "tile[tid][col ^ tid]", parameters: { col: 0, pitch: 32 }, says: "Each row stores its columns in a different order. No conflict, and no memory spent (lab 3)." },
    { name: "16 × 16 tile", ...SHARED, text: "tile[tid % 16][tid / 16]", parameters: { pitch: 17 }, says: "A warp takes two columns of a padded 16 x 16 tile. One bank holds a word of both: one conflict (lab 4)." },
    { name: "8 bytes", ...SHARED, size: 8, text: "tile[tid]", says: "256 bytes do not fit 32 banks of 4 bytes, so 16 lanes are served at a time. Two wavefronts are the least: no conflict (lab 3)." },
    { name: "16 bytes", ...SHARED, size: 16, text: "tile[tid]", says: "A float4 per lane. Eight lanes are served at a time: four wavefronts, no conflict (lab 3)." },
    { name: "Broadcast", ...SHARED, text: "tile[k]", parameters: { k: 5 }, says: "A bank gives one word to any number of lanes at once: no conflict (lab 3)." },
    { name: "ldmatrix", ...MATRICES, text: "tile[lane % 16][lane / 16 * 8]", parameters: { pitch: 64 }, says: "Four matrices of a 16 x 16 operand, in rows of 64 halves. Each row is 128 bytes, so the eight rows of a matrix begin in the same bank (lab 11)." },
    { name: "ldmatrix, padded", ...MATRICES, text: "tile[lane % 16][lane / 16 * 8]", parameters: { pitch: 72 }, says: "Eight more halves in a row move each row on by four banks. The eight rows of a matrix fill the 32 banks (lab 11)." },
    { name: "ldmatrix, swizzled", ...MATRICES, text: "tile[lane % 16][((lane / 16) ^ (lane % 8)) * 8]", parameters: { pitch: 64 }, says: "Each row stores its chunks of eight halves in a different order: chunk ^ row. No conflict, and no memory spent (lab 11)." },
  ];
})();
