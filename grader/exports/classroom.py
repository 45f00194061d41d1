"""GitHub Classroom's autograding result: the output `result` of a grading step, JSON in base64.

Format: there is no specification; it is what GitHub's own graders write, such as
https://github.com/github-education-resources/autograding-io-grader/blob/main/src/main.js, and what their
reporter reads, in notify-classroom.js, console-results.js and aggregate-results.js of
https://github.com/github-education-resources/autograding-grading-reporter/tree/main/src:
it adds up `score` over the tests of every result whose `max_score` is not 0, and sends nothing to Classroom
when that leaves no result. Decisions:

- Where a lab is to be graded again the status is "error", `max_score` is 0 and no test has a score. So
  Classroom gets no points at all rather than too few, and keeps those it has; GitHub's own graders leave
  scores out of their errors too.
- A skipped check is a "fail": the reporter knows no fourth status.
"""

from __future__ import annotations

import base64
import json

from grader.exports.record import REGRADE, CheckRecord, Record
from grader.results import Status

Json = dict[str, object]
VERSION = 1
WORDS = {Status.PASSED: "pass", Status.FAILED: "fail", Status.SKIPPED: "fail", Status.ERROR: "error"}


def classroom_result(record: Record) -> str:
    """The result in base64, one line without end."""
    text = json.dumps(classroom_data(record), ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(text.encode("utf-8")).decode("ascii")


def classroom_data(record: Record) -> Json:
    """What the base64 holds."""
    checks = [check for lab in record.labs for check in lab.checks]
    passed = bool(checks) and all(check.status is Status.PASSED for check in checks)
    return {
        "version": VERSION,
        "status": "error" if record.regrade or not checks else "pass" if passed else "fail",
        "max_score": 0 if record.regrade else record.max_points,
        # The reporter divides by the number of tests.
        "tests": [_test(check, scored=not record.regrade) for check in checks] or [_nothing()],
    }


def _test(check: CheckRecord, *, scored: bool) -> Json:
    test: Json = {
        "name": f"{check.lab}: {check.title}",
        "status": WORDS[check.status],
        "message": _message(check),
        "line_no": check.line,
        "test_code": f"./course check {check.lab}",
        "filename": check.file,
    }
    if scored:
        test["score"] = check.points
    if check.seconds is not None:
        test["duration"] = round(check.seconds, 3)
    return test


def _message(check: CheckRecord) -> str | None:
    if check.status is Status.PASSED:
        return check.message or None
    why = REGRADE if check.status is Status.ERROR else check.status.value
    return f"{why}: {check.message}" if check.message else why


def _nothing() -> Json:
    return {
        "name": "Grading",
        "status": "error",
        "message": REGRADE,
        "line_no": 0,
        "test_code": "./course check",
        "filename": "",
    }
