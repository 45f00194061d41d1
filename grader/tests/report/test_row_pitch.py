"""What padding would do to a request of shared memory, counted by the rule that the machine counts by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from grader.report.costs import LineCost, all_costs
from grader.report.request_drawing.bank_rule import BankCost, bank_cost
from grader.report.request_drawing.row_pitch import pitch_view, row_pitch, with_longer_rows
from grader.schema.record import LANES
from grader.tests.fake_project import FakeProject
from grader.tests.report.test_scorecard import NAMES, graded, html_of, words

COLUMN = tuple(128 * lane for lane in range(LANES))  # of float tile[32][32]
HALVES = tuple(
    64 * (lane % 16) + 4 * (lane // 16) for lane in range(LANES)
)  # two columns of float tile[16][16]


def recorded(fake: FakeProject) -> Iterator[LineCost]:
    """Every load and store of shared memory in the records that the machine wrote."""
    for name in NAMES:
        if name != "refused":
            for cost in all_costs(graded(fake, name)):
                if cost.access.space == "shared" and cost.access.op != "atomic":
                    yield cost


def conflict(fake: FakeProject) -> LineCost:
    return next(cost for cost in recorded(fake) if cost.is_wasteful)


def test_the_rule_counts_what_the_machine_counted(fake: FakeProject) -> None:
    costs = list(recorded(fake))
    assert {cost.access.example.bank_conflicts for cost in costs} >= {0, 31}
    for cost in costs:
        example = cost.access.example
        counted = bank_cost(example.addresses, cost.access.width, cost.access.op)
        assert (counted.wavefronts, counted.conflicts) == (example.wavefronts, example.bank_conflicts)


@pytest.mark.parametrize(
    ("addresses", "width", "op", "cost"),
    [
        (COLUMN, 4, "load", (32, 1)),
        ((0,) * LANES, 4, "load", (1, 1)),
        ((*COLUMN[:16], *(-1,) * 16), 4, "store", (16, 1)),
        ((-1,) * LANES, 4, "load", (0, 0)),
        (tuple(16 * lane for lane in range(LANES)), 16, "load", (4, 4)),
        (tuple(128 * lane for lane in range(LANES)), 16, "store", (32, 4)),
        (tuple(8 * (lane // 2) for lane in range(LANES)), 8, "load", (1, 1)),
        (tuple(8 * (lane // 2) for lane in range(LANES)), 8, "store", (2, 2)),
    ],
)
def test_the_rule_knows_widths_groups_and_shared_words(
    addresses: tuple[int, ...], width: int, op: str, cost: tuple[int, int]
) -> None:
    assert bank_cost(addresses, width, op) == BankCost(*cost)


@pytest.mark.parametrize(
    ("addresses", "width", "pitch"),
    [
        (COLUMN, 4, 128),
        (HALVES, 4, 64),
        (tuple(132 * lane for lane in range(LANES)), 4, 132),
        (tuple(4 * lane for lane in range(LANES)), 4, 0),  # one row
        (tuple(8 * lane for lane in range(LANES)), 4, 0),  # a stride of two: nobody calls that rows
        ((0, 128, 512, *(-1,) * 29), 4, 0),  # no one distance
        ((-1,) * LANES, 4, 0),
    ],
)
def test_the_rows_are_found_in_the_addresses(addresses: tuple[int, ...], width: int, pitch: int) -> None:
    assert row_pitch(addresses, width) == pitch


def test_lanes_keep_their_row_and_column_in_longer_rows() -> None:
    assert with_longer_rows(HALVES, 64, 4) == tuple(
        68 * (lane % 16) + 4 * (lane // 16) for lane in range(LANES)
    )
    assert with_longer_rows((256, -1, 384), 128, 4) == (256, -1, 388)


def test_one_more_column_removes_the_conflicts_and_eight_leave_some(fake: FakeProject) -> None:
    view = pitch_view(conflict(fake))
    assert view is not None
    assert "32 elements (128 bytes) apart" in view.lead
    assert [row.elements for row in view.rows] == list(range(32, 41))
    assert [row.wavefronts for row in view.rows] == [32, 1, 2, 1, 4, 1, 2, 1, 8]
    assert view.rows[1].words == "33 elements: 1 wavefront, no bank conflict"


def test_nothing_is_computed_that_the_rule_does_not_cover(fake: FakeProject) -> None:
    cost = conflict(fake)
    access = cost.access
    for change in ({"op": "atomic"}, {"instruction": "ldmatrix.x4"}, {"asynchronous": True}):
        assert pitch_view(replace(cost, access=replace(access, **change))) is None
    other = replace(access.example, wavefronts=16, bank_conflicts=15)
    assert pitch_view(replace(cost, access=replace(access, example=other))) is None, (
        "the machine counted otherwise"
    )
    assert pitch_view(replace(cost, asked=True)) is None


def test_the_failing_line_has_the_slider_and_without_a_script_the_table(fake: FakeProject) -> None:
    html = html_of(graded(fake, "conflict"))
    assert html.count('<div class="pitch"') == 1
    line = html[html.index('id="lab4-L42"') : html.index('id="lab4-L43"')]
    assert '<p class="slide" hidden>' in line
    assert "33 +1 1 0" in words(line) and "40 +8 8 7" in words(line)
    assert '<div class="pitch"' not in html_of(graded(fake, "passing"))
