"""Times a kernel of kernels.cu on Numba's CUDA simulator: prints the seconds of each launch, as JSON.

Run by compare_numba.py in an environment that has numba, with NUMBA_ENABLE_CUDASIM=1:

    numba_kernels.py SIDE KERNEL REPETITIONS
"""
# ruff: noqa: D103 - the functions are those of kernels.cu
# mypy: ignore-errors
# Numba is not installed where the project is checked, and its kernels cannot be annotated.

import json
import sys
import time

import numpy as np
from numba import cuda, int32

TILE = 32
TILE_ROWS = 8
BINS = 256
ELEMENTS_A_THREAD = 16
PLANES = 16


@cuda.jit
def copy_rows(src, dst, side):
    col = cuda.blockIdx.x * TILE + cuda.threadIdx.x
    for y in range(cuda.threadIdx.y, TILE, cuda.blockDim.y):
        row = cuda.blockIdx.y * TILE + y
        dst[row * side + col] = src[row * side + col]


@cuda.jit
def transpose_tiled(src, dst, side):
    tile = cuda.shared.array((TILE, TILE), int32)
    tile_row = cuda.blockIdx.y * TILE
    tile_col = cuda.blockIdx.x * TILE
    x = cuda.threadIdx.x
    for y in range(cuda.threadIdx.y, TILE, cuda.blockDim.y):
        tile[y, x] = src[(tile_row + y) * side + tile_col + x]
    cuda.syncthreads()
    for y in range(cuda.threadIdx.y, TILE, cuda.blockDim.y):
        dst[(tile_col + y) * side + tile_row + x] = tile[x, y]


@cuda.jit
def histogram_shared(src, dst, side):
    bins = cuda.shared.array(BINS, int32)
    bins[cuda.threadIdx.x] = 0
    cuda.syncthreads()
    threads = cuda.gridDim.x * cuda.blockDim.x
    for i in range(cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x, side * side, threads):
        cuda.atomic.add(bins, src[i] % BINS, 1)
    cuda.syncthreads()
    cuda.atomic.add(dst, cuda.threadIdx.x, bins[cuda.threadIdx.x])


@cuda.jit
def stencil_plain(src, dst, side):
    rows = side // PLANES
    x = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    y = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    z = cuda.blockIdx.z
    plane = z * rows * side
    here = plane + y * side + x
    total = (
        src[plane + y * side + max(x - 1, 0)]
        + src[plane + y * side + min(x + 1, side - 1)]
        + src[plane + max(y - 1, 0) * side + x]
        + src[plane + min(y + 1, rows - 1) * side + x]
        + src[max(z - 1, 0) * rows * side + y * side + x]
        + src[min(z + 1, PLANES - 1) * rows * side + y * side + x]
    )
    dst[here] = total - 6 * src[here]


def sharpened(src, side):
    """The stencil's values, by numpy."""
    volume = src.reshape(PLANES, side // PLANES, side)
    v = np.pad(volume, 1, mode="edge")
    inner = slice(1, -1)
    total = v[inner, inner, :-2] + v[inner, inner, 2:] + v[inner, :-2, inner] + v[inner, 2:, inner]
    return (total + v[:-2, inner, inner] + v[2:, inner, inner] - 6 * volume).ravel()


def launch_of(kernel, side):
    """Grid, block and what must come out: a function of the inputs."""
    tiles = (side // TILE, side // TILE)
    block = (TILE, TILE_ROWS)
    return {
        "copy_rows": (copy_rows, tiles, block, lambda src: src),
        "transpose_tiled": (transpose_tiled, tiles, block, lambda src: src.reshape(side, side).T.ravel()),
        "histogram_shared": (
            histogram_shared,
            side * side // (BINS * ELEMENTS_A_THREAD),
            BINS,
            lambda src: np.bincount(src % BINS, minlength=BINS),
        ),
        "stencil_plain": (
            stencil_plain,
            (side // TILE, side // PLANES // TILE_ROWS, PLANES),
            block,
            lambda src: sharpened(src, side),
        ),
    }[kernel]


def main(side, kernel, repetitions):
    function, grid, block, expected_of = launch_of(kernel, side)
    src = np.random.default_rng(1).integers(0, 1 << 16, side * side, dtype=np.int32)
    expected = expected_of(src)
    seconds = []
    for _ in range(repetitions):
        dst = np.zeros(expected.size, np.int32)
        begin = time.perf_counter()
        function[grid, block](src, dst, side)
        seconds.append(time.perf_counter() - begin)
        if not np.array_equal(dst, expected):
            sys.exit(f"{kernel}: Numba's simulator gave wrong values")
    print(json.dumps(seconds))


main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
