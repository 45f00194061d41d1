"""Parses a run record strictly. Keys it does not know are left for later formats to use."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from grader.core.errors import GraderError
from grader.core.fields import Table, as_table
from grader.schema.record import (
    FORMAT,
    LANES,
    Access,
    Bound,
    Chart,
    CheckReport,
    Example,
    Launch,
    Reading,
    RunRecord,
    Series,
)

STATUSES = ("passed", "failed", "skipped")
EVIDENCE = ("simulated", "measured", "none")
COMPARISONS = ("at most", "at least", "exactly", "")


def parse_record(text: str, where: str) -> RunRecord:
    """Raises GraderError, naming `where` and the key, when text is no record of format 1."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise GraderError(f"{where}: not valid JSON: {error}") from error
    table = as_table(data, where)
    if table.whole("format") != FORMAT:
        raise table.fail(f"'format' is {table.whole('format')}, this grader reads {FORMAT}")
    record = RunRecord(
        lab=table.text("lab"),
        machine=table.text("machine"),
        compiler=table.text("compiler"),
        module=table.text("module"),
        source=table.text("source"),
        seed=table.whole("seed"),
        complete=table.flag("complete"),
        refused=table.text("refused") if table.has("refused") else "",
        checks=tuple(_check(item) for item in table.tables("checks")),
    )
    tests = [check.test for check in record.checks]
    if len(set(tests)) != len(tests):
        raise table.fail("a test reports twice")
    return record


def _check(table: Table) -> CheckReport:
    return CheckReport(
        test=table.text("test"),
        status=table.one_of("status", STATUSES),
        reason=table.text("reason"),
        evidence=table.one_of("evidence", EVIDENCE),
        value=table.maybe_number("value"),
        required=table.maybe_number("required"),
        comparison=table.one_of("comparison", COMPARISONS),
        unit=table.text("unit"),
        message=table.text("message"),
        file=table.text("file"),
        line=table.count("line"),
        seconds=table.number("seconds"),
        printed=table.text("printed"),
        launches=tuple(_shown(item) for item in table.tables("launches")),
        charts=tuple(_chart(item) for item in table.tables("charts")),
        readings=tuple(read_reading(item) for item in _maybe_tables(table, "readings")),
    )


def _maybe_tables(table: Table, key: str) -> Sequence[Table]:
    """What only a run on a GPU writes."""
    return table.tables(key) if table.has(key) else ()


def read_reading(table: Table) -> Reading:
    """One measured quantity."""
    return Reading(
        shape=table.text("shape"),
        name=table.filled("name"),
        unit=table.filled("unit"),
        value=table.number("value"),
        low=table.number("low"),
        high=table.number("high"),
        runs=table.count("runs"),
    )


def _shown(table: Table) -> Launch:
    before = table.maybe_table("before")
    return replace(
        _launch(table),
        bounds=tuple(_bound(item) for item in table.tables("bounds")),
        bounds_against=table.text("bounds_against"),
        before=_launch(before) if before else None,
    )


def _launch(table: Table) -> Launch:
    return Launch(
        kernel=table.text("kernel"),
        grid=table.wholes("grid", 3),
        block=table.wholes("block", 3),
        shape=table.text("shape"),
        accesses=tuple(read_access(item) for item in table.tables("accesses")),
        bounds=(),
        number=table.count("number") if table.has("number") else 0,
    )


def _chart(table: Table) -> Chart:
    chart = Chart(
        id=table.text("id"),
        title=table.text("title"),
        kind=table.one_of("kind", ("line", "bars")),
        x_label=table.text("x_label"),
        x=table.texts("x"),
        y_label=table.text("y_label"),
        series=tuple(_series(item) for item in table.tables("series")),
        source=table.text("source"),
    )
    if any(len(one.values) != len(chart.x) for one in chart.series):
        raise table.fail(f"chart '{chart.id}': a series has not one value for each x")
    return chart


def _series(table: Table) -> Series:
    return Series(
        name=table.text("name"),
        role=table.one_of("role", ("student", "given", "limit", "hardware")),
        values=table.maybe_numbers("values"),
    )


def read_access(table: Table) -> Access:
    """All requests of one line, space, operation and width."""
    return Access(
        file=table.text("file"),
        line=table.count("line"),
        space=table.one_of("space", ("global", "shared", "constant", "texture")),
        op=table.one_of("op", ("load", "store", "atomic")),
        width=table.count("width"),
        requests=table.count("requests"),
        sectors=table.count("sectors"),
        least_sectors=table.count("least_sectors"),
        wavefronts=table.count("wavefronts"),
        least_wavefronts=table.count("least_wavefronts"),
        bank_conflicts=table.count("bank_conflicts"),
        example=_example(table.table("example")),
    )


def _example(table: Table) -> Example:
    return Example(
        array=table.text("array"),
        base=table.whole("base"),
        block=table.wholes("block", 3),
        warp=table.count("warp"),
        addresses=table.wholes("addresses", LANES),
        sectors=table.count("sectors"),
        least_sectors=table.count("least_sectors"),
        wavefronts=table.count("wavefronts"),
        bank_conflicts=table.count("bank_conflicts"),
    )


def _bound(table: Table) -> Bound:
    times = table.table("times_us")
    return Bound(
        device=table.text("device"),
        ratio=table.number("ratio"),
        limiter=table.text("limiter"),
        times_us=tuple((name, times.number(name)) for name in times.data),
    )
