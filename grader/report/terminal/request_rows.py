"""One request of a warp as rows of text: what each lane accesses, and in which sector or bank.

`./course hint` shows it below a message about costs, where the scorecard has a drawing.
"""

from __future__ import annotations

from collections.abc import Iterator

from grader.report.costs import LineCost, costs_of
from grader.report.request_drawing.request_rules import BANKS, SECTOR, WORD
from grader.schema.record import LANES, Access
from grader.schema.results import CheckResult

LANES_IN_A_ROW = 8


def costly_request(check: CheckResult) -> LineCost | None:
    """The access at the check's line that costs most above the least; None when none was recorded."""
    at_line = (cost for cost in costs_of(check.launches) if cost.access.line == check.line)
    worst = max(at_line, key=lambda cost: cost.rank, default=None)
    return worst if worst is not None and worst.is_wasteful else None


def request_rows(cost: LineCost) -> Iterator[str]:
    """A heading, then eight lanes a row; a lane that takes no part has a dash."""
    access = cost.access
    example = access.example
    of_array = f" of {example.array}" if example.array else ""
    yield f"One request of line {access.line}, the {access.kind}{of_array}:"
    items, places = _columns(access)
    wide = max(len(text) for text in (*items, *places))
    noun, place = ("word", "bank") if access.space == "shared" else ("element", "sector")
    for first in range(0, LANES, LANES_IN_A_ROW):
        lanes = range(first, first + LANES_IN_A_ROW)
        yield f"lanes {first:>2} to {lanes[-1]:>2}  {noun:<7}  {_row(items, lanes, wide)}"
        yield f"{'':14}  {place:<7}  {_row(places, lanes, wide)}"


def _columns(access: Access) -> tuple[list[str], list[str]]:
    """Of each lane, the number of what it accesses, and the number of the sector or bank."""
    shared = access.space == "shared"
    unit = WORD if shared else access.width
    items, places = [], []
    for address in access.example.addresses:
        place = address // WORD % BANKS if shared else address // SECTOR
        items.append("-" if address < 0 else str(address // unit))
        places.append("-" if address < 0 else str(place))
    return items, places


def _row(texts: list[str], lanes: range, wide: int) -> str:
    return " ".join(f"{texts[lane]:>{wide}}" for lane in lanes)
