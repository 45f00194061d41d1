"""Text of others is shown with nothing hidden, in every place where text is written."""

from __future__ import annotations

import io
import time
import unicodedata

import pytest

from grader.core.visible import cut, cut_middle, visible, visible_line
from grader.report.scorecard.html_page import cut as cut_to_room
from grader.report.scorecard.html_page import text_width, with_code_spans


@pytest.mark.parametrize(
    ("hidden", "shown"),
    [
        ("\x1b[31m", "<U+001B>[31m"),
        ("a\x00b\x7f\x9b", "a<U+0000>b<U+007F><U+009B>"),
        ("\u202e\u2066\u200e\u200f\u061c", "<U+202E><U+2066><U+200E><U+200F><U+061C>"),
        ("a\u200bb\ufeff\u2060", "a<U+200B>b<U+FEFF><U+2060>"),
        ("\u2028\u2029", "<U+2028><U+2029>"),
        ("\u3164\u115f\U000e0041", "<U+3164><U+115F><U+E0041>"),
        ("J\udcf6rg\ud800", "J<0xF6>rg<U+D800>"),
        ("\ufffe\U0001ffff\ufdd0", "<U+FFFE><U+1FFFF><U+FDD0>"),
        ("one\r\ntwo\rthree", "one\ntwo<U+000D>three"),
        ("tab\tand\nline", "tab\tand\nline"),
        ("Zoë 中文 \u00a0é", "Zoë 中文 \u00a0é"),
    ],
)
def test_what_has_no_shape_is_spelt_out(hidden: str, shown: str) -> None:
    assert visible(hidden) == shown


def test_of_all_characters_none_is_left_that_hides() -> None:
    for code in range(0x110000):
        text = visible(chr(code))
        hides = any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for char in text)
        assert text in ("\t", "\n") or not hides, hex(code)


def test_a_line_is_one_line_and_is_cut() -> None:
    assert visible_line("a\nb\tc") == "a<U+000A>b<U+0009>c"
    assert visible_line("x" * 10, 10) == "x" * 10
    assert visible_line("x" * 11, 10) == "x" * 9 + "…"


def test_names_keep_the_joiners_that_their_letters_need_and_no_others() -> None:
    assert visible("\u0645\u06cc\u200c\u062e") == "\u0645\u06cc\u200c\u062e"
    assert visible("an\u200cn") == "an<U+200C>n"
    assert visible("\u200c\u0645\u200d\u200d\u062e\u200c") == "<U+200C>\u0645<U+200D><U+200D>\u062e<U+200C>"


def test_what_is_cut_says_how_much() -> None:
    assert cut("abc", 3) == "abc"
    assert cut("abcd", 3) == "abc\n[1 more characters are left out]"
    assert cut_middle("a" * 50 + "b" * 50, 20) == f"{'a' * 10}\n[80 characters are left out]\n{'b' * 10}"


@pytest.mark.parametrize("letter", ["\u202e", "\u200c", "x", "`"])
def test_a_megabyte_takes_a_moment(letter: str) -> None:
    text = letter * 1_000_000
    began = time.process_time()
    visible(text)
    visible_line(text)
    with_code_spans(text)
    cut_to_room(text, 300)
    assert time.process_time() - began < 10


@pytest.mark.parametrize("text", ["short", "a long text of many words", "中" * 30, "WWWWWWWWWWWWWWWWWWWWWW"])
@pytest.mark.parametrize("room", [40.0, 100.0, 1000.0])
def test_a_text_in_a_drawing_keeps_what_fits_and_no_less(text: str, room: float) -> None:
    found = cut_to_room(text, room)
    assert text_width(found.rstrip()) <= room
    if found != text:
        one_more = text[: len(found)]
        assert (found.endswith("…") and text_width(one_more + "…") > room) or text[len(found) - 1] == " "


def test_html_of_a_page_shows_what_is_hidden() -> None:
    from grader.report.scorecard.html_page import TEMPLATES, environment

    template = environment(TEMPLATES).from_string("<p>{{ text }}</p>{{ made }}")
    made = with_code_spans("`a\u202eb` \x1b")
    assert template.render(text="<b>\u202e", made=made) == (
        "<p>&lt;b&gt;&lt;U+202E&gt;</p><code>a&lt;U+202E&gt;b</code> &lt;U+001B&gt;"
    )


def test_a_terminal_gets_no_escape_that_a_text_brings() -> None:
    from rich.text import Text

    from grader.report.terminal.console import SafeConsole

    out = io.StringIO()
    SafeConsole(file=out, width=60, highlight=False).print(Text("a\x1b]0;owned\x07b\u202ec"))
    assert out.getvalue() == "a<U+001B>]0;ownedb<U+202E>c\n"
