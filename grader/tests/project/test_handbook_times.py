"""What the handbook says of the model of time: from its record, and of launches that run."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from handbook import predictions
from handbook.pages import MAKERS, RECORDS
from handbook.predictions import PredictionError, predicted
from handbook.timed import TimeError, check_limits, launch_lines, timed
from sphinx.errors import ExtensionError

from grader.schema.trace_document import TracedLaunch

ROOT = Path(__file__).resolve().parents[3]
HEAD = "launch,set,device,shape,predicted_us,measured_us,least_us,limiter\n"
ROWS = """\
exact,launches,h200,4 of 32,10,10,5,DRAM
near,launches,h200,4 of 32,9,10,11,instructions
far_too_long,launches,h200,4 of 32,400,100,5,DRAM
short,launches,h200,4 of 32,60,100,5,DRAM
outside,validation,h200,4 of 32,30,20,5,DRAM
exact,launches,h100,4 of 32,11,10,5,DRAM
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    record = tmp_path / predictions.RECORD
    record.parent.mkdir(parents=True)
    record.write_text(HEAD + ROWS, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("h200; launches", "5"),
        ("h200 launches; launches", "4"),
        ("h200 launches; mean", "87.5 %"),  # 0, 10, 300 and 40
        ("h200 launches; median", "25.0 %"),
        ("h200 launches; near", "2"),
        ("h200 launches; near-share", "50 %"),
        ("h200; far", "2"),  # a half too long is not more than 1.5 times
        ("h200; broken-bounds", "1"),
        ("h200 validation; mean", "50.0 %"),
        ("h100; longest", "10 µs"),
        ("h200; short error", "\u221240\u00a0%"),
        ("h200; far_too_long error", "+300\u00a0%"),
        ("h200; near limiter", "instructions"),
        ("h100; exact predicted", "11 µs"),
    ],
)
def test_a_predicted_figure_comes_from_the_record(text: str, figure: str, root: Path) -> None:
    assert predicted(text, root) == figure


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("h300; mean", "has no launches of 'h300'"),
        ("h100 validation; mean", "has no launches of 'h100 validation'"),
        ("h200; meen", "neither one of launches, mean"),
        ("h100; near error", "nor a launch"),
        ("h200; near colour", "one of error, predicted"),
    ],
)
def test_a_figure_that_the_record_does_not_hold_is_refused(text: str, why: str, root: Path) -> None:
    with pytest.raises(PredictionError, match=why):
        predicted(text, root)


def test_the_summary_has_a_row_for_each_set_and_gpu_that_was_recorded(root: Path) -> None:
    rows = predictions.summary_table(root).splitlines()[2:]
    assert rows == [
        "| `launches.cu` | NVIDIA H200 | 4 | 87.5 % | 25.0 % | 2 (50 %) | 2 |",
        "| `launches.cu` | NVIDIA H100 | 1 | 10.0 % | 10.0 % | 1 (100 %) | 0 |",
        "| `validation.cu` | NVIDIA H200 | 1 | 50.0 % | 50.0 % | 0 (0 %) | 0 |",
    ]


def test_the_worst_come_first_and_a_launch_of_both_gpus_has_one_row(root: Path) -> None:
    rows = predictions.worst_table(root).splitlines()[2:]
    assert [row.split("`")[1] for row in rows] == ["far_too_long", "short", "outside", "near", "exact"]
    assert rows[-1].replace("\u00a0", " ") == "| `exact` | 10.0 | 10.0 (+0 %) | 10.0 | 11.0 (+10 %) | DRAM |"


def test_every_launch_is_in_the_table_of_its_gpu(root: Path) -> None:
    assert predictions.launches_table(root, "h200").count("\n| `") == 5
    assert MAKERS["time-launches-h100"](root).count("\n| `") == 1


def marks(panel: ElementTree.Element) -> dict[str, ElementTree.Element]:
    found = [one for one in panel.iter() if one.find("title") is not None and one.tag != "svg"]
    return {(one.findtext("title") or "").partition(":")[0]: one for one in found}


def test_the_plot_has_a_point_for_each_launch_where_its_times_are(root: Path) -> None:
    html = predictions.plot(root)
    assert "\n" not in html  # or Markdown ends it there
    panels = ElementTree.fromstring(html).findall("figure/svg")
    assert [len(marks(panel)) for panel in panels] == [5, 1]
    points = marks(panels[0])
    exact, long, short = (points[name] for name in ("exact", "far_too_long", "short"))
    # On the diagonal; above it; below it.
    width = predictions.SIDE - predictions.LEFT - predictions.RIGHT
    height = predictions.SIDE - predictions.TOP - predictions.BOTTOM

    def shares(point: ElementTree.Element) -> tuple[float, float]:
        x, y = float(point.attrib["cx"]), float(point.attrib["cy"])
        return (x - predictions.LEFT) / width, (predictions.SIDE - predictions.BOTTOM - y) / height

    assert shares(exact)[0] == pytest.approx(shares(exact)[1], abs=0.01)
    assert shares(long)[1] > shares(long)[0] + 0.1
    assert shares(short)[1] < shares(short)[0] - 0.05
    assert points["outside"].tag == "path"  # another shape, not only another colour


def test_the_plot_says_in_words_what_it_shows(root: Path) -> None:
    first = ElementTree.fromstring(predictions.plot(root)).findall("figure/svg")[0]
    assert first.attrib["role"] == "img"
    named = {one.attrib["id"]: one.text or "" for one in first if "id" in one.attrib}
    title, words = (named[one] for one in first.attrib["aria-labelledby"].split())
    assert title == "Predicted against measured times of an NVIDIA H200"
    assert "5 launches took an NVIDIA H200 from 10 µs to 100 µs." in words
    assert "2 predictions are within 15 % of the measured time, 2 are off by more than 1.5 times." in words
    assert "Furthest off: far_too_long (+300\u00a0%), short" in words


def test_the_key_names_the_judging_set_only_where_it_is_drawn(root: Path) -> None:
    assert "validation.cu" in predictions.plot(root)
    record = root / predictions.RECORD
    record.write_text(HEAD + ROWS.replace("outside,validation", "outside,launches"), encoding="utf-8")
    assert "validation.cu" not in predictions.plot(root)


def test_names_in_the_plot_stay_within_it_and_apart() -> None:
    for panel in ElementTree.fromstring(predictions.plot(ROOT)).findall("figure/svg"):
        names = [one for one in panel.findall("text") if one.attrib.get("class", "").startswith("name")]
        assert 0 < len(names) <= predictions.LABELLED
        boxes = []
        for one in names:
            x, y = float(one.attrib["x"]), float(one.attrib["y"])
            width = predictions.LETTER * len(one.text or "")
            left = x - width if "before" in one.attrib["class"] else x
            boxes.append((left, left + width, y))
        assert all(left >= predictions.LEFT and right <= predictions.SIDE for left, right, _ in boxes)
        for place, (left, right, y) in enumerate(boxes):
            for other_left, other_right, other_y in boxes[:place]:
                apart = right <= other_left or other_right <= left
                assert apart or abs(y - other_y) >= predictions.LABEL_HEIGHT


def test_the_record_has_what_the_pages_quote() -> None:
    quoting = [ROOT / "docs" / "chapter" / "time.md", ROOT / "docs" / "measurements" / "time_model.md"]
    for page in quoting:
        text = page.read_text(encoding="utf-8")
        quotes = re.findall(r"\{predicted\}`([^`]+)`", text)
        assert quotes
        for quote in quotes:
            assert predicted(quote, ROOT)
        # A figure of the model that is typed is wrong after the next fit.
        assert not re.search(r"mean error is \d|About \d|±\d", text), page
    assert RECORDS["time-plot"] == predictions.RECORD


def launch(us: float | None = 12.5, by: str = "DRAM") -> TracedLaunch:
    return TracedLaunch(
        predicted_us=us,
        predicted_by=by,
        predicted_next="instructions",
        predicted_error=0.19,
        predicted_why_not="" if us else "the kernel reads the clock",
        least_us=8,
        kernel="k",
        signature="k(float*)",
        grid=(4, 1, 1),
        block=(32, 1, 1),
        dynamic_shared_bytes=0,
        parameters=(),
        completed=True,
        accesses=(),
        totals=(),
        faults=(),
        printed="",
        device="NVIDIA H200",
    )


def test_launches_are_read_by_name_and_a_line_may_be_continued() -> None:
    lines = [
        "one = --kernel k --grid 1 --block 32",
        "    --arg f32:=1",
        "",
        "two = --kernel l --grid 2 --block 32",
    ]
    assert launch_lines(lines) == {
        "one": "--kernel k --grid 1 --block 32 --arg f32:=1",
        "two": "--kernel l --grid 2 --block 32",
    }
    with pytest.raises(ExtensionError, match="is not NAME = --kernel"):
        launch_lines(["--kernel k --grid 1"])


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("slow us", "250 µs"),
        ("fast limiter", "DRAM"),
        ("fast next", "instructions"),
        ("fast error", "19 %"),
        ("fast least", "8 µs"),
        ("slow / fast", "20"),
        ("fast / fast", "1.0"),
        (
            "fast says",
            "About 12.5 µs on an NVIDIA H200 (±19 %): limited by DRAM; next, instructions. "
            "At least 8 µs by its traffic.",
        ),
    ],
)
def test_a_time_comes_from_the_run(text: str, figure: str) -> None:
    assert timed(text, {"fast": launch(), "slow": launch(250)}) == figure


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("none us", "no launch of this page is called none; there are fast"),
        ("fast / none", "no launch of this page is called none"),
        ("fast miles", "is not NAME / NAME, nor a name and one of us"),
        ("fast us / fast", "is not NAME / NAME"),
    ],
)
def test_a_time_that_no_launch_has_is_refused(text: str, why: str) -> None:
    with pytest.raises(TimeError, match=why):
        timed(text, {"fast": launch()})


def test_a_page_whose_limiter_the_model_no_longer_names_is_refused() -> None:
    file = Path("time.cu")
    check_limits(file, {"first": launch(), "second": launch(by="instructions")}, "DRAM")
    check_limits(file, {"first": launch()}, "")
    with pytest.raises(ExtensionError, match="'first' is limited by DRAM, and the model says instructions"):
        check_limits(file, {"first": launch(by="instructions"), "second": launch()}, "DRAM")
    with pytest.raises(ExtensionError, match="'second' has no predicted time: the kernel reads the clock"):
        check_limits(file, {"first": launch(), "second": launch(None)}, "DRAM")
