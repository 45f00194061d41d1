"""Where the time of a lab's kernels goes: beside the lines in the terminal and on the scorecard."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from grader.report.costs import LineCost
from grader.report.launch_times import kernel_shares, longest_modelled, slowest_line_words
from grader.report.scorecard.lab_card import lab_view
from grader.report.scorecard.source_listing import line_bars
from grader.report.terminal.annotated_source import print_source, time_bar
from grader.schema.record import Access, Example, Launch, LineTime, Modelled
from grader.schema.results import CheckResult, LabResult, Source
from grader.tests.report.test_bounds import check_of

TEXT = "".join(f"line {number};\n" for number in range(1, 13))


def launch(kernel: str, us: float, file: str, **shares: float) -> Launch:
    """A modelled launch with the shares of its lines, which are named l1, l2 and so on."""
    lines = tuple(LineTime(file, int(name[1:]), share) for name, share in shares.items())
    modelled = Modelled("NVIDIA H200", 0.4, us, 4.0, 0.25, "DRAM", "writes to L2", lines)
    return Launch(kernel, (1, 1, 1), (32, 1, 1), "n = 32", (), modelled=(modelled,))


@pytest.fixture
def lab(tmp_path: Path) -> LabResult:
    file = tmp_path / "k.cu"
    file.write_text(TEXT, encoding="utf-8")
    of_ratio: CheckResult = check_of(0.4, "the copy", 0.7, "times the bandwidth of the copy")
    launches = (
        launch("small", 1.0, str(file), l2=0.9, l3=0.1),
        launch("small", 9.0, str(file), l3=0.7, l2=0.3),
        launch("large", 2.0, str(file), l7=0.796, l3=0.2, l8=0.004),
    )
    checks = tuple(replace(of_ratio, launches=(one,)) for one in launches)
    return LabResult("lab5", "A lab", checks, source=Source("k.cu", str(file), TEXT))


def test_a_kernel_has_the_shares_of_its_longest_launch(lab: LabResult) -> None:
    assert {name: one.us for name, one in longest_modelled(lab).items()} == {"small": 9.0, "large": 2.0}
    assert lab.source is not None
    assert kernel_shares(lab).in_file(lab.source.path) == {7: 80, 3: 70, 2: 30}


def test_the_slowest_line_of_each_kernel_is_told_with_what_limits_it(lab: LabResult) -> None:
    words = [slowest_line_words(name, one) for name, one in longest_modelled(lab).items()]
    assert words == [
        f"{kernel}: line {line} takes {percent} % of the time. About {us} µs on an NVIDIA H200 (±25 %): "
        "limited by DRAM; next, writes to L2."
        for kernel, line, percent, us in (("small", 3, 70, 9), ("large", 7, 80, 2))
    ]


def test_a_launch_without_lines_has_no_slowest_one() -> None:
    assert slowest_line_words("k", Modelled("NVIDIA H200", 1.0, 2.0, 2.0, 0.25, "DRAM")) == ""


def test_explain_draws_each_share_below_its_line(lab: LabResult) -> None:
    out = io.StringIO()
    print_source(Console(file=out, width=100), lab)
    lines = [line.strip() for line in out.getvalue().splitlines()]
    assert lines[lines.index("7  line 7;") + 1].split()[-2:] == ["80", "%"]
    assert "line 9;" in lines[lines.index("8  line 8;") + 1], "less than half a percent is not drawn"
    assert any("share of the time that its kernel would take" in line for line in lines)


@pytest.mark.parametrize(("percent", "cells"), [(1, 1), (80, 16), (100, 20)])
def test_a_bar_is_as_long_as_the_share(percent: int, cells: int) -> None:
    assert time_bar(percent, unicode=False) == f"{'#' * cells} {percent} %"


def test_the_scorecard_has_the_shares_in_front_of_the_lines(lab: LabResult) -> None:
    view = lab_view(lab)
    timed = {line.number: line.bar.percent for part in view.stretches for line in part.lines if line.bar}
    assert timed == {2: 30, 3: 70, 7: 80}
    assert view.times.startswith(
        "The percentage before a line is its share of the predicted time of its kernel; the red part of its"
    )


def cost(line: int, spent: int, least: int, *, asked: bool = False) -> LineCost:
    example = Example(
        "in", 0, (0, 0, 0), 0, (0,) * 32, sectors=1, least_sectors=1, wavefronts=0, bank_conflicts=0
    )
    place = ("k.cu", line, "global", "load", 4, example)
    access = Access(*place, requests=1, sectors=spent, least_sectors=least, wavefronts=0, bank_conflicts=0)
    return LineCost(launch("k", 1.0, "k.cu"), access, asked=asked)


def bars_of(percents: dict[int, int], *costs: LineCost) -> dict[int, tuple[str, int, int, int]]:
    by_line = {one.access.line: tuple(c for c in costs if c.access.line == one.access.line) for one in costs}
    bars = line_bars(by_line, percents)
    return {line: (bar.words, bar.percent, bar.wasted, bar.rank) for line, bar in sorted(bars.items())}


def test_lines_are_ranked_by_the_time_that_they_waste_then_by_their_time() -> None:
    bars = bars_of({2: 47, 3: 40, 7: 10}, cost(2, 4, 4), cost(3, 32, 4), cost(3, 4, 4))
    assert bars == {2: ("47 %", 47, 0, 2), 3: ("40 %", 40, 35, 1), 7: ("10 %", 10, 0, 3)}


def test_what_the_lab_asks_for_is_not_wasted() -> None:
    bars = bars_of({2: 47, 3: 40}, cost(3, 32, 4, asked=True))
    assert bars == {2: ("47 %", 47, 0, 1), 3: ("40 %", 40, 0, 2)}


def test_without_a_time_lines_are_ranked_by_what_they_spend_too_much() -> None:
    bars = bars_of({}, cost(2, 8, 4), cost(3, 4, 4), cost(4, 1004, 4), cost(4, 504, 4))
    assert bars == {2: ("+4", 1, 1, 2), 4: ("+1,500", 100, 100, 1)}
