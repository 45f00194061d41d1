"""What is measured beside PyTorch: embedding, softmax and the gradient of softmax."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass

from grader.measuring.pytorch_view.contest import Contender, Problem
from grader.measuring.pytorch_view.driver import Kernels, Shape
from grader.measuring.pytorch_view.problems import POISON, address_of, fits, pieces
from grader.measuring.pytorch_view.torch_port import Tensor, Torch

FLOAT = INT = 4
TABLE_FLOATS = 1 << 28  # 1 GiB
ROW_BYTES = (128, 256, 512, 1024, 2048, 4096)
SOFTMAX_SHAPE = (131072, 1024)
# As the labs' headers give them; a test compares.
BLOCK = 256
WARP = 32
GROUP_FLOATS = 1024

# Of the results of softmax and its gradient, whose sums PyTorch adds up in an order of its own.
TOLERANCE = 2e-4
SMALLEST = 1e-9
# Arrays of one shape that are in memory at the same time, PyTorch's own and those of the check among them.
SOFTMAX_ARRAYS = 9


@dataclass(frozen=True)
class Bench:
    """All that a problem needs. gathers: lab 6's kernels, many_to_one: lab 8's."""

    torch: Torch
    gathers: Kernels
    many_to_one: Kernels

    @property
    def stream(self) -> int:
        return self.torch.cuda.current_stream().cuda_stream


def embeddings(bench: Bench) -> Iterator[Problem]:
    """Half as many rows as a table of 1 GiB has, at random, for each length of a row."""
    for row_bytes in ROW_BYTES:
        if fits(bench.torch, 3 * TABLE_FLOATS * FLOAT):
            yield _embedding(bench, row_bytes // FLOAT)


def rows_per_warp(dim: int) -> int:
    """Of gather_rows(), as lab 6's header defines it."""
    return WARP if dim * WARP <= GROUP_FLOATS else GROUP_FLOATS // dim


def _embedding(bench: Bench, dim: int) -> Problem:
    torch = bench.torch
    table_rows = TABLE_FLOATS // dim
    rows = table_rows // 2
    table = torch.empty(table_rows * dim, device="cuda").view(table_rows, dim)
    out = torch.empty(rows * dim, device="cuda").view(rows, dim)
    ids = torch.empty(rows, device="cuda", dtype=torch.int32)
    warps = pieces(rows, rows_per_warp(dim))

    def prepare() -> None:
        table.uniform_()
        ids.random_(0, table_rows)
        out.fill_(POISON)

    def lab() -> Tensor:
        arguments = [
            *(address_of(one) for one in (table, ids, out)),
            ctypes.c_int(rows),
            ctypes.c_int(dim),
        ]
        bench.gathers.launch(
            "gather_rows", Shape((pieces(warps * WARP, BLOCK), 1), (BLOCK, 1)), arguments, bench.stream
        )
        return out

    return Problem(
        shape=f"rows of {dim * FLOAT} bytes",
        moved=rows * (2 * dim * FLOAT + INT),
        contenders=(
            Contender("gather_rows", lab),
            Contender("PyTorch embedding", lambda: torch.nn.functional.embedding(ids, table)),
        ),
        prepare=prepare,
        is_right=lambda result: torch.equal(result, table[ids.long()]),
    )


def softmax(bench: Bench) -> Iterator[Problem]:
    """Of each row."""
    rows, cols = SOFTMAX_SHAPE
    if not fits(bench.torch, SOFTMAX_ARRAYS * rows * cols * FLOAT):
        return
    torch = bench.torch
    x, y = _matrix(torch), _matrix(torch)

    def right() -> Tensor:
        powers = x.exp()  # of values from 0 to 1, so without the row's maximum
        return powers / powers.sum(1, keepdim=True)

    yield Problem(
        shape=f"{rows} x {cols}",
        moved=2 * rows * cols * FLOAT,
        contenders=(
            Contender("softmax_rows", lambda: _by_rows(bench, "softmax_rows", (x, y))),
            Contender("PyTorch softmax", lambda: torch.softmax(x, 1)),
        ),
        prepare=lambda: _refresh((x,), y),
        is_right=lambda result: torch.allclose(result, right(), rtol=TOLERANCE, atol=SMALLEST),
    )


def softmax_gradient(bench: Bench) -> Iterator[Problem]:
    """From the result of a softmax and the gradient that comes in."""
    rows, cols = SOFTMAX_SHAPE
    if not fits(bench.torch, SOFTMAX_ARRAYS * rows * cols * FLOAT):
        return
    torch = bench.torch
    result, incoming, out = matrices = _matrix(torch), _matrix(torch), _matrix(torch)

    def right() -> Tensor:
        return result * (incoming - (result * incoming).sum(1, keepdim=True))

    def pytorch() -> Tensor:
        return torch._softmax_backward_data(incoming, result, 1, torch.float32)

    yield Problem(
        shape=f"{rows} x {cols}",
        moved=3 * rows * cols * FLOAT,
        contenders=(
            Contender("softmax_backward", lambda: _by_rows(bench, "softmax_backward", matrices)),
            Contender("PyTorch _softmax_backward_data", pytorch),
        ),
        prepare=lambda: _refresh((result, incoming), out),
        is_right=lambda found: torch.allclose(found, right(), rtol=TOLERANCE, atol=SMALLEST),
    )


def _by_rows(bench: Bench, name: str, matrices: tuple[Tensor, ...]) -> Tensor:
    """A kernel of lab 8 with a warp a row. The last matrix is the result."""
    rows, cols = SOFTMAX_SHAPE
    arguments = [*(address_of(one) for one in matrices), ctypes.c_int(rows), ctypes.c_int(cols)]
    shape = Shape((pieces(rows, BLOCK // WARP), 1), (BLOCK, 1))
    bench.many_to_one.launch(name, shape, arguments, bench.stream)
    return matrices[-1]


def _matrix(torch: Torch) -> Tensor:
    rows, cols = SOFTMAX_SHAPE
    return torch.empty(rows * cols, device="cuda").view(rows, cols)


def _refresh(inputs: tuple[Tensor, ...], out: Tensor) -> None:
    for one in inputs:
        one.uniform_()
    out.fill_(POISON)
