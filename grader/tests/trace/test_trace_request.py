"""The launches of a command line, before anything runs."""

from __future__ import annotations

import pytest

from grader.core.errors import GraderError
from grader.trace.request import LaunchRequest, fold_launches, parse_group

FIRST = ["trace", "k.cu", "--kernel", "a", "--grid", "1"]


def test_a_group_behind_then_becomes_one_value() -> None:
    given = [
        *FIRST,
        "--then",
        "--kernel",
        "b<1, 2>",
        "--grid",
        "2",
        "--html",
        "o.html",
        "--arg",
        "@x",
        "--seed",
        "3",
    ]
    assert fold_launches(given) == [
        *FIRST,
        "--html",
        "o.html",
        "--seed",
        "3",
        "--then",
        "--kernel 'b<1, 2>' --grid 2 --arg @x",
    ]


def test_an_equals_sign_is_as_good_as_a_blank() -> None:
    folded = fold_launches([*FIRST, "--then", "--kernel=b", "--arg=in=f32:4:iota"])
    assert folded[-1] == "--kernel b --arg in=f32:4:iota"


def test_a_group_may_be_quoted() -> None:
    quoted = "--kernel b --grid 2 --block 32"
    assert fold_launches([*FIRST, "--then", quoted, "--seed", "1"])[-2:] == ["--then", quoted]


def test_several_groups_keep_their_order() -> None:
    folded = fold_launches([*FIRST, "--then", "--kernel", "b", "--then", "--kernel", "c"])
    assert folded[-4:] == ["--then", "--kernel b", "--then", "--kernel c"]


@pytest.mark.parametrize(
    ("given", "folded"),
    [
        (["k.cu", "--json"], ["k.cu", "--json=-"]),
        (["--json", "k.cu"], ["--json=-", "k.cu"]),
        (["--json", "--grid", "1"], ["--json=-", "--grid", "1"]),
        (["--json", "out.json"], ["--json", "out.json"]),
        (["--json", "-"], ["--json", "-"]),
        (["--json=out.txt"], ["--json=out.txt"]),
    ],
)
def test_json_takes_a_file_or_none(given: list[str], folded: list[str]) -> None:
    assert fold_launches(given) == folded


def test_a_group_is_a_launch() -> None:
    launch = parse_group("--kernel 'b<1, 2>' --grid 2,2 --block 32 --shared 4Ki --arg @x --arg f32:1:=2")
    assert launch == LaunchRequest("b<1, 2>", "2,2", "32", "4Ki", ("@x", "f32:1:=2"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("--kernel b --grid 1", "the launch behind --then has no --block"),
        ("--kernel b --block 1", "has no --grid"),
        ("--kernel b --grid 1 --grid 2 --block 1", "--grid is given twice"),
        ("--kernel b --grid 1 --block", "--block needs a value"),
        ("b", "'b' is not an option of a launch"),
        ("--kernel 'b", "No closing quotation"),
    ],
)
def test_a_wrong_group_is_told(text: str, words: str) -> None:
    with pytest.raises(GraderError, match=words):
        parse_group(text)
