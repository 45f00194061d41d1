"""Where everything in the drawing of a chart goes: its scale, lines or bars, names and values.

In goes a chart whose texts are one line each and whose values are finite; out comes a Drawing for a wide
window and one for a phone's, made of plain shapes that _chart_shapes.svg.j2 prints as they are. A drawing's
unit is the CSS pixel of its full size. What finds no room is cut, or left out where a scale continues without
it: the chart's table has all in full.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.report.scorecard.chart_looks import Look, marker_path
from grader.report.scorecard.chart_shapes import (
    BAR,
    Bar,
    Drawing,
    DrawnSeries,
    Rule,
    Scale,
    Text,
    drawn_series,
    look_in,
    number_text,
    round_ticks,
    rule_css,
    value_range,
    value_text,
    values_of,
)
from grader.report.scorecard.html_page import cut, rows_of, text_width
from grader.schema.record import Chart

# css and width of each drawing, and its height when it shows lines.
SIZES = (("wide", 760.0, 330.0), ("narrow", 320.0, 280.0))
ROW = 16.0
MARKER, SMALL_MARKER, CROWDED = 3.2, 2.2, 16  # radii, and the number of places from which markers are small
# Roles from the bottom up: a limit lies on what reaches it, thin and dashed, and hides nothing.
LAYERS = ("given", "hardware", "student", "limit")
PITCH, BETWEEN_PLACES = 18.0, 12.0
WIDEST_NAMES = 230.0  # longer ones stand above their bars
NO_VALUE = "no value yet"


def drawings(chart: Chart) -> tuple[Drawing, ...]:
    """The chart, wide and narrow. Ids start with the chart's."""
    return tuple(
        _line_drawing(chart, css, width, height) if chart.kind == "line" else _bar_drawing(chart, css, width)
        for css, width, height in SIZES
    )


def keys(chart: Chart) -> tuple[DrawnSeries, ...]:
    """The small drawing in front of each series in the legend, in a box of 28 x 14."""
    drawn = []
    for number in range(len(chart.series)):
        look = look_in(chart, number)
        if chart.kind == "line":
            mark = _marks(look, ["14 7"], MARKER) if look.marker else ""
            drawn.append(drawn_series(chart, number, "key", line="M0 7H28", marks=mark))
        else:
            drawn.append(drawn_series(chart, number, "key", bars=(Bar(0.7, 0.7, 26.6, 12.6),)))
    return tuple(drawn)


def _marks(look: Look, points: Sequence[str | None], radius: float) -> str:
    """A marker at each point; of a look without markers, where no line would show the point."""
    around = zip([None, *points], points, [*points[1:], None], strict=False)
    marked = (point for before, point, after in around if point and (look.marker or not (before or after)))
    path = marker_path(look.marker, radius)
    return "".join(f"M{point}{path}" for point in marked)


def _line_drawing(chart: Chart, css: str, width: float, height: float) -> Drawing:
    """Lines over places that stand evenly apart, whatever their names."""
    ticks = round_ticks(*value_range(chart))
    heading = rows_of(chart.y_label, width)
    left = max(text_width(number_text(tick)) for tick in ticks) + 8.0
    right, bottom = width - 14.0, height - 2 * ROW - 10.0
    y = Scale(ticks[0], ticks[-1], bottom, ROW * len(heading) + 14.0)
    x = Scale(-0.4, len(chart.x) - 0.6, left, right)
    step = label_step(chart.x, x.at(1) - x.at(0))
    foot = rows_of(chart.x_label, right - left)[:1]
    texts = (
        *(Text(0, ROW * (row + 0.5), text) for row, text in enumerate(heading)),
        *(Text(left - 6, y.at(tick), number_text(tick), "end") for tick in ticks),
        *(
            Text(x.at(place), bottom + 0.8 * ROW, chart.x[place], "middle")
            for place in range(0, len(chart.x), step)
        ),
        *(Text((left + right) / 2, height - 0.6 * ROW, text, "middle") for text in foot),
    )
    return Drawing(
        id=f"{chart.id}-{css}",
        css=css,
        width=width,
        height=height,
        rules=tuple(Rule(left, y.at(tick), right, y.at(tick), rule_css(tick)) for tick in ticks),
        texts=texts,
        series=tuple(_line(chart, number, css, x, y) for number in _from_the_bottom(chart)),
    )


def _from_the_bottom(chart: Chart) -> list[int]:
    """The numbers of the series that have a value."""
    shown = [number for number, one in enumerate(chart.series) if any(v is not None for v in one.values)]
    return sorted(shown, key=lambda number: LAYERS.index(chart.series[number].role))


def _line(chart: Chart, number: int, part: str, x: Scale, y: Scale) -> DrawnSeries:
    values = enumerate(chart.series[number].values)
    points = [None if value is None else f"{x.at(place):.1f} {y.at(value):.1f}" for place, value in values]
    marks = _marks(look_in(chart, number), points, MARKER if len(points) < CROWDED else SMALL_MARKER)
    return drawn_series(chart, number, part, line="".join(_strokes(points)), marks=marks)


def _strokes(points: Sequence[str | None]) -> Iterator[str]:
    """The pen is lifted over each gap."""
    command = "M"
    for point in points:
        if point:
            yield f"{command}{point}"
        command = "L" if point else "M"


def label_step(names: Sequence[str], pitch: float) -> int:
    """Every how manieth place is named, a power of two, so that names `pitch` apart do not meet."""
    room = max((text_width(name) for name in names), default=0.0) + 9.0
    step = 1
    while step * pitch < room and step < len(names):
        step *= 2
    return step


@dataclass(frozen=True)
class _Place:
    """One place's bars under each other. top: of the first; rows: the series' numbers and their values."""

    name: str
    top: float
    rows: tuple[tuple[int, float], ...]

    @property
    def bottom(self) -> float:
        return self.top + PITCH * (max(1, len(self.rows)) - 1) + BAR

    def y(self, row: int) -> float:
        return self.top + PITCH * row


def _bar_drawing(chart: Chart, css: str, width: float) -> Drawing:
    """Each place's bars, its name beside or above them, their values at their ends."""
    longest = max(text_width(name) for name in chart.x) + 10.0
    beside = longest <= min(WIDEST_NAMES, 0.32 * width)
    left = longest if beside else 4.0
    room_for_value = max(text_width(value_text(chart, value)) for value in values_of(chart)) + 8.0
    least, greatest = value_range(chart)
    ticks = round_ticks(least, greatest)
    # It ends at the greatest value: up to the next round one all bars would lose room.
    x = Scale(ticks[0], greatest, left, width - room_for_value)
    places = _places(chart, 0.0 if beside else ROW)
    bottom = places[-1].bottom + BETWEEN_PLACES - 2.0
    shown = [tick for tick in ticks if tick <= greatest]
    foot = rows_of(chart.y_label, width - left)
    texts = (
        *(_name(place, left, beside, width) for place in places),
        *(text for place in places for text in _said_of(chart, place, x)),
        *(Text(x.at(tick), bottom + 0.7 * ROW, number_text(tick), "middle") for tick in shown),
        *(Text(left, bottom + ROW * (1.9 + row), text) for row, text in enumerate(foot)),
    )
    bars = [(number, _bars(places, number, x)) for number in range(len(chart.series))]
    return Drawing(
        id=f"{chart.id}-{css}",
        css=css,
        width=width,
        height=bottom + ROW * (1 + len(foot)) + 10.0,
        rules=tuple(Rule(x.at(tick), 0, x.at(tick), bottom, rule_css(tick)) for tick in shown),
        texts=texts,
        series=tuple(drawn_series(chart, number, css, bars=own) for number, own in bars if own),
    )


def _places(chart: Chart, room_for_name: float) -> list[_Place]:
    """One under the other; a series without a value takes no room."""
    places: list[_Place] = []
    for number, name in enumerate(chart.x):
        top = places[-1].bottom + PITCH - BAR + BETWEEN_PLACES if places else 4.0
        values = ((series, one.values[number]) for series, one in enumerate(chart.series))
        rows = tuple((series, value) for series, value in values if value is not None)
        places.append(_Place(name, top + room_for_name, rows))
    return places


def _name(place: _Place, left: float, beside: bool, width: float) -> Text:
    if beside:
        return Text(left - 8, (place.top + place.bottom) / 2, place.name, "end", "said")
    return Text(left + 4, place.top - ROW / 2 - 1, cut(place.name, width - 10), css="said")


def _said_of(chart: Chart, place: _Place, x: Scale) -> Iterator[Text]:
    """The values at the ends of a place's bars."""
    for row, (_, value) in enumerate(place.rows):
        yield Text(x.at(max(0.0, value)) + 5, place.y(row) + BAR / 2, value_text(chart, value), css="said")
    if not place.rows:
        yield Text(x.at(0) + 5, place.top + BAR / 2, NO_VALUE)


def _bars(places: Sequence[_Place], number: int, x: Scale) -> tuple[Bar, ...]:
    """The bars of the series of that number."""
    return tuple(
        Bar(x.at(min(0.0, value)), place.y(row), abs(x.at(value) - x.at(0)))
        for place in places
        for row, (series, value) in enumerate(place.rows)
        if series == number
    )
