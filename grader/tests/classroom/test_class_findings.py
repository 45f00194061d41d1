"""Who needs help, what is not understood, whom to look at: each rule of class_findings.py, both ways."""

from __future__ import annotations

from dataclasses import replace

from grader.classroom.class_findings import (
    nothing_begun,
    what_is_misunderstood,
    who_needs_help,
    whom_to_look_at,
)
from grader.classroom.class_row import Failed, Row, Stuck, failures_of
from grader.schema.results import CheckResult, LabResult, Source, Status
from grader.tests.classroom.test_class_page import FULL, entry, row
from grader.tests.exports_results import GOOD, KILLED, SKIPPED, check, lab

FILE = "labs/lab1_x/x.cu"


def stuck(of: Row, tries: int, attempts: int = 0) -> Row:
    return replace(of, stuck=(Stuck("lab1", "title of fast", "said", tries, attempts or tries),))


def failing(text: str, line: int, message: str, fault: str = "") -> LabResult:
    failed = CheckResult("fast", "title of fast", Status.FAILED, 0, 60, message=message, file=FILE, line=line)
    return replace(
        lab(1, check("safe", Status.PASSED, 40), replace(failed, fault=fault)),
        source=Source(FILE, f"/{FILE}", text),
    )


def row_of(name: str, result: LabResult) -> Row:
    return replace(row(entry(name, "lab1"), result), failed=tuple(failures_of(result)))


def test_whoever_is_stuck_for_longest_needs_help_first() -> None:
    rows = [
        stuck(row(entry("once", "lab1"), GOOD), 1),
        stuck(row(entry("twice", "lab1"), GOOD), 2, attempts=5),
        stuck(row(entry("thrice", "lab1"), GOOD), 3, attempts=5),
        row(entry("done", "lab1"), FULL),
        stuck(row(entry("longest", "lab1"), GOOD), 4),
    ]
    assert [one.row.entry.id for one in who_needs_help(rows)] == ["longest", "thrice"]


def test_nothing_earned_and_nothing_compiled_need_help_at_the_first_attempt() -> None:
    nothing = lab(1, check("safe", Status.FAILED, 40), check("fast", Status.SKIPPED, 60))
    broken = replace(nothing, compile_output="error: expected ';'")
    rows = [
        stuck(row(entry("some", "lab1"), GOOD), 1),
        stuck(row(entry("none", "lab1"), nothing), 1),
        stuck(row(entry("broken", "lab1"), broken), 1),
        stuck(row(entry("ours", "lab4"), KILLED), 1),
    ]
    assert [one.row.entry.id for one in who_needs_help(rows[:3])] == ["none", "broken"]
    assert not who_needs_help([replace(rows[3], stuck=(replace(rows[3].stuck[0], lab="lab4"),))])


def test_who_began_nothing_is_told_apart() -> None:
    rows = [row(entry("ann", "lab1"), GOOD), row(entry("bob"), GOOD)]
    rows.append(replace(row(entry("cy", "lab1"), GOOD), untouched=("lab1",)))
    assert [one.entry.id for one in nothing_begun(rows)] == ["bob", "cy"]


def test_failures_that_differ_in_numbers_alone_have_one_cause() -> None:
    said = "fast, n = {}: {} of {} elements are wrong; the first is out[{}], which holds 0"
    rows = [row_of(f"s{n}", failing("a\nout[i] = in[i];\n", 2, said.format(n, n, n, n))) for n in range(3)]
    rows.append(row_of("race", failing("a\nb\n", 1, "fast, n = 1: race: `x` is read", fault="race")))
    rows.append(row(entry("fine", "lab1"), FULL))
    (one,) = what_is_misunderstood(rows, ("lab1",))
    assert (one.title, one.failed, one.judged, one.cause.count) == ("title of fast", 4, 5, 3)
    assert one.cause.lines == (("out[i] = in[i];", 3),)
    assert one.cause.said.startswith("0 of 0 elements are wrong"), "the shape is no part of the cause"


def test_checks_that_most_fail_come_first_and_skipped_ones_are_counted() -> None:
    rows = [row(entry(f"s{number}", "lab1", "lab2"), GOOD, SKIPPED) for number in range(3)]
    rows.append(row(entry("s4", "lab1"), GOOD, SKIPPED))
    found = what_is_misunderstood(rows, ("lab2", "lab1"))
    assert [(one.lab, one.failed, one.judged, one.skipped) for one in found] == [
        ("lab1", 4, 4, 0),
        ("lab2", 3, 3, 0),
    ]


def test_at_most_three_lines_and_none_with_a_name() -> None:
    """A comment may be open since the line above, and a text may hold a name as well."""
    texts = [f'/* ann lee\n lee */ out[{n}] = f("lee"); // lee\n' for n in range(5)]
    rows = [row_of(f"s{n}", failing(text, 2, "wrong")) for n, text in enumerate(texts)]
    (one,) = what_is_misunderstood(rows, ("lab1",))
    assert len(one.cause.lines) == 3
    assert one.cause.lines[0] == ("out[0] = f(…);", 1)


def test_a_line_of_another_file_and_one_beyond_the_end_are_not_shown() -> None:
    beyond = failing("a\n", 99, "wrong")
    (failed,) = failures_of(beyond)
    assert failed == Failed("lab1", "fast", "", "wrong", "")
    elsewhere = replace(beyond, source=Source("other.cu", "/other.cu", "a\n" * 100))
    assert [one.code for one in failures_of(elsewhere)] == [""]
    assert not list(failures_of(replace(beyond, compile_output="error")))


def test_what_changes_nothing_needs_no_eye() -> None:
    ends = "x.cu: has Windows line ends, left as they are"
    rows = [
        row(entry("ann", "lab1", notes=(ends,)), GOOD),
        row(entry("bob", "lab1", notes=(ends, "a.zip: is empty")), GOOD),
        row(entry("cy", "lab1"), replace(GOOD, remark="ended by SIGSEGV")),
        row(entry("dee", "lab4"), KILLED),
        row(entry("eve", "lab1"), GOOD),
    ]
    ann, bob, cy, dee = whom_to_look_at(rows)
    assert (ann.why, ann.harmless) == ((), (ends,))
    assert (bob.why, bob.harmless) == (("a.zip: is empty",), (ends,))
    assert cy.why == ("lab1: ended by SIGSEGV",)
    assert dee.why[0].startswith("grading failed here")
