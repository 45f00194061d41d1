"""A survey as a table: one row a shape or a kernel, whichever are more."""

from __future__ import annotations

from dataclasses import dataclass

from grader.core.wording import figure
from grader.schema.measurements import Survey
from grader.schema.record import Reading

GAP = "–"


@dataclass(frozen=True)
class Table:
    """head: the corner, then one cell a column. rows: a name, then one cell a column. note: on the spread."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str


def table_of(survey: Survey) -> Table:
    """The medians; the note says how far the runs scatter."""
    readings = survey.readings
    shapes = tuple(dict.fromkeys(one.shape for one in readings))
    names = tuple(dict.fromkeys(one.name for one in readings))
    found = {(one.shape, one.name): one for one in readings}
    by_shape = len(shapes) >= len(names)
    rows, columns = (shapes, names) if by_shape else (names, shapes)

    def cell(row: str, column: str) -> str:
        reading = found.get((row, column) if by_shape else (column, row))
        return GAP if reading is None else number(reading.value)

    units = " or ".join(dict.fromkeys(one.unit for one in readings))
    return Table(
        head=(units, *columns),
        rows=tuple((row, *(cell(row, column) for column in columns)) for row in rows),
        note=_spread(readings),
    )


def number(value: float) -> str:
    """Three or four figures: 4321, 66.3, 7.25. More are noise."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _spread(readings: tuple[Reading, ...]) -> str:
    def width(one: Reading) -> float:
        return (one.high - one.low) / one.value if one.value else 0.0

    if not readings:
        return ""
    widest = max(readings, key=width)
    runs = " or ".join(figure(count) for count in sorted({one.runs for one in readings}))
    spread = f"The middle half of them spans {100 * width(widest):.1f} % of the median at most"
    return f"Medians of {runs} runs. {spread} ({widest.name}, {widest.shape})."
