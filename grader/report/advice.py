"""What to change: for an access that costs more than it must, and for a fault that came without advice.

The SIMT machine gives advice with most faults, and a lab with most of its checks. The sentences here stand
where neither did, so that no page says what is wrong without saying what to do.
"""

from __future__ import annotations

from grader.report.costs import LOCAL, LineCost

# By the memory that an access wastes (costs.MEASURES has the same names).
SECTORS = (
    "Let neighbouring lanes access neighbouring elements: use threadIdx.x in the last index. Where the "
    "other side needs another order, move the data through shared memory."
)
BANKS = (
    "Let the lanes of a warp meet different banks: make each row of the array one element longer, or "
    "exchange its columns by an exclusive or with the row."
)
WORDS = "Let all lanes of a warp read one address at a time; else keep the array in global memory."
ATOMICS = "Combine the values of a warp first, and let one lane do the atomic operation."
ADVICE = {"global": SECTORS, "texture": SECTORS, "shared": BANKS, "constant": WORDS}

BARRIER = (
    "Put a `__syncthreads()` between the two accesses, at a place that every thread of the block reaches."
)
ONE_WRITER = "Let each thread write an element of its own, or let them accumulate with an atomic operation."
# What the machine's sentence on a race ends with (common/simt/machine/report/race_report.cpp).
NO_BARRIER, NEITHER = "with no __syncthreads() in between", "with neither a __syncthreads() in between"


def advice_on_waste(cost: LineCost) -> str:
    """What removes an access's waste."""
    if cost.access.space == LOCAL:
        return cost.reason
    return ATOMICS if cost.access.op == "atomic" else ADVICE[cost.access.space]


def advice_on_fault(message: str) -> str:
    """What ends a race; '' for other faults, which say it themselves."""
    if NO_BARRIER in message:
        return BARRIER
    return ONE_WRITER if NEITHER in message else ""
