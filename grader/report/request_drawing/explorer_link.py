"""A recorded request as a state of the explorer (docs/explorer/state.js), which draws these very addresses.

The scorecard and the pages of run and trace link to it, at each line and below each drawing. The state
follows the # of the explorer's address. The explorer has a rule for plain loads and stores of global and
shared memory, and for ldmatrix.
"""

from __future__ import annotations

from urllib.parse import urlencode

from grader.report.costs import LineCost
from grader.report.request_drawing.request_rules import Addresses, active_lanes

# A line of global memory, and once around the banks: moving all addresses by it changes no count.
TURN = 128
WIDTHS = (1, 2, 4, 8, 16)
# How many lanes give the address of a row to each instruction that loads matrices.
ROWS = {"ldmatrix.x1": 8, "ldmatrix.x2": 16, "ldmatrix.x4": 32}


def explorer_link(cost: LineCost, explorer: str) -> str:
    """A link to the worst request of an access; '' where there is none. explorer: its page, '' for none."""
    state = explorer_state(cost) if explorer else ""
    return f"{explorer}{state}" if state else ""


def explorer_state(cost: LineCost) -> str:
    """'#access=…'; '' for a request that the explorer has no rule for."""
    access = cost.access
    if access.space not in ("global", "shared") or access.asynchronous or access.op not in ("load", "store"):
        return ""
    said = _matrices(cost) if access.instruction else _plain(cost)
    return f"#{urlencode(said)}" if said else ""


def _plain(cost: LineCost) -> dict[str, str | int]:
    access, addresses = cost.access, cost.access.example.addresses
    lanes = active_lanes(addresses)
    if access.width not in WIDTHS or not lanes:
        return {}
    said: dict[str, str | int] = {"access": _list(addresses), "space": access.space, "op": access.op}
    said["size"] = access.width
    if len(lanes) < len(addresses):
        said["lanes"] = f"{sum(1 << lane for lane in lanes):x}"
    return said


def _matrices(cost: LineCost) -> dict[str, str | int]:
    """Of an ldmatrix, in which every row of every matrix must have its address."""
    access, addresses = cost.access, cost.access.example.addresses
    rows = ROWS.get(access.instruction, 0)
    if not rows or active_lanes(addresses) != list(range(rows)):
        return {}
    return {"access": _list(addresses[:rows]), "space": access.space, "op": access.instruction}


def _list(addresses: Addresses) -> str:
    """From lane 0 on, near 0. An inactive lane has a 0, which nothing reads."""
    first = min(address for address in addresses if address >= 0) // TURN * TURN
    return f"{{{' '.join(str(max(0, address - first)) for address in addresses)}}}"
