"""Whose fault it is when the test program of a stranger's module ends abnormally."""

from __future__ import annotations

from pathlib import Path

import pytest

import grader.grading.grade_labs
from grader.core import run_defaults
from grader.core.errors import GraderError, StalledError
from grader.grading.grade_labs import Grading, Submission, grade_lab
from grader.isolation.confinement import NoSandbox
from grader.machine.module import Module
from grader.schema.class_results import Settings
from grader.schema.results import LabResult, Status
from grader.tests.fake_project import FakeProject

# Ends by what the module says; the reference's ends well unless @ROOT@/broken is there.
ENDING = """
echo run >> '@ROOT@/runs'
case $(cat "$module") in
  *crashes*) kill -SEGV $$ ;;
  *once*) [ -e '@ROOT@/once' ] || { touch '@ROOT@/once'; kill -SEGV $$; } ;;
  *killed*) kill -KILL $$ ;;
  *varies*) [ -e '@ROOT@/varied' ] && kill -ABRT $$; touch '@ROOT@/varied'; kill -SEGV $$ ;;
  *burns*) while [ -e '@ROOT@/stalled' ]; do :; done; touch '@ROOT@/stalled'; kill -SEGV $$ ;;
  *"stalls twice"*) sleep 60 ;;
  *"stalls once"*) [ -e '@ROOT@/waited' ] || { touch '@ROOT@/waited'; sleep 60; } ;;
  *"could not run"*) echo 'cannot load it' >&2; exit 2 ;;
  *spoils*) echo nonsense > "$results"; exit 0 ;;
esac
[ ! -e '@ROOT@/broken' ] || kill -SEGV $$
cp '@ROOT@/passing.json' "$results"
exit 0
"""


@pytest.fixture
def strangers(fake: FakeProject, monkeypatch: pytest.MonkeyPatch) -> FakeProject:
    """A checkout whose programs are scripts: nothing is compiled there, and nothing could be vetted."""
    (fake.root / "passing.json").write_text(fake.data("passing.json"), encoding="utf-8")
    fake.program(ENDING)
    monkeypatch.setattr(
        grader.grading.grade_labs, "compile_kernel", lambda _p, kernel, *_: Module(kernel, fresh=True)
    )
    return fake


def handed_in(fake: FakeProject, text: str) -> LabResult:
    file = Path(fake.root / "handed_in.cu")
    file.write_text(text, encoding="utf-8")
    return grade_lab(Grading(fake.project, sandbox=NoSandbox()), Submission(fake.lab, file)).result


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("crashes", "ended by SIGSEGV"),
        ("killed", "ended by SIGKILL"),
        ("could not run", "cannot load it"),
        ("spoils", "not valid JSON"),
    ],
)
def test_an_end_that_repeats_and_that_the_reference_does_not_have_is_the_submissions(
    strangers: FakeProject, text: str, says: str
) -> None:
    result = handed_in(strangers, text)
    assert not result.ours
    assert {check.status for check in result.checks} <= {Status.FAILED, Status.SKIPPED}
    assert result.points == 0
    assert says in result.remark and "at each run of this file" in result.remark
    assert says in result.checks[0].message
    assert (strangers.root / "runs").read_text(encoding="utf-8").count("run") == 3


def test_an_end_that_does_not_repeat_is_tried_again_and_forgotten(strangers: FakeProject) -> None:
    result = handed_in(strangers, "once")
    assert (result.ours, result.remark) == (False, "")
    assert all(check.status is Status.PASSED for check in result.checks)


def test_ends_that_differ_are_final_too(strangers: FakeProject) -> None:
    result = handed_in(strangers, "varies")
    assert not result.ours
    assert "ended by SIGSEGV, then the test program was ended by SIGABRT" in result.remark


def test_a_time_out_of_the_second_run_is_final(
    strangers: FakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grader.grading.grade_labs, "LEAST_SECOND_RUN_S", 1.0)
    file = Path(strangers.root / "slow.cu")
    file.write_text("burns", encoding="utf-8")
    grading = Grading(strangers.project, Settings(limit_s=1), sandbox=NoSandbox())
    result = grade_lab(grading, Submission(strangers.lab, file)).result
    assert not result.ours
    assert "time-out: not finished within 1 s of processor time" in result.checks[0].message


@pytest.mark.parametrize(("text", "ours", "runs"), [("stalls twice", True, 2), ("stalls once", False, 2)])
def test_a_run_that_stalls_is_tried_again_and_never_the_submissions(
    strangers: FakeProject, monkeypatch: pytest.MonkeyPatch, text: str, ours: bool, runs: int
) -> None:
    monkeypatch.setattr(run_defaults, "LEAST_FAR_STOP_S", 1.0)
    monkeypatch.setattr(run_defaults, "FAR_STOP_FACTOR", 0.01)
    result = handed_in(strangers, text)
    assert result.ours is ours
    assert (strangers.root / "runs").read_text(encoding="utf-8").count("run") == runs
    # The first run is repeated with all of its time, not with what a time-out would have left.
    if ours:
        assert {check.status for check in result.checks} == {Status.ERROR}
        assert "did not end within 1.2 s" in result.trouble and "of its 120 s" in result.trouble
    else:
        assert {check.status for check in result.checks} == {Status.PASSED}


def test_a_compiler_that_stalls_twice_is_no_verdict(
    strangers: FakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[Path] = []

    def stalls(_project: object, kernel: Path, *_: object) -> Module:
        calls.append(kernel)
        raise StalledError("the compiler did not end")

    monkeypatch.setattr(grader.grading.grade_labs, "compile_kernel", stalls)
    with pytest.raises(StalledError):
        handed_in(strangers, "any")
    assert len(calls) == 2


class Compiler:
    """Stands for simtcc: fails on the files whose text says so, and remembers what it was given."""

    def __init__(self, fails_on: str) -> None:
        self.fails_on = fails_on
        self.given: list[str] = []

    def __call__(self, _project: object, kernel: Path, *_: object) -> Module:
        text = kernel.read_text(encoding="utf-8")
        self.given.append(kernel.name)
        if self.fails_on in text:
            raise GraderError("simtcc: \x1b[31mclang was killed")
        return Module(kernel, fresh=True)


def test_a_compiler_that_fails_on_one_file_alone_refuses_it(
    strangers: FakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = Compiler("odd")
    monkeypatch.setattr(grader.grading.grade_labs, "compile_kernel", compiler)
    result = handed_in(strangers, "odd")
    assert (result.ours, result.points) == (False, 0)
    assert (
        "fails on this file, twice, and not on another: simtcc: <U+001B>[31mclang was killed" in result.remark
    )
    assert compiler.given == ["handed_in.cu", "handed_in.cu", "tiled_transpose.cu"]


def test_a_compiler_that_fails_on_every_file_is_our_fault(
    strangers: FakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grader.grading.grade_labs, "compile_kernel", Compiler(""))
    with pytest.raises(GraderError, match="clang was killed"):
        handed_in(strangers, "good")


def test_an_end_that_the_reference_has_too_is_ours(strangers: FakeProject) -> None:
    (strangers.root / "broken").touch()
    result = handed_in(strangers, "crashes")
    assert (result.ours, result.remark) == (True, "")


def test_a_file_of_ones_own_is_run_once(strangers: FakeProject) -> None:
    file = Path(strangers.root / "own.cu")
    file.write_text("crashes", encoding="utf-8")
    result = grade_lab(Grading(strangers.project), Submission(strangers.lab, file)).result
    assert result.ours
    assert (strangers.root / "runs").read_text(encoding="utf-8").count("run") == 1
