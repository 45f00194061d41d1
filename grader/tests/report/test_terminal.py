"""The terminal view where it is narrow, plain, or given hostile words."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from grader.core.visible import visible
from grader.core.wording import figure, some_of
from grader.grading.guidance import Move
from grader.grading.join import join_outcome
from grader.grading.verdict_words import measured
from grader.machine.runner import Outcome
from grader.report.terminal.verdicts import print_results
from grader.schema.results import CheckResult, LabResult, Results, Status
from grader.tests.fake_project import FakeProject


def shown(lab: LabResult, width: int, encoding: str = "utf-8") -> str:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, errors="replace")
    print_results(Console(file=file, width=width, highlight=False), Results("simt", "clang 14.0.6", (lab,)))
    file.flush()
    return raw.getvalue().decode(encoding)


def conflict(fake: FakeProject) -> LabResult:
    return join_outcome(fake.project, fake.lab, fake.source, Outcome(fake.record("conflict")))


@pytest.mark.parametrize("width", [32, 40, 80, 200])
def test_no_line_is_wider_than_the_terminal(fake: FakeProject, width: int) -> None:
    lines = shown(conflict(fake), width).splitlines()
    # A path stays whole, so that it can be copied.
    assert max(len(line) for line in lines if "/lab4_tiled_transpose/" not in line) <= width
    assert "75/100" in " ".join(lines)


def test_symbols_fall_back_where_the_terminal_knows_no_unicode(fake: FakeProject) -> None:
    out = shown(conflict(fake), 80, "ascii")
    assert "x failed" in out
    assert "+ passed" in out


def test_a_failed_check_has_its_advice(fake: FakeProject) -> None:
    lab = conflict(fake)
    failed = replace(
        lab.checks[5], message="32 wavefronts per request", advice="One more column moves a row."
    )
    assert "One more column moves a row." in shown(replace(lab, checks=(failed,)), 80)


def test_no_kernel_steers_the_terminal_or_its_markup(fake: FakeProject) -> None:
    lab = conflict(fake)
    evil = replace(lab.checks[5], message="[bold]\x1b[2J\x9bJ\u202e done")
    out = shown(replace(lab, checks=(evil,)), 80)
    assert "\x1b" not in out
    assert "[bold]" in out
    assert "\u202e" not in out


def test_what_a_kernel_printed_is_shown_once_and_in_part(fake: FakeProject) -> None:
    lab = join_outcome(fake.project, fake.lab, fake.source, Outcome(fake.record("passing")))
    rows = "".join(f"row {number}\n" for number in range(40))
    printing = tuple(replace(check, printed=rows) for check in lab.checks)
    out = shown(replace(lab, checks=printing), 80)
    assert out.count("The kernel printed:") == 1  # of checks that passed, too
    assert "row 11\n" in out
    assert "row 12" not in out
    assert "… and 28 lines more" in out
    failed = replace(printing[3], status=Status.FAILED, printed="its own")
    out = shown(replace(lab, checks=(*printing[:3], failed, *printing[4:])), 80)
    assert "its own" in out
    assert "row 0" not in out


def test_a_detail_goes_on_below_its_own_beginning(fake: FakeProject) -> None:
    lab = conflict(fake)
    told = replace(lab.checks[5], message="the headline\n  " + "word " * 20)
    rows = [line for line in shown(replace(lab, checks=(told,)), 60).splitlines() if "word" in line]
    assert len(rows) > 1
    assert {len(row) - len(row.lstrip()) for row in rows} == {6}


def test_printable_keeps_lines_and_words() -> None:
    assert visible("a\tb\nµ → 32") == "a\tb\nµ → 32"


@pytest.mark.parametrize(
    ("count", "said"), [(1, "a0"), (5, "a0, a1, a2, a3, a4"), (6, "a0, a1, a2, a3 and 2 more")]
)
def test_of_many_names_some_are_said(count: int, said: str) -> None:
    assert some_of([f"a{number}" for number in range(count)]) == said


@pytest.mark.parametrize(
    ("value", "said"), [(32.0, "32"), (32768, "32,768"), (0.48, "0.48"), (4.7605, "4.761"), (0.0, "0")]
)
def test_figures_are_short_and_exact_where_whole(value: float, said: str) -> None:
    assert figure(value) == said


def test_one_of_a_thing_is_no_plural() -> None:
    check = CheckResult("c", "c", Status.PASSED, 1, 1, value=1, required=1, comparison="at most")
    assert measured(replace(check, unit="bank conflicts per request")).startswith(
        "1 bank conflict per request,"
    )
    assert (
        measured(replace(check, value=2, unit="sectors per request"))
        == "2 sectors per request, at most 1 allowed"
    )
    at_least = replace(check, comparison="at least", unit="rows")
    assert measured(at_least) == "1 row, at least 1 required"


def test_what_to_read_and_to_try_follow_the_next_step(fake: FakeProject) -> None:
    file = io.StringIO()
    results = Results("simt", "clang 14.0.6", (conflict(fake),))
    console = Console(file=file, width=60, highlight=False)
    print_results(console, results, Move("./course watch", "at each save"), handout="labs/README.md")
    following = file.getvalue().partition("Next: ")[2].splitlines()
    assert all(line.startswith("      ") for line in following[1:-2])
    assert following[-2].startswith("Read: labs/README.md")
    assert following[-1].startswith("Try:  ./course watch")
