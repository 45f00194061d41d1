"""The export for GitHub: a summary that stays a table, annotations that stay one command a line."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from itertools import pairwise

from hypothesis import HealthCheck, settings
from hypothesis import given as for_all
from markdown_it import MarkdownIt

from grader.formats.exported import record_of
from grader.formats.github import MOST_ANNOTATIONS, error_annotations, github_json, job_summary, step_outputs
from grader.schema.results import CheckResult, LabResult, Results, Status
from grader.tests.exports_results import ANN, GOOD, KILLED, OURS, SKIPPED, check, given, lab, results

MARKDOWN = MarkdownIt("commonmark").enable("table")
# What a reader of the summary may meet; of HTML, the element that shows a text as it is.
ALLOWED = {"text", "code_inline", "softbreak", "text_special", "html_inline"}
QUIET = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])


def cells(summary: str) -> list[list[str]]:
    """The cells of every row of the checks' tables, as they are read."""
    rows: list[list[str]] = []
    tokens = MARKDOWN.parse(summary)
    for token, inside in pairwise(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("td_open", "th_open"):
            rows[-1].append(inside.content)
    return rows


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """As the runner reads them: name, properties and message, unescaped."""
    found = []
    # The runner's lines end at \r and \n alone; splitlines() would end them at U+2028, too.
    for line in filter(None, re.split(r"[\r\n]", text)):
        match = re.fullmatch(r"::(\w+) ([^:]*)::(.*)", line)
        assert match, line
        pairs = (part.partition("=") for part in match[2].split(","))
        found.append((match[1], {name: plain(value) for name, _, value in pairs}, plain(match[3])))
    return found


def plain(text: str) -> str:
    for code, char in (("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        text = text.replace(code, char)
    return text


@QUIET
@for_all(outcome=results())
def test_the_summary_is_a_table_whatever_students_write(outcome: Results) -> None:
    record = record_of(ANN, outcome)
    summary = job_summary(record)
    summary.encode("utf-8")
    tokens = MARKDOWN.parse(summary)
    for token in tokens:
        for child in token.children or ():
            assert child.type in ALLOWED, child
            assert child.type != "html_inline" or child.content in ("<code>", "</code>")
    tables = sum(token.type == "table_open" for token in tokens)
    assert tables == len(record.labs) + (len(record.labs) > 1)
    checks = sum(len(part.checks) for part in record.labs)
    assert sum(len(row) == 5 for row in cells(summary)) == checks + len(record.labs)


@QUIET
@for_all(outcome=results())
def test_each_annotation_is_one_command_and_says_the_message(outcome: Results) -> None:
    record = record_of(ANN, outcome)
    found = commands(error_annotations(record))
    assert len(found) <= MOST_ANNOTATIONS
    known = {(each.message, each.file) for part in record.labs for each in part.checks}
    for name, properties, message in found:
        assert name == "error"
        assert (message, properties.get("file", "")) in known or message == "to be graded again"


@QUIET
@for_all(outcome=results())
def test_the_score_shown_is_the_score_exported(outcome: Results) -> None:
    record = record_of(ANN, outcome)
    outputs = dict(line.split("=", 1) for line in step_outputs(record).splitlines())
    first = job_summary(record).splitlines()[0]
    if record.points is None:
        assert (outputs["points"], first) == ("", "# to be graded again")
    else:
        assert first == f"# {outputs['points']} of {outputs['max-points']} points"
        assert outputs["points"] == str(record.points)
    data = json.loads(base64.b64decode(outputs["result"]))
    assert sum(test.get("score", 0) for test in data["tests"]) == (record.points or 0)
    assert (outputs["passed"] == "true") == (record.points == record.max_points)


def test_a_lab_that_was_not_begun_has_no_annotation_while_another_has() -> None:
    begun = lab(1, check("safe", Status.FAILED, 40, "out of bounds"))
    stub = replace(lab(2, check("safe", Status.FAILED, 40, "is it still the stub?")), untouched=True)

    def said(*labs: LabResult) -> list[str]:
        return [message for _, _, message in commands(error_annotations(record_of(ANN, given(*labs))))]

    assert said(stub, begun) == ["out of bounds"]
    assert said(stub) == ["is it still the stub?"]


def test_a_row_has_points_message_and_place() -> None:
    failed = CheckResult(
        "fast",
        "k: coalesced",
        Status.FAILED,
        0,
        60,
        message="line `out` | a\nmore",
        file="labs/x/x.cu",
        line=7,
    )
    part = LabResult("lab1", "Lab 1", (check("safe", Status.PASSED, 40), failed))
    rows = cells(job_summary(record_of(ANN, given(part))))
    entities = "".join(
        char if char.isalnum() or char == " " else f"&#{ord(char)};" for char in "line `out` | a"
    )
    assert rows[1:] == [
        ["✓ passed", "title of safe", "40 of 40", "", ""],
        ["✗ failed", "k: coalesced", "0 of 60", f"<code>{entities}</code>", "`labs/x/x.cu:7`"],
    ]


def test_a_check_that_is_worth_nothing_shows_no_points() -> None:
    part = LabResult("lab1", "Lab 1", (check("safe", Status.PASSED, 0), check("fast", Status.PASSED, 40)))
    assert [row[2] for row in cells(job_summary(record_of(ANN, given(part))))[1:]] == ["", "40 of 40"]


def test_of_several_labs_those_that_can_wait_are_folded() -> None:
    done = LabResult("lab1", "Done & <b>dusted</b>", (check("a", Status.PASSED, 5),))
    begun = lab(2, check("a", Status.PASSED, 5), check("b", Status.FAILED, 5))
    new = lab(3, check("a", Status.FAILED, 5))
    summary = job_summary(record_of(ANN, given(done, begun, new)))
    assert "<summary>lab1: Done &amp; &lt;b&gt;dusted&lt;/b&gt;: 5 of 5 points</summary>\n\n| |" in summary
    assert "## lab2: Lab 2: 5 of 10 points" in summary
    assert "<summary>lab3: Lab 3: 0 of 5 points</summary>" in summary
    assert summary.count("<details>") == summary.count("</details>") == 2
    assert len(cells(summary)) == 4 + 2 + 3 + 2, "each table is read as one"
    assert "<details>" not in job_summary(record_of(ANN, given(new)))


def test_each_labs_first_failure_comes_first() -> None:
    many = [
        lab(n, *(check(f"c{m}", Status.FAILED, 5, f"lab {n} check {m}") for m in range(8))) for n in (1, 2, 3)
    ]
    found = [message for _, _, message in commands(error_annotations(record_of(ANN, given(*many))))]
    assert found[:3] == ["lab 1 check 0", "lab 2 check 0", "lab 3 check 0"]
    assert len(found) == MOST_ANNOTATIONS


def test_a_file_that_does_not_compile_is_marked_once() -> None:
    checks = [
        CheckResult(f"c{n}", "t", Status.FAILED, 0, 5, message="does not compile", file="a.cu", line=3)
        for n in range(9)
    ]
    text = error_annotations(record_of(ANN, given(LabResult("lab1", "Lab 1", tuple(checks)))))
    assert text == "::error file=a.cu,line=3,title=lab1%3A t::does not compile\n"


def test_what_is_skipped_or_passed_is_no_error() -> None:
    found = commands(error_annotations(record_of(ANN, given(GOOD, SKIPPED))))
    assert [properties["title"] for _, properties, _ in found] == [
        "lab1: title of fast",
        "lab2: title of values",
    ]


def test_a_lab_to_be_graded_again_has_no_points() -> None:
    summary = job_summary(record_of(ANN, given(GOOD, OURS, KILLED)))
    assert summary.startswith("# to be graded again\n")
    assert "| lab1 | Lab 1 | 40 of 100 |" in summary
    assert "| lab3 | Lab 3 | to be graded again |" in summary
    assert "`the test program was killed`" in summary


def test_a_summary_stays_below_githubs_limit() -> None:
    long = [lab(n, *(check(f"c{m}", Status.FAILED, 1, "|" * 100_000) for m in range(30))) for n in range(9)]
    assert len(job_summary(record_of(ANN, given(*long))).encode()) < 1024 * 1024


def test_all_texts_are_in_one_file() -> None:
    record = record_of(ANN, given(GOOD))
    data = json.loads(github_json(record))
    assert data == {
        "summary": job_summary(record),
        "annotations": error_annotations(record),
        "outputs": step_outputs(record),
    }
