"""What `./course measure` found on one GPU, as frozen data: the record, which the page is made from.

Writes and reads the record of a measurement: measurements.json.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from grader.core.errors import GraderError
from grader.core.fields import Table, as_table
from grader.schema.record import Counted, Counter, Reading
from grader.schema.record_reader import read_reading

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


def measurements_to_json(found: Measurements) -> str:
    """JSON text that ends in a newline."""
    return json.dumps(asdict(found), indent=1, ensure_ascii=False) + "\n"


def measurements_from_json(text: str, where: str) -> Measurements:
    """Raises GraderError, naming `where` and the key, when text is no such record."""
    try:
        table = as_table(json.loads(text), where)
    except json.JSONDecodeError as error:
        raise GraderError(f"{where}: not valid JSON: {error}") from error
    if table.whole("version") != VERSION:
        raise table.fail(f"'version' is {table.whole('version')}, this grader reads {VERSION}")
    return Measurements(
        setting=_setting(table.table("setting")),
        labs=tuple(_lab(item) for item in table.tables("labs")),
        others=tuple(_survey(item) for item in table.tables("others")),
        no_others=table.text("no_others"),
    )


def _setting(table: Table) -> Setting:
    return Setting(
        device=table.filled("device"),
        capability=table.filled("capability"),
        driver=table.text("driver"),
        nvcc=table.text("nvcc"),
        ncu=table.text("ncu"),
        date=table.filled("date"),
        commit=table.text("commit"),
        command=table.text("command"),
        kernels=table.text("kernels"),
        seed=table.count("seed"),
    )


def _lab(table: Table) -> MeasuredLab:
    return MeasuredLab(
        id=table.filled("id"),
        title=table.text("title"),
        checks=tuple(_check(item) for item in table.tables("checks")),
        surveys=tuple(_survey(item) for item in table.tables("surveys")),
        launches=tuple(_launch(item) for item in table.tables("launches")),
        no_counts=table.text("no_counts"),
        no_survey=table.text("no_survey"),
    )


def _check(table: Table) -> MeasuredCheck:
    return MeasuredCheck(
        id=table.filled("id"),
        title=table.text("title"),
        status=table.text("status"),
        value=table.maybe_number("value"),
        comparison=table.text("comparison"),
        required=table.maybe_number("required"),
        unit=table.text("unit"),
        message=table.text("message"),
    )


def _survey(table: Table) -> Survey:
    return Survey(
        id=table.filled("id"),
        title=table.text("title"),
        readings=tuple(read_reading(item) for item in table.tables("readings")),
        missing=table.text("missing"),
    )


def _launch(table: Table) -> LaunchCounts:
    counted = table.table("counted")
    return LaunchCounts(
        kernel=table.filled("kernel"),
        shape=table.text("shape"),
        grid=table.wholes("grid", 3),
        block=table.wholes("block", 3),
        counted=Counted(
            device=counted.text("device"),
            counters=tuple(_counter(item) for item in counted.tables("counters")),
        ),
    )


def _counter(table: Table) -> Counter:
    return Counter(
        space=table.filled("space"),
        op=table.filled("op"),
        quantity=table.filled("quantity"),
        simulated=table.count("simulated"),
        hardware=table.count("hardware"),
        agreement=table.one_of("agreement", ("equal", "scatter", "differs")),
    )
