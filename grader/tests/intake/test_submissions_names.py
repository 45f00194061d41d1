"""Names that strangers chose: as ids, and as kernel files."""

from __future__ import annotations

import time

import pytest

from grader.intake.choose import Choice
from grader.intake.names import make_id, unique_ids
from grader.tests.handed_in import LAB1, LAB4


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Ann Lee", "Ann_Lee"),
        ("../../etc", "etc"),
        ("a/b", "a_b"),
        ("-rf", "rf"),
        ("CON", "CON_"),
        ("…", "submission"),
        ("x" * 200, "x" * 48),
        ("a\nb", "a_b"),
        ("Zoë", "Zoë"),
    ],
)
def test_ids_are_file_names(name: str, made: str) -> None:
    assert make_id(name) == made


def test_ids_differ_by_more_than_their_case() -> None:
    assert unique_ids(["ann", "Ann", "ann-2", "ann"]) == ["ann", "Ann-3", "ann-2", "ann-4"]


@pytest.mark.parametrize("name", ["tiled.cu", "tiled (1).cu", "tiled-12.cu"])
def test_names_that_are_taken(name: str) -> None:
    assert Choice(LAB4).is_candidate(name)
    assert not Choice(LAB1).is_candidate(name)


@pytest.mark.parametrize(
    "name", ["Tiled.cu", "tiled.cu~", "mytiled.cu", "tiled(1).cu", "tiled-.cu", "._tiled.cu"]
)
def test_names_that_are_not_taken(name: str) -> None:
    assert not Choice(LAB4).is_candidate(name)


def test_thousands_of_equal_or_marked_names_take_a_moment() -> None:
    began = time.process_time()
    assert len(set(unique_ids(["ann"] * 20_000))) == 20_000
    assert len(make_id("a" + "\u0301\u0316" * 500_000)) <= 48
    assert time.process_time() - began < 5
