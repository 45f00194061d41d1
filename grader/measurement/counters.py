"""The hardware counters that the SIMT machine claims to know, and how far the two agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.record import Access, Counted, Counter, Launch

EQUAL, SCATTER, DIFFERS = "equal", "scatter", "differs"

# The hardware counts a wavefront of shared memory again when several warps meet in its arbiter: up to 7.3 %
# more on an H200, another number at every launch (docs/measurements/h200/kernels.md, "Not compared").
SCATTERED_PART = 0.10


@dataclass(frozen=True)
class Metric:
    """A counter of Nsight Compute ("Metrics Reference"), summed over one launch, and what it stands for."""

    name: str
    space: str
    op: str
    quantity: str


def _both(name: str, space: str, quantity: str) -> tuple[Metric, ...]:
    operations = (("ld", "load"), ("st", "store"))
    return tuple(Metric(f"{name}_op_{short}.sum", space, op, quantity) for short, op in operations)


METRICS: tuple[Metric, ...] = (
    *_both("l1tex__t_requests_pipe_lsu_mem_global", "global", "requests"),
    *_both("l1tex__t_sectors_pipe_lsu_mem_global", "global", "sectors"),
    *_both("l1tex__data_pipe_lsu_wavefronts_mem_shared", "shared", "wavefronts"),
    *_both("l1tex__data_bank_conflicts_pipe_lsu_mem_shared", "shared", "bank conflicts"),
)


def compare(launch: Launch, device: str, values: Mapping[str, int]) -> Counted:
    """Each counter that either saw anything of. launch: as simulated. values: by the metric's name."""
    counters = (_counter(launch, metric, values[metric.name]) for metric in METRICS)
    return Counted(device, tuple(one for one in counters if one.simulated or one.hardware))


def _counter(launch: Launch, metric: Metric, hardware: int) -> Counter:
    accesses = [one for one in launch.accesses if (one.space, one.op) == (metric.space, metric.op)]
    simulated = sum(_amount(one, metric.quantity) for one in accesses)
    wavefronts = sum(one.wavefronts for one in accesses)
    agreement = DIFFERS
    if hardware == simulated:
        agreement = EQUAL
    elif metric.space == "shared" and 0 < hardware - simulated <= SCATTERED_PART * wavefronts:
        agreement = SCATTER
    return Counter(metric.space, metric.op, metric.quantity, simulated, hardware, agreement)


def _amount(access: Access, quantity: str) -> int:
    return {
        "requests": access.requests,
        "sectors": access.sectors,
        "wavefronts": access.wavefronts,
        "bank conflicts": access.bank_conflicts,
    }[quantity]
