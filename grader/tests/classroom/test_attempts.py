"""Attempts: files that were graded one after the other into one folder, and where each of them was stuck."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from grader.classroom.attempts import COMPILING, Attempts, attempts_at, stuck_at, with_earlier_files
from grader.classroom.folder import ClassFolder
from grader.classroom.plan import Shard, make_run
from grader.intake.submission import Intake, Submission
from grader.schema.class_results import Entry, Settings
from grader.schema.results import Status
from grader.tests.class_of_fakes import FakeClass
from grader.tests.classroom.test_class_page import FULL, entry, row, run_of
from grader.tests.exports_results import GOOD, check, lab
from grader.tests.fake_project import make_fake_project
from grader.tests.handed_in import LAB4

STUB = "5"


def handed_in(*digests: str) -> Entry:
    *earlier, now = digests
    return replace(entry("ann"), kernels={"lab1": now}, earlier={"lab1": tuple(earlier)})


def attempts(of: Entry, places: dict[str, str]) -> Attempts:
    return attempts_at(of, "lab1", STUB, "fast", places.get)


def test_a_changed_file_is_an_attempt_and_the_same_file_is_none() -> None:
    first = run_of([row(replace(entry("ann"), kernels={"lab1": "1", "lab2": "7"}), GOOD)])
    again = with_earlier_files(first, first)
    assert again.students[0].earlier == {}
    changed = run_of([row(replace(entry("ann"), kernels={"lab1": "2", "lab2": "7"}), GOOD)])
    second = with_earlier_files(changed, again)
    assert second.students[0].earlier == {"lab1": ("1",)}
    back = with_earlier_files(first, second)
    assert back.students[0].earlier == {"lab1": ("1", "2")}
    stranger = run_of([row(replace(entry("bob"), kernels={"lab1": "2"}), GOOD)])
    assert with_earlier_files(stranger, back).students[0].earlier == {}


def test_attempts_in_a_row_end_at_another_check_and_at_what_is_not_known() -> None:
    assert attempts(handed_in("1"), {}) == Attempts(1, 1)
    assert attempts(handed_in("1", "2", "3"), {"1": "fast", "2": "fast"}) == Attempts(3, 3)
    assert attempts(handed_in("1", "2", "3"), {"1": "fast", "2": "safe"}) == Attempts(3, 1)
    assert attempts(handed_in("1", "2", "3"), {"2": "fast"}) == Attempts(3, 2)
    assert attempts(handed_in(STUB, "2"), {STUB: "fast"}) == Attempts(1, 1), "the stub is no attempt"


def test_a_file_is_stuck_at_its_first_failure_or_at_the_compiler() -> None:
    assert stuck_at(GOOD) == "fast"
    assert stuck_at(FULL) == ""
    assert stuck_at(replace(GOOD, compile_output="error")) == COMPILING
    assert stuck_at(lab(1, check("a", Status.PASSED, 1), check("b", Status.SKIPPED, 1))) == ""


def test_a_class_graded_again_with_newer_files_says_who_is_stuck(tmp_path: Path) -> None:
    school = FakeClass(make_fake_project(tmp_path / "checkout"), tmp_path)
    out = tmp_path / "graded"
    for text in ("bad", "bad and longer", "bad and longer", "bad, still"):
        school.hands_in("ann", text)
        school.hands_in("bob", "bad" if text == "bad" else "good")
        assert school.grade(out)[0] == 0
    run = ClassFolder(out).read_run()
    assert run is not None
    assert [len(entry.earlier.get("lab4", ())) for entry in run.students] == [2, 1]
    page = (out / "index.html").read_text(encoding="utf-8")
    helped = page[page.index('id="help"') : page.index('id="failures"')]
    assert ">ann</a>" in helped and "3 attempts in a row" in helped
    assert ">bob</a>" not in helped


def test_labs_that_nobody_handed_in_are_not_noted() -> None:
    """lab1 is of the course and is not graded; of lab4, a file may have been meant."""
    ann = Submission("ann", "ann", {"lab4": b"x"})
    bob = Submission("bob", "bob", {"lab4": b"x"}, other_files=("bob/final.cu",))
    cy = Submission("cy", "cy", other_files=("cy/final.cu",))
    run = make_run(Settings(), "", [LAB4], Intake("a folder", (ann, bob, cy)), Shard())
    note = "there is cy/final.cu: a kernel file is recognised only by its exact name"
    assert [entry.notes for entry in run.students] == [(), (), ("found no tiled.cu (lab4)", note)]
