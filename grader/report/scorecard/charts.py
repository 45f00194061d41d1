"""The view-model of the charts that checks want shown: a drawing, its legend and its numbers."""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass

from markupsafe import Markup

from grader.report.scorecard.chart_ink import ink_of
from grader.report.scorecard.chart_key import Key, key_of
from grader.report.scorecard.chart_parts import Plot, SeriesView, number_text
from grader.report.scorecard.html_text import Html, breakable, one_line
from grader.schema.record import Chart, Series
from grader.schema.results import LabResult

EVIDENCE = {"limit": "limit", "hardware": "recorded on a GPU"}
NO_VALUE = "–"


@dataclass(frozen=True)
class Drawing:
    """One SVG drawing without its <svg> tag. css: wide or narrow, whichever the window has room for."""

    id: str
    css: str
    width: float
    height: float
    body: Html


@dataclass(frozen=True)
class LegendView:
    """One series in the legend. css: its role."""

    name: str
    css: str
    evidence: str
    key: Key


@dataclass(frozen=True)
class ChartView:
    """One chart. table_rows: its numbers, a row each place: the place's name, then one cell a series."""

    plot: Plot
    title: str
    desc: str
    source: Html
    legend: tuple[LegendView, ...]
    drawings: tuple[Drawing, ...]
    table_head: tuple[str, ...]
    table_rows: tuple[tuple[str, ...], ...]


def chart_views(lab: LabResult) -> tuple[ChartView, ...]:
    """Every chart that has a value, in the order of the checks; one that two checks plot is shown once."""
    views: dict[str, ChartView] = {}
    for check in lab.checks:
        for chart in check.charts:
            if chart.id not in views and any(has_values(_values(one)) for one in chart.series):
                views[chart.id] = chart_view(f"{lab.id}-chart-{len(views) + 1}", chart, check.evidence)
    return tuple(views.values())


def chart_view(chart_id: str, chart: Chart, evidence: str) -> ChartView:
    """One chart; chart_id: the first part of every id in its drawings. evidence: of its values."""
    # Here, since Matplotlib takes most of a second to load: a card without charts does without it.
    # Where it may not keep its list of fonts it says so, which is no matter of the reader's.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    from grader.report.scorecard.chart_drawing import drawings

    series = _series(chart, evidence)
    plot = Plot(
        id=chart_id,
        kind=chart.kind,
        x_label=one_line(chart.x_label),
        x=tuple(one_line(name) for name in chart.x),
        y_label=one_line(chart.y_label),
        series=series,
    )
    return ChartView(
        plot=plot,
        title=one_line(chart.title),
        desc=_desc(plot),
        source=breakable(one_line(chart.source)),
        legend=tuple(
            LegendView(one.name, one.css, one.evidence, key_of(plot.kind, ink_of(one.css, one.style)))
            for one in series
        ),
        drawings=tuple(
            # Matplotlib escapes text; what came back was parsed and written again.
            Drawing(frame.id, frame.css, frame.width, frame.height, Markup(body))
            for frame, body in drawings(plot)
        ),
        table_head=(plot.x_label, *(one.name for one in series)),
        table_rows=tuple(
            (name, *(_cell(one.values[place]) for one in series)) for place, name in enumerate(plot.x)
        ),
    )


def _series(chart: Chart, evidence: str) -> tuple[SeriesView, ...]:
    views: list[SeriesView] = []
    for one in chart.series:
        style = sum(view.css == one.role for view in views)
        words = EVIDENCE.get(one.role, "measured" if evidence == "measured" else "simulated")
        values = _values(one)
        said = words if has_values(values) else f"{words}: no value yet"
        views.append(SeriesView(one_line(one.name), one.role, style, said, values))
    return tuple(views)


def _values(series: Series) -> tuple[float | None, ...]:
    return tuple(v if v is not None and math.isfinite(v) else None for v in series.values)


def has_values(values: tuple[float | None, ...]) -> bool:
    """Whether there is anything to draw."""
    return any(value is not None for value in values)


def _cell(value: float | None) -> str:
    return NO_VALUE if value is None else number_text(value)


def _desc(plot: Plot) -> str:
    what = "A line" if plot.kind == "line" else "Bars"
    names = "; ".join(f"{one.name} ({one.evidence})" for one in plot.series)
    return f"{what} for each of: {names}. {plot.y_label}, by {plot.x_label}."
