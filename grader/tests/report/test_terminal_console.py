"""Terminals that are narrow, or know no colour, or no letter beyond ASCII."""

from __future__ import annotations

import io
import sys

import pytest
from rich.console import Console
from rich.text import Text

from grader.report.terminal.console import (
    bar,
    has_unicode,
    indented,
    make_console,
    prepare_streams,
    print_error,
    prose,
    rule,
)


class Terminal(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def __init__(self, encoding: str) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)

    def isatty(self) -> bool:
        return True

    def shown(self) -> bytes:
        self.flush()
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue()


def console(width: int, encoding: str = "utf-8", colour: bool = False) -> Console:
    return Console(file=Terminal(encoding), width=width, force_terminal=colour, highlight=False)


@pytest.mark.parametrize(
    ("environment", "encoding", "shown"),
    [
        ({"LC_ALL": "C"}, "utf-8", b"+ 31 -> 0 - ... ?"),
        ({"LANG": "de_DE.ISO-8859-1"}, "iso-8859-1", b"+ 31 -> 0 - ... ?"),
        ({"LC_ALL": "", "LANG": "en_US.UTF-8"}, "utf-8", "✓ 31 → 0 · … é".encode()),
        ({}, "utf-8", "✓ 31 → 0 · … é".encode()),
        ({}, "iso-8859-1", b"+ 31 -> 0 \xb7 ... \xe9"),
    ],
)
def test_what_a_terminal_cannot_show_is_written_in_ascii(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], encoding: str, shown: bytes
) -> None:
    terminal = Terminal(encoding)
    monkeypatch.setattr(sys, "stdout", terminal)
    prepare_streams(environment)
    print("✓ 31 → 0 · … é", end="")
    assert terminal.shown() == shown


def test_a_file_keeps_its_letters_whatever_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", file)
    prepare_streams({"LC_ALL": "C"})
    assert file.encoding == "utf-8"


def test_a_dumb_terminal_is_as_wide_as_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal("utf-8"))
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "40")
    assert make_console().width == 40


def test_a_bar_is_full_only_at_the_end_and_empty_only_at_the_start() -> None:
    shown = [bar(console(80), part, 100, 10).plain for part in (0, 1, 50, 99, 100)]
    assert [text.count("█") for text in shown] == [0, 1, 5, 9, 10]
    assert bar(console(80, "ascii"), 50, 100, 4).plain == "##.."
    assert bar(console(80), 0, 0, 4).plain == "░░░░"


def test_a_rule_fits_and_falls_back() -> None:
    assert len(rule(console(40), "lab4").plain) <= 40
    assert rule(console(40, "ascii"), "lab4").plain.startswith("-- lab4 --")
    assert not has_unicode(console(40, "ascii"))


def test_text_is_wrapped_and_moved_in_and_a_path_stays_whole() -> None:
    text = Text("see labs/lab4_tiled_transpose/tiled_transpose.cu:42 there\n\nend")
    lines = indented(console(24), text, 4, "at  ").plain.split("\n")
    assert lines == [
        "at  see",
        "    labs/lab4_tiled_transpose/tiled_transpose.cu:42",
        "    there",
        "",
        "    end",
    ]


def test_what_does_not_fit_goes_on_below_its_lines_own_beginning() -> None:
    lines = indented(console(24), Text("first\n  a detail that is long"), 4, "at  ").plain.split("\n")
    assert lines == ["at  first", "      a detail that is", "      long"]


def test_an_error_is_wrapped_for_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal("utf-8")
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", "30")
    print_error("there is no lab 'lab9'", "Known labs: lab1, lab2, lab3.")
    assert terminal.shown().decode().splitlines() == [
        "error: there is no lab 'lab9'",
        "       Known labs: lab1, lab2,",
        "       lab3.",
    ]


def test_an_error_in_a_log_keeps_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    print_error("first\nsecond", "word " * 60 + "end")
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["error: first", "       second", "       " + "word " * 60 + "end"]


def test_code_in_prose_has_a_colour_and_keeps_its_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert prose(console(80), "a `tile[0]` b").spans == []
    coloured = prose(console(80, colour=True), "a `tile[0]` b")
    assert coloured.plain == "a `tile[0]` b"
    assert [coloured.plain[span.start : span.end] for span in coloured.spans] == ["`tile[0]`"]


def test_nothing_steers_the_terminal_through_prose() -> None:
    assert "\x1b" not in prose(console(80), "\x1b[2J [bold]").plain
