"""Contenders for one problem take turns: each run on fresh data, with a cold L2, and verified."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.core.errors import GraderError
from grader.measuring.pytorch_view.torch_port import Tensor, Torch
from grader.schema.record import Reading

WARM_UPS = 3
RUNS = 21
UNIT = "GB/s"
# What is read between two runs, in sizes of L2: nothing of the last run is left there.
SWEEPS_OF_L2 = 4


@dataclass(frozen=True)
class Contender:
    """One way to do it. run returns the tensor that holds the result."""

    name: str
    run: Callable[[], Tensor]


@dataclass(frozen=True)
class Problem:
    """What is to be done. moved: the bytes that must be read and written, each once.

    prepare draws fresh data and poisons the result's place; is_right looks at a result.
    """

    shape: str
    moved: int
    contenders: tuple[Contender, ...]
    prepare: Callable[[], None]
    is_right: Callable[[Tensor], bool]


@dataclass(frozen=True)
class Outcome:
    """What was measured; left_out: a sentence for each contender that was not."""

    readings: tuple[Reading, ...]
    left_out: tuple[str, ...]


class Clock:
    """Times work on the GPU, each time after all of L2 was read over."""

    def __init__(self, torch: Torch) -> None:
        floats = SWEEPS_OF_L2 * torch.cuda.get_device_properties(0).L2_cache_size // 4
        self._sweep = torch.empty(floats, device="cuda").fill_(0.0)
        self._start = torch.cuda.Event(enable_timing=True)
        self._stop = torch.cuda.Event(enable_timing=True)

    def time(self, run: Callable[[], Tensor]) -> tuple[float, Tensor]:
        """Milliseconds, and the result."""
        self._sweep.sum()  # goes on while the rest is handed over: the GPU never waits for Python
        self._start.record()
        result = run()
        self._stop.record()
        self._stop.synchronize()
        return self._start.elapsed_time(self._stop), result


def hold(problem: Problem, clock: Clock, runs: int = RUNS) -> Outcome:
    """Time the contenders in turns. One that errs once is out; the others go on."""
    times: dict[str, list[float]] = {one.name: [] for one in problem.contenders}
    left_out: dict[str, str] = {}
    for turn in range(WARM_UPS + runs):
        for one in problem.contenders:
            if one.name in left_out:
                continue
            problem.prepare()
            try:
                milliseconds, result = clock.time(one.run)
            except GraderError as error:
                left_out[one.name] = f"{one.name}, {problem.shape}: {error.message}"
                continue
            if not problem.is_right(result):
                left_out[one.name] = f"{one.name}, {problem.shape}: its result is wrong"
            elif turn >= WARM_UPS:
                times[one.name].append(milliseconds)
    readings = tuple(_reading(problem, name, taken) for name, taken in times.items() if name not in left_out)
    return Outcome(readings, tuple(left_out.values()))


def _reading(problem: Problem, name: str, milliseconds: Sequence[float]) -> Reading:
    rates = sorted(problem.moved / taken * 1e-6 for taken in milliseconds)
    low, value, high = statistics.quantiles(rates, n=4, method="inclusive")
    return Reading(problem.shape, name, UNIT, value, low, high, len(rates))
