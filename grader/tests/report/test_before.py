"""Before and after: which accesses are compared, and how the card heads them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.report.scorecard.lab_pictures import PicturesView, pictures_view
from grader.schema.record import Access, Launch
from grader.schema.results import CheckResult, LabResult, Status
from grader.tests.report.test_pictures import AT_ONCE, IN_TURNS, access_with, example, shared_example

STRIDED = [1024 * lane for lane in range(32)]
DENSE = [4 * lane for lane in range(32)]


def access(line: int, space: str, op: str, sectors: int, requests: int = 8) -> Access:
    request = example(STRIDED if sectors > 4 else DENSE, sectors, 4)
    counts = {"sectors": requests * sectors, "least_sectors": requests * 4}
    return access_with(request, line, space, op, requests=requests, counts=counts)


def shared(line: int, op: str, fronts: int) -> Access:
    scattered = fronts > 1
    addresses = [128 * lane if scattered else 4 * lane for lane in range(32)]
    request = shared_example(addresses, IN_TURNS if scattered else AT_ONCE)
    counts = {"wavefronts": 8 * fronts, "least_wavefronts": 8, "bank_conflicts": 8 * (fronts - 1)}
    return access_with(request, line, "shared", op, requests=8, counts=counts)


def launch(kernel: str, *accesses: Access, before: Launch | None = None) -> Launch:
    return Launch(kernel, (1, 1, 1), (32, 1, 1), "32", accesses, (), before=before)


NAIVE = launch("naive", access(3, "global", "load", 4), access(4, "global", "store", 32))
PADDED = launch(
    "padded", access(10, "global", "load", 4), shared(11, "load", 1), access(12, "global", "store", 4)
)


def view_of(*launches: Launch) -> PicturesView:
    checks = tuple(
        CheckResult(f"c{n}", "a check", Status.PASSED, 1, 1, launches=(one,))
        for n, one in enumerate(launches)
    )
    return pictures_view(LabResult("lab4", "A lab", checks))


def compared(view: PicturesView) -> list[list[tuple[str, str]]]:
    """By comparison: heading and line of each drawing."""
    return [
        [(picture.heading, picture.where.split(" at ")[0]) for column in one.columns for picture in column]
        for one in (*view.compared, *view.settled)
    ]


def test_the_worst_access_stands_beside_the_same_operation() -> None:
    view = view_of(replace(PADDED, before=NAIVE))
    assert compared(view) == [
        [
            ("Before: naive (given)", "global store, line 4"),
            ("After: padded (yours)", "global store, line 12"),
        ]
    ]
    before, after = (column[0] for column in view.settled[0].columns)
    assert before.cost == "In all: 256 sectors in 8 requests; the least is 32"
    assert after.cost == "In all: 32 sectors in 8 requests; the least is 32"
    assert (before.weight, after.weight) == ("heavy", "least")
    assert before.width < 540  # two fit beside each other


def test_wider_accesses_do_not_read_as_a_loss() -> None:
    """A float4 has four times the sectors of a float in each request, and moves four times as much."""
    request = example([16 * lane for lane in range(32)], 16, 16)
    wide = access_with(request, 9, width=16, requests=2, counts={"sectors": 32, "least_sectors": 32})
    floats = launch("floats", access(3, "global", "load", 4))
    view = view_of(launch("vectors", wide, before=floats))
    before, after = (column[0] for column in view.settled[0].columns)
    assert before.caption == after.caption == "1 sector for each 32 bytes: the least possible"
    assert before.cost == "In all: 32 sectors in 8 requests; the least is 32"
    assert after.cost == "In all: 32 sectors in 2 requests; the least is 32"
    strided = launch("strided", access(4, "global", "load", 32))
    worse = view_of(launch("vectors", wide, before=strided)).settled[0].columns[0][0]
    assert worse.caption == "8 sectors for each 32 bytes; 1 would do"


def test_what_is_compared_is_not_drawn_again() -> None:
    view = view_of(PADDED, replace(PADDED, before=NAIVE))
    assert view.costly == ()
    assert [picture.heading for picture in view.good] == ["padded: shared load"]


def test_a_worse_access_of_the_same_space_is_still_drawn() -> None:
    worse = replace(PADDED, accesses=(access(10, "global", "load", 32), *PADDED.accesses[1:]), before=NAIVE)
    assert [picture.heading for picture in view_of(worse).costly] == ["padded: global load"]


def test_two_kernels_share_one_before() -> None:
    tiled = launch("tiled", access(20, "global", "store", 4), before=NAIVE)
    view = view_of(tiled, replace(PADDED, before=NAIVE), replace(PADDED, before=NAIVE))
    assert compared(view) == [
        [
            ("Before: naive (given)", "global store, line 4"),
            ("After: tiled (yours)", "global store, line 20"),
            ("After: padded (yours)", "global store, line 12"),
        ]
    ]


def test_without_the_same_operation_the_same_space_is_taken() -> None:
    loads = launch("loads", access(30, "global", "load", 4), access(31, "global", "load", 32), before=NAIVE)
    assert compared(view_of(loads))[0][1] == ("After: loads (yours)", "global load, line 31")


@pytest.mark.parametrize("kernel", [launch("tile_only", shared(40, "load", 32)), launch("stub")])
def test_without_the_space_there_is_nothing_to_compare(kernel: Launch) -> None:
    view = view_of(replace(kernel, before=NAIVE))
    assert view.compared == view.settled == ()
    assert len(view.costly) == len(kernel.accesses)


def test_the_larger_launch_is_compared() -> None:
    large = launch("padded", access(50, "global", "store", 4, requests=64), before=NAIVE)
    small = launch("padded", access(51, "global", "store", 4, requests=2), before=NAIVE)
    assert compared(view_of(small, large))[0][1] == ("After: padded (yours)", "global store, line 50")


def test_kernels_without_a_before_are_drawn_as_ever() -> None:
    view = view_of(launch("tiled", access(60, "global", "load", 32), shared(61, "load", 32)), PADDED)
    assert [picture.heading for picture in view.costly] == ["tiled: global load", "tiled: shared load"]
    assert [picture.heading for picture in view.good] == ["padded: global load", "padded: shared load"]
    assert view.costly[0].cost == ""
