"""The charts of the scorecard: what they say, how they are drawn, and that no text of theirs does harm."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from html import unescape

import pytest

from grader.report.scorecard.chart_drawing import label_step
from grader.report.scorecard.chart_looks import OTHERS, ROLES, look_of
from grader.report.scorecard.chart_shapes import (
    Drawing,
    DrawnSeries,
    Text,
    number_text,
    round_ticks,
    value_text,
)
from grader.report.scorecard.charts import ChartView, chart_views, clean_chart
from grader.report.scorecard.html_page import LETTER, TEMPLATES, cut, text_width
from grader.report.scorecard.scorecard_page import render_scorecard
from grader.schema.record import Chart
from grader.schema.results import CheckResult, LabResult, Results, Status
from grader.tests.chart_samples import (
    all_charts,
    cycles,
    layouts,
    shapes,
    stride_curve,
    transposes,
    wavefronts,
)
from grader.tests.report.test_scorecard import NOON, Outline, without_own_script, words

SAMPLES = pytest.mark.parametrize("chart", all_charts(), ids=lambda chart: str(chart.id))
EVIL = '<script>alert("x")</script></svg> $\\frac{a}$ & $ \x1b[31m\x00\ufffe\n{{ 7 }} \U0001f600'


def lab_with(*charts: Chart, evidence: str = "simulated", name: str = "lab4") -> LabResult:
    check = CheckResult("c", "a check", Status.PASSED, 1, 1, evidence=evidence, charts=charts)
    return LabResult(name, "A lab", (check,))


def view_of(chart: Chart, evidence: str = "simulated") -> ChartView:
    (view,) = chart_views(lab_with(chart, evidence=evidence))
    return view


def card(*labs: LabResult) -> str:
    return render_scorecard(Results("simt", "clang 14.0.6", labs), NOON)


def texts(drawing: Drawing) -> list[str]:
    return [text.text for text in drawing.texts]


def drawn(drawing: Drawing, role: str) -> list[DrawnSeries]:
    return [one for one in drawing.series if one.css.split()[0] == role]


@SAMPLES
def test_the_table_equals_the_series(chart: Chart) -> None:
    view = view_of(chart)
    assert view.table_head == (chart.x_label, *(one.name for one in chart.series))
    assert [row[0] for row in view.table_rows] == list(chart.x)
    for column, one in enumerate(chart.series, start=1):
        said = [row[column] for row in view.table_rows]
        assert said == ["–" if value is None else number_text(value) for value in one.values]


@SAMPLES
def test_each_role_is_drawn_in_its_own_colour(chart: Chart) -> None:
    with_value = {one.role for one in chart.series if any(value is not None for value in one.values)}
    for drawing in view_of(chart).drawings:
        assert {one.css.split()[0] for one in drawing.series} == with_value
    css = (TEMPLATES / "chart_drawing.css").read_text(encoding="utf-8")
    assert all(f".series.{role} {{ --series: var(--chart-{role})" in css for role in ROLES)


@SAMPLES
def test_it_fits_a_phone_and_takes_its_font_from_the_page(chart: Chart) -> None:
    wide, narrow = view_of(chart).drawings
    assert (wide.css, narrow.css) == ("wide", "narrow")
    assert narrow.width <= 390 - 2 * 16 - 2 * 15  # what a phone's page and the chart's box leave
    css = (TEMPLATES / "chart_drawing.css").read_text(encoding="utf-8")
    assert re.findall(r"font: (\S+) (\S+);", css) == [("12px", "var(--sans)")]


def span(text: Text) -> tuple[float, float]:
    """From where to where it reaches, at most."""
    left = text.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * text_width(text.text)
    return left, left + text_width(text.text)


@SAMPLES
def test_every_text_is_inside_the_drawing(chart: Chart) -> None:
    for drawing in view_of(chart).drawings:
        for text in drawing.texts:
            left, right = span(text)
            assert left >= -1.0 and right <= drawing.width + 1.0, text
            assert 7.0 <= text.y <= drawing.height - 6.0, text


@SAMPLES
def test_no_text_lies_on_another(chart: Chart) -> None:
    for drawing in view_of(chart).drawings:
        for number, one in enumerate(drawing.texts):
            for other in drawing.texts[number + 1 :]:
                apart = span(one)[1] <= span(other)[0] or span(other)[1] <= span(one)[0]
                assert apart or abs(one.y - other.y) >= 13.0, (one, other)


@SAMPLES
def test_no_bar_lies_on_another_or_under_a_text(chart: Chart) -> None:
    for drawing in view_of(chart).drawings:
        bars = [bar for one in drawing.series for bar in one.bars]
        assert len({bar.y for bar in bars}) == len(bars)
        for text in drawing.texts:
            left, right = span(text)
            for bar in bars:
                beside = right <= bar.x or left >= bar.x + bar.width
                assert beside or not bar.y - 3.0 < text.y < bar.y + bar.height + 3.0, (text, bar)


@SAMPLES
def test_the_scale_starts_at_zero(chart: Chart) -> None:
    for drawing in view_of(chart).drawings:
        assert "0" in texts(drawing)
        (base,) = (rule for rule in drawing.rules if rule.css == "base")
        if chart.kind == "bars":
            assert {bar.x for one in drawing.series for bar in one.bars} == {base.x1}


@pytest.mark.parametrize(
    ("least", "greatest", "ticks"),
    [
        (0.0, 1.0, [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]),
        (0.0, 32.0, [0.0, 10.0, 20.0, 30.0, 40.0]),
        (0.0, 4307.4, [0.0, 1000.0, 2000.0, 3000.0, 4000.0, 5000.0]),
        (0.0, 66.3, [0.0, 20.0, 40.0, 60.0, 80.0]),
        (0.0, 11.0, [0.0, 2.5, 5.0, 7.5, 10.0, 12.5]),
        (-1.0, 2.0, [-1.0, 0.0, 1.0, 2.0]),
        (0.0, 2e-6, [0.0, 5e-7, 1e-6, 1.5e-6, 2e-6]),
    ],
)
def test_ticks_are_round_and_reach_over_all_values(least: float, greatest: float, ticks: list[float]) -> None:
    assert round_ticks(least, greatest) == pytest.approx(ticks)


@pytest.mark.parametrize("greatest", [10.0**power * part for power in range(-9, 12) for part in range(1, 10)])
def test_there_are_neither_few_nor_many_ticks(greatest: float) -> None:
    ticks = round_ticks(0.0, greatest)
    assert 3 <= len(ticks) <= 6
    assert ticks[0] == 0.0 and ticks[-2] < greatest <= ticks[-1] * (1 + 1e-9)


def test_a_missing_value_leaves_a_gap_in_the_line() -> None:
    (line,) = drawn(view_of(stride_curve()).drawings[0], "student")
    assert line.line.count("M") == 2
    assert line.line.count("L") == 3
    assert line.marks.count("M") == 5


def test_a_line_lies_where_its_values_are() -> None:
    drawing = view_of(stride_curve()).drawings[0]
    (line,) = drawn(drawing, "hardware")
    points = [tuple(map(float, point.split())) for point in re.split("[ML]", line.line)[1:]]
    levels = {text.text: text.y for text in drawing.texts if text.anchor == "end"}
    places = {text.text: text.x for text in drawing.texts if text.anchor == "middle"}
    assert points[0] == pytest.approx((places["1"], levels["1"]), abs=0.1)
    assert points[2][1] == pytest.approx(levels["0.6"] + 0.2 * (levels["0.8"] - levels["0.6"]), abs=0.1)
    assert [x for x, _ in points] == pytest.approx([places[name] for name in stride_curve().x], abs=0.1)


def test_a_limit_lies_on_what_reaches_it() -> None:
    roles = [one.css.split()[0] for one in view_of(stride_curve()).drawings[0].series]
    assert roles == ["hardware", "student", "limit"]


def test_a_line_without_markers_shows_a_value_between_gaps() -> None:
    chart = stride_curve()
    lone = replace(chart.series[1], values=(None, 0.5, None, 0.2, 0.2, None))
    (line,) = view_of(replace(chart, series=(lone,))).drawings[0].series
    assert line.marks.count("M") == 1


def test_bars_are_as_long_as_their_values() -> None:
    drawing = view_of(layouts()).drawings[0]
    (hardware,) = drawn(drawing, "hardware")
    widths = [bar.width for bar in hardware.bars]
    assert widths == pytest.approx([widths[0] * value for value in (1.0, 2.70, 3.00)])
    marks = {text.text: text.x for text in drawing.texts if text.anchor == "middle"}
    assert hardware.bars[0].x + hardware.bars[0].width == pytest.approx(marks["1"])


def test_each_bar_has_its_value_and_a_missing_one_takes_no_room() -> None:
    said = texts(view_of(layouts()).drawings[0])
    assert [text for text in said if re.fullmatch(r"\d\.\d\d", text)] == [
        "1.00", "1.00", "2.67", "2.70", "2.67", "3.00",
    ]  # fmt: skip
    chart = layouts()
    empty = replace(chart, series=(replace(chart.series[0], values=(None, 2.0, 3.0)),))
    assert "no value yet" in texts(view_of(empty).drawings[0])


def test_values_of_one_chart_are_written_alike() -> None:
    assert value_text(transposes(), 1.0) == "1.00"
    assert value_text(shapes(), 3940.0) == "3,940"
    chart = layouts()
    small = replace(chart, series=(replace(chart.series[0], values=(None, 0.004, 0.002)),))
    assert value_text(small, 0.004) == "0.00400"


def test_the_legend_says_what_values_rest_on() -> None:
    said = [one.evidence for one in view_of(shapes()).legend]
    assert said == ["simulated", "limit", "recorded on a GPU"]
    assert view_of(shapes(), "measured").legend[0].evidence == "measured"
    assert view_of(cycles()).legend[0].evidence == "simulated: no value yet"


def test_every_series_has_a_look_of_its_own() -> None:
    looks = [(role, look_of(role, earlier)) for role in ROLES for earlier in range(len(OTHERS) + 1)]
    assert len(set(looks)) == len(looks)
    first = [look_of(role, 0) for role in ROLES]
    assert len({(look.marker, look.dashes) for look in first}) == len(first)
    assert len({(look.hatch, look.hollow) for look in first}) == len(first)


@SAMPLES
def test_the_key_has_the_look_of_its_series(chart: Chart) -> None:
    view = view_of(chart)
    for (key,), one in zip((legend.key for legend in view.legend), chart.series, strict=True):
        for shown in view.drawings[0].series:
            if shown.css.split()[0] == one.role:
                assert (key.css, key.dashes, key.hatch) == (shown.css, shown.dashes, shown.hatch)
                assert bool(key.bars) == bool(shown.bars) and bool(key.line) == bool(shown.line)


def test_names_that_would_meet_are_left_out() -> None:
    assert label_step(("0", "1", "2"), 60.0) == 1
    assert label_step([str(stride) for stride in range(34)], 8.0) == 4
    assert label_step(("a rather long name",) * 3, 1.0) == 4
    assert len(texts(view_of(wavefronts()).drawings[1])) < 34


def test_a_long_text_is_cut_where_there_is_no_room() -> None:
    assert cut("short", 100.0) == "short"
    assert cut("a name without an end", 8 * LETTER) == "a name…"
    assert text_width(cut("x" * 500, 200.0)) <= 200.0


def hostile(chart: Chart) -> Chart:
    return replace(
        chart,
        title=EVIL,
        x_label=EVIL,
        y_label=EVIL,
        x=tuple(EVIL for _ in chart.x),
        source=EVIL,
        series=tuple(replace(one, name=EVIL) for one in chart.series),
    )


@SAMPLES
def test_hostile_text_stays_text(chart: Chart) -> None:
    html = without_own_script(card(lab_with(hostile(chart))))
    assert "<script" not in html
    assert not re.search("[\x00\x1b\ufffe]", html)
    assert html.count("&lt;script&gt;") > 5
    assert "$\\frac{a}$" in unescape(" ".join(texts(view_of(hostile(chart)).drawings[0])))
    outline = Outline()
    outline.feed(html)
    assert outline.open == []


def test_names_in_formula_signs_are_no_formula() -> None:
    chart = replace(layouts(), x=("$x_1$", "$", "a$b$c"))
    assert {"$x_1$", "$", "a$b$c"} <= set(texts(view_of(chart).drawings[0]))


def test_all_forms_on_one_page_share_no_id_and_point_to_their_own() -> None:
    html = without_own_script(card(lab_with(*all_charts()), lab_with(*all_charts(), name="lab5")))
    outline = Outline()
    outline.feed(html)
    assert outline.open == []
    assert len(set(outline.ids)) == len(outline.ids)
    pointed = set(re.findall(r"url\(#([^)]+)\)", html)) | {link[1:] for link in outline.links}
    assert pointed | set(outline.labels) <= set(outline.ids)
    assert not re.search(r"https?:|url\((?!#)|@import|<script|<image", html)
    assert html.count('role="img"') == html.count("<desc") == 2 * 2 * len(all_charts())


def test_the_card_has_title_source_and_table() -> None:
    said = words(card(lab_with(transposes())).replace("<wbr>", ""))
    assert "Sample of transposes" in said
    assert "Source: docs/measurements/h200/sample.md" in said
    assert "kernel yours given on an H200 copy_rows – 1 1 transpose_naive – 0.249 0.15" in said


def test_a_chart_is_cleaned_whole() -> None:
    chart = clean_chart("lab4-chart-1", replace(hostile(layouts()), id="<b>"))
    assert chart.id == "lab4-chart-1"
    said = (
        chart.title,
        chart.x_label,
        chart.y_label,
        chart.source,
        *chart.x,
        *(s.name for s in chart.series),
    )
    assert not any(re.search("[\x00\x1b\ufffe\n]", text) for text in said)


def test_what_has_no_value_is_left_out_and_one_chart_is_shown_once() -> None:
    chart = layouts()
    empty = replace(chart, series=(replace(chart.series[0], values=(None, None, float("inf"))),))
    assert chart_views(lab_with(empty)) == ()
    assert chart_views(lab_with(replace(chart, x=(), series=()))) == ()
    assert len(chart_views(lab_with(chart, chart))) == 1


@pytest.mark.parametrize("values", [(0.0, 0.0, 0.0), (-1.0, 2.0, None), (1e9, None, 3e9), (1e-6, 2e-6, None)])
@pytest.mark.parametrize("kind", ["line", "bars"])
def test_odd_values_are_drawn(kind: str, values: tuple[float | None, ...]) -> None:
    chart = layouts()
    odd = replace(chart, kind=kind, series=(replace(chart.series[0], values=values),))
    assert not re.search("nan|inf", "".join(str(drawing) for drawing in view_of(odd).drawings).lower())
    assert "nan" not in re.sub("<style.*</style>", "", card(lab_with(odd)), flags=re.DOTALL).lower()


def test_a_card_draws_its_charts_by_itself() -> None:
    """Neither of them is among what a student installs."""
    program = """
import sys
from grader.tests.report.test_charts import all_charts, card, lab_with
card(lab_with(*all_charts()))
sys.exit("matplotlib" in sys.modules or "numpy" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_what_a_modelled_check_plots_is_modelled() -> None:
    assert view_of(cycles(), "modelled").legend[0].evidence == "modelled: no value yet"
