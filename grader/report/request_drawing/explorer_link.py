"""A recorded request as a state of the explorer (docs/explorer/state.js), which draws these very addresses.

The state follows the # of the explorer's address. The explorer has a rule for plain loads and stores of
global and shared memory.
"""

from __future__ import annotations

from urllib.parse import urlencode

from grader.report.costs import LineCost
from grader.report.request_drawing.request_rules import Addresses, active_lanes

# A line of global memory, and once around the banks: moving all addresses by it changes no count.
TURN = 128
WIDTHS = (1, 2, 4, 8, 16)


def explorer_state(cost: LineCost) -> str:
    """'#access=…'; '' for a request that the explorer has no rule for."""
    access = cost.access
    plain = access.op in ("load", "store") and not access.instruction and not access.asynchronous
    addresses = access.example.addresses
    if access.space not in ("global", "shared") or not plain or access.width not in WIDTHS:
        return ""
    if not active_lanes(addresses):
        return ""
    said = {"access": _list(addresses), "space": access.space, "op": access.op, "size": access.width}
    if len(active_lanes(addresses)) < len(addresses):
        said["lanes"] = f"{sum(1 << lane for lane in active_lanes(addresses)):x}"
    return f"#{urlencode(said)}"


def _list(addresses: Addresses) -> str:
    """From lane 0 on, near 0. An inactive lane has a 0, which nothing reads."""
    first = min(address for address in addresses if address >= 0) // TURN * TURN
    return f"{{{' '.join(str(max(0, address - first)) for address in addresses)}}}"
