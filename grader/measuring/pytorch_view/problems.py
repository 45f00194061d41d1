"""The two surveys: reading with a stride, and transposing."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from grader.measuring.pytorch_view.contest import Contender, Problem
from grader.measuring.pytorch_view.driver import Argument, Kernels, Shape
from grader.measuring.pytorch_view.torch_port import Tensor, Torch

FLOAT = 4
STRIDES = (1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32)
STRIDED_ELEMENTS = 1 << 25  # 128 MiB are written, beyond an L2 of 60 MiB
MATRICES = ((4096, 4096), (8192, 8192), (16384, 16384), (8192, 2048), (4095, 4097))
# As the labs' headers give them; a test compares.
READ_BLOCK = 256
TILE, BLOCK_ROWS, SMALL_TILE = 32, 8, 16

STRIDE_TITLE = "Reading with a stride, beside PyTorch"
TRANSPOSE_TITLE = "Transposes, beside PyTorch"
POISON = float("nan")


@dataclass(frozen=True)
class Bench:
    """All that a problem needs. kernels: of lab 1 and of lab 4, each with what the lab gives."""

    torch: Torch
    reads: Kernels
    tiles: Kernels
    given: Kernels


def strided(bench: Bench) -> Iterator[Problem]:
    """out[i] = in[i * stride], at each stride that fits in memory."""
    for stride in STRIDES:
        if fits(bench.torch, (stride + 1) * STRIDED_ELEMENTS * FLOAT):
            yield _strided(bench, stride)


def _strided(bench: Bench, stride: int) -> Problem:
    n = STRIDED_ELEMENTS
    source = bench.torch.empty(n * stride, device="cuda")
    out = bench.torch.empty(n, device="cuda")
    wanted = source[::stride]

    def lab() -> Tensor:
        arguments = [address_of(source), address_of(out), ctypes.c_int(n), ctypes.c_int(stride)]
        shape = Shape((pieces(n, READ_BLOCK), 1), (READ_BLOCK, 1))
        bench.reads.launch("strided_read", shape, arguments, bench.torch.cuda.current_stream().cuda_stream)
        return out

    return Problem(
        shape=f"stride {stride}",
        moved=2 * n * FLOAT,
        contenders=(
            Contender("strided_read", lab),
            Contender("PyTorch copy_(x[::stride])", lambda: out.copy_(wanted)),
        ),
        prepare=lambda: _refresh(source, out),
        is_right=lambda result: bench.torch.equal(result, wanted),
    )


def transposes(bench: Bench) -> Iterator[Problem]:
    """Each matrix that fits in memory, beside a copy of it."""
    for rows, cols in MATRICES:
        if fits(bench.torch, 3 * rows * cols * FLOAT):
            yield _copy(bench, rows, cols)
            yield _transpose(bench, rows, cols)


def _copy(bench: Bench, rows: int, cols: int) -> Problem:
    source, out = _matrices(bench, rows, cols)
    return Problem(
        shape=f"{rows} x {cols}",
        moved=2 * rows * cols * FLOAT,
        contenders=(
            Contender("copy_rows", _tiled(bench, bench.given, "copy_rows", source, out, (rows, cols))),
            Contender("PyTorch copy_(x)", lambda: out.copy_(source)),
        ),
        prepare=lambda: _refresh(source, out),
        is_right=lambda result: bench.torch.equal(result.view(rows, cols), source.view(rows, cols)),
    )


def _transpose(bench: Bench, rows: int, cols: int) -> Problem:
    source, out = _matrices(bench, rows, cols)
    turned = source.view(rows, cols).t()

    def own(name: str, kernels: Kernels) -> Contender:
        return Contender(name, _tiled(bench, kernels, name, source, out, (rows, cols)))

    return Problem(
        shape=f"{rows} x {cols}",
        moved=2 * rows * cols * FLOAT,
        contenders=(
            own("transpose_naive", bench.given),
            own("transpose_tiled", bench.tiles),
            own("transpose_padded", bench.tiles),
            own("transpose_tile16", bench.tiles),
            Contender("PyTorch copy_(x.t())", lambda: out.view(cols, rows).copy_(turned)),
            Contender("PyTorch x.t().contiguous()", lambda: turned.contiguous()),
        ),
        prepare=lambda: _refresh(source, out),
        is_right=lambda result: bench.torch.equal(result.view(cols, rows), turned),
    )


def _tiled(
    bench: Bench, kernels: Kernels, name: str, source: Tensor, out: Tensor, matrix: tuple[int, int]
) -> Callable[[], Tensor]:
    """A kernel of lab 4, launched as its header says."""
    rows, cols = matrix
    small = name == "transpose_tile16"
    tile, block_rows = (SMALL_TILE, SMALL_TILE) if small else (TILE, BLOCK_ROWS)
    shape = Shape((pieces(cols, tile), pieces(rows, tile)), (tile, block_rows))

    def run() -> Tensor:
        arguments = [address_of(source), address_of(out), ctypes.c_int(rows), ctypes.c_int(cols)]
        kernels.launch(name, shape, arguments, bench.torch.cuda.current_stream().cuda_stream)
        return out

    return run


def _matrices(bench: Bench, rows: int, cols: int) -> tuple[Tensor, Tensor]:
    return (
        bench.torch.empty(rows * cols, device="cuda"),
        bench.torch.empty(rows * cols, device="cuda"),
    )


def _refresh(source: Tensor, out: Tensor) -> None:
    source.uniform_()
    out.fill_(POISON)


def fits(torch: Torch, needed: int) -> bool:
    """Whether that many bytes are free, with some to spare."""
    torch.cuda.empty_cache()
    free, _ = torch.cuda.mem_get_info()
    return needed < free * 9 // 10


def address_of(tensor: Tensor) -> Argument:
    """Of its first element, for a kernel."""
    return ctypes.c_void_p(tensor.data_ptr())


def pieces(n: int, part: int) -> int:
    """How many parts cover n."""
    return (n + part - 1) // part
