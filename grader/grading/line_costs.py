"""What each line of a graded file cost, small enough to be kept until the next version is checked.

Of each access (kernel, line, memory and operation) the largest launch that any check shows counts, with its
sectors or wavefronts. The version before and the version after are counted in this one way.
"""

from __future__ import annotations

from grader.schema.record import Access
from grader.schema.results import LabResult
from grader.schema.standings_document import KeptCost

# Memory that is weighed by wavefronts; all other memory moves sectors.
BY_WAVEFRONTS = ("shared", "constant")


def line_costs(result: LabResult) -> tuple[KeptCost, ...]:
    """The costs of the file's own lines, in their order."""
    if result.source is None:
        return ()
    sums: dict[tuple[int, str, str, str], KeptCost] = {}
    for launch in (launch for check in result.checks for launch in check.launches):
        here: dict[tuple[int, str, str, str], KeptCost] = {}
        for access in launch.accesses:
            if access.file == result.source.path and access.requests:
                key = (access.line, launch.kernel, access.space, access.op)
                here[key] = _with(here.get(key), key, access)
        for key, cost in here.items():
            if key not in sums or cost.requests > sums[key].requests:
                sums[key] = cost
    return tuple(sums[key] for key in sorted(sums))


def _with(known: KeptCost | None, key: tuple[int, str, str, str], access: Access) -> KeptCost:
    """The cost of accesses that differ in their array or width alone, together."""
    line, kernel, space, op = key
    waves = space in BY_WAVEFRONTS
    spent, least = (
        (access.wavefronts, access.least_wavefronts) if waves else (access.sectors, access.least_sectors)
    )
    before = known or KeptCost(line, kernel, space, op, 0, 0, 0)
    return KeptCost(*key, before.requests + access.requests, before.spent + spent, before.least + least)
