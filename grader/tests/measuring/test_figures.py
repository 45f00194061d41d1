"""Figures by the names of their homes: records of runs, tables of pages, and arithmetic of both."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from grader.measuring.figures import MODELLED, NoFigure, figure_text, figure_value, files_of
from grader.measuring.record_modelled import COLUMNS, figures_named, write

ROOT = Path(__file__).resolve().parents[3]

PAGE = """\
# Limits

| quantity | first run | second run |
| --- | --- | --- |
| **L2** read, `16 MiB` | 8429 GB/s | 8,409 GB/s |
| copies | 4235, 4257 | 4257 |

| where | footprint | cycles |
| --- | ---: | ---: |
| DRAM | 1 GiB | 688.7 |
| DRAM | 4 GiB | 697.6 |

| case | hardware |
| --- | --- |
| sum | **567/607/644** against 0 conflicts |
"""
MODELLED_LINES = """\
lab,check,answer,device,number,ratio
lab2,soa-bandwidth,reference,h200,1,3.894
lab10,bandwidth,reference,h200,2,2.7
lab10,bandwidth,reference,h100,2,2.179
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    records = tmp_path / "docs" / "measurements"
    (records / "h200").mkdir(parents=True)
    (records / "h200" / "limits.md").write_text(PAGE, encoding="utf-8")
    (records / "modelled_checks.csv").write_text(MODELLED_LINES, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("reference", "shown"),
    [
        ("limits; L2 read, 16 MiB; first run", "8429"),
        ("limits; L2 read, 16 MiB; second run", "8,409"),
        ("limits; copies; first run; 2", "4257"),
        ("limits; DRAM & 4 GiB; cycles", "697.6"),
        ("limits; sum; hardware", "567/607/644"),
        ("modelled; lab2; soa-bandwidth; reference; h200", "3.89"),
        ("modelled; lab10; bandwidth; reference; h100; 2", "2.18"),
        ("modelled; lab10; bandwidth; reference; better; 2", "2.70"),
        ("[limits; DRAM & 4 GiB; cycles] / [limits; DRAM & 1 GiB; cycles]", "1.01"),
        ("100 * [limits; copies; second run] / (2 * 4257)", "50.0"),
        ("[limits; L2 read, 16 MiB; second run] - 8000", "409"),
    ],
)
def test_a_figure_is_found_by_the_name_of_its_home(root: Path, reference: str, shown: str) -> None:
    assert figure_text(reference, root) == shown


@pytest.mark.parametrize(
    ("reference", "why"),
    [
        ("limits; L2; first run", "has no such figure"),
        ("limits; copies; third run", "has no such figure"),
        ("limits; copies; first run; 3", "has no such figure"),
        ("limits; DRAM; cycles", r"has 688\.7, 697\.6 for it"),
        ("limits; copies", "is not RECORD; ROW; COLUMN"),
        ("nowhere; copies; first run", r"no record nowhere\.md"),
        ("lab1; fast_copy", r"no measurements\.json"),
        ("modelled; lab2; soa-bandwidth; reference; h100", r"modelled_checks\.csv has no"),
        ("modelled; lab2", "is not modelled; LAB; CHECK; ANSWER; DEVICE"),
        ("[limits; copies; second run] ** 2", "is no arithmetic"),
        ("[limits; copies; second run] / two", "is no arithmetic"),
    ],
)
def test_a_reference_that_no_record_answers_is_refused(root: Path, reference: str, why: str) -> None:
    with pytest.raises(NoFigure, match=why):
        figure_text(reference, root)


def test_the_record_of_a_run_gives_medians_ratios_and_checks() -> None:
    fast, plain = (figure_value(f"lab1; {name}", ROOT) for name in ("fast_copy", "copy_floats"))
    assert fast > plain > 1000
    assert figure_value("lab1; fast_copy / copy_floats", ROOT) == pytest.approx(fast / plain)
    assert figure_text("lab4; copy_rows; 16384 x 16384", ROOT).isdecimal()
    assert 0 < figure_value("lab1; check stride-fall", ROOT) < 0.4
    assert figure_value("h100/lab1; fast_copy", ROOT) < fast
    for unknown in ("lab1; nobody", "lab1; fast_copy / nobody", "lab1; check nobody"):
        with pytest.raises(NoFigure):
            figure_value(unknown, ROOT)


def test_a_page_depends_on_each_file_that_it_quotes() -> None:
    assert files_of("lab1; fast_copy") == ["docs/measurements/h200/measurements.json"]
    assert files_of("[limits; a; b] / [h100/latency; c; d]") == [
        "docs/measurements/h200/limits.md",
        "docs/measurements/h100/latency.md",
    ]
    assert files_of("modelled; lab2; a; b; c") == ["docs/measurements/modelled_checks.csv"]


def test_the_modelled_figures_that_texts_name_are_found() -> None:
    text = "{measured}`modelled; lab2; soa; reference; h200` [modelled; lab1; copy; float2; better] / 2"
    assert figures_named([text]) == {"lab2": {("soa", "reference")}, "lab1": {("copy", "float2")}}


def test_the_record_holds_each_modelled_figure_that_is_named_and_no_other() -> None:
    pages = [*ROOT.glob("labs/*/README.md"), *(ROOT / "docs").rglob("*.md")]
    named = figures_named(page.read_text(encoding="utf-8") for page in pages)
    with (ROOT / MODELLED).open(encoding="utf-8", newline="") as file:
        held = {(line["lab"], line["check"], line["answer"]) for line in csv.DictReader(file)}
    assert held == {(lab, *pair) for lab, pairs in named.items() for pair in pairs}


def test_the_record_is_in_the_order_of_the_labs(tmp_path: Path) -> None:
    write(tmp_path / "record.csv", [dict.fromkeys(COLUMNS, "") | {"lab": lab} for lab in ("lab10", "lab2")])
    assert [line.partition(",")[0] for line in (tmp_path / "record.csv").read_text().splitlines()] == [
        "lab",
        "lab2",
        "lab10",
    ]
