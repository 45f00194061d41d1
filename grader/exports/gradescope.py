"""Gradescope's results.json.

Format: https://gradescope-autograders.readthedocs.io/en/latest/specs/ ("Output format"). Decisions:

- The score stands on the tests alone and Gradescope adds it up; a top-level `score` would override that.
- Where a lab is to be graded again no test has a score, nor has the top: `null` is not allowed there, and a
  sum over the other labs would look like a grade. The page says that a test without score is only
  information; a file without any score is no grade, so the submission stands out among the ungraded ones.
  What the other labs earned is said in words, and kept in `extra_data`, which nobody adds up.
- All formats are "text": the default at the top is a kind of HTML, and a message quotes what students wrote.
- A skipped check says "failed", or Gradescope would show one that is worth 0 points as passed.
"""

from __future__ import annotations

import json

from grader.exports.record import REGRADE, CheckRecord, LabRecord, Record
from grader.results import Status

Json = dict[str, object]
VISIBILITIES = ("visible", "hidden", "after_due_date", "after_published")
# What a student is told when no result exists at all.
NOTHING = "Your submission could not be graded to the end. This is not your fault: it will be graded again."


def gradescope_json(record: Record, visibility: str = "visible", stdout_visibility: str = "hidden") -> str:
    """The text of results.json. visibility: of the tests, stdout_visibility: of what the grader printed."""
    for setting in (visibility, stdout_visibility):
        if setting not in VISIBILITIES:
            raise ValueError(f"{setting!r} is no visibility of Gradescope's: {', '.join(VISIBILITIES)}")
    data: Json = {"output": _output(record), "output_format": "text"}
    if record.seconds is not None:
        data["execution_time"] = round(record.seconds, 3)
    data |= {
        "visibility": visibility,
        "stdout_visibility": stdout_visibility,
        "test_output_format": "text",
        "test_name_format": "text",
        "extra_data": _extra(record),
        "tests": _tests(record, visibility),
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def gradescope_nothing(why: str) -> str:
    """The results.json of a run that gave no results: `run_autograder` must always leave one."""
    test = {
        "name": "Grading",
        "name_format": "text",
        "status": "failed",
        "output": why,
        "output_format": "text",
    }
    data = {"output": NOTHING, "output_format": "text", "visibility": "visible", "tests": [test]}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _output(record: Record) -> str:
    lines = [_lab_line(lab) for lab in record.labs]
    return "\n".join([NOTHING, "", *lines] if record.regrade else lines)


def _lab_line(lab: LabRecord) -> str:
    if lab.points is None:
        return f"{lab.id}: {lab.title}: {REGRADE}"
    return f"{lab.id}: {lab.title}: {lab.points} of {lab.max_points} points"


def _extra(record: Record) -> Json:
    labs = [{"id": lab.id, "points": lab.points, "max_points": lab.max_points} for lab in record.labs]
    return {"regrade": record.regrade, "labs": labs}


def _tests(record: Record, visibility: str) -> list[Json]:
    return [
        _test(check, f"{lab_number}.{number}", visibility, scored=not record.regrade)
        for lab_number, lab in enumerate(record.labs, start=1)
        for number, check in enumerate(lab.checks, start=1)
    ]


def _test(check: CheckRecord, number: str, visibility: str, *, scored: bool) -> Json:
    points: Json = {"score": check.points, "max_score": check.max_points} if scored else {}
    return {
        **points,
        "status": "passed" if check.status is Status.PASSED else "failed",
        "name": f"{check.lab}: {check.title}",
        "name_format": "text",
        "number": number,
        "output": _words(check),
        "output_format": "text",
        "tags": [check.lab, check.status.value],
        "visibility": visibility,
    }


def _words(check: CheckRecord) -> str:
    place = f"{check.file}:{check.line}" if check.file and check.line else check.file
    first = {Status.SKIPPED: "Skipped.", Status.ERROR: f"No verdict: {REGRADE}."}.get(check.status, "")
    return "\n".join(part for part in (first, check.message, place) if part)
