"""A survey's picture as an SVG file of its own, drawn as the scorecard draws, in light and in dark."""

from __future__ import annotations

import math
import re
from pathlib import Path

from grader.report.scorecard.charts import chart_view
from grader.report.scorecard.html_page import TEMPLATES, environment
from grader.schema.measurements import Survey
from grader.schema.record import Chart, Reading, Series

# With the scorecard's own colours, shapes and escaping.
TEMPLATE = environment(Path(__file__).parent / "templates", TEMPLATES).get_template("chart.svg.j2")
# A scale is drawn where three names or more end in a number: "strided_read at stride 4".
NUMBERED = re.compile(r"^(?P<word>.*\D)(?P<number>\d+)(?P<rest>\D.*)?$")
LEAST_PLACES = 3
LARGEST = 16  # bars
MARGIN = 10.0


def chart_of(survey: Survey) -> Chart | None:
    """Readings over the number in their names or shapes, else bars; None: there is nothing to draw."""
    names = tuple(dict.fromkeys(one.name for one in survey.readings))
    shapes = tuple(dict.fromkeys(one.shape for one in survey.readings))
    if len(shapes) == 1:
        scale = {one.name: one for one in survey.readings if NUMBERED.match(one.name)}
        return _scale(survey, scale) or _bars(survey, survey.readings, names, shapes[0])
    if len(names) == 1:
        by_shape = {one.shape: one for one in survey.readings}
        return _scale(survey, by_shape) or _bars(survey, survey.readings, shapes, names[0])
    for shape in sorted(shapes, key=_size, reverse=True):
        readings = tuple(one for one in survey.readings if one.shape == shape)
        if len(readings) == len(names):
            return _bars(survey, readings, names, shape)
    return None


def _size(shape: str) -> int:
    """Of the problem, as far as its words tell: the product of its numbers."""
    return math.prod(int(number) for number in re.findall(r"\d+", shape.partition(",")[0])) if shape else 0


def _scale(survey: Survey, named: dict[str, Reading]) -> Chart | None:
    """A line over the numbers; readings without a number are levels beside it."""
    matches = [match for match in map(NUMBERED.match, named) if match]
    words = {match["word"].strip() for match in matches}
    if len(words) != 1 or len(matches) < LEAST_PLACES:
        return None
    line = Series(words.pop(), "student", tuple(one.value for one in named.values()))
    levels = [
        Series(one.name, "limit", (one.value,) * len(named))
        for one in survey.readings
        if one not in named.values()
    ]
    x = tuple(match["number"] for match in matches)
    unit = survey.readings[0].unit
    return Chart(survey.id, survey.title, "line", line.name, x, unit, (line, *levels), "")


def _bars(survey: Survey, readings: tuple[Reading, ...], x: tuple[str, ...], label: str) -> Chart | None:
    if not 0 < len(x) <= LARGEST:
        return None
    series = Series(label, "student", tuple(one.value for one in readings))
    return Chart(survey.id, survey.title, "bars", label, x, readings[0].unit, (series,), "")


def chart_file(chart: Chart) -> str:
    """The SVG's text. Ends in a newline."""
    view = chart_view("chart", chart, "measured")
    drawing = next(one for one in view.drawings if one.css == "wide")
    width, height = drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN
    return TEMPLATE.render(view=view, drawing=drawing, margin=MARGIN, width=width, height=height)
