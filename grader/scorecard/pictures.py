"""The drawings of several warp requests, each in the way of its space."""

from __future__ import annotations

from collections.abc import Sequence

from grader.costs import LineCost
from grader.scorecard.picture import Picture
from grader.scorecard.picture_global import global_picture
from grader.scorecard.picture_shared import shared_picture

DRAW = {"sector": global_picture, "wavefront": shared_picture}


def pictures(part: str, costs: Sequence[LineCost]) -> tuple[Picture, ...]:
    """One drawing a cost; what is not weighed has nothing to draw. part: what ids start with."""
    weighed = [cost for cost in costs if cost.measure]
    return tuple(
        DRAW[cost.measure](f"{part}-picture-{index}", cost) for index, cost in enumerate(weighed, start=1)
    )
