"""The page of a measurement: tables, pictures, and common claims next to what was measured."""

from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from grader.core.paths import current_project
from grader.measuring.chart_file import chart_file, chart_of
from grader.measuring.claims import verdicts_of
from grader.measuring.measurements_page import cell, write_page
from grader.measuring.survey_table import table_of
from grader.schema.document import read_document
from grader.schema.measurements import (
    MEASUREMENTS,
    MeasuredLab,
    Measurements,
    Setting,
    Survey,
)
from grader.schema.record import Reading

DOCS = current_project().root / "docs" / "measurements"
SETTING = Setting("NVIDIA H200", "9.0", "580", "V13.0", "2025.3", "2026-11-21", "abc", "measure", "all", 1)


def reading(name: str, value: float, shape: str = "n", spread: float = 0.01) -> Reading:
    return Reading(shape, name, "GB/s", value, value * (1 - spread), value * (1 + spread), 21)


def survey(*readings: Reading) -> Survey:
    return Survey("lab1.Strides", "Reads <with> a stride", readings)


def record(lab: str, *readings: Reading) -> Measurements:
    surveys = (survey(*readings),)
    return Measurements(SETTING, (MeasuredLab(lab, "Lab", (), surveys, ()),))


STRIDES = [reading(f"strided_read at stride {stride}", 4000 / min(stride, 8)) for stride in (1, 2, 8, 32)]


def test_one_shape_makes_a_row_a_kernel() -> None:
    table = table_of(survey(reading("a", 4321.4), reading("b", 66.31, spread=0.05)))
    assert table.head == ("GB/s", "n")
    assert table.rows == (("a", "4321"), ("b", "66.3"))
    assert table.note == (
        "Medians of 21 runs. The middle half of them spans 10.0 % of the median at most (b, n)."
    )


def test_more_shapes_make_a_row_a_shape_and_gaps_are_shown() -> None:
    table = table_of(
        survey(reading("a", 1, "x"), reading("b", 2, "x"), reading("a", 3, "y"), reading("a", 4, "z"))
    )
    assert table.head == ("GB/s", "a", "b")
    assert table.rows == (("x", "1.00", "2.00"), ("y", "3.00", "–"), ("z", "4.00", "–"))


def test_numbers_in_the_names_make_a_line_and_others_are_levels() -> None:
    chart = chart_of(survey(*STRIDES, reading("cudaMemcpy", 4200)))
    assert chart is not None
    assert (chart.kind, chart.x, chart.x_label) == ("line", ("1", "2", "8", "32"), "strided_read at stride")
    assert [one.role for one in chart.series] == ["student", "limit"]
    assert chart.series[1].values == (4200.0,) * 4


def test_of_many_shapes_the_largest_that_is_whole_is_drawn() -> None:
    shapes = ("1024 x 1024", "8192 x 8192", "16384 x 16384")
    readings = [reading(name, 9, shape) for shape in shapes for name in ("copy", "padded")]
    chart = chart_of(survey(*readings[:-1]))
    assert chart is not None
    assert (chart.kind, chart.x_label) == ("bars", "8192 x 8192")


def test_nothing_read_is_nothing_drawn() -> None:
    assert chart_of(survey()) is None
    assert table_of(survey()).rows == ()


def test_the_picture_is_an_svg_that_stands_alone_and_escapes() -> None:
    chart = chart_of(survey(*STRIDES))
    assert chart is not None
    root = ET.fromstring(chart_file(chart))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    text = chart_file(chart)
    assert "Reads &lt;with&gt; a stride" in text
    assert not re.search(r"https?:(?!//www.w3.org/2000/svg)|url\((?!#)|@import|<script|<image", text)
    assert "prefers-color-scheme: dark" in text
    for name in ("--chart-student", "--ink", "--quiet", "--line", "--surface", "--sans"):
        assert f"{name}:" in text


@pytest.mark.parametrize("text", ["a|b", "<b>", "[x](y)", "a\nb"])
def test_a_cell_stays_a_cell(text: str) -> None:
    shown = cell(text)
    assert "\n" not in shown
    assert "|" not in shown.replace("\\|", "")
    assert "<" not in shown.replace("\\<", "")


def test_a_claim_that_the_figures_contradict_is_told_with_its_reason() -> None:
    verdict, halved = verdicts_of(record("lab1", *STRIDES))
    assert (halved.measured, halved.so) == ("0.50 of the bandwidth of stride 1", "true")
    assert verdict.measured == "stride 1: 4000 GB/s, 8: 500, 32: 500"
    assert verdict.so.startswith("false: a sector holds 8 floats")
    assert "1/8.0 is left at 32" in verdict.so


def test_a_claim_that_holds_is_told_as_one() -> None:
    whole = [
        reading("conflict_probe", value, f"stride {stride}, 1024 rounds")
        for stride, value in ((1, 7), (33, 7))
    ]
    (verdict,) = verdicts_of(record("lab3", *whole))
    assert (verdict.said, verdict.so) == ("An odd stride has no bank conflicts", "true")


def test_a_conflict_is_judged_on_a_busy_sm_not_by_one_warp_alone() -> None:
    cycles = {"conflict_probe": {1: 7.2, 2: 7.3, 32: 66.3}, "conflict_busy": {1: 1.02, 2: 2.01, 32: 31.8}}
    readings = [
        reading(kernel, value, f"stride {stride}, 1024 rounds")
        for kernel, by_stride in cycles.items()
        for stride, value in by_stride.items()
    ]
    two, thirty_two = verdicts_of(record("lab3", *readings))
    assert two.measured == (
        "16 warps on an SM: 2.01 cycles a load against 1.02; one warp alone: 7.30 against 7.20"
    )
    assert two.so.startswith("false: only a lone warp")
    assert thirty_two.so.startswith("false: 31 times on a busy SM")


def test_a_small_tile_is_compared_with_the_large_one_of_its_shape() -> None:
    shape = "16384 x 16384"
    readings = [reading("transpose_padded", 3600, shape), reading("transpose_tile16", 1800, shape)]
    (verdict,) = verdicts_of(record("lab4", *readings))
    assert verdict.measured == f"0.50 of the 32 x 32 tile at {shape}"
    assert verdict.so == "false: too few bytes are in flight"


def test_the_library_is_judged_by_every_shape() -> None:
    readings = [
        reading(name, value, f"{side} x {side}, beta 0")
        for side, pairs in ((1024, (900, 800)), (4096, (3000, 3300)))
        for name, value in zip(("geam_transpose", "cublasSgeam"), pairs, strict=True)
    ]
    (verdict,) = verdicts_of(record("lab5", *readings))
    assert verdict.measured == "0.91 to 1.12 times cublasSgeam over 2 shapes"
    assert verdict.so == "false"


def test_a_cache_operator_is_judged_by_the_random_gather_alone() -> None:
    shapes = {
        "64 Mi floats from 512 MiB, random": (490, 490, 600),
        "64 Mi floats from 8 MiB, random": (9, 99, 1),
    }
    readings = [
        reading(name, value, shape)
        for shape, values in shapes.items()
        for name, value in zip(("gather", "gather_ldg", "gather_ldcg"), values, strict=True)
    ]
    read_only, past_l1 = verdicts_of(record("lab6", *readings))
    assert read_only.measured == "1.00 times an ordinary load; 64 Mi floats from 512 MiB, random"
    assert read_only.so.startswith("false: each lane needs a sector of its own")
    assert (past_l1.measured[:4], past_l1.so) == ("1.22", "true")


def test_without_readings_nothing_is_claimed() -> None:
    assert verdicts_of(record("lab1")) == ()


@pytest.mark.parametrize(
    "folder", sorted(file.parent for file in DOCS.glob("*/measurements.json")), ids=lambda folder: folder.name
)
def test_each_recorded_page_and_picture_is_what_its_record_says(folder: Path, tmp_path: Path) -> None:
    """`./course measure --page --out docs/measurements/GPU` writes it again."""
    beside = tmp_path / folder.name
    shutil.copytree(folder, beside)
    for file in (beside / "README.md", *beside.glob("lab*.svg")):
        file.unlink()
    text = (folder / "measurements.json").read_text(encoding="utf-8")
    record = read_document(MEASUREMENTS, text, folder.name)
    write_page(beside, record)
    for file in (folder / "README.md", *folder.glob("*.svg")):
        assert (beside / file.name).read_text(encoding="utf-8") == file.read_text(encoding="utf-8"), file.name
