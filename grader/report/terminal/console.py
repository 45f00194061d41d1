"""Terminals as they are: narrow, without colour, or without any letter beyond ASCII."""

from __future__ import annotations

import codecs
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from grader.core.points import Points
from grader.core.visible import visible

BAR_CELLS = 20
LEAST_WIDTH = 12
WHOLE_LINES = 100_000  # wider than any line of ours
# The characters beyond ASCII in the course's own texts.
PLAIN = {
    "·": "-",
    "–": "-",
    "—": "-",
    "…": "...",
    "×": "x",
    "✓": "+",
    "✗": "x",
    "→": "->",
    "µ": "u",
    "“": '"',
    "”": '"',
    "\ufffd": "?",
}


class SafeConsole(Console):
    """A console that no text can steer, whatever its source."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """The segments of what is printed, their texts visible; rich's own control codes stay."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text))


def make_console(stderr: bool = False) -> Console:
    """The console of a command. rich takes a dumb terminal for 80 columns wide; this asks it."""
    dumb = os.environ.get("TERM", "") in ("dumb", "unknown")
    if not dumb or not sys.stdout.isatty():
        return SafeConsole(stderr=stderr, highlight=False)
    size = shutil.get_terminal_size()
    return SafeConsole(stderr=stderr, highlight=False, width=size.columns, height=size.lines)


def prepare_streams(environment: Mapping[str, str] = os.environ) -> None:
    """Let no letter that a terminal cannot show stop the program: it is written as ASCII."""
    codecs.register_error("course-plain", _plain_error)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        if stream.isatty() and not _locale_is_utf8(environment):
            reconfigure(encoding="ascii", errors="course-plain")
        elif not str(stream.encoding).lower().startswith("utf"):
            reconfigure(errors="course-plain")


def has_unicode(console: Console) -> bool:
    """Whether more than ASCII can be shown."""
    return console.encoding.lower().startswith("utf")


def rule(console: Console, title: str) -> Text:
    """A line across the terminal with a title in it; the title alone where it is too narrow."""
    dash = "─" if has_unicode(console) else "-"
    room = min(console.width, 100) - len(title) - 5
    return Text(f"{dash * 2} {title} {dash * max(room, 2)}", style="bold", overflow="fold")


def bar(console: Console, part: Points, whole: Points, cells: int = BAR_CELLS) -> Text:
    """How much of the whole is there; full only when all is."""
    full, empty = ("█", "░") if has_unicode(console) else ("#", ".")
    filled = int(cells * part // whole) if whole else 0
    if part and not filled:
        filled = 1
    style = "green" if whole and part >= whole else "yellow"
    return Text.assemble((full * filled, style), (empty * (cells - filled), "dim"))


def indented(console: Console, text: Text, by: int, first: Text | str = "") -> Text:
    """The text wrapped to the terminal, each line moved in; `first` stands before the first one.

    What does not fit continues below its line's own beginning. A word that is wider than a line stays whole,
    so that a path can still be copied.
    """
    out = Text()
    for number, (own, line) in enumerate(_rows(text, console.width - by)):
        out.append("\n" if number else "")
        if number == 0 and first:
            out.append(first).append(" " * own)
        elif line.plain:
            out.append(" " * (by + own))
        out.append_text(line)
    return out


def prose(console: Console, text: str) -> Text:
    """A text of the course: `code` in it has a colour where there are colours."""
    out = Text(visible(text))
    if console.color_system is not None and not console.no_color:
        out.highlight_regex(r"`[^`\n]+`", "cyan")
    return out


def print_error(message: str, fix: str) -> None:
    """What is wrong and what to do, to stderr: wrapped for a terminal, in whole lines for a log."""
    console = make_console(stderr=True)
    if not console.is_terminal:
        console.width = WHOLE_LINES
    words = Text(visible(f"{message}\n{fix}" if fix else message))
    console.print(indented(console, words, 7, "error: "), soft_wrap=True)


def print_all(console: Console, lines: Iterable[Text]) -> None:
    """Print texts that are wrapped already."""
    for line in lines:
        console.print(line, soft_wrap=True)


def _rows(text: Text, width: int) -> Iterator[tuple[int, Text]]:
    """What stands in each row, and how many spaces its line begins with."""
    for line in text.split("\n"):
        own = len(line.plain) - len(line.plain.lstrip(" "))
        for row in _wrapped(line[own:], max(width - own, LEAST_WIDTH)):
            row.rstrip()
            yield own, row


def _wrapped(line: Text, width: int) -> Iterable[Text]:
    breaks, column = [], 0
    for word in re.finditer(r"\S+\s*|\s+", line.plain):
        if column and column + cell_len(word[0].rstrip()) > width:
            breaks.append(word.start())
            column = 0
        column += cell_len(word[0])
    return line.divide(breaks)


def _locale_is_utf8(environment: Mapping[str, str]) -> bool:
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        if value := environment.get(name, ""):
            return "utf" in value.lower()
    # Many containers name no locale at all, and their terminals show everything.
    return True


def _plain_error(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(PLAIN.get(letter, "?") for letter in letters), error.end
