"""What two results of one lab have to say of each other."""

from __future__ import annotations

from dataclasses import replace

from grader.grading.changes import Kind, changes_between, was_judged
from grader.grading.join import join_compile_error, join_outcome
from grader.machine.runner import Outcome
from grader.schema.results import LabResult
from grader.tests.fake_project import FakeProject


def graded(fake: FakeProject, record: str) -> LabResult:
    return join_outcome(fake.project, fake.lab, fake.source, Outcome(fake.record(record)))


def test_a_mended_check_passes_with_its_points_and_its_value(fake: FakeProject) -> None:
    found = changes_between(graded(fake, "conflict"), graded(fake, "passing"))
    assert [(c.kind, c.check.id, c.points, c.value) for c in found] == [
        (Kind.PASSES, "padded-no-conflict", 15, "31 to 0 bank conflicts per request"),
        (Kind.PASSES, "padded-bound", 10, "0.48 to 0.97 of the copy"),
    ]


def test_a_broken_check_fails_and_what_needs_it_is_skipped(fake: FakeProject) -> None:
    found = changes_between(graded(fake, "passing"), graded(fake, "out_of_bounds"))
    assert [(c.kind, c.check.id, c.points, c.value) for c in found] == [
        (Kind.FAILS, "tiled-values", -20, ""),
        (Kind.SKIPPED, "tiled-coalesced", -15, ""),
        (Kind.SKIPPED, "tiled-conflict", -5, ""),
    ]


def test_a_value_may_move_while_its_check_still_fails(fake: FakeProject) -> None:
    found = changes_between(graded(fake, "conflict"), graded(fake, "strided"))
    assert (found[0].kind, found[0].value) == (Kind.FAILS, "4 to 32 sectors per request")
    assert (found[-1].kind, found[-1].value) == (Kind.SAME, "0.48 to 0.17 of the copy")


def test_another_reason_is_a_change_and_the_same_result_is_none(fake: FakeProject) -> None:
    before = graded(fake, "conflict")
    assert changes_between(before, before) == ()
    other = replace(before.checks[5], message="the tile is too small")
    after = replace(before, checks=(*before.checks[:5], other, before.checks[6]))
    assert [(c.kind, c.check.id) for c in changes_between(before, after)] == [(Kind.SAME, other.id)]


def test_a_check_that_is_new_is_told(fake: FakeProject) -> None:
    result = graded(fake, "passing")
    found = changes_between(replace(result, checks=result.checks[1:]), result)
    assert [(c.kind, c.check.id, c.points) for c in found] == [(Kind.PASSES, "tiled-values", 20)]


def test_a_file_that_does_not_compile_was_not_judged(fake: FakeProject) -> None:
    refused = join_compile_error(fake.project, fake.lab, fake.source, fake.compile_error())
    assert not was_judged(refused)
    assert was_judged(graded(fake, "conflict"))


def test_of_one_file_only_a_verdict_can_change(fake: FakeProject) -> None:
    before, after = graded(fake, "conflict"), graded(fake, "strided")
    moved = changes_between(before, after, same_file=True)
    assert [change.kind for change in moved] == [
        change.kind for change in changes_between(before, after) if change.kind is not Kind.SAME
    ]
    assert len(moved) < len(changes_between(before, after))
