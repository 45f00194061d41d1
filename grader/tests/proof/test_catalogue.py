"""The proof itself: it must notice each way in which an answer is not judged as expected."""

from __future__ import annotations

import pytest

from grader.core.errors import GraderError
from grader.core.lab_files import answers_folder
from grader.grading.grade_labs import Grading
from grader.grading.join import join_compile_error, join_outcome
from grader.machine.runner import Outcome
from grader.proof.cases import (
    cases_of,
    entry_mismatches,
    prove_cases,
    solution_mismatches,
    stub_mismatches,
)
from grader.proof.catalogue import Entry, read_catalogue
from grader.schema.class_results import Settings
from grader.schema.results import LabResult
from grader.tests.conftest import Command
from grader.tests.fake_project import DATA, FakeProject, with_verdict

WRONG = """kind = "wrong"
summary = "The tile has no padding."
fails = ["padded-no-conflict", "padded-bound"]
[[messages]]
check = "padded-no-conflict"
contains = ["32-way bank conflict", "Rows of 32 floats"]
line_of = "out[(y + j) * rows + x] = tile"
"""


def entry(fake: FakeProject, text: str = WRONG) -> Entry:
    folder = answers_folder(fake.project, fake.lab)
    folder.mkdir(parents=True, exist_ok=True)
    kernel = (DATA / "tiled_transpose.cu").read_text(encoding="utf-8")
    (folder / "unpadded.cu").write_text(with_verdict(text, kernel), encoding="utf-8")
    return read_catalogue(fake.project, fake.lab)[0]


def graded(fake: FakeProject, name: str) -> LabResult:
    return join_outcome(fake.project, fake.lab, fake.source, Outcome(fake.record(name)))


def test_an_answer_judged_as_expected_has_no_mismatch(fake: FakeProject) -> None:
    assert entry_mismatches(entry(fake), graded(fake, "conflict")) == []


def test_all_checks_may_be_named_one_by_one(fake: FakeProject) -> None:
    verdicts = dict(entry(fake).verdicts)
    table = "[checks]\n" + "\n".join(f'{name} = "{verdict}"' for name, verdict in verdicts.items())
    text = WRONG.replace('fails = ["padded-no-conflict", "padded-bound"]', table)
    assert dict(entry(fake, text).verdicts) == verdicts


def test_each_difference_is_told(fake: FakeProject) -> None:
    found = "\n".join(entry_mismatches(entry(fake), graded(fake, "passing")))
    assert "padded-no-conflict: expected failed, got passed" in found
    assert "padded-bound: expected failed, got passed" in found
    assert "the message lacks '32-way bank conflict'" in found
    assert "expected the line of 'out[(y + j) * rows + x] = tile'" in found


def test_another_line_is_a_mismatch(fake: FakeProject) -> None:
    other = WRONG.replace("out[(y + j) * rows + x] = tile", "__syncthreads();")
    assert len(entry_mismatches(entry(fake, other), graded(fake, "conflict"))) == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"wrong"', '"right"', ":2: kind is 'right' but 2 checks are to fail"),
        ('"padded-bound"]', '\n"nothing"]', ":5: names the unknown check 'nothing'"),
        ('fails = ["pad', 'skips = ["pod', ":4: names the unknown check 'podded-no-conflict'"),
        ('check = "padded-no-conflict"', 'check = "tiled-values"', ":6: messages: 'tiled-values' is not a"),
        ("line_of = ", "line = ", ":8: messages[0]: unknown key 'line'"),
        ("= tile", "= title", ":8: no line of the answer has line_of 'out[(y + j) * rows + x] = title'"),
        ("= tile", "= title", "See its lines: ./course prove lab4 --show unpadded"),
        ("summary", "sumary", ":1: the key 'summary' is missing"),
        ("[[messages]]", 'sumary = ""\n[[messages]]', ":5: unknown key 'sumary'"),
        ('check = "padded-no-conflict"\n', "", ":5: messages[0]: the key 'check' is missing"),
        ("[[messages]]", "messages = [3]\n[more]", ":5: messages[0]: must be a table of keys, not a number"),
        (
            "fails = [",
            '[checks]\ntiled-values = "passed"\n#',
            ":4: checks: the key 'tiled-coalesced' is missing",
        ),
        (
            "kind = ",
            "kind ",
            ": not valid TOML: Expected '=' after a key in a key/value pair (at line 2, column 6)",
        ),
    ],
)
def test_a_malformed_verdict_is_named_with_its_line(fake: FakeProject, old: str, new: str, said: str) -> None:
    with pytest.raises(GraderError) as caught:
        entry(fake, WRONG.replace(old, new))
    assert str(caught.value).startswith("solutions/lab4_tiled_transpose/answers/unpadded.cu:")
    assert said in str(caught.value)


def test_a_wrong_answer_needs_a_message(fake: FakeProject) -> None:
    with pytest.raises(GraderError, match=r"unpadded\.cu:2: a wrong answer needs the \[\[messages\]\]"):
        entry(fake, WRONG.partition("[[messages]]")[0])


def test_a_solution_has_to_pass_everything(fake: FakeProject) -> None:
    assert solution_mismatches(graded(fake, "passing")) == []
    assert len(solution_mismatches(graded(fake, "conflict"))) == 2


def test_a_stub_has_to_compile_and_earn_nothing(fake: FakeProject) -> None:
    assert len(stub_mismatches(graded(fake, "passing"))) == 8
    refused = join_compile_error(fake.project, fake.lab, fake.source, fake.compile_error())
    assert "does not compile" in stub_mismatches(refused)[0]
    assert "expected failed, got error" in "\n".join(stub_mismatches(graded(fake, "incomplete")))


def test_cases_are_proved_at_once_and_told_in_their_order(fake: FakeProject) -> None:
    """Each program waits until all have begun: one after another they would never end."""
    entry(fake)
    begun = fake.root / "begun"
    begun.mkdir()
    record = fake.root / "passing.json"
    fake.program(
        f"touch '{begun}'/$$\n"
        f"while [ $(ls '{begun}' | wc -l) -lt 3 ]; do sleep 0.05; done\n"
        f"cp '{record}' \"$results\"\n"
    )
    cases = cases_of(fake.project, fake.lab)
    told: list[str] = []
    proofs = prove_cases(Grading(fake.project, Settings(limit_s=20)), cases, 3, told.append)
    assert [proof.case.name for proof in proofs] == ["stub", "solution", "unpadded"]
    assert told == ["grading lab4: stub", "grading lab4: solution", "grading lab4: unpadded"]
    assert all(not proof.result.trouble for proof in proofs)


def test_the_table_shows_what_is_expected_and_grades_nothing(
    course: Command, fake: FakeProject, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    entry(fake)
    assert course("prove", "--table") == 0
    out = capsys.readouterr().out
    row = next(line for line in out.splitlines() if "unpadded" in line)
    assert row.split() == ["unpadded", *"✓✓✓✓✓✗✗"]
    assert "1 wrong answer, 0 right" in out
    assert "no wrong answer fails tiled-values" in out
    assert "no wrong answer fails padded-bound" not in out
    assert not (fake.root / "compiled").exists()
    monkeypatch.setenv("COLUMNS", "30")
    course("prove", "--table")
    lines = capsys.readouterr().out.splitlines()
    assert "unpadded" in lines
    assert "  fails padded-no-conflict," in lines
    assert max(len(line) for line in lines) <= 30 + len("no wrong answer fails tiled-coalesced")


def test_prove_ends_with_1_and_names_each_mismatch(
    course: Command, fake: FakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    entry(fake)
    record = fake.root / "passing.json"
    fake.program(f"cp '{record}' \"$results\"\nexit 0\n")
    assert course("prove") == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "stub: tiled-values: expected failed, got passed" in out
    assert "unpadded: padded-no-conflict: expected failed, got passed" in out
    assert "solution: " not in out
    assert "NOT PROVED" in out
