"""measurements.json: what `./course measure` found on one GPU, and what its page is made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from grader.schema.document import Count, Document, Filled, Items, Number, Triple
from grader.schema.record import Counted, Reading

VERSION: Final = 1


@dataclass(frozen=True)
class Setting:
    """Where and with what it was measured. date: 2026-11-21, UTC. commit: '' outside a git checkout.

    capability: such as 9.0. kernels: whose they are, "reference solutions" or "the student's".
    """

    device: Filled
    capability: Filled
    driver: str
    nvcc: str
    ncu: str
    date: Filled
    commit: str
    command: str
    kernels: str
    seed: Count


@dataclass(frozen=True)
class MeasuredCheck:
    """A check that was measured: its ratio, and the required one. message: when it did not pass."""

    id: Filled
    title: str
    status: str
    value: Number | None
    comparison: str
    required: Number | None
    unit: str
    message: str


@dataclass(frozen=True)
class Survey:
    """One table of readings. title: what is compared. missing: what has no reading, and why, a line each."""

    id: Filled
    title: str
    readings: Items[Reading]
    missing: str = ""


@dataclass(frozen=True)
class LaunchCounts:
    """One launch that a check shows, as the SIMT machine and the hardware count it."""

    kernel: Filled
    shape: str
    grid: Triple
    block: Triple
    counted: Counted


@dataclass(frozen=True)
class MeasuredLab:
    """One lab. no_counts, no_survey: why there are none, else ''."""

    id: Filled
    title: str
    checks: Items[MeasuredCheck]
    surveys: Items[Survey]
    launches: Items[LaunchCounts]
    no_counts: str = ""
    no_survey: str = ""


@dataclass(frozen=True)
class Measurements:
    """The whole record. others: surveys of no lab, such as PyTorch's. no_others: why there are none."""

    setting: Setting
    labs: Items[MeasuredLab]
    others: Items[Survey] = ()
    no_others: str = ""
    version: Literal[1] = VERSION


MEASUREMENTS = Document(
    "measurements",
    "measurements.json: what ./course measure found on one GPU",
    Measurements,
    "version",
    VERSION,
    indent=1,
)
