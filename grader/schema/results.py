"""The results model: what every renderer reads.

Its public part is in results.json (results_json.py): a field of Finding or PublicCheck is there, a field of
CheckResult alone is not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from grader.core.manifest import Asked
from grader.core.points import Points, Share, add, shares
from grader.schema.document import Count, Flag, Items, Number
from grader.schema.record import Finding, Launch, Shown

VERSION: Final = 1


class Status(str, Enum):
    """The verdict on one check. ERROR: the check did not report, which is never a pass."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    ERROR = "error"


@dataclass(frozen=True)
class _Graded:
    id: str
    title: str
    status: Status
    points: Count
    max_points: Count


# If there are several bases, the last one's fields come first.
@dataclass(frozen=True)
class PublicCheck(Finding, _Graded):
    """One check of one lab, as results.json holds it. file: relative to the repository if it lies inside.

    bytes_in_flight: that a thread has on average each time it waits for loads, in the launch with the fewest
    of those that a bandwidth bound is shown for; None where there is none.
    """

    bytes_in_flight: Number | None = None


@dataclass(frozen=True)
class CheckResult(Shown, PublicCheck):
    """One check of one lab, with the launches and charts that it shows.

    asks_for: the accesses whose cost it requires. measurable: a GPU can measure it.
    """

    advice: str = ""
    asks_for: Items[Asked] = ()
    measurable: Flag = False


@dataclass(frozen=True)
class Source:
    """The graded kernel file. file: as shown to the reader; path: absolute, as in the record."""

    file: str
    path: str
    text: str


@dataclass(frozen=True)
class LabResult:
    """One lab. compile_output: the compiler's words when it refused the file, else ''.

    trouble: why the run did not come to its normal end, else ''. ours: that was not the
    submission's fault. refused: the file compiles, but is no answer to this lab: a kernel is missing.
    remark: what a person should look at, such as a file that was refused as hostile.
    worth: the points that the course gives the lab, None for its own. untouched: the file is the stub.
    """

    id: str
    title: str
    checks: Items[CheckResult]
    summary: str = ""
    hints: Items[str] = ()
    source: Source | None = None
    compile_output: str = ""
    trouble: str = ""
    ours: Flag = False
    refused: Flag = False
    remark: str = ""
    worth: Number | None = None
    untouched: Flag = False

    @property
    def points(self) -> int:
        """The lab's own points: the sum of its checks'. What is shown are those that count in the course."""
        return sum(check.points for check in self.checks)

    @property
    def max_points(self) -> int:
        return sum(check.max_points for check in self.checks)

    @property
    def shares(self) -> tuple[Share, ...]:
        """What each check counts in the course, in the checks' order."""
        earned, possible = ([getattr(c, key) for c in self.checks] for key in ("points", "max_points"))
        return shares(self.worth, earned, possible)

    def share_of(self, check: CheckResult) -> Share:
        """What that check counts in the course."""
        return next(s for c, s in zip(self.checks, self.shares, strict=True) if c.id == check.id)

    @property
    def course_points(self) -> Points:
        return add(share.points for share in self.shares)

    @property
    def course_max_points(self) -> Points:
        return add(share.max_points for share in self.shares)


@dataclass(frozen=True)
class Results:
    """Every graded lab, in the course's order. seed: of all random inputs; it repeats a run exactly.

    title: the course's, '' where it has none.
    """

    machine: str
    compiler: str
    labs: tuple[LabResult, ...]
    version: int = VERSION
    seed: int = 0
    title: str = ""

    @property
    def points(self) -> int:
        return sum(lab.points for lab in self.labs)

    @property
    def max_points(self) -> int:
        return sum(lab.max_points for lab in self.labs)

    @property
    def course_points(self) -> Points:
        return add(lab.course_points for lab in self.labs)

    @property
    def course_max_points(self) -> Points:
        return add(lab.course_max_points for lab in self.labs)


def fewest_in_flight(launches: Iterable[Launch]) -> Launch | None:
    """Of the launches that a bound is shown for, the one whose threads have the fewest bytes in flight."""
    counted = [one for one in launches if one.bounds and one.in_flight is not None and one.in_flight.waits]
    return min(counted, key=_mean, default=None)


def _mean(launch: Launch) -> float:
    return launch.in_flight.mean if launch.in_flight else 0.0


def exit_status(results: Results) -> int:
    """0 all passed, 1 some check failed, 2 could not run. Nothing passed at all is never a 0."""
    checks = [check for lab in results.labs for check in lab.checks]
    statuses = {check.status for check in checks}
    broken = any(lab.compile_output or lab.ours or lab.refused for lab in results.labs)
    if broken or Status.ERROR in statuses:
        return 2
    if Status.FAILED in statuses:
        return 1
    return 0 if Status.PASSED in statuses else 2


def goal_of(lab: LabResult, check: CheckResult) -> str:
    """What working on that check is about; a file that does not compile comes before any check."""
    return "make the file compile" if lab.compile_output else check.title


def next_step(results: Results) -> tuple[LabResult, CheckResult] | None:
    """The first check to work on: the first that failed or did not report; None when none.

    A lab that was begun comes before one whose file is still the stub.
    """
    for lab in sorted(results.labs, key=lambda lab: lab.untouched):
        for check in lab.checks:
            if check.status in (Status.FAILED, Status.ERROR):
                return lab, check
    return None
