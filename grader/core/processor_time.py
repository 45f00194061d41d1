"""How much processor time a running program uses, with everything that it starts.

A limit on processor time means the same on an idle computer and on one that is busy with other work: a
program that waits for its turn uses none. Linux counts it for each process (proc(5), stat) and, once a parent
has waited for a child, the child's with the parent's. Neither sum is complete at all times: short processes
come and go between two readings, and a child whose parent was killed is waited for by nobody here. The larger
of the two is never too much.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
# The fields of stat, counted from the one behind the program's name, which may hold anything.
UTIME, CUTIME, STARTTIME = 11, 13, 19


@dataclass(frozen=True)
class _Process:
    """One process. own_s: its own processor time, waited_s: that of the children that it has waited for."""

    number: int
    started: str
    own_s: float
    waited_s: float


class ProcessorMeter:
    """Counts the processor time of a running program and of its descendants, whenever it is read.

    Threads and processes that run side by side count once: between two readings, no more is counted than has
    passed by the clock. So more cores never make a program reach its limit earlier.
    """

    def __init__(self, process: int) -> None:
        self.seconds = 0.0
        self._process = process
        self._known: dict[tuple[int, str], float] = {}
        self._total = 0.0
        self._at = time.monotonic()

    def read(self) -> float:
        """The seconds so far."""
        now, running = time.monotonic(), list(_tree_of(self._process))
        self._known |= {(one.number, one.started): one.own_s for one in running}
        waited = sum(one.own_s + one.waited_s for one in running)
        total = max(self._total, waited, sum(self._known.values()))
        self.seconds += min(total - self._total, now - self._at)
        self._total, self._at = total, now
        return self.seconds


def _tree_of(root: int) -> Iterator[_Process]:
    """The process and its descendants, each parent before its children: a child's time is not met twice."""
    left = [root]
    while left:
        number = left.pop()
        found = _read(number)
        if found is not None:
            yield found
            left += _children_of(number)


def _read(number: int) -> _Process | None:
    """The process as it is now; None when there is none of that number."""
    try:
        text = Path(f"/proc/{number}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    fields = text.rpartition(")")[2].split()
    own, waited = (sum(map(int, fields[first : first + 2])) / TICKS_PER_SECOND for first in (UTIME, CUTIME))
    return _Process(number, fields[STARTTIME], own, waited)


def _children_of(number: int) -> list[int]:
    found: list[int] = []
    try:
        threads = list(Path(f"/proc/{number}/task").iterdir())
    except OSError:
        return found  # the process has ended since its stat was read
    for thread in threads:
        try:
            found += map(int, (thread / "children").read_text("ascii").split())
        except OSError:
            continue  # the thread has ended
    return found
