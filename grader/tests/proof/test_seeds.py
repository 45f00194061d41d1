"""`prove --seeds`: an answer whose verdict depends on the seed is not proved."""

from __future__ import annotations

import pytest

from grader.tests.conftest import Command
from grader.tests.fake_project import FOLDER, FakeProject

Capture = pytest.CaptureFixture[str]
# The stub fails with each seed; the solution passes unless the seed is 7.
ENDING = """
echo "$seed" >> '@ROOT@/seeds'
case $seed-$(tail -n 1 "$module") in
  7-*|*begun*) cp '@ROOT@/failing.json' "$results"; exit 1 ;;
  *) cp '@ROOT@/passing.json' "$results"; exit 0 ;;
esac
"""


@pytest.fixture
def drawn(fake: FakeProject) -> FakeProject:
    """A checkout whose program looks at the seed, and notes it."""
    fake.kernel.write_text("// begun", encoding="utf-8")
    (fake.root / "solutions" / FOLDER / "tiled_transpose.cu").write_text("// solved", encoding="utf-8")
    failed = fake.data("passing.json").replace('"status": "passed"', '"status": "failed"')
    (fake.root / "failing.json").write_text(failed, encoding="utf-8")
    fake.program(ENDING)
    return fake


def proved(course: Command, capsys: Capture, *arguments: str) -> tuple[int, str]:
    """Exit status, and what was printed, without its line breaks."""
    status = course("prove", "lab4", "--jobs", "1", *arguments)
    said = capsys.readouterr()
    return status, " ".join((said.out + said.err).split())


def seeds_of(fake: FakeProject) -> list[str]:
    return (fake.root / "seeds").read_text(encoding="utf-8").split()


def test_without_the_option_an_answer_is_graded_once(
    course: Command, drawn: FakeProject, capsys: Capture
) -> None:
    assert proved(course, capsys, "--seed", "6")[0] == 0
    assert seeds_of(drawn) == ["6", "6"], "the stub and the solution"


def test_each_answer_is_graded_with_each_seed(course: Command, drawn: FakeProject, capsys: Capture) -> None:
    assert proved(course, capsys, "--seed", "2", "--seeds", "5")[0] == 0
    assert seeds_of(drawn) == ["2", "3", "4", "5", "6"] * 2


@pytest.mark.usefixtures("drawn")
def test_a_verdict_of_one_seed_is_named_with_it(course: Command, capsys: Capture) -> None:
    status, out = proved(course, capsys, "--seed", "5", "--seeds", "5")
    assert status == 1
    assert "solution: seed 7: " in out
    assert "seed 6: " not in out
    assert "NOT PROVED" in out


@pytest.mark.usefixtures("drawn")
def test_a_gpu_draws_no_seeds(course: Command, capsys: Capture) -> None:
    status, out = proved(course, capsys, "--machine", "cuda", "--seeds", "2")
    assert status == 2
    assert "--seeds needs the simulated verdicts" in out
