"""What stands behind %%simt, and what is said about what means nothing."""

from __future__ import annotations

import re

import pytest

from grader.core.errors import GraderError
from grader.notebook.cell_options import CellOptions, HelpAsked, read_options


def test_no_option_is_needed() -> None:
    assert read_options("") == CellOptions()


def test_each_option_arrives() -> None:
    given = read_options(
        "--kernel 'k<2, float>' --report --launch 3 --device a100 --schedule 7 --strict -I inc -D N=2"
        " --nvcc '-O3 -std=c++20' --timeout 2.5 --no-raise-error -- --size 'two words' --report"
    )
    assert given == CellOptions(
        kernel="k<2, float>",
        launch=3,
        report=True,
        device="a100",
        schedule=7,
        strict=True,
        compiler=("-I", "inc", "-D", "N=2", "-O3", "-std=c++20"),
        timeout_s=2.5,
        raises=False,
        arguments=("--size", "two words", "--report"),
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--repotr", "unrecognized arguments: --repotr"),
        ("loose", "unrecognized arguments: loose"),
        ("--rep", "unrecognized arguments: --rep"),
        ("--kernel", "--kernel: expected one argument"),
        ("--launch x", "--launch: x is no number from 0 on"),
        ("--schedule -1", "--schedule: -1 is no number from 0 on"),
        ("--timeout 0", "--timeout: 0 is no number of seconds"),
        ("--timeout soon", "--timeout: soon is no number of seconds"),
        ("--timeout nan", "--timeout: nan is no number of seconds"),
        ("--kernel 'k", "No closing quotation"),
        ('--nvcc "\'-O3"', "No closing quotation"),
    ],
)
def test_what_means_nothing_is_refused_with_the_way_out(line: str, said: str) -> None:
    with pytest.raises(GraderError, match=re.escape(said)) as refused:
        read_options(line)
    assert refused.value.fix


@pytest.mark.parametrize("line", ["--help", "-h", "--report --help"])
def test_the_help_names_every_option_in_80_columns(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(HelpAsked) as asked:
        read_options(line)
    text = str(asked.value)
    assert text.startswith("usage: %%simt [--kernel K] [--report]")
    options = ("--report", "--kernel", "--launch", "--device", "--schedule", "--strict", "-I", "-D", "--nvcc")
    for option in (*options, "--timeout", "--no-raise-error", "-- "):
        assert option in text
    assert max(map(len, text.split("\n"))) <= 80
