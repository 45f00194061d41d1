"""What is remembered of a student's labs, and the file that it is kept in."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timezone
from functools import partial

import pytest

from grader.grading.join import join_compile_error, join_outcome
from grader.grading.standing import Standings, State, is_done, next_open, state_of
from grader.grading.standing_file import change_standings, read_standings, standing_path
from grader.machine.runner import Fault, Outcome
from grader.schema.results import LabResult, Results
from grader.tests.fake_project import FakeProject

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=timezone.utc)


def graded(fake: FakeProject, record: str) -> LabResult:
    return join_outcome(fake.project, fake.lab, fake.source, Outcome(fake.record(record)))


def standings(result: LabResult) -> Standings:
    return Standings().with_results(Results("simt", "clang 14.0.6", (result,)), NOW)


def silent(_: str) -> None:
    raise AssertionError(f"nothing was to be said, but: {_}")


def test_a_result_comes_back_as_it_was_shown(fake: FakeProject) -> None:
    given = standings(graded(fake, "conflict")).with_hints(fake.lab, 2)
    change_standings(fake.project, lambda _: given, silent)
    found = read_standings(fake.project, silent).of(fake.lab)
    assert found.hints == 2
    assert found.last is not None
    assert found.last.at == NOW
    for was, now in zip(graded(fake, "conflict").checks, found.last.result.checks, strict=True):
        assert (was.id, was.status, was.value, was.message, was.line) == (
            now.id,
            now.status,
            now.value,
            now.message,
            now.line,
        )


def _instead(known: Standings, _: Standings) -> Standings:
    return known


def with_text(result: LabResult, text: str) -> LabResult:
    assert result.source is not None
    return replace(result, source=replace(result.source, text=text))


def test_the_version_before_is_kept_with_its_text_and_the_costs_of_its_lines(fake: FakeProject) -> None:
    first, second = with_text(graded(fake, "conflict"), "one"), with_text(graded(fake, "passing"), "two")
    for result in (first, second, second):  # checked again without an edit, it stays what it was
        known = read_standings(fake.project, silent)
        known = known.with_results(Results("simt", "clang 14.0.6", (result,)), NOW)
        change_standings(fake.project, partial(_instead, known), silent)
    found = read_standings(fake.project, silent).of(fake.lab)
    assert found.last is not None and found.before is not None
    assert (found.before.text, found.last.text) == ("one", "two")
    spent = {(cost.line, cost.space, cost.op): (cost.spent, cost.requests) for cost in found.before.costs}
    assert spent[42, "shared", "load"] == (1_048_576, 32_768)
    assert spent[42, "global", "store"] == (131_072, 32_768)
    assert len(spent) == len(found.before.costs) == 8


def test_a_version_that_was_not_checked_is_nothing_to_compare_with(fake: FakeProject) -> None:
    refused = join_compile_error(fake.project, fake.lab, fake.source, fake.compile_error())
    known = standings(with_text(graded(fake, "conflict"), "one"))
    for result in (with_text(refused, "two"), with_text(graded(fake, "passing"), "three")):
        known = known.with_results(Results("simt", "clang 14.0.6", (result,)), NOW)
    before = known.of(fake.lab).before
    assert before is not None and before.text == "one"


def test_a_text_too_long_to_keep_is_left_out(fake: FakeProject) -> None:
    last = standings(with_text(graded(fake, "conflict"), "x" * 100_001)).of(fake.lab).last
    assert last is not None and last.text == ""


def test_a_file_that_did_not_compile_is_remembered_as_such(fake: FakeProject) -> None:
    refused = join_compile_error(fake.project, fake.lab, fake.source, fake.compile_error())
    change_standings(fake.project, lambda _: standings(refused), silent)
    last = read_standings(fake.project, silent).of(fake.lab).last
    assert last is not None
    assert "expected ';' after" in last.result.compile_output


def test_our_own_fault_is_not_remembered(fake: FakeProject) -> None:
    ours = join_outcome(fake.project, fake.lab, fake.source, Outcome(None, Fault.CRASH, "SIGSEGV"))
    assert standings(ours).of(fake.lab).last is None


@pytest.mark.parametrize(("record", "state"), [("passing", State.DONE), ("conflict", State.OPEN)])
def test_a_lab_is_done_when_nothing_failed(fake: FakeProject, record: str, state: State) -> None:
    known = standings(graded(fake, record))
    assert state_of(fake.project, fake.lab, known.of(fake.lab)) is state


def test_a_changed_kernel_or_check_list_makes_a_result_old(fake: FakeProject) -> None:
    standing = standings(graded(fake, "passing")).of(fake.lab)
    fewer = replace(fake.lab, checks=fake.lab.checks[1:])
    assert state_of(fake.project, fewer, standing) is State.CHANGED
    fake.kernel.write_text("// another", encoding="utf-8")
    assert state_of(fake.project, fake.lab, standing) is State.CHANGED
    fake.kernel.unlink()
    assert state_of(fake.project, fake.lab, standing) is State.CHANGED


def test_nothing_passed_is_never_done(fake: FakeProject) -> None:
    result = graded(fake, "passing")
    skipped = tuple(replace(check, status=type(check.status).SKIPPED) for check in result.checks)
    assert not is_done(replace(result, checks=skipped))


def test_the_next_lab_goes_round_and_leaves_out_what_is_done(fake: FakeProject) -> None:
    labs = (fake.another_lab("lab2", "passing", 0), fake.lab, fake.another_lab("lab5", "passing", 0))
    known = standings(graded(fake, "passing"))
    order = [next_open(fake.project, labs, known, after) for after in (None, *labs)]
    assert [lab.id if lab else "" for lab in order] == ["lab2", "lab5", "lab5", "lab2"]
    assert next_open(fake.project, (fake.lab,), known) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not valid JSON"),
        ("", "not valid JSON"),
        ("[]", "must be a table"),
        ('{"version": 2, "labs": {}}', "'version' is 2, this course reads 1"),
        ('{"version": 1}', "'labs' is missing"),
        ('{"version": 1, "labs": {"lab4": {"hints": -1, "last": null}}}', "'hints' is -1"),
        ('{"version": 1, "labs": {"lab4": {"hints": 1, "last": {"at": "noon"}}}}', "'at' is no time"),
        ('{"version": 1, "labs": {}, "mine": 1}', "unknown key 'mine'"),
        ("[" * 100_000, "not valid JSON"),
    ],
)
def test_a_file_that_is_not_ours_is_kept_and_told(fake: FakeProject, text: str, said: str) -> None:
    path = standing_path(fake.project)
    path.parent.mkdir()
    for number in (1, 2):
        path.write_text(text, encoding="utf-8")
        told: list[str] = []
        assert read_standings(fake.project, told.append) == Standings()
        assert path.read_text(encoding="utf-8") == text, "reading changes nothing"
        change_standings(fake.project, lambda known: known.with_hints(fake.lab, 1), told.append)
        kept = path.with_name(f"progress-unreadable-{number}.json")
        assert kept.read_text(encoding="utf-8") == text
        assert said in told[0]
        assert f"kept as .course/{kept.name}" in told[1]
        assert read_standings(fake.project, silent).of(fake.lab).hints == 1


def test_bytes_that_are_no_text_are_kept_too(fake: FakeProject) -> None:
    path = standing_path(fake.project)
    path.parent.mkdir()
    path.write_bytes(b"\xff\xfe\x00")
    told: list[str] = []
    change_standings(fake.project, lambda known: known, told.append)
    assert path.with_name("progress-unreadable-1.json").read_bytes() == b"\xff\xfe\x00"
    assert "is not text" in told[0]


def test_where_nothing_can_be_written_the_change_holds_and_is_told(fake: FakeProject) -> None:
    standing_path(fake.project).parent.write_text("a file in the folder's place", encoding="utf-8")
    told: list[str] = []
    changed = change_standings(fake.project, lambda known: known.with_hints(fake.lab, 1), told.append)
    assert changed.of(fake.lab).hints == 1
    assert told[0].startswith("this is not remembered: ")
    assert ".course" in told[0]


def test_a_lab_of_another_branch_keeps_its_standing(fake: FakeProject) -> None:
    other = replace(fake.lab, id="lab9")
    change_standings(fake.project, lambda known: known.with_hints(other, 3), silent)
    change_standings(fake.project, lambda known: known.with_hints(fake.lab, 1), silent)
    assert read_standings(fake.project, silent).of(other).hints == 3


def test_two_at_once_lose_nothing(fake: FakeProject) -> None:
    def one_more(_: int) -> None:
        change_standings(
            fake.project, lambda known: known.with_hints(fake.lab, known.of(fake.lab).hints + 1), silent
        )

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(one_more, range(40)))
    assert read_standings(fake.project, silent).of(fake.lab).hints == 40
    assert sorted(os.listdir(standing_path(fake.project).parent)) == ["lock", "progress.json"]  # noqa: PTH208
    json.loads(standing_path(fake.project).read_text(encoding="utf-8"))
