"""One request of a warp drawn in characters: sectors with the words that are used, or banks by wavefront.

`./course check` shows it below a message about costs. A word of 4 bytes is a sign: `#` is used, `.` is moved
for nothing, or stands for a bank that has nothing to do. The figures are those of the scorecard's drawing.
"""

from __future__ import annotations

from collections.abc import Iterator

from grader.core.wording import plural
from grader.report.costs import LineCost
from grader.report.request_drawing.draw_request import draw_request, is_drawn
from grader.report.request_drawing.request_picture import ranges
from grader.report.request_drawing.request_rules import (
    BANKS,
    SECTOR,
    WORD,
    lanes_in_sector,
    touched_sectors,
)
from grader.report.request_drawing.shared_picture import Word, words_of

WORDS = SECTOR // WORD
SECTORS_IN_A_ROW = 8
WAVEFRONTS_SHOWN = 3
USED, UNUSED = "#", "."
LABEL = 9


def sketch(cost: LineCost, width: int) -> Iterator[str]:
    """The rows, none wider than `width` but the first; nothing where there is no drawing or no room."""
    if not is_drawn(cost):
        return
    picture = draw_request("sketch", cost)
    rows = tuple(_banks(cost, width) if cost.access.space == "shared" else _sectors(cost, width))
    if rows:
        waste = f"; {picture.waste}" if cost.access.space != "shared" else ""
        yield f"one request of line {cost.access.line}: {picture.caption}{waste}"
        yield from rows


def _sectors(cost: LineCost, width: int) -> Iterator[str]:
    """The first sectors side by side, each with its lanes below it."""
    example = cost.access.example
    touched = touched_sectors(example.addresses, cost.access.width)
    most = min(SECTORS_IN_A_ROW, (width - LABEL + 1) // (WORDS + 1))
    if most < 1:
        return
    shown = list(touched.items())[:most]
    cells = ("".join(_sign(used, word) for word in range(WORDS)) for _, used in shown)
    lanes = (_short(lanes_in_sector(example.addresses, cost.access.width, sector)) for sector, _ in shown)
    yield f"{'sectors':<{LABEL}}{' '.join(cells)}"
    yield f"{'lanes':<{LABEL}}{' '.join(f'{text:<{WORDS}}' for text in lanes)}".rstrip()
    if (left := len(touched) - len(shown)) > 0:
        yield f"and {plural(left, 'more sector')}"


def _sign(used: set[int], word: int) -> str:
    return USED if used.intersection(range(word * WORD, (word + 1) * WORD)) else UNUSED


def _short(lanes: list[int]) -> str:
    text = ranges(lanes)
    return text if len(text) <= WORDS else plural(len(lanes), "lane")[:WORDS]


def _banks(cost: LineCost, width: int) -> Iterator[str]:
    """The first wavefronts below each other, each with its lanes behind it."""
    by_row: dict[int, list[Word]] = {}
    for word in words_of(cost.access.example):
        by_row.setdefault(word.row, []).append(word)
    head = f"{'banks':<14}{'0':<9}{'8':<9}{'16':<9}24"
    if width < len(head) + WORDS:
        return
    yield head
    for row in list(by_row)[:WAVEFRONTS_SHOWN]:
        busy = {word.bank for word in by_row[row]}
        cells = "".join(USED if bank in busy else UNUSED for bank in range(BANKS))
        groups = " ".join(cells[first : first + WORDS] for first in range(0, BANKS, WORDS))
        lanes = ranges(lane for word in by_row[row] for lane in word.lanes)
        line = f"{f'wavefront {row + 1}':<14}{groups}"
        told = f"  lanes {lanes}" if not lanes.isdecimal() else f"  lane {lanes}"
        yield line + (told if len(line + told) <= width else "")
    if (left := len(by_row) - WAVEFRONTS_SHOWN) > 0:
        yield f"and {plural(left, 'more wavefront')}"
