"""The view-model of the charts that checks want shown: two drawings, their legend and their numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from grader.report.scorecard.chart_drawing import drawings, keys
from grader.report.scorecard.chart_shapes import Drawing, DrawnSeries, number_text
from grader.report.scorecard.html_page import Html, breakable, one_line
from grader.schema.record import Chart, Series
from grader.schema.results import LabResult

EVIDENCE = {"limit": "limit", "hardware": "recorded on a GPU"}
NO_VALUE = "–"


@dataclass(frozen=True)
class LegendView:
    """One series in the legend. evidence: what its values rest on, in words. key: what is drawn before it."""

    name: str
    evidence: str
    key: tuple[DrawnSeries, ...]


@dataclass(frozen=True)
class ChartView:
    """One chart. table_rows: its numbers, a row each place: the place's name, then one cell a series."""

    title: str
    desc: str
    unit: str
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
            if chart.id not in views and any(_has_values(_clean_series(one)) for one in chart.series):
                views[chart.id] = chart_view(f"{lab.id}-chart-{len(views) + 1}", chart, check.evidence)
    return tuple(views.values())


def chart_view(chart_id: str, given: Chart, evidence: str) -> ChartView:
    """One chart; chart_id: the first part of every id in its drawings. evidence: of its values."""
    chart = clean_chart(chart_id, given)
    said = [_evidence(one, evidence) for one in chart.series]
    return ChartView(
        title=chart.title,
        desc=_desc(chart, said),
        unit=chart.y_label,
        source=breakable(chart.source),
        legend=tuple(
            LegendView(one.name, words, (key,))
            for one, words, key in zip(chart.series, said, keys(chart), strict=True)
        ),
        drawings=drawings(chart),
        table_head=(chart.x_label, *(one.name for one in chart.series)),
        table_rows=tuple(
            (name, *(_cell(one.values[place]) for one in chart.series)) for place, name in enumerate(chart.x)
        ),
    )


def clean_chart(chart_id: str, chart: Chart) -> Chart:
    """The chart with that id, every text of one line and every value a finite number or a gap."""
    return Chart(
        id=chart_id,
        title=one_line(chart.title),
        kind=chart.kind,
        x_label=one_line(chart.x_label),
        x=tuple(one_line(name) for name in chart.x),
        y_label=one_line(chart.y_label),
        series=tuple(_clean_series(one) for one in chart.series),
        source=one_line(chart.source),
    )


def _clean_series(series: Series) -> Series:
    values = tuple(v if v is not None and math.isfinite(v) else None for v in series.values)
    return replace(series, name=one_line(series.name), values=values)


def _has_values(series: Series) -> bool:
    return any(value is not None for value in series.values)


def _evidence(series: Series, evidence: str) -> str:
    own = evidence if evidence in ("measured", "modelled") else "simulated"
    words = EVIDENCE.get(series.role, own)
    return words if _has_values(series) else f"{words}: no value yet"


def _cell(value: float | None) -> str:
    return NO_VALUE if value is None else number_text(value)


def _desc(chart: Chart, said: list[str]) -> str:
    what = "A line" if chart.kind == "line" else "Bars"
    names = "; ".join(f"{one.name} ({words})" for one, words in zip(chart.series, said, strict=True))
    return f"{what} for each of: {names}. {chart.y_label}, by {chart.x_label}."
