"""What `./course measure` found on one GPU, as frozen data: the record, which the page is made from."""

from __future__ import annotations

from dataclasses import dataclass

from grader.record import Counted, Reading

VERSION = 1


@dataclass(frozen=True)
class Setting:
    """Where and with what it was measured. date: 2026-11-21, UTC. commit: '' outside a git checkout.

    capability: such as 9.0. kernels: whose they are, "reference solutions" or "the student's".
    """

    device: str
    capability: str
    driver: str
    nvcc: str
    ncu: str
    date: str
    commit: str
    command: str
    kernels: str
    seed: int


@dataclass(frozen=True)
class MeasuredCheck:
    """A check that was measured: its ratio, and the one asked for. message: when it did not pass."""

    id: str
    title: str
    status: str
    value: float | None
    comparison: str
    required: float | None
    unit: str
    message: str


@dataclass(frozen=True)
class Survey:
    """One table of readings. title: what is compared. missing: what has no reading, and why, a line each."""

    id: str
    title: str
    readings: tuple[Reading, ...]
    missing: str = ""


@dataclass(frozen=True)
class LaunchCounts:
    """One launch that a check shows, as the SIMT machine and the hardware count it."""

    kernel: str
    shape: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    counted: Counted


@dataclass(frozen=True)
class MeasuredLab:
    """One lab. no_counts, no_survey: why there are none, else ''."""

    id: str
    title: str
    checks: tuple[MeasuredCheck, ...]
    surveys: tuple[Survey, ...]
    launches: tuple[LaunchCounts, ...]
    no_counts: str = ""
    no_survey: str = ""


@dataclass(frozen=True)
class Measurements:
    """The whole record. others: surveys of no lab, such as PyTorch's. no_others: why there are none."""

    setting: Setting
    labs: tuple[MeasuredLab, ...]
    others: tuple[Survey, ...] = ()
    no_others: str = ""
    version: int = VERSION
