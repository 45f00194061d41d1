"""Draws a request to shared memory: 32 banks as columns, one row a wavefront.

Each word that lanes touch is a box in its bank's column and in the row of the wavefront that serves it; a box
below the first row of its group is a bank conflict's. Rows and counts are the record's.
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.core.wording import figure, plural
from grader.report.costs import LineCost
from grader.report.request_drawing.request_picture import (
    FULL,
    Box,
    Columns,
    Label,
    Picture,
    heading_of,
    ranges,
    where_of,
)
from grader.report.request_drawing.request_rules import BANKS, WORD
from grader.schema.record import LANES, Example

TOP = 30.0
ROW = 13.0
BOX_HEIGHT = 11.5
LABELLED_ROWS = 8
ROOM_FOR_COUNT = 18.0


@dataclass(frozen=True)
class Word:
    """One 4-byte word that lanes touch. row: the wavefront, from 0, that serves it. extra: a conflict's."""

    row: int
    index: int
    lanes: tuple[int, ...]
    extra: bool

    @property
    def bank(self) -> int:
        return self.index % BANKS


def words_of(example: Example) -> tuple[Word, ...]:
    """Every touched word with the wavefront that serves it, row by row and bank by bank."""
    words_per_lane = len(example.passes) // LANES
    lanes: dict[tuple[int, int], list[int]] = {}
    for place, row in enumerate(example.passes):
        lane, part = divmod(place, words_per_lane)
        if row >= 0:
            lanes.setdefault((row, example.addresses[lane] // WORD + part), []).append(lane)
    return tuple(
        Word(row, index, tuple(some), row not in example.group_starts)
        for (row, index), some in sorted(lanes.items())
    )


def shared_picture(picture_id: str, cost: LineCost, columns: Columns = FULL) -> Picture:
    """The worst request of a kernel's shared accesses."""
    example = cost.access.example
    words = words_of(example)
    rows = 1 + max((word.row for word in words), default=0)
    caption = _caption(example, words, rows)
    return Picture(
        id=picture_id,
        heading=heading_of(cost),
        where=where_of(cost),
        caption=caption,
        waste=_conflicts(example),
        desc=f"The 32 banks stand side by side; each row is one wavefront. {caption}.",
        weight=cost.weight.value,
        width=columns.width,
        height=TOP + rows * ROW + 12.0,
        boxes=(*_banks(words, rows, columns), *(_box(word, columns) for word in words)),
        links=(),
        labels=_labels(rows, columns),
        table_head=("Bank", "Distinct words", "Lanes"),
        table_rows=_rows(words),
        steps=_steps(example, words, rows),
    )


def _caption(example: Example, words: tuple[Word, ...], rows: int) -> str:
    lanes = len({lane for word in words for lane in word.lanes})
    banks = len({word.bank for word in words})
    verb = "falls" if lanes == 1 else "fall"
    start = f"{plural(lanes, 'lane')} {verb} into {plural(banks, 'bank')}"
    served = plural(example.wavefronts, "wavefront")
    if not example.bank_conflicts:
        return f"{start}: {served}, the least possible"
    least = example.wavefronts - example.bank_conflicts * _passes(example, rows)
    return f"{start}: {served}; {figure(least)} would do"


def _passes(example: Example, rows: int) -> int:
    """Wavefronts for each row of the drawing: a compare-and-swap makes two."""
    return max(1, example.wavefronts // rows)


def _steps(example: Example, words: tuple[Word, ...], rows: int) -> tuple[str, ...]:
    """Wavefront by wavefront: whose words it brings, from how many banks."""
    passes = _passes(example, rows)
    by_what = "wavefront by wavefront" if passes == 1 else f"{passes} wavefronts at a time"
    captions = [f"The whole request; step through it {by_what}"]
    for row in range(rows):
        served = [word for word in words if word.row == row]
        lanes = sorted({lane for word in served for lane in word.lanes})
        number = f"Wavefront {row + 1} of {rows}" if passes == 1 else f"Pass {row + 1} of {rows}"
        who = f"lane{'s' if len(lanes) > 1 else ''} {ranges(lanes)}"
        what = f"{plural(len(served), 'word')} from {plural(len({word.bank for word in served}), 'bank')}"
        captions.append(f"{number}: {who}, {what}")
    return tuple(captions)


def _conflicts(example: Example) -> str:
    if not example.bank_conflicts:
        return "no bank conflict"
    return plural(example.bank_conflicts, "bank conflict")


def _banks(words: tuple[Word, ...], rows: int, columns: Columns) -> tuple[Box, ...]:
    height = rows * ROW
    at: dict[int, set[int]] = {}
    for word in words:
        at.setdefault(word.bank, set()).add(word.row + 1)
    return tuple(
        Box(columns.x(bank), TOP - 2, columns.cell, height + 2, "bank", at=tuple(sorted(at.get(bank, ()))))
        for bank in range(BANKS)
    )


def _box(word: Word, columns: Columns) -> Box:
    # If the box has no room for how many lanes share the word, the table says it.
    several = f"×{len(word.lanes)}" if columns.cell >= ROOM_FOR_COUNT else "×"
    text = str(word.lanes[0]) if len(word.lanes) == 1 else several
    css = "extra" if word.extra else "word"
    at = (word.row + 1,)
    return Box(columns.x(word.bank), TOP + word.row * ROW, columns.cell, BOX_HEIGHT, css, text, at)


def _labels(rows: int, columns: Columns) -> tuple[Label, ...]:
    banks = tuple(Label(columns.x(bank) + columns.cell / 2, 20, str(bank), "middle") for bank in range(BANKS))
    # Few rows get a number each; of many, the first and the last say enough.
    chosen = range(rows) if rows <= LABELLED_ROWS else (0, rows - 1)
    fronts = tuple(
        Label(
            columns.left - 10,
            TOP + row * ROW + BOX_HEIGHT / 2,
            f"wavefront {row + 1}" if row == 0 else f"{row + 1}",
            "side small",
        )
        for row in chosen
    )
    return (Label(columns.left - 10, 17, "banks", "side"), *banks, *fronts)


def _rows(words: tuple[Word, ...]) -> tuple[tuple[str, ...], ...]:
    by_bank: dict[int, list[Word]] = {}
    for word in words:
        by_bank.setdefault(word.bank, []).append(word)
    return tuple(
        (
            str(bank),
            str(len({word.index for word in by_bank[bank]})),
            ranges(lane for word in by_bank[bank] for lane in word.lanes),
        )
        for bank in sorted(by_bank)
    )
