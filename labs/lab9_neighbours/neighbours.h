// Lab 9, neighbours: the kernels' contract.
//
// Each kernel writes to `out` what it computes from `in`. The arrays do not overlap, `in` stays as it is, and
// a kernel accesses nothing outside them.
#pragma once

#include <cuda_runtime.h>

// --- In a line of n floats.

// A block of 256 threads stores 256 neighbouring elements: launched on ceil(n / 256) blocks.
constexpr int LINE = 256;
constexpr int MOST_PASSES = 8;

// Smooths a line `passes` times. One pass replaces every element except the two ends by
//
//     (left + 2 * itself + right) / 4
//
// where all three are values of the pass before; the two ends keep their values. `out` is what the last pass
// leaves, in float, to within 2e-6 of what the passes make of the magnitudes. Any n from 1 to 2^29 - 1, 1 <= passes <= MOST_PASSES. Between two passes the values are in shared
// memory.
extern "C" __global__ void smooth_line(const float* in, float* out, int n, int passes);

// --- In a volume of nx * ny * nz floats.
//
// Point (x, y, z) is element (z * ny + y) * nx + x. For each point inside, which has all six neighbours,
//
//     out(x, y, z) = in(x, y, z) + k * (sum of the six neighbours - 6 * in(x, y, z))
//
// in float, in any order, to within 1e-6 of the sum of the magnitudes of these terms.
//
// The surface (x = 0, x = nx - 1, and so on) is not stored. Any sides from 1 to 65,535 with fewer than 2^29
// points, so that every index, and every offset in bytes, fits into an int.

// A block is 32 threads along x and 8 along y.
constexpr int BLOCK_X = 32;
constexpr int BLOCK_Y = 8;

// Each thread computes one point and loads what it needs from global memory. Launched on
// ceil(nx / 32) x ceil(ny / 8) x nz blocks.
extern "C" __global__ void stencil_direct(const float* in, float* out, int nx, int ny, int nz, float k);

// A block computes CHUNK planes, one after another: blockIdx.z counts chunks.
constexpr int CHUNK = 32;

// Each thread walks along z and keeps the three values of its column in registers; no shared memory. Launched
// on ceil(nx / 32) x ceil(ny / 8) x ceil(nz / CHUNK) blocks.
extern "C" __global__ void stencil_walk(const float* in, float* out, int nx, int ny, int nz, float k);

// The same walk, with the block's part of the plane in shared memory, and a halo of one element on its four
// sides: no neighbour within the plane is loaded twice by a block. Launched as stencil_walk.
extern "C" __global__ void stencil_plane(const float* in, float* out, int nx, int ny, int nz, float k);
