"""Writes and reads the record of a measurement: measurements.json."""

from __future__ import annotations

import json
from dataclasses import asdict

from grader.errors import GraderError
from grader.fields import Table, as_table
from grader.measurement.report import (
    VERSION,
    LaunchCounts,
    MeasuredCheck,
    MeasuredLab,
    Measurements,
    Setting,
    Survey,
)
from grader.record import Counted, Counter
from grader.record_reader import read_reading


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
