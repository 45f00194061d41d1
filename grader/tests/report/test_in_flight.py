"""Bytes in flight: the figure beside every bound, and the warning only where it is too small."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

import pytest
from rich.console import Console

from grader.grading.join import join_outcome
from grader.machine.runner import Outcome
from grader.report.in_flight import in_flight_words, shortfall_words
from grader.report.scorecard.bandwidth_bounds import bounds_views
from grader.report.terminal.annotated_source import print_source
from grader.report.trace_view.trace_page import render_page
from grader.report.trace_view.trace_terminal import print_trace
from grader.schema.record import Bound, InFlight, Launch
from grader.schema.results import LabResult, Source, fewest_in_flight
from grader.schema.trace_document import parse_trace
from grader.tests.fake_project import FakeProject
from grader.tests.report.test_bounds import check_of
from grader.tests.trace_document import SOURCE, document

# Lab 5 with B loaded behind the barrier: 16 bytes of A in one wait, then B four at a time.
LATE = InFlight(bytes=64, waits=10, most=16, resident_threads=2048)
EARLY = InFlight(bytes=64, waits=1, most=64, resident_threads=2048)
NEEDED = Bound("NVIDIA H200", 1.0, "DRAM", {"DRAM": 0.1}, in_flight_needed=32768.0)


def launch_with(flight: InFlight | None, *bounds: Bound) -> Launch:
    launch = check_of(1.0, "cublasSgeam", 0.85, "times the bandwidth of cublasSgeam (bound)").launches[0]
    return replace(launch, in_flight=flight, bounds=bounds)


def test_the_figure_is_a_threads_mean_its_most_and_what_an_sm_has() -> None:
    words = in_flight_words(launch_with(LATE, NEEDED))
    assert (
        words
        == "In flight: a thread has 6.4 bytes on the way on average, 16 at most; an SM at most 12.8 KiB."
    )


def test_too_few_bytes_explain_a_measurement_below_the_bound() -> None:
    words = shortfall_words(launch_with(LATE, NEEDED))
    assert words.startswith(
        "An NVIDIA H200 needs about 32 KiB in each SM to come near this bound. Measured, "
    )
    assert "issue more loads before it needs the first" in words


@pytest.mark.parametrize(
    "launch",
    [
        launch_with(EARLY, NEEDED),
        launch_with(LATE),
        launch_with(LATE, replace(NEEDED, in_flight_needed=0.0)),
        launch_with(LATE, replace(NEEDED, in_flight_needed=64 / 10 * 2048)),
        launch_with(replace(LATE, bytes=0, waits=0), NEEDED),
        launch_with(None, NEEDED),
    ],
    ids=["enough", "no bound", "not measured", "just enough", "loads nothing", "not counted"],
)
def test_nothing_is_explained_where_nothing_falls_short(launch: Launch) -> None:
    assert shortfall_words(launch) == ""


@pytest.mark.parametrize("flight", [None, replace(LATE, bytes=0, waits=0)], ids=["older record", "no loads"])
def test_without_loads_there_is_no_figure(flight: InFlight | None) -> None:
    assert in_flight_words(launch_with(flight, NEEDED)) == ""


def test_the_scorecard_shows_both_beside_the_bound() -> None:
    check = check_of(1.0, "cublasSgeam", 0.85, "times the bandwidth of cublasSgeam (bound)")
    for flight, is_short in ((LATE, True), (EARLY, False)):
        lab = LabResult("lab5", "A lab", (replace(check, launches=(launch_with(flight, NEEDED),)),))
        (view,) = bounds_views(lab)
        assert view.in_flight.startswith("In flight: a thread has ")
        assert bool(view.shortfall) == is_short


def test_the_fewest_stand_for_a_check() -> None:
    launches = (launch_with(EARLY, NEEDED), launch_with(LATE, NEEDED), launch_with(None, NEEDED))
    assert fewest_in_flight(launches) == launches[1]
    assert fewest_in_flight((launch_with(LATE),)) is None, "no bound is shown for it"


def test_results_hold_the_figure_of_a_check_with_a_bound(fake: FakeProject) -> None:
    record = fake.record("passing")
    shown = replace(record.checks[0], launches=(launch_with(LATE, NEEDED),))
    lab = join_outcome(
        fake.project, fake.lab, fake.source, Outcome(replace(record, checks=(shown, *record.checks[1:])))
    )
    found = {check.id: check.bytes_in_flight for check in lab.checks}
    assert [value for value in found.values() if value is not None] == [6.4]


def test_explain_ends_with_the_launch_that_has_the_fewest(tmp_path: Path) -> None:
    file = tmp_path / "k.cu"
    file.write_text("__global__ void update() {}\n", encoding="utf-8")
    for flight, is_short in ((LATE, True), (EARLY, False)):
        check = replace(
            check_of(1.0, "the copy", 0.7, "times the bandwidth of the copy (bound)"),
            launches=(launch_with(flight, NEEDED),),
        )
        source = Source("k.cu", str(file), file.read_text(encoding="utf-8"))
        out = io.StringIO()
        print_source(Console(file=out, width=100), LabResult("lab5", "A lab", (check,), source=source))
        text = " ".join(out.getvalue().split())
        assert f"update, n = 32. {in_flight_words(check.launches[0])}" in text
        assert ("may stay below it" in text) == is_short


def test_a_trace_shows_the_figure_of_any_kernel(tmp_path: Path) -> None:
    file = tmp_path / "k.cu"
    file.write_text(SOURCE, encoding="utf-8")
    counted = {"in_flight": {"bytes": 64, "waits": 10, "most": 16, "resident_threads": 2048}}
    words = in_flight_words(launch_with(LATE))
    for found, is_shown in ((counted, True), ({}, False)):
        trace = parse_trace(document(str(file), found=found), "test")
        out = io.StringIO()
        print_trace(Console(file=out, width=100), trace, file)
        assert (words in " ".join(out.getvalue().split())) == is_shown
        page = render_page(trace, SOURCE, file, datetime(2026, 11, 22, 12, 0, tzinfo=timezone.utc))
        assert (words in " ".join(page.split())) == is_shown
