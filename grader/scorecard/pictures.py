"""The drawings of several warp requests, each in the way of its space."""

from __future__ import annotations

from collections.abc import Sequence

from grader.costs import LineCost
from grader.scorecard.picture import Picture
from grader.scorecard.picture_global import global_picture
from grader.scorecard.picture_shared import shared_picture

# A constant load has neither sectors nor banks to draw.
DRAW = {"global": global_picture, "texture": global_picture, "shared": shared_picture}


def pictures(part: str, costs: Sequence[LineCost]) -> tuple[Picture, ...]:
    """One drawing a cost, of the spaces that have one. part: what ids start with."""
    drawn = [cost for cost in costs if cost.access.space in DRAW]
    return tuple(
        DRAW[cost.access.space](f"{part}-picture-{index}", cost) for index, cost in enumerate(drawn, start=1)
    )
