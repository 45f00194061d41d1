"""The page of a measurement: Markdown beside its record, with a picture of each survey that has one."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from grader.core.files import write_whole
from grader.core.wording import figure, first_sentence
from grader.measuring.chart_file import chart_file, chart_of
from grader.measuring.claims import Verdict, verdicts_of
from grader.measuring.ncu import DIFFERS, EQUAL, SCATTER
from grader.measuring.survey_table import Table, number, table_of
from grader.schema.measurements import (
    LaunchCounts,
    MeasuredCheck,
    MeasuredLab,
    Measurements,
    Setting,
    Survey,
)
from grader.schema.record import Chart

TEMPLATES = Path(__file__).parent / "templates"
PAGE = "README.md"
# The plots of grader/measuring/pytorch_view, in the order of its surveys.
PLOTS = ("pytorch/strides.svg", "pytorch/transposes.svg")


@dataclass(frozen=True)
class SurveyView:
    """One survey. picture: the name of its SVG file, '' without one. caption: what its table does not say."""

    title: str
    table: Table
    missing: tuple[str, ...]
    picture: str
    caption: str


@dataclass(frozen=True)
class CountsView:
    """How many counters agree in one lab. rows: of those that do not: kernel, counter, both counts, words."""

    total: int
    equal: int
    scatter: int
    rows: tuple[tuple[str, ...], ...]
    trouble: str


@dataclass(frozen=True)
class LabView:
    """One lab's part of the page. checks: title, ratio, requirement, verdict."""

    id: str
    title: str
    checks: tuple[tuple[str, ...], ...]
    surveys: tuple[SurveyView, ...]
    counts: CountsView
    no_survey: str


@dataclass(frozen=True)
class PageView:
    """All that the template prints. more: other pages of the folder, each its heading and its file."""

    setting: Setting
    tools: str
    claims: tuple[Verdict, ...]
    labs: tuple[LabView, ...]
    others: tuple[SurveyView, ...]
    no_others: str
    more: tuple[tuple[str, str], ...]


def write_page(folder: Path, found: Measurements) -> Path:
    """Write the page and its pictures; returns the page's path."""
    for survey in (one for lab in found.labs for one in lab.surveys):
        if (chart := chart_of(survey)) is not None:
            write_whole(folder / _picture(survey), chart_file(chart))
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=False,  # Markdown; cells are escaped by the filter
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["cell"] = cell
    page = folder / PAGE
    view = page_view(found, _more(folder))
    write_whole(page, environment.get_template("measurements.md.j2").render(page=view))
    return page


def page_view(found: Measurements, more: tuple[tuple[str, str], ...] = ()) -> PageView:
    """The record, in the words and tables of the page."""
    setting = found.setting
    tools = (f"driver {setting.driver}", f"nvcc {setting.nvcc}", f"ncu {setting.ncu}" if setting.ncu else "")
    return PageView(
        setting=setting,
        tools=", ".join(tool for tool in tools if tool.split()[1:]),
        claims=verdicts_of(found),
        labs=tuple(_lab(lab) for lab in found.labs),
        others=tuple(
            replace(_survey(survey), picture=picture, caption="")
            for survey, picture in zip(found.others, PLOTS, strict=False)
        ),
        no_others=found.no_others,
        more=more,
    )


def cell(text: str) -> str:
    """Text inside a cell of a Markdown table, where it can neither end the cell nor become markup."""
    return re.sub(r"([\\`*_<>|\[\]])", r"\\\1", " ".join(text.split()))


def _more(folder: Path) -> tuple[tuple[str, str], ...]:
    """Pages that lie beside this one, by their headings."""
    pages = []
    for file in sorted(folder.glob("*.md")):
        heading = re.match(r"# (.+)", file.read_text(encoding="utf-8"))
        if heading and file.name != PAGE:
            pages.append((heading[1], file.name))
    return tuple(pages)


def _lab(lab: MeasuredLab) -> LabView:
    return LabView(
        id=lab.id,
        title=lab.title,
        checks=tuple(_check(check) for check in lab.checks),
        surveys=tuple(_survey(survey) for survey in lab.surveys),
        counts=_counts(lab),
        no_survey=lab.no_survey,
    )


def _check(check: MeasuredCheck) -> tuple[str, ...]:
    value = "" if check.value is None else f"{number(check.value)} {check.unit}"
    asked = "" if check.required is None else f"{check.comparison} {figure(check.required)}"
    words = f"{check.status}: {first_sentence(check.message)}" if check.message else check.status
    return check.title, value, asked, words


def _survey(survey: Survey) -> SurveyView:
    chart = chart_of(survey)
    return SurveyView(
        title=survey.title,
        table=table_of(survey),
        missing=tuple(line for line in survey.missing.splitlines() if line.strip()),
        picture=_picture(survey) if chart else "",
        caption=_caption(survey, chart) if chart else "",
    )


def _caption(survey: Survey, chart: Chart) -> str:
    """What the picture leaves out: the levels' names, or which of the shapes it shows."""
    if levels := [one.name for one in chart.series if one.role == "limit"]:
        return f"Dashed: {', '.join(levels)}."
    shapes = {reading.shape for reading in survey.readings}
    one_of_many = len(shapes) > 1 and chart.x_label in shapes
    return f"The picture shows {chart.x_label}." if one_of_many else ""


def _picture(survey: Survey) -> str:
    return re.sub(r"[^a-z0-9]+", "-", survey.id.lower()).strip("-") + ".svg"


def _counts(lab: MeasuredLab) -> CountsView:
    counters = [(launch, counter) for launch in lab.launches for counter in launch.counted.counters]
    kinds = [counter.agreement for _, counter in counters]
    return CountsView(
        total=len(kinds),
        equal=kinds.count(EQUAL),
        scatter=kinds.count(SCATTER),
        rows=tuple(
            (
                _launch(launch),
                f"{counter.space} {counter.op} {counter.quantity}",
                figure(counter.simulated),
                figure(counter.hardware),
                "differs" if counter.agreement == DIFFERS else "scatter",
            )
            for launch, counter in counters
            if counter.agreement != EQUAL
        ),
        trouble=lab.no_counts,
    )


def _launch(launch: LaunchCounts) -> str:
    return f"{launch.kernel}, {launch.shape}" if launch.shape else launch.kernel
