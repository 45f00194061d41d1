"""Figures in the text that come from a run: {counted}`NAME SPACE OP QUANTITY [BYTES]`.

NAME is what a {warp} or {traced} directive of the same page is called; quantities are in QUANTITIES; BYTES a
lane choose among accesses of several widths.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from docutils import nodes
from sphinx.environment import BuildEnvironment

from grader.core.wording import figure
from grader.report.costs import LineCost

QUANTITIES: dict[str, Callable[[LineCost], float]] = {
    # Each request's:
    "sectors": lambda cost: cost.access.sectors / cost.access.requests,
    "least-sectors": lambda cost: cost.access.least_sectors / cost.access.requests,
    "wavefronts": lambda cost: cost.access.wavefronts / cost.access.requests,
    "conflicts": lambda cost: cost.conflicts,
    # The whole launch's:
    "requests": lambda cost: cost.access.requests,
    "all-sectors": lambda cost: cost.access.sectors,
    "all-wavefronts": lambda cost: cost.access.wavefronts,
    "all-conflicts": lambda cost: cost.access.bank_conflicts,
}
SUMMED = ("requests", "all-sectors", "all-wavefronts", "all-conflicts")


class CountedNode(nodes.Inline, nodes.TextElement):
    """Stands for a figure until the page's kernels have run."""


class CountError(Exception):
    """A figure that no run gives, in one sentence."""


def page_costs(env: BuildEnvironment) -> dict[str, Sequence[LineCost]]:
    """What the runs of the page that is read cost, by their names."""
    return cast("dict[str, Sequence[LineCost]]", env.temp_data.setdefault("handbook-costs", {}))


def counted(text: str, costs: Mapping[str, Sequence[LineCost]]) -> str:
    """The figure that the words stand for. Raises CountError."""
    words = text.split()
    if len(words) not in (4, 5):
        raise CountError(f"'{text}' is not NAME SPACE OP QUANTITY [BYTES]")
    name, space, op, quantity = words[:4]
    if name not in costs:
        raise CountError(f"'{text}': no run of this page is called {name}; there are {', '.join(costs)}")
    if quantity not in QUANTITIES:
        raise CountError(f"'{text}': quantities are {', '.join(QUANTITIES)}")
    found = [one for one in costs[name] if (one.access.space, one.access.op) == (space, op)]
    values = [QUANTITIES[quantity](one) for one in found if words[4:] in ([], [str(one.access.width)])]
    if not values:
        raise CountError(f"'{text}': the run has no {space} {op}")
    if quantity in SUMMED:
        return figure(sum(values))
    if len(set(values)) > 1:
        raise CountError(f"'{text}': its lines differ: {', '.join(map(figure, values))}")
    return figure(round(values[0], 1))
