"""The pictures of a warp request: who touches what, and in which wavefront."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.report.costs import LineCost, Weight
from grader.report.request_drawing.draw_request import is_drawn
from grader.report.request_drawing.global_picture import global_picture
from grader.report.request_drawing.request_picture import ranges
from grader.report.request_drawing.request_rules import touched_sectors
from grader.report.request_drawing.shared_picture import shared_picture, words_of
from grader.schema.record import Access, Example, Launch

LAUNCH = Launch("k", (1, 1, 1), (32, 1, 1), "32", (), ())


IN_TURNS = tuple(range(32))  # the passes of lanes that are served one after another
AT_ONCE = (0,) * 32


def example(addresses: Sequence[int], sectors: int = 0, least: int = 0) -> Example:
    return request_with(addresses, sectors=sectors, least_sectors=least)


def shared_example(addresses: Sequence[int], passes: Sequence[int], starts: Sequence[int] = (0,)) -> Example:
    """A request that was served in these passes, a group of lanes from each of `starts` on."""
    fronts = max(passes) + 1
    request = request_with(addresses, wavefronts=fronts, bank_conflicts=fronts - len(starts))
    return replace(request, passes=tuple(passes), group_starts=tuple(starts))


NO_COSTS = {"sectors": 0, "least_sectors": 0, "wavefronts": 0, "least_wavefronts": 0, "bank_conflicts": 0}


def request_with(addresses: Sequence[int], array: str = "a", **costs: int) -> Example:
    """The costs that are not named are 0."""
    return Example(array, 0, (0, 0, 0), 0, tuple(addresses), (), (), **{**NO_COSTS, **costs})


def access_with(
    request: Example,
    line: int = 3,
    space: str = "global",
    op: str = "load",
    width: int = 4,
    requests: int = 1,
    counts: Mapping[str, int] = NO_COSTS,
) -> Access:
    """The costs that are not named are 0."""
    costs = {**NO_COSTS, **counts}
    return Access(
        file="k.cu",
        line=line,
        space=space,
        op=op,
        width=width,
        example=request,
        requests=requests,
        sectors=costs["sectors"],
        least_sectors=costs["least_sectors"],
        wavefronts=costs["wavefronts"],
        least_wavefronts=costs["least_wavefronts"],
        bank_conflicts=costs["bank_conflicts"],
    )


def cost(request: Example, space: str, width: int = 4, op: str = "load", instruction: str = "") -> LineCost:
    least = max(1, request.wavefronts - request.bank_conflicts)
    costs = {
        "sectors": request.sectors,
        "least_sectors": request.least_sectors,
        "wavefronts": request.wavefronts,
        "least_wavefronts": least,
        "bank_conflicts": request.bank_conflicts,
    }
    access = access_with(request, 3, space, op, width, counts=costs)
    return LineCost(LAUNCH, replace(access, instruction=instruction))


def test_a_strided_request_shows_32_sectors_of_4_used_bytes() -> None:
    picture = global_picture("p", cost(example([128 * lane for lane in range(32)], 32, 4), "global"))
    assert picture.caption == "32 lanes touch 32 sectors; 4 would do"
    assert picture.waste == "128 of 1,024 bytes moved are used (12.5 %)"
    assert len(picture.links) == 32
    assert [box.css for box in picture.boxes].count("sector") == 32
    assert picture.table_rows[1] == ("128", "1", "4")
    assert picture.heavy


def test_an_idle_lane_has_no_line() -> None:
    addresses = [4 * lane if lane < 3 else -1 for lane in range(32)]
    picture = global_picture("p", cost(example(addresses, 1, 1), "global"))
    assert picture.caption == "3 lanes touch 1 sector: the least possible"
    assert len(picture.links) == 3
    assert [box.css for box in picture.boxes].count("idle") == 29


def test_a_column_of_an_unpadded_tile_stacks_in_one_bank() -> None:
    request = shared_example([128 * lane for lane in range(32)], IN_TURNS)
    words = words_of(request)
    assert {word.bank for word in words} == {0}
    assert [word.row for word in words] == list(range(32))
    assert [word.extra for word in words] == [False] + [True] * 31
    picture = shared_picture("p", cost(request, "shared"))
    assert picture.caption == "32 lanes fall into 1 bank: 32 wavefronts; 1 would do"
    assert picture.table_rows == (("0", "32", "0–31"),)


def test_a_padded_column_takes_one_row() -> None:
    words = words_of(shared_example([132 * lane for lane in range(32)], AT_ONCE))
    assert sorted(word.bank for word in words) == list(range(32))
    assert {word.row for word in words} == {0}


def test_a_broadcast_is_one_box() -> None:
    request = shared_example([64] * 32, AT_ONCE)
    assert [word.lanes for word in words_of(request)] == [tuple(range(32))]
    picture = shared_picture("p", cost(request, "shared"))
    assert "×32" in [box.text for box in picture.boxes]
    assert picture.caption == "32 lanes fall into 1 bank: 1 wavefront, the least possible"


@pytest.mark.parametrize(("width", "groups"), [(8, 2), (16, 4)])
def test_wide_accesses_go_group_by_group(width: int, groups: int) -> None:
    passes = [lane * groups // 32 for lane in range(32) for _ in range(width // 4)]
    words = words_of(shared_example([width * lane for lane in range(32)], passes, range(groups)))
    assert [(word.index, word.lanes) for word in words] == [
        (index, (index * 4 // width,)) for index in range(8 * width)
    ]
    assert [word.row for word in words] == [index // 32 for index in range(8 * width)]
    assert not any(word.extra for word in words)


def test_the_rows_of_a_matrix_are_drawn_as_they_are_served() -> None:
    request = shared_example([64] * 32, [lane // 8 for lane in range(32) for _ in range(4)], range(4))
    picture = shared_picture("p", cost(request, "shared", 16, instruction="ldmatrix.x4"))
    assert picture.heading == "k: shared ldmatrix.x4"
    assert picture.caption == "32 lanes fall into 4 banks: 4 wavefronts, the least possible"
    assert len(picture.steps) == 5


@given(
    st.lists(st.integers(-1, 4000).map(lambda word: 4 * word if word >= 0 else -1), min_size=32, max_size=32)
)
def test_every_active_byte_is_drawn(addresses: list[int]) -> None:
    used = touched_sectors(addresses, 4)
    distinct = {address + byte for address in addresses if address >= 0 for byte in range(4)}
    assert sum(len(part) for part in used.values()) == len(distinct)
    passes = tuple(lane if address >= 0 else -1 for lane, address in enumerate(addresses))
    request = replace(example(addresses), passes=passes)
    drawn = [lane for word in words_of(request) for lane in word.lanes]
    assert sorted(drawn) == [lane for lane, address in enumerate(addresses) if address >= 0]


@pytest.mark.parametrize(
    ("numbers", "said"), [([], ""), ([3], "3"), ([0, 1, 2, 7], "0–2, 7"), ([5, 4], "4–5")]
)
def test_lanes_are_listed_in_short(numbers: list[int], said: str) -> None:
    assert ranges(numbers) == said


@pytest.mark.parametrize(("sectors", "weight"), [(4, Weight.LEAST), (5, Weight.ABOVE), (8, Weight.HEAVY)])
def test_the_weight_of_an_access(sectors: int, weight: Weight) -> None:
    assert cost(example([0] * 32, sectors, 4), "global").weight is weight


def test_a_strided_request_is_told_lane_by_lane() -> None:
    addresses = [32 * lane if lane != 1 else -1 for lane in range(32)]
    picture = global_picture("p", cost(example(addresses, 31, 4), "global"))
    assert len(picture.steps) == 1 + 31
    assert picture.steps[1] == "Lane 0: byte 0–3, a new sector; 1 sector so far"
    assert picture.steps[2] == "Lane 2: byte 64–67, a new sector; 2 sectors so far"
    assert [box.at for box in picture.boxes if box.css == "idle"] == [()]
    lit = [box.css for box in picture.boxes if 2 in box.at]
    assert lit == ["lane", "sector", "used"]
    assert sum(2 in link.at for link in picture.links) == 1


def test_lanes_of_one_sector_bring_it_once() -> None:
    picture = global_picture("p", cost(example([8 * lane for lane in range(32)], 8, 8), "global", 8))
    assert picture.steps[4] == "Lane 3: byte 24–31, no new sector; 1 sector so far"
    assert picture.steps[5] == "Lane 4: byte 32–39, a new sector; 2 sectors so far"
    first = next(box for box in picture.boxes if box.css == "sector")
    assert first.at == (1, 2, 3, 4)


def test_an_access_across_sectors_brings_both() -> None:
    picture = global_picture("p", cost(example([24] + [-1] * 31, 2, 1), "global", 16))
    assert picture.steps[1] == "Lane 0: byte 24–39, 2 new sectors; 2 sectors so far"
    assert not picture.can_step


def test_conflicts_are_told_wavefront_by_wavefront() -> None:
    addresses = [128 * lane for lane in range(4)] + [4 * lane for lane in range(4, 32)]
    request = shared_example(addresses, [0, 1, 2, 3] + [0] * 28)
    picture = shared_picture("p", cost(request, "shared"))
    assert picture.steps[0] == "The whole request; step through it wavefront by wavefront"
    assert picture.steps[1] == "Wavefront 1 of 4: lanes 0, 4–31, 29 words from 29 banks"
    assert picture.steps[4] == "Wavefront 4 of 4: lane 3, 1 word from 1 bank"
    assert [box.text for box in picture.boxes if 4 in box.at and box.css != "bank"] == ["3"]
    assert [box.at for box in picture.boxes if box.css == "bank"][:2] == [(1, 2, 3, 4), ()]


def test_what_is_done_at_once_has_no_steps() -> None:
    request = shared_example([4 * n for n in range(32)], AT_ONCE)
    assert not shared_picture("p", cost(request, "shared")).can_step


def test_atomics_of_one_address_stay_apart() -> None:
    same = [128] * 32
    picture = global_picture("p", cost(example(same, 32, 4), "global", op="atomic"))
    assert picture.caption == "32 lanes touch 1 sector in 32 visits; 4 would do"
    assert picture.waste == "4 of 1,024 bytes moved are used (0.391 %)"
    bank = shared_picture("p", cost(shared_example(same, IN_TURNS), "shared", op="atomic"))
    assert bank.caption == "32 lanes fall into 1 bank: 32 wavefronts; 1 would do"
    assert [box.text for box in bank.boxes if box.css in ("word", "extra")] == [
        str(lane) for lane in range(32)
    ]


def test_a_compare_and_swap_passes_twice() -> None:
    swap = replace(shared_example([0] * 32, IN_TURNS), wavefronts=64)
    picture = shared_picture("p", cost(swap, "shared", op="atomic"))
    assert picture.caption == "32 lanes fall into 1 bank: 64 wavefronts; 2 would do"
    assert len({box.y for box in picture.boxes if box.css in ("word", "extra")}) == 32
    assert picture.steps[1] == "Pass 1 of 32: lane 0, 1 word from 1 bank"


def test_an_asynchronous_copy_is_named_and_its_passes_are_not_drawn() -> None:
    source = cost(example([4 * lane for lane in range(32)], 4, 4), "global")
    target = cost(request_with([4 * lane for lane in range(32)], wavefronts=5), "shared", op="store")
    copied = [replace(one, access=replace(one.access, asynchronous=True)) for one in (source, target)]
    assert [one.what for one in copied] == [
        "asynchronous copy, global load",
        "asynchronous copy, shared store",
    ]
    assert [is_drawn(one) for one in copied] == [True, False]
    assert is_drawn(cost(shared_example([0] * 32, AT_ONCE), "shared"))
