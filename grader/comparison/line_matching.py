"""Which line of one version of a source is which line of the other, from a diff of the two texts.

A line keeps its identity when lines are added above it, when its indentation changes, and when it moves to
another place whole. Where a stretch of lines was rewritten, the lines that resemble each other stand beside
each other, in order; what resembles nothing was removed or added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property

# Lines that share less of their text than this are two lines, not a changed one.
LEAST_ALIKE = 0.5
# Comparing each line with each would take seconds in longer stretches: there the n-th meets the n-th.
MOST_COMPARED = 80
# A line that is moved is recognised by its text. A brace alone is everywhere.
LEAST_LETTERS = 6

SAME, MOVED, CHANGED, ADDED, REMOVED = "same", "moved", "changed", "added", "removed"


@dataclass(frozen=True)
class Row:
    """A row of two texts side by side: the number of the line in each, 0 where that text lacks it."""

    match: str
    before: int
    after: int


@dataclass(frozen=True)
class MatchedSource:
    """A source file of both versions. file_before, file_after: '' where a version lacks the file."""

    file_before: str
    file_after: str
    text_before: str
    text_after: str
    rows: tuple[Row, ...] = field(default=())

    @cached_property
    def of_before(self) -> dict[int, Row]:
        """The row of each line of the version before."""
        return {row.before: row for row in self.rows if row.before}

    @cached_property
    def of_after(self) -> dict[int, Row]:
        """The row of each line of the version after."""
        return {row.after: row for row in self.rows if row.after}


def match_source(file_before: str, file_after: str, text_before: str, text_after: str) -> MatchedSource:
    """The two texts in rows, in the order of the version after."""
    before, after = lines_of(text_before), lines_of(text_after)
    rows = tuple(_in_order(_with_moves(list(_rows(before, after)), before, after)))
    return MatchedSource(file_before, file_after, text_before, text_after, rows)


def lines_of(text: str) -> list[str]:
    """The lines, as many as a compiler counts."""
    return text.replace("\r\n", "\n").replace("\r", " ").removesuffix("\n").split("\n") if text else []


def _rows(before: Sequence[str], after: Sequence[str]) -> Iterator[Row]:
    bare_before, bare_after = [line.strip() for line in before], [line.strip() for line in after]
    matcher = SequenceMatcher(None, bare_before, bare_after, autojunk=False)
    for tag, a, a_end, b, b_end in matcher.get_opcodes():
        if tag == "equal":
            yield from (Row(SAME, a + n + 1, b + n + 1) for n in range(a_end - a))
        else:
            yield from _rewritten(bare_before[a:a_end], bare_after[b:b_end], a, b)


def _rewritten(before: Sequence[str], after: Sequence[str], a: int, b: int) -> Iterator[Row]:
    """The rows of a stretch that differs, which begins behind line a of one text and line b of the other."""
    at_before = at_after = 0
    for one, other in [*_pairs(before, after), (len(before), len(after))]:
        yield from (Row(REMOVED, a + n + 1, 0) for n in range(at_before, one))
        yield from (Row(ADDED, 0, b + n + 1) for n in range(at_after, other))
        if one < len(before):
            yield Row(CHANGED, a + one + 1, b + other + 1)
        at_before, at_after = one + 1, other + 1


def _pairs(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs of lines, in order, that resemble each other most in sum."""
    if not before or not after:
        return []
    if max(len(before), len(after)) > MOST_COMPARED:
        return [(n, n) for n in range(min(len(before), len(after))) if _alike(before[n], after[n])]
    # best[i][j]: the most that lines from i and from j on can have in common.
    best = [[0.0] * (len(after) + 1) for _ in range(len(before) + 1)]
    alike = [[_alike(one, other) for other in after] for one in before]
    for i in reversed(range(len(before))):
        for j in reversed(range(len(after))):
            paired = alike[i][j] + best[i + 1][j + 1] if alike[i][j] else 0.0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], paired)
    return list(_walk(best, alike))


def _walk(best: list[list[float]], alike: list[list[float]]) -> Iterator[tuple[int, int]]:
    i = j = 0
    while i < len(alike) and j < len(alike[0]):
        if alike[i][j] and best[i][j] == alike[i][j] + best[i + 1][j + 1]:
            yield i, j
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1


def _alike(one: str, other: str) -> float:
    """How much two lines have in common, from 0 to 1; 0 for too little to be a changed line."""
    if not one or not other:
        return 0.0
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    if matcher.real_quick_ratio() < LEAST_ALIKE or matcher.quick_ratio() < LEAST_ALIKE:
        return 0.0
    ratio = matcher.ratio()
    return ratio if ratio >= LEAST_ALIKE else 0.0


def _with_moves(rows: list[Row], before: Sequence[str], after: Sequence[str]) -> list[Row]:
    """The rows, with a line that was removed here and added there as one."""
    gone = _by_text((row.before, before) for row in rows if row.match == REMOVED)
    come = _by_text((row.after, after) for row in rows if row.match == ADDED)
    moved = {come[text]: gone[text] for text in gone.keys() & come.keys()}
    left = [row for row in rows if not (row.match == REMOVED and row.before in moved.values())]
    return [
        Row(MOVED, moved[row.after], row.after) if row.match == ADDED and row.after in moved else row
        for row in left
    ]


def _by_text(lines: Iterator[tuple[int, Sequence[str]]]) -> dict[str, int]:
    """The number of each line whose text is there once and says something."""
    found = [(texts[number - 1].strip(), number) for number, texts in lines]
    times = Counter(text for text, _ in found)
    return {
        text: number
        for text, number in found
        if times[text] == 1 and sum(letter.isalnum() for letter in text) >= LEAST_LETTERS
    }


def _in_order(rows: Sequence[Row]) -> Iterator[Row]:
    """The rows as they are read: within a stretch of removed and added lines, the removed ones first."""
    waiting: list[Row] = []
    for row in rows:
        if row.match == ADDED:
            waiting.append(row)
            continue
        if row.match != REMOVED:
            yield from waiting
            waiting.clear()
        yield row
    yield from waiting
