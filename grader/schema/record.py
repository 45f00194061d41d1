"""The run record: what a lab's test program writes, as frozen data.

Paths are absolute as the program wrote them; counts are exact integers over a whole launch.
"""

from __future__ import annotations

from dataclasses import dataclass

FORMAT = 1
LANES = 32


@dataclass(frozen=True)
class Example:
    """One warp request. addresses: 32 byte offsets from the array's 128-byte-aligned start.

    -1 is an inactive lane. array: the buffer's or shared array's name, '' when unknown.
    """

    array: str
    base: int
    block: tuple[int, ...]
    warp: int
    addresses: tuple[int, ...]
    sectors: int
    least_sectors: int
    wavefronts: int
    bank_conflicts: int


@dataclass(frozen=True)
class Access:
    """All requests of one source line, space, op and width (bytes a lane) in one launch."""

    file: str
    line: int
    space: str
    op: str
    width: int
    requests: int
    sectors: int
    least_sectors: int
    wavefronts: int
    least_wavefronts: int
    bank_conflicts: int
    example: Example


@dataclass(frozen=True)
class Bound:
    """A simulated bound of the bandwidth ratio against a baseline on one device.

    times_us: the least time in microseconds that each part of the memory system allows.
    """

    device: str
    ratio: float
    limiter: str
    times_us: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Counter:
    """One hardware counter of one launch, beside what the SIMT machine counts there.

    space: global or shared. op: load or store. quantity: requests, sectors, wavefronts or bank conflicts.
    agreement: equal, scatter (within what the counter itself scatters by) or differs.
    """

    space: str
    op: str
    quantity: str
    simulated: int
    hardware: int
    agreement: str


@dataclass(frozen=True)
class Counted:
    """What a profiler counted in one launch on a GPU. device: its name, such as NVIDIA H200."""

    device: str
    counters: tuple[Counter, ...]


@dataclass(frozen=True)
class Launch:
    """One kernel launch that a check wants shown.

    bounds_against: what the bounds are weighed against, such as "the AoS update".
    before: the launch of a kernel that the lab gives, whose accesses this one is to improve on.
    number: on a GPU, of the launch in its program, from 1 on. counted: None where no profiler was asked.
    """

    kernel: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    shape: str
    accesses: tuple[Access, ...]
    bounds: tuple[Bound, ...]
    bounds_against: str = ""
    before: Launch | None = None
    number: int = 0
    counted: Counted | None = None


@dataclass(frozen=True)
class Series:
    """One series of a chart. role: student, given, limit or hardware. values: one a place, None is a gap."""

    name: str
    role: str
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Chart:
    """What a check wants plotted. kind: line (x is a scale) or bars (x are names).

    y_label names the unit. source: of what was not found in this run, '' when all was.
    """

    id: str
    title: str
    kind: str
    x_label: str
    x: tuple[str, ...]
    y_label: str
    series: tuple[Series, ...]
    source: str


@dataclass(frozen=True)
class Reading:
    """One quantity that was measured on a GPU: the median of `runs`, with the middle half's ends.

    shape: of the problem, such as "8192 x 8192". name: the kernel or the library's function.
    unit: "GB/s" (bytes that must be read and written, each once) or "cycles a load".
    """

    shape: str
    name: str
    unit: str
    value: float
    low: float
    high: float
    runs: int


@dataclass(frozen=True)
class CheckReport:
    """What the program says of one test. status: passed, failed or skipped."""

    test: str
    status: str
    reason: str
    evidence: str
    value: float | None
    required: float | None
    comparison: str
    unit: str
    message: str
    file: str
    line: int
    seconds: float
    printed: str
    launches: tuple[Launch, ...]
    charts: tuple[Chart, ...]
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True)
class RunRecord:
    """One run of a lab's program. complete: the program came to its normal end.

    refused: why the module could not be checked, by its author's fault; '' when it could.
    """

    lab: str
    machine: str
    compiler: str
    module: str
    source: str
    seed: int
    complete: bool
    refused: str
    checks: tuple[CheckReport, ...]
