"""Source lines around a fault, with the spot marked."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from grader.trace.report import Fault

CONTEXT = 1


@dataclass
class Sources:
    """The texts of source files by path, read once. A file that cannot be read has no lines."""

    texts: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def line(self, file: str, number: int) -> str:
        if file not in self.texts:
            try:
                text = Path(file).read_bytes().decode("utf-8", errors="replace")
            except OSError:
                text = ""
            self.texts[file] = tuple(text.split("\n"))
        lines = self.texts[file]
        return lines[number - 1].rstrip("\r").expandtabs(4) if 0 < number <= len(lines) else ""


@dataclass(frozen=True)
class ExcerptLine:
    """One line. carets: spaces and ^ below the spot; '' beside the fault's own line."""

    number: int
    text: str
    carets: str = ""


@dataclass(frozen=True)
class Excerpt:
    """Where something went wrong. lines: none where the source is not to be had."""

    file: str
    line: int
    lines: tuple[ExcerptLine, ...]


def excerpts_of(fault: Fault, sources: Sources) -> tuple[Excerpt, ...]:
    """The fault's own place, and the other party's where there is one."""
    places = [(fault.file, fault.line)] if fault.line else []
    if fault.other_line and (fault.other_file, fault.other_line) not in places:
        places.append((fault.other_file, fault.other_line))
    return tuple(_excerpt(file, line, _arrays(fault.message), sources) for file, line in places)


def _excerpt(file: str, line: int, arrays: list[str], sources: Sources) -> Excerpt:
    shown = []
    for number in range(max(1, line - CONTEXT), line + CONTEXT + 1):
        text = sources.line(file, number)
        if number == line:
            shown.append(ExcerptLine(number, text, carets_below(text, arrays)))
        elif text.strip():
            shown.append(ExcerptLine(number, text))
    return Excerpt(file, line, tuple(shown) if any(item.text for item in shown) else ())


def carets_below(text: str, arrays: list[str]) -> str:
    """Carets below the first access of one of these arrays, else below all code of the line."""
    for array in arrays:
        found = re.search(rf"(?<!\w){re.escape(array)}\s*(\[[^\]]*\])*", text)
        if found and found[0]:
            return " " * found.start() + "^" * len(found[0].rstrip())
    code = text.partition("//")[0].rstrip() or text.rstrip()
    start = len(code) - len(code.lstrip())
    return " " * start + "^" * (len(code) - start)


def _arrays(message: str) -> list[str]:
    """The names that a message sets as code, such as `out[33]`."""
    return re.findall(r"`([A-Za-z_]\w*)(?:\[[^\]]*\])*`", message)
