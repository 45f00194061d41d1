"""The charts of the scorecard: what they say, how they are drawn, and that no text of theirs does harm."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from html import unescape

import matplotlib
import pytest

from grader.report.scorecard.chart_bars import value_text
from grader.report.scorecard.chart_ink import OTHERS, ROLES, ink_of
from grader.report.scorecard.chart_key import key_of
from grader.report.scorecard.chart_lines import label_step
from grader.report.scorecard.chart_parts import LETTER, cut, number_text, text_width
from grader.report.scorecard.charts import ChartView, chart_views
from grader.report.scorecard.scorecard_page import TEMPLATES, render_scorecard
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
from grader.tests.test_scorecard import NOON, Outline, without_own_script, words

SAMPLES = pytest.mark.parametrize("chart", all_charts(), ids=lambda chart: str(chart.id))
TEXT = re.compile(r"<text([^>]*)>([^<]*)</text>")
EVIL = '<script>alert("x")</script></svg> $\\frac{a}$ & $ \x1b[31m\x00\ufffe\n{{ 7 }} \U0001f600'


def lab_with(*charts: Chart, evidence: str = "simulated", name: str = "lab4") -> LabResult:
    check = CheckResult("c", "a check", Status.PASSED, 1, 1, evidence=evidence, charts=charts)
    return LabResult(name, "A lab", (check,))


def view_of(chart: Chart, evidence: str = "simulated") -> ChartView:
    (view,) = chart_views(lab_with(chart, evidence=evidence))
    return view


def card(*labs: LabResult) -> str:
    return render_scorecard(Results("simt", "g++ 12.2.0", labs), NOON)


def texts(body: str) -> list[str]:
    return [unescape(text) for _, text in TEXT.findall(body)]


def setting(attributes: str, pattern: str, default: str = "") -> str:
    found = re.search(pattern, attributes)
    return found[1] if found else default


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
    drawn = {one.role for one in chart.series if any(value is not None for value in one.values)}
    for drawing in view_of(chart).drawings:
        assert set(re.findall(r"var\(--chart-(\w+)\)", drawing.body)) == drawn
        assert "#010" not in drawing.body  # every stand-in colour found its variable


@SAMPLES
def test_it_takes_size_and_font_from_the_page(chart: Chart) -> None:
    for drawing in view_of(chart).drawings:
        assert not re.search(r"font-family|DejaVu|xmlns|<style|<metadata", drawing.body)
        sizes = [float(size) for size in re.findall(r"font-size:([\d.]+)px", drawing.body)]
        assert min(sizes) >= 11.0
    wide, narrow = view_of(chart).drawings
    assert (wide.css, narrow.css) == ("wide", "narrow")
    assert narrow.width <= 390 - 2 * 16 - 2 * 15  # what a phone's page and the chart's box leave


@SAMPLES
def test_every_text_is_inside_the_drawing(chart: Chart) -> None:
    for drawing in view_of(chart).drawings:
        for attributes, text in TEXT.findall(drawing.body):
            x, y = (float(setting(attributes, rf'\b{axis}="([-\d.]+)"')) for axis in "xy")
            part = {"start": 0.0, "middle": 0.5, "end": 1.0}[setting(attributes, r"anchor:(\w+)", "start")]
            left = x - part * text_width(unescape(text))
            assert left >= -1.0, text
            assert left + text_width(unescape(text)) <= drawing.width + 1.0, text
            assert 8.0 <= y <= drawing.height, text


@SAMPLES
def test_the_scale_starts_at_zero(chart: Chart) -> None:
    assert all("0" in texts(drawing.body) for drawing in view_of(chart).drawings)


def test_a_missing_value_leaves_a_gap_in_the_line() -> None:
    body = view_of(stride_curve()).drawings[0].body
    (line,) = re.findall(
        r'<path d="([^"]*)" style="[^"]*stroke:var\(--chart-student\);stroke-width:3[;"]', body
    )
    assert line.count("M") == 2
    assert len(re.findall(r"<use[^>]*--chart-student", body)) == 5


def test_a_line_without_markers_shows_a_value_between_gaps() -> None:
    chart = stride_curve()
    lone = replace(chart.series[1], values=(None, 0.5, None, 0.2, 0.2, None))
    body = view_of(replace(chart, series=(lone,))).drawings[0].body
    assert len(re.findall(r"<use[^>]*--chart-limit", body)) == 1


def test_each_bar_has_its_value_and_a_missing_one_takes_no_room() -> None:
    said = texts(view_of(layouts()).drawings[0].body)
    assert [text for text in said if re.fullmatch(r"\d\.\d\d", text)] == [
        "1.00", "1.00", "2.67", "2.70", "2.67", "3.00",
    ]  # fmt: skip
    chart = layouts()
    empty = replace(chart, series=(replace(chart.series[0], values=(None, 2.0, 3.0)),))
    assert "no value yet" in texts(view_of(empty).drawings[0].body)


def test_values_of_one_chart_are_written_alike() -> None:
    assert value_text(view_of(transposes()).plot, 1.0) == "1.00"
    assert value_text(view_of(shapes()).plot, 3940.0) == "3,940"
    chart = layouts()
    small = replace(chart, series=(replace(chart.series[0], values=(None, 0.004, 0.002)),))
    assert value_text(view_of(small).plot, 0.004) == "0.00400"


def test_the_legend_says_what_values_rest_on() -> None:
    said = {one.css: one.evidence for one in view_of(shapes()).legend}
    assert said == {"student": "simulated", "limit": "limit", "hardware": "recorded on a GPU"}
    assert view_of(shapes(), "measured").legend[0].evidence == "measured"
    assert view_of(cycles()).legend[0].evidence == "simulated: no value yet"


@pytest.mark.parametrize("kind", ["line", "bars"])
def test_every_series_has_a_look_and_a_key_of_its_own(kind: str) -> None:
    inks = [ink_of(role, style) for role in ROLES for style in range(len(OTHERS) + 1)]
    looks = {(ink.colour, ink.marker, ink.dashes, ink.hatch) for ink in inks}
    assert len(looks) == len(inks)
    assert all(key_of(kind, ink).mark or not (ink.marker if kind == "line" else ink.hatch) for ink in inks)
    first = [ink_of(role, 0) for role in ROLES]
    assert len({(ink.marker, ink.dashes) for ink in first}) == len(first)
    assert len({(ink.hatch, ink.hollow) for ink in first}) == len(first)


def test_names_that_would_meet_are_left_out() -> None:
    assert label_step(("0", "1", "2"), 60.0) == 1
    assert label_step([str(stride) for stride in range(34)], 8.0) == 4
    assert label_step(("a rather long name",) * 3, 1.0) == 4
    assert len(texts(view_of(wavefronts()).drawings[1].body)) < 34


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
    assert "$\\frac{a}$" in unescape(" ".join(texts(view_of(hostile(chart)).drawings[0].body)))
    outline = Outline()
    outline.feed(html)
    assert outline.open == []


def test_names_in_formula_signs_are_no_formula() -> None:
    chart = replace(layouts(), x=("$x_1$", "$", "a$b$c"))
    assert {"$x_1$", "$", "a$b$c"} <= set(texts(view_of(chart).drawings[0].body))


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


def test_the_same_chart_gives_the_same_bytes_whatever_the_reader_set() -> None:
    before = card(lab_with(*all_charts()))
    with matplotlib.rc_context({"font.size": 30, "axes.grid": True, "lines.linewidth": 9}):
        assert card(lab_with(*all_charts())) == before
        assert matplotlib.rcParams["font.size"] == 30


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
    assert all("nan" not in drawing.body.lower() for drawing in view_of(odd).drawings)


def test_a_card_without_charts_does_without_matplotlib() -> None:
    program = """
import sys
from grader.tests.test_scorecard import NOON
from grader.schema.results import CheckResult, LabResult, Results, Status
from grader.report.scorecard.scorecard_page import TEMPLATES, render_scorecard
check = CheckResult("c", "a check", Status.PASSED, 1, 1)
render_scorecard(Results("simt", "g++", (LabResult("lab1", "A lab", (check,)),)), NOON)
sys.exit("matplotlib" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_series_stand_out_from_their_ground(scheme: str) -> None:
    colours = page_colours(scheme)
    for text in ("ink", "quiet", "accent", "bad", "warn"):
        assert all(
            contrast(colours[text], colours[ground]) >= 4.5 for ground in ("paper", "surface", "sunken")
        )
    for series in ("accent", "chart-given", "ink", "chart-hardware"):
        assert contrast(colours[series], colours["surface"]) >= 3.0


def page_colours(scheme: str) -> dict[str, str]:
    css = "".join((TEMPLATES / name).read_text(encoding="utf-8") for name in ("style.css", "charts.css"))
    light: dict[str, str] = {}
    dark: dict[str, str] = {}
    for rest in re.finditer(r"(@media \(prefers-color-scheme: dark\) {\s*)?:root {([^}]*)}", css):
        (dark if rest[1] else light).update(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", rest[2]))
    return light if scheme == "light" else {**light, **dark}


def contrast(one: str, other: str) -> float:
    """As WCAG 2 reckons it: 4.5 is asked for of text, 3 of drawings."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
