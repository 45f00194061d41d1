"""Manifest and outcome joined: one verdict a check, and never a pass without a report."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.core.errors import GraderError
from grader.grading.join import join_compile_error, join_outcome
from grader.grading.verdict_words import words_of_others
from grader.machine.module import CompileError
from grader.machine.runner import Fault, Outcome
from grader.schema.record import Failure
from grader.schema.results import LabResult, Results, Status, exit_status, next_step
from grader.tests.fake_project import FakeProject


def joined(fake: FakeProject, outcome: Outcome) -> LabResult:
    return join_outcome(fake.project, fake.lab, fake.source, outcome)


def statuses(lab: LabResult) -> dict[str, str]:
    return {check.id: check.status.value for check in lab.checks}


def status_of(lab: LabResult) -> int:
    return exit_status(Results("simt", "clang 14.0.6", (lab,)))


def test_all_passed_earns_every_point(fake: FakeProject) -> None:
    lab = joined(fake, Outcome(fake.record("passing")))
    assert (lab.points, lab.max_points, status_of(lab)) == (100, 100, 0)
    assert next_step(Results("simt", "clang 14.0.6", (lab,))) is None


def test_a_failed_check_keeps_what_the_program_said(fake: FakeProject) -> None:
    lab = joined(fake, Outcome(fake.record("conflict")))
    check = lab.checks[5]
    assert (check.status, check.points, check.value, check.required) == (Status.FAILED, 0, 31, 0)
    assert check.file == "labs/lab4_tiled_transpose/tiled_transpose.cu"
    assert check.line == 42
    assert (lab.points, status_of(lab)) == (75, 1)


def test_the_next_failures_of_a_check_are_kept_clean_and_few(fake: FakeProject) -> None:
    record = fake.record("conflict")
    path = str(fake.source.path)
    others = tuple(Failure(f"\x1b[31mfault {i}", path, i) for i in range(2, 14))
    failed = replace(record.checks[5], failures=13, others=others)
    checks = tuple(failed if check.test == failed.test else check for check in record.checks)
    check = joined(fake, Outcome(replace(record, checks=checks))).checks[5]
    assert [one.line for one in check.others] == list(range(2, 10))
    assert all("\x1b" not in one.message for one in check.others)
    assert words_of_others(check) == "12 more failures of this check, the first 8"


def test_what_needs_a_failed_check_is_skipped_with_the_reason(fake: FakeProject) -> None:
    lab = joined(fake, Outcome(fake.record("out_of_bounds")))
    assert statuses(lab)["tiled-values"] == "failed"
    assert statuses(lab)["tiled-coalesced"] == "skipped"
    assert lab.checks[1].message == "needs transpose_tiled gives the exact transpose"
    assert lab.points == 60


def test_a_skipped_check_tells_no_failures_of_its_own(fake: FakeProject) -> None:
    record = fake.record("passing")
    others = (Failure("a race", str(fake.source.path), 3), Failure("a race", str(fake.source.path), 4))
    failed = [replace(check, status="failed", message="wrong") for check in record.checks[3:]]
    failed[1] = replace(failed[1], failures=3, others=others)
    lab = joined(fake, Outcome(replace(record, checks=(*record.checks[:3], *failed))))
    check = lab.checks[4]
    assert (check.status.value, check.failures, check.others) == ("skipped", 0, ())


def test_a_requirement_skips_even_a_reported_pass(fake: FakeProject) -> None:
    record = fake.record("passing")
    failed = replace(record.checks[3], status="failed", message="wrong")
    checks = (*record.checks[:3], failed, *record.checks[4:])
    lab = joined(fake, Outcome(replace(record, checks=checks)))
    assert [check.status.value for check in lab.checks[3:]] == ["failed", "skipped", "skipped", "skipped"]


def test_a_check_that_did_not_report_is_an_error(fake: FakeProject) -> None:
    outcome = Outcome(fake.record("incomplete"), Fault.CRASH, "the test program was ended by SIGSEGV")
    lab = joined(fake, outcome)
    assert statuses(lab)["tiled-values"] == "passed"
    assert set(list(statuses(lab).values())[3:]) == {"error"}
    assert "did not report: the test program was ended by SIGSEGV" in lab.checks[3].message
    assert (lab.ours, status_of(lab)) == (True, 2)


def test_a_time_out_is_the_submissions_failure(fake: FakeProject) -> None:
    outcome = Outcome(fake.record("incomplete"), Fault.TIME_OUT, "time-out: not finished within 120 s")
    lab = joined(fake, outcome)
    assert statuses(lab)["padded-values"] == "failed"
    assert "time-out" in lab.checks[3].message
    assert statuses(lab)["padded-bound"] == "skipped"
    assert (lab.ours, lab.points, status_of(lab)) == (False, 40, 1)


def test_a_refused_file_fails_every_check_and_could_not_run(fake: FakeProject) -> None:
    record = replace(fake.record("incomplete"), checks=(), refused="no kernel")
    lab = joined(fake, Outcome(record, Fault.REFUSED, "no kernel"))
    assert {check.status for check in lab.checks} <= {Status.FAILED, Status.SKIPPED}
    assert "no kernel" in lab.checks[0].message
    assert (lab.ours, lab.points, status_of(lab)) == (False, 0, 2)


def test_a_compile_error_fails_every_check_with_the_compilers_words(fake: FakeProject) -> None:
    lab = join_compile_error(fake.project, fake.lab, fake.source, fake.compile_error())
    assert set(statuses(lab).values()) == {"failed"}
    first = lab.checks[0]
    assert first.message == "The file does not compile: expected ';' after expression"
    assert (first.file, first.line) == ("labs/lab4_tiled_transpose/tiled_transpose.cu", 13)
    assert "use of undeclared identifier 'ouut'" in lab.compile_output
    assert (lab.points, status_of(lab)) == (0, 2)


def test_another_labs_record_is_refused(fake: FakeProject) -> None:
    with pytest.raises(GraderError, match="says that it is of 'lab5'"):
        joined(fake, Outcome(replace(fake.record("passing"), lab="lab5")))


def test_a_report_of_an_unlisted_test_is_refused(fake: FakeProject) -> None:
    record = fake.record("passing")
    extra = replace(record.checks[0], test="Extra.Test")
    with pytest.raises(GraderError, match=r"reports Extra\.Test"):
        joined(fake, Outcome(replace(record, checks=(*record.checks, extra))))


def test_nothing_passed_is_never_a_success(fake: FakeProject) -> None:
    record = fake.record("passing")
    skipped = tuple(replace(check, status="skipped", reason="no GPU") for check in record.checks)
    assert status_of(joined(fake, Outcome(replace(record, checks=skipped)))) == 2


def with_fault_advice(fake: FakeProject) -> str:
    """Gives the check of the bank conflicts, which has advice, some on races too. Returns its own advice."""
    text = fake.manifest.read_text(encoding="utf-8")
    with_race = text.replace("advice = ", 'fault_advice = { race = "Two lanes." }\nadvice = ')
    fake.manifest.write_text(with_race, encoding="utf-8")
    return next(check.advice for check in fake.lab.checks if check.advice)


@pytest.mark.parametrize(
    ("fault", "advice"),
    [("", "row length"), ("race", "Two lanes."), ("out of bounds", ""), ("missing kernel", "")],
)
def test_advice_follows_the_fault(fake: FakeProject, fault: str, advice: str) -> None:
    assert "row length" in with_fault_advice(fake)
    record = fake.record("conflict")
    checks = tuple(replace(check, fault=fault if check.status == "failed" else "") for check in record.checks)
    check = joined(fake, Outcome(replace(record, checks=checks))).checks[5]
    assert check.fault == fault
    assert (advice in check.advice) if advice else not check.advice


def test_what_was_not_judged_gets_no_advice_on_its_requirement(fake: FakeProject) -> None:
    with_fault_advice(fake)
    late = joined(fake, Outcome(fake.record("incomplete"), Fault.TIME_OUT, "time-out"))
    broken = join_compile_error(fake.project, fake.lab, fake.source, fake.compile_error())
    for lab in (late, broken):
        judged = {"passed", "skipped"}
        assert not any(check.advice for check in lab.checks if check.status.value not in judged)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(
    kept=st.sets(st.integers(0, 6)),
    said=st.lists(st.sampled_from(["passed", "failed", "skipped"]), min_size=7, max_size=7),
)
def test_points_are_earned_only_by_reported_passes(
    fake: FakeProject, kept: set[int], said: list[str]
) -> None:
    record = fake.record("passing")
    reports = tuple(replace(record.checks[index], status=said[index]) for index in sorted(kept))
    lab = joined(fake, Outcome(replace(record, checks=reports)))
    assert len(lab.checks) == 7
    for index, check in enumerate(lab.checks):
        passed = check.status is Status.PASSED
        assert check.points == (check.max_points if passed else 0)
        assert not passed or (index in kept and said[index] == "passed")
        assert (check.status is Status.ERROR) == (index not in kept)


def test_texts_of_a_submission_are_visible_and_bounded_from_here_on(fake: FakeProject) -> None:
    record = fake.record("conflict")
    hostile = "\x1b[2J\u202e" + "x" * 1_000_000
    checks = tuple(replace(check, message=hostile, printed=hostile, file=hostile) for check in record.checks)
    result = join_outcome(fake.project, fake.lab, fake.source, Outcome(replace(record, checks=checks)))
    shown = [check for check in result.checks if check.printed]
    assert shown
    for check in shown:
        for text in (check.message, check.printed, check.file):
            assert "\x1b" not in text and "\u202e" not in text
            assert len(text) < 200_000
    error = CompileError(hostile, str(fake.kernel), 1, hostile)
    refused = join_compile_error(fake.project, fake.lab, fake.source, error)
    assert refused.checks[0].message.startswith("The file does not compile: <U+001B>[2J<U+202E>x")
    assert "\x1b" not in refused.compile_output
