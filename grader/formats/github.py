"""GitHub: what a workflow's step shows of a result, and GitHub Classroom's autograding result.

github.json holds three texts for the command that runs in the step: the job summary, the annotations on the
student's lines, and the step's outputs. Formats:
https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions, and for the escaping
https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts. Decisions:

- Of several labs, those that are done or not begun are folded: the page opens on what there is to do.
- Whatever may quote a student's text is code in the summary, where Markdown and HTML mean nothing.
- A step shows ten annotations of a kind and drops the others: the first failure of each lab comes first. A
  lab whose file is still the stub has none, unless no other lab was begun.
- A lab that is to be graded again has no points, and neither has the total.

classroom.txt is the output `result` of a grading step: JSON in base64. There is no specification; the format
is what GitHub's own graders write, such as
https://github.com/github-education-resources/autograding-io-grader/blob/main/src/main.js, and what their
reporter reads, in notify-classroom.js, console-results.js and aggregate-results.js of
https://github.com/github-education-resources/autograding-grading-reporter/tree/main/src:
it adds up `score` over the tests of every result whose `max_score` is not 0, and sends nothing to Classroom
when that leaves no result. Decisions:

- Where a lab is to be graded again the status is "error", `max_score` is 0 and no test has a score. So
  Classroom gets no points at all rather than too few, and keeps those it has; GitHub's own graders omit the
  scores of their errors, too.
- A skipped check is a "fail": the reporter has no fourth status.
"""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterator
from itertools import chain, zip_longest

from grader.core.points import Points
from grader.core.visible import cut
from grader.core.wording import first_sentence
from grader.formats.exported import REGRADE, CheckRecord, LabRecord, Record, one_line
from grader.formats.registry import StudentExport
from grader.grading.verdict_words import SYMBOLS
from grader.schema.results import Status

Json = dict[str, object]
MOST_ANNOTATIONS = 10
# GitHub refuses a summary of more than 1 MiB, so each message is cut.
SENTENCE_LENGTH = 400
ANNOTATED = (Status.FAILED, Status.ERROR)
CLASSROOM_VERSION = 1
CLASSROOM_STATUS = {
    Status.PASSED: "pass",
    Status.FAILED: "fail",
    Status.SKIPPED: "fail",
    Status.ERROR: "error",
}


def github_json(record: Record) -> str:
    """All three texts in one file, for a command that runs in a workflow's step."""
    texts = {
        "summary": job_summary(record),
        "annotations": error_annotations(record),
        "outputs": step_outputs(record),
    }
    return json.dumps(texts, indent=2) + "\n"


def job_summary(record: Record) -> str:
    """Markdown: the points of each lab, and each of its checks with the first sentence of its message."""
    parts = [f"# {_points(record.points, record.max_points)}", ""]
    if len(record.labs) > 1:
        parts += ["| lab | | points |", "| --- | --- | ---: |"]
        parts += [f"| {lab.id} | {_cell(lab.title)} | {_short_points(lab)} |" for lab in record.labs]
        parts.append("")
    for lab in record.labs:
        parts += _folded(lab) if len(record.labs) > 1 and _can_wait(lab) else _lab(lab)
    return "\n".join(parts)


def _can_wait(lab: LabRecord) -> bool:
    """Whether the lab is done, or not begun."""
    return lab.compiles and not lab.trouble and lab.points in (0, lab.max_points)


def _folded(lab: LabRecord) -> list[str]:
    """The lab as one line that opens. Markdown within HTML begins after an empty line."""
    heading = html.escape(f"{lab.id}: {one_line(lab.title)}: {_points(lab.points, lab.max_points)}")
    return ["<details>", f"<summary>{heading}</summary>", "", *_table(lab), "</details>", ""]


def _lab(lab: LabRecord) -> list[str]:
    lines = [f"## {lab.id}: {_text(lab.title)}: {_points(lab.points, lab.max_points)}", ""]
    if lab.trouble:
        lines += [_code(_sentence(lab.trouble)), ""]
    return [*lines, *_table(lab)]


def _table(lab: LabRecord) -> list[str]:
    head = ["| | check | points | what it says | where |", "| --- | --- | ---: | --- | --- |"]
    return [*head, *(_row(check, lab) for check in lab.checks), ""]


def _row(check: CheckRecord, lab: LabRecord) -> str:
    points = "" if lab.regrade or not check.max_points else f"{check.points} of {check.max_points}"
    place = f"{check.file}:{check.line}" if check.line else check.file
    cells = (f"{SYMBOLS[check.status]} {check.status.value}", _cell(check.title), points)
    return "| " + " | ".join((*cells, _code(_sentence(check.message)), _code(place))) + " |"


def error_annotations(record: Record) -> str:
    """Workflow commands, one a line, that mark the lines where checks failed; at most ten."""
    labs = [lab for lab in record.labs if not lab.untouched] or record.labs
    each = [[check for check in lab.checks if check.status in ANNOTATED] for lab in labs]
    found = list(_without_repeats(check for check in chain(*zip_longest(*each)) if check is not None))
    return "".join(f"{_annotation(check)}\n" for check in found[:MOST_ANNOTATIONS])


def _without_repeats(checks: Iterator[CheckRecord]) -> Iterator[CheckRecord]:
    """The checks without repeats: a file that does not compile fails each with one message at one line."""
    seen: set[tuple[str, str, int]] = set()
    for check in checks:
        what = (check.message, check.file, check.line)
        if not check.message or what not in seen:
            yield check
        seen.add(what)


def _annotation(check: CheckRecord) -> str:
    place = {"file": check.file} if check.file else {}
    if check.file and check.line:
        place["line"] = str(check.line)
    properties = {**place, "title": f"{check.lab}: {one_line(check.title)}"}
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::error {listed}::{_data(check.message or REGRADE)}"


def step_outputs(record: Record) -> str:
    """What a step writes to $GITHUB_OUTPUT. `points` is empty where a lab is to be graded again."""
    passed = bool(record.labs) and record.points == record.max_points
    outputs = {
        "points": "" if record.points is None else str(record.points),
        "max-points": str(record.max_points),
        "passed": str(passed).lower(),
        "result": classroom_result(record),
    }
    return "".join(f"{name}={value}\n" for name, value in outputs.items())


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _points(points: Points | None, most: Points) -> str:
    return REGRADE if points is None else f"{points} of {most} points"


def _short_points(lab: LabRecord) -> str:
    return REGRADE if lab.points is None else f"{lab.points} of {lab.max_points}"


def _sentence(message: str) -> str:
    sentence = one_line(first_sentence(message))
    return sentence if len(sentence) <= SENTENCE_LENGTH else f"{sentence[:SENTENCE_LENGTH]}…"


def _code(text: str) -> str:
    """The text as code, whatever is in it; '' for an empty text."""
    plain = text.strip()
    if not plain:
        return ""
    if "|" in plain:
        # A bar must not occur in a table's cell, not even in code. As an entity it is never markup.
        entities = "".join(char if char.isalnum() or char == " " else f"&#{ord(char)};" for char in plain)
        return f"<code>{entities}</code>"
    fence = "`" * (max(map(len, re.findall("`+", plain)), default=0) + 1)
    space = " " if "`" in (plain[0], plain[-1]) else ""
    return f"{fence}{space}{plain}{space}{fence}"


def _cell(text: str) -> str:
    return _text(text).replace("|", "\\|")


def _text(text: str) -> str:
    """Our own words as Markdown shows them: names such as `transpose_tiled` are no emphasis."""
    plain = one_line(cut(text, SENTENCE_LENGTH))
    for char in "\\`*_[]<>&#~":
        plain = plain.replace(char, f"\\{char}")
    return plain


def classroom_result(record: Record) -> str:
    """The result in base64, one line without end."""
    text = json.dumps(classroom_data(record), ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(text.encode("utf-8")).decode("ascii")


def classroom_data(record: Record) -> Json:
    """What the base64 holds."""
    checks = [check for lab in record.labs for check in lab.checks]
    passed = bool(checks) and all(check.status is Status.PASSED for check in checks)
    return {
        "version": CLASSROOM_VERSION,
        "status": "error" if record.regrade or not checks else "pass" if passed else "fail",
        "max_score": 0 if record.regrade else record.max_points,
        # The reporter divides by the number of tests.
        "tests": [_test(check, scored=not record.regrade) for check in checks] or [_no_test()],
    }


def _test(check: CheckRecord, *, scored: bool) -> Json:
    test: Json = {
        "name": f"{check.lab}: {check.title}",
        "status": CLASSROOM_STATUS[check.status],
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


def _no_test() -> Json:
    return {
        "name": "Grading",
        "status": "error",
        "message": REGRADE,
        "line_no": 0,
        "test_code": "./course check",
        "filename": "",
    }


def _classroom_line(record: Record) -> str:
    return classroom_result(record) + "\n"


EXPORTS = (
    StudentExport(
        "github", "github.json", "`grade-one --github`, in a step of a GitHub workflow", github_json
    ),
    StudentExport("classroom", "classroom.txt", "GitHub Classroom's grading reporter", _classroom_line),
)
