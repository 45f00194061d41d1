"""Writes and reads results.json, the stable form of the results."""

from __future__ import annotations

import json

from grader.core.errors import GraderError
from grader.core.fields import Table, as_table
from grader.schema.results import VERSION, CheckResult, LabResult, Results, Status

EVIDENCE = ("simulated", "measured", "none")


def results_to_json(results: Results) -> str:
    """The results as JSON text that ends in a newline. Launches and sources are not in it."""
    data = {
        "version": results.version,
        "machine": results.machine,
        "compiler": results.compiler,
        "seed": results.seed,
        "labs": [lab_to_data(lab) for lab in results.labs],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def results_from_json(text: str, where: str) -> Results:
    """Raises GraderError, naming `where` and the key, when text is not of this version."""
    try:
        table = as_table(json.loads(text), where)
    except json.JSONDecodeError as error:
        raise GraderError(f"{where}: not valid JSON: {error}") from error
    if table.whole("version") != VERSION:
        raise table.fail(f"'version' is {table.whole('version')}, this grader reads {VERSION}")
    return Results(
        machine=table.text("machine"),
        compiler=table.text("compiler"),
        seed=table.count("seed"),
        labs=tuple(lab_from_table(item) for item in table.tables("labs")),
    )


def lab_to_data(lab: LabResult) -> dict[str, object]:
    """One lab as results.json holds it."""
    return {
        "id": lab.id,
        "title": lab.title,
        "points": lab.points,
        "max_points": lab.max_points,
        "checks": [_check(check) for check in lab.checks],
    }


def _check(check: CheckResult) -> dict[str, object]:
    return {
        "id": check.id,
        "title": check.title,
        "status": check.status.value,
        "points": check.points,
        "max_points": check.max_points,
        "evidence": check.evidence,
        "value": check.value,
        "required": check.required,
        "comparison": check.comparison,
        "unit": check.unit,
        "message": check.message,
        "file": check.file,
        "line": check.line,
    }


def lab_from_table(table: Table) -> LabResult:
    """One lab of results.json. Raises GraderError, naming the key that is wrong."""
    lab = LabResult(
        id=table.text("id"),
        title=table.text("title"),
        checks=tuple(_read_check(item) for item in table.tables("checks")),
    )
    for key, total in (("points", lab.points), ("max_points", lab.max_points)):
        if table.whole(key) != total:
            raise table.fail(f"'{key}' is {table.whole(key)}, the checks sum to {total}")
    return lab


def _read_check(table: Table) -> CheckResult:
    return CheckResult(
        id=table.text("id"),
        title=table.text("title"),
        status=Status(table.one_of("status", tuple(status.value for status in Status))),
        points=table.count("points"),
        max_points=table.count("max_points"),
        evidence=table.one_of("evidence", EVIDENCE),
        value=table.maybe_number("value"),
        required=table.maybe_number("required"),
        comparison=table.text("comparison") if table.has("comparison") else "",
        unit=table.text("unit"),
        message=table.text("message"),
        file=table.text("file"),
        line=table.count("line"),
    )
