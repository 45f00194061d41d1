"""Gradescope: the results.json of an autograder, and the export of an assignment's submissions.

results.json. Format: https://gradescope-autograders.readthedocs.io/en/latest/specs/ ("Output format").
Decisions:

- Only the tests have scores, and Gradescope adds them up; a top-level `score` would override the sum.
- Where a lab is to be graded again no test has a score, and neither has the top level: `null` is not allowed
  there, and a sum over the other labs would look like a grade. The page says that a test without score is
  only information; a file without any score is no grade, so the submission is listed as ungraded.
  The points of the other labs are given as text, and in `extra_data`, which Gradescope does not add up.
- All formats are "text": the default at the top is a kind of HTML, and a message quotes what students wrote.
- A skipped check is "failed", or Gradescope would show one that is worth 0 points as passed.

The export ("Export Submissions" on the page Review Grades). A folder `assignment_<id>_export` holds
`submission_metadata.yml` and one folder `submission_<id>` for each submission, with the files as they were
handed in. Gradescope does not document the metadata file. Its form here is the one that public programs read,
such as https://github.com/djhuffman/gradescope_renaming_files:

    submission_123:
      :submitters:
      - :name: Ann Lee
        :sid: '3031'
        :email: ann@example.edu
      :created_at: 2024-02-03 10:11:12.000000000 Z
      :results: ...

Below :results: is what tests printed, so only the submitters are read from the file, line by line: everything
else is indented further.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress

from grader.formats.exported import REGRADE, CheckRecord, LabRecord, Record
from grader.formats.registry import Download, StudentExport
from grader.intake.found import FoundSubmission, FoundSubmissions, in_folder, is_hidden
from grader.intake.member import Kind, Member, Unreadable
from grader.intake.names import shown
from grader.intake.submission import MIB
from grader.intake.tree import Tree
from grader.schema.class_results import Person
from grader.schema.results import Status

Json = dict[str, object]
VISIBILITIES = ("visible", "hidden", "after_due_date", "after_published")
# The text for a student if there is no result, or not one for every lab.
NO_RESULT = "Your submission could not be graded to the end. This is not your fault: it will be graded again."


def gradescope_json(record: Record, visibility: str = "visible", stdout_visibility: str = "hidden") -> str:
    """The text of results.json. visibility: of the tests, stdout_visibility: of what the grader printed."""
    for setting in (visibility, stdout_visibility):
        if setting not in VISIBILITIES:
            raise ValueError(f"{setting!r} is not a visibility of Gradescope: {', '.join(VISIBILITIES)}")
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


def gradescope_without_result(why: str) -> str:
    """The results.json of a run that gave no results: `run_autograder` must always leave one."""
    test = {
        "name": "Grading",
        "name_format": "text",
        "status": "failed",
        "output": why,
        "output_format": "text",
    }
    data = {"output": NO_RESULT, "output_format": "text", "visibility": "visible", "tests": [test]}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _output(record: Record) -> str:
    lines = [_lab_line(lab) for lab in record.labs]
    return "\n".join([NO_RESULT, "", *lines] if record.regrade else lines)


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
        "output": _output_of(check),
        "output_format": "text",
        "tags": [check.lab, check.status.value],
        "visibility": visibility,
    }


def _output_of(check: CheckRecord) -> str:
    place = f"{check.file}:{check.line}" if check.file and check.line else check.file
    first = {Status.SKIPPED: "Skipped.", Status.ERROR: f"No verdict: {REGRADE}."}.get(check.status, "")
    return "\n".join(part for part in (first, check.message, place) if part)


EXPORTS = (StudentExport("gradescope", "gradescope.json", "Gradescope, as `results.json`", gradescope_json),)

SOURCE = "a Gradescope export"
METADATA = "submission_metadata.yml"
METADATA_BYTES = 256 * MIB
KEY = re.compile(r"  (?:- |  ):(\w+):\s*(.*)")


def find_gradescope_export(tree: Tree) -> Tree | None:
    """The tree that holds the metadata, which is this one or its only folder; else None."""
    entries = [entry for entry in tree.entries() if not is_hidden(entry.name)]
    if any(entry.name == METADATA for entry in entries):
        return tree
    if len(entries) == 1 and entries[0].kind is Kind.FOLDER and not entries[0].problem:
        inside = tree.inside(entries[0].name)
        with suppress(Unreadable):
            if any(entry.name == METADATA for entry in inside.entries()):
                return inside
    return None


def list_gradescope_submissions(tree: Tree) -> FoundSubmissions:
    """Every submission that the metadata or the folders name."""
    notes: list[str] = []
    entries = {entry.name: entry for entry in tree.entries() if not is_hidden(entry.name)}
    people = _people(entries.pop(METADATA), notes)
    found = [_found(tree, name, entry, people.get(name, ())) for name, entry in entries.items()]
    for name in people:
        if name not in entries:
            found.append(_named(name, people[name], [f"{METADATA} lists {shown(name)}, which is not there"]))
    return FoundSubmissions(SOURCE, found, notes)


def _named(name: str, people: tuple[Person, ...], notes: list[str]) -> FoundSubmission:
    student = ", ".join(person.name for person in people) or name
    return FoundSubmission(name, student, people or (Person(shown(name)),), notes=notes)


def _found(tree: Tree, name: str, entry: Member, people: tuple[Person, ...]) -> FoundSubmission:
    found = _named(name, people, [] if people else [f"{METADATA} does not tell whose {shown(name)} is"])
    if entry.problem:
        found.notes.append(f"{shown(name)}: {entry.problem}")
    elif entry.kind is Kind.FOLDER:
        found.parts = [in_folder((name,), tree.below(name))]
    else:
        found.parts = [[entry]]
    return found


def _people(metadata: Member, notes: list[str]) -> Mapping[str, tuple[Person, ...]]:
    try:
        if metadata.problem or metadata.size > METADATA_BYTES:
            raise Unreadable(metadata.problem or "is too large")
        text = metadata.read(METADATA_BYTES).decode("utf-8", errors="replace")
    except Unreadable as error:
        notes.append(f"{METADATA}: {error}; submissions are called by their folders")
        return {}
    return parse_metadata(text)


def parse_metadata(text: str) -> dict[str, tuple[Person, ...]]:
    """The people of each submission, by the name of its folder."""
    found: dict[str, list[dict[str, str]]] = {}
    submission, inside = "", False
    for line in _lines(text):
        if not line.startswith((" ", "-", "#")) and line.rstrip().endswith(":"):
            submission, inside = _scalar(line.rstrip()[:-1]), False
            found.setdefault(submission, [])
        elif line.startswith("  :"):
            inside = line.rstrip() == "  :submitters:"
        elif inside and submission:
            _add_key(found[submission], line)
    return {name: tuple(map(_person, people)) for name, people in found.items()}


def _lines(text: str) -> Iterator[str]:
    """The lines by their line feeds alone: str.splitlines also ends them at what a name may hold."""
    return (line.removesuffix("\r") for line in text.split("\n") if line.strip() and line != "---")


def _add_key(people: list[dict[str, str]], line: str) -> None:
    match = KEY.fullmatch(line)
    if match is None:
        return
    if line.startswith("  - "):
        people.append({})
    if people:
        people[-1].setdefault(match[1], _scalar(match[2]))


def _person(keys: Mapping[str, str]) -> Person:
    name, email = keys.get("name", ""), keys.get("email", "")
    return Person(shown(name or email or "unknown"), sid=shown(keys.get("sid", "")), email=shown(email))


def _scalar(text: str) -> str:
    """A YAML scalar of one line: plain, 'single' or "double" quoted; '' for null and for tagged ones."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        return _double_quoted(text)
    return "" if text in ("", "~", "null") or text.startswith(("!", "|", ">")) else text


def _double_quoted(text: str) -> str:
    # YAML's escapes are JSON's, and \xNN, \e and a few more.
    json_like = re.sub(r"\\x([0-9A-Fa-f]{2})", r"\\u00\1", text)
    try:
        return str(json.loads(json_like, strict=False))
    except ValueError:
        return text[1:-1]


DOWNLOAD = Download("Gradescope", find_gradescope_export, list_gradescope_submissions, has_unique_sign=True)
