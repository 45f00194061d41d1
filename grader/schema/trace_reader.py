"""Parses the document of the tracing program strictly."""

from __future__ import annotations

import json
from collections import Counter

from grader.core.errors import GraderError
from grader.core.fields import Table, as_table
from grader.schema.record import Launch
from grader.schema.record_reader import read_access
from grader.schema.trace_document import (
    FORMAT,
    Buffer,
    Difference,
    Dump,
    Fault,
    Passed,
    Total,
    Trace,
    TracedLaunch,
    Value,
)


def parse_trace(text: str, where: str) -> Trace:
    """Raises GraderError, naming `where` and the key, when text is no trace of format 1."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise GraderError(f"{where}: not valid JSON: {error}") from error
    table = as_table(data, where)
    if table.whole("format") != FORMAT:
        raise table.fail(f"'format' is {table.whole('format')}, this grader reads {FORMAT}")
    schedules = table.table("schedules")
    return Trace(
        compiler=table.text("compiler"),
        schedule_seed=table.count("schedule_seed"),
        data_seed=table.count("data_seed"),
        launches=_launches(table.tables("launches")),
        not_run=table.texts("not_run"),
        buffers=tuple(_buffer(item) for item in table.tables("buffers")),
        dumps=tuple(_dump(item) for item in table.tables("dumps")),
        compared=schedules.count("compared"),
        differences=tuple(_difference(item) for item in schedules.tables("differences")),
    )


def _launches(tables: list[Table]) -> tuple[TracedLaunch, ...]:
    """Several launches of one kernel are numbered, so that what each cost stays apart."""
    names = Counter(table.text("kernel") for table in tables)
    seen: Counter[str] = Counter()
    launches = []
    for table in tables:
        kernel = table.text("kernel")
        seen[kernel] += 1
        label = f"{kernel} ({seen[kernel]})" if names[kernel] > 1 else kernel
        launches.append(_launch(table, label))
    return tuple(launches)


def _launch(table: Table, label: str) -> TracedLaunch:
    accesses = tuple(read_access(item) for item in table.tables("accesses"))
    return TracedLaunch(
        launch=Launch(label, table.wholes("grid", 3), table.wholes("block", 3), "", accesses, ()),
        signature=table.text("signature"),
        shared_bytes=table.count("dynamic_shared_bytes"),
        parameters=tuple(_passed(item) for item in table.tables("parameters")),
        completed=table.flag("completed"),
        totals=tuple(_total(item) for item in table.tables("totals")),
        faults=tuple(_fault(item) for item in table.tables("faults")),
        printed=table.text("printed"),
    )


def _passed(table: Table) -> Passed:
    return Passed(table.text("name"), table.text("type"), table.text("given"), table.text("buffer"))


def _total(table: Table) -> Total:
    return Total(
        space=table.text("space"),
        op=table.text("op"),
        requests=table.count("requests"),
        lanes=table.count("lanes"),
        sectors=table.count("sectors"),
        least_sectors=table.count("least_sectors"),
        wavefronts=table.count("wavefronts"),
        least_wavefronts=table.count("least_wavefronts"),
        bank_conflicts=table.count("bank_conflicts"),
        bytes_asked=table.count("bytes_asked"),
    )


def _fault(table: Table) -> Fault:
    return Fault(
        kind=table.text("kind"),
        message=table.text("message"),
        file=table.text("file"),
        line=table.count("line"),
        other_file=table.text("other_file"),
        other_line=table.count("other_line"),
        block=table.wholes("block", 3),
        thread=table.wholes("thread", 3),
        names_a_thread=table.flag("names_a_thread"),
        count=table.count("count"),
        stopped_the_launch=table.flag("stopped_the_launch"),
    )


def _buffer(table: Table) -> Buffer:
    return Buffer(table.text("name"), table.text("type"), table.count("elements"))


def _dump(table: Table) -> Dump:
    values = table.get("values")
    if not isinstance(values, list) or not all(isinstance(value, Value) for value in values):
        raise table.fail("'values' must be numbers, words and nulls")
    return Dump(_buffer(table), tuple(values))


def _difference(table: Table) -> Difference:
    what = table.one_of("what", ("buffer", "counters", "faults"))
    if what != "buffer":
        return Difference(what, table.count("seed"), table.text("name"))
    return Difference(
        what,
        table.count("seed"),
        table.text("name"),
        table.count("elements"),
        table.count("first_element"),
        table.text("before"),
        table.text("after"),
    )
