"""`grade --shard` and `merge`: a class that several machines grade."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.classroom.plan import Shard
from grader.tests.class_of_fakes import FORMATS, FakeClass, files_in


@pytest.mark.slow
def test_shards_joined_are_the_class_graded_at_once(school: FakeClass, tmp_path: Path) -> None:
    for number in range(9):
        school.hands_in(f"student{number}", f"{'good' if number % 2 else 'bad'} {number % 5}")
    whole, joined = tmp_path / "whole", tmp_path / "joined"
    school.grade(whole, "--seed", 3, "--formats", FORMATS)
    shards = [tmp_path / f"shard{number}" for number in (1, 2, 3)]
    for number, shard in enumerate(shards, start=1):
        assert school.grade(shard, "--seed", 3, "--shard", f"{number}/3")[0] == 0
    status, said = school.runs_here("merge", *shards, "--out", joined, "--formats", FORMATS)
    assert status == 0, said
    assert files_in(joined) == files_in(whole)


def test_shards_that_do_not_fit_together_are_refused(school: FakeClass, tmp_path: Path) -> None:
    school.hands_in("ann", "good")
    school.hands_in("bob", "good")
    one, two, other = tmp_path / "one", tmp_path / "two", tmp_path / "other"
    school.grade(one, "--seed", 3, "--shard", "1/2")
    school.grade(two, "--seed", 3, "--shard", "2/2")
    school.grade(other, "--seed", 4, "--shard", "2/2")

    def merged(*shards: Path) -> str:
        status, said = school.runs_here("merge", *shards, "--out", tmp_path / "joined")
        assert status == 2 and "Traceback" not in said
        return said

    unsafe = tmp_path / "unsafe"
    school.grade(unsafe, "--seed", 3, "--shard", "2/2", "--unsafe-no-sandbox")
    assert "differ in the sandbox: bubblewrap and none" in merged(one, unsafe)
    assert "differ in the seed: 3 and 4" in merged(one, other)
    assert "shard 1/2 is given twice" in merged(one, one, two)
    assert "shard 2/2 is missing" in merged(one)
    assert "holds no graded shard" in merged(tmp_path)
    school.hands_in("cy", "good")
    school.grade(two, "--seed", 3, "--shard", "2/2")
    assert "differ in the submissions" in merged(one, two)


def test_every_submission_is_in_exactly_one_shard() -> None:
    names = [f"student {number} ü" for number in range(200)]
    parts = [{name for name in names if Shard(i, 7).has(name)} for i in range(1, 8)]
    assert sorted(name for part in parts for name in part) == sorted(names)
    assert all(part for part in parts)
