"""Draws requests, each in the way of its space: the door through which pages come.

The scorecard, the page of a trace and the handbook draw with it. A constant load has neither sectors nor
banks, and so no drawing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from grader.report.costs import LineCost
from grader.report.request_drawing.explorer_link import explorer_link
from grader.report.request_drawing.global_picture import global_picture
from grader.report.request_drawing.request_picture import FULL, Columns, Picture
from grader.report.request_drawing.shared_picture import shared_picture

DRAWN = {"global": global_picture, "texture": global_picture, "shared": shared_picture}


def is_drawn(cost: LineCost) -> bool:
    """Whether there is a picture: in shared memory, only of a request whose passes were recorded."""
    return cost.access.space in DRAWN and (cost.access.space != "shared" or bool(cost.access.example.passes))


def draw_request(picture_id: str, cost: LineCost, columns: Columns = FULL) -> Picture:
    """The worst request of an access, which must be one that is_drawn()."""
    return DRAWN[cost.access.space](picture_id, cost, columns)


def draw_requests(part: str, costs: Iterable[LineCost], explorer: str = "") -> tuple[Picture, ...]:
    """One drawing a cost, of the spaces that have one, each with a link to its request in the explorer.

    part: what ids start with. explorer: where its page is, '' for nowhere.
    """
    drawn = (cost for cost in costs if is_drawn(cost))
    return tuple(
        replace(draw_request(f"{part}-picture-{n}", cost), explorer=explorer_link(cost, explorer))
        for n, cost in enumerate(drawn, start=1)
    )
