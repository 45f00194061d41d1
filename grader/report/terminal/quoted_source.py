"""The source lines that a failed check is about, quoted as a compiler quotes them.

The check's own line is marked with `>`. Other lines that the message names, such as where the other thread
of a race wrote, stand above or below it. What the message names in a line is underlined.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.cells import cell_len, set_cell_size

from grader.core.visible import visible_line
from grader.core.wording import first_sentence
from grader.schema.results import CheckResult, Source

NAMED_LINE = re.compile(r"\bline (\d+)\b")
NAMED_CODE = re.compile(r"`([A-Za-z_]\w*)")
MOST_LINES = 3
LEAST_CODE = 12
TAB = 4
CUT = "..."


def quote(source: Source | None, check: CheckResult, width: int) -> Iterator[str]:
    """The rows, none wider than `width`; nothing where the check names no line of this file."""
    if source is None or check.file != source.file:
        return
    text = source.text.split("\n")
    said = first_sentence(check.message)
    named = dict.fromkeys((check.line, *(int(number) for number in NAMED_LINE.findall(said))))
    numbers = sorted([number for number in named if 0 < number <= len(text)][:MOST_LINES])
    if check.line not in numbers:
        return
    lines = {number: visible_line(text[number - 1].rstrip("\r").expandtabs(TAB)) for number in numbers}
    digits = len(str(numbers[-1]))
    room = width - digits - 5
    if room < LEAST_CODE:
        return
    margin = min(len(line) - len(line.lstrip()) for line in lines.values())
    for number in numbers:
        code, mark = _fitted(lines[number][margin:], named_code(lines[number][margin:], said), room)
        sign = ">" if number == check.line else " "
        yield f"{sign} {number:>{digits}} | {code}".rstrip()
        if mark:
            yield f"  {'':{digits}} | {mark}"


def named_code(code: str, said: str) -> tuple[int, int]:
    """Where in the line the code is that the message names, with its index; (0, 0) where it is not there."""
    for name in NAMED_CODE.findall(said):
        if found := re.search(rf"\b{re.escape(name)}\b(?:\[[^\]]*\])*", code):
            return found.span()
    return (0, 0)


def _fitted(code: str, named: tuple[int, int], room: int) -> tuple[str, str]:
    """The line in `room` cells and what underlines its named code; of a long line, the part with it."""
    before, after = cell_len(code[: named[0]]), cell_len(code[: named[1]])
    whole, skipped = cell_len(code), 0
    if whole > room and after > room - len(CUT):
        skipped = min(before, whole - room + len(CUT))
        code = CUT + _behind(code, skipped)
        before, after, whole = (cells - skipped + len(CUT) for cells in (before, after, whole))
    if whole > room:
        code = set_cell_size(code, room - len(CUT)).rstrip() + CUT
        after = min(after, room - len(CUT))
    return code, " " * before + "^" * (after - before) if after > before else ""


def _behind(code: str, cells: int) -> str:
    """What is left of the line behind that many cells."""
    at = next(at for at in range(len(code) + 1) if cell_len(code[:at]) >= cells)
    return " " * (cell_len(code[:at]) - cells) + code[at:]
