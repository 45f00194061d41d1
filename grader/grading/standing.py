"""How far a student has come: hints taken and the last result of each lab."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum

from grader.core.errors import GraderError
from grader.core.files import read_source
from grader.core.lab_files import stub_of
from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.grading.changes import was_judged
from grader.grading.line_costs import line_costs
from grader.schema.results import LabResult, Results, exit_status
from grader.schema.standings_document import KeptCost

# Of a version that is kept to be compared with the next: characters of its text, and costs of its lines.
LONGEST_KEPT = 100_000
MOST_COSTS = 400


class State(Enum):
    """Where a lab stands. CHANGED: its kernel file, or its list of checks, is not what was checked."""

    NEW = "not checked yet"
    CHANGED = "changed since it was checked"
    OPEN = "open"
    DONE = "done"


@dataclass(frozen=True)
class LastCheck:
    """A result that was remembered. at: in UTC. kernel: the fingerprint of the graded text.

    result holds what results.json holds, and why the file could not be checked. text: that was graded, ''
    where it is not kept. costs: of its lines.
    """

    at: datetime
    kernel: str
    result: LabResult
    text: str = ""
    costs: tuple[KeptCost, ...] = ()


@dataclass(frozen=True)
class Standing:
    """One lab's standing. hints: how many were given. before: the last check of a version before the last.

    A check of the same text again leaves it, so that there is always another version to compare with.
    """

    hints: int = 0
    last: LastCheck | None = None
    before: LastCheck | None = None


@dataclass(frozen=True)
class Standings:
    """Every lab's standing, by its id. A lab that is not in this checkout keeps its own."""

    labs: Mapping[str, Standing] = field(default_factory=dict)

    def of(self, lab: Lab) -> Standing:
        return self.labs.get(lab.id, Standing())

    def with_hints(self, lab: Lab, hints: int) -> Standings:
        return self._with(lab.id, replace(self.of(lab), hints=hints))

    def with_results(self, results: Results, at: datetime) -> Standings:
        """These results as the last ones, but for runs that our own fault ended: those judge no file."""
        changed = self
        for result in results.labs:
            if result.source is not None and not result.ours:
                known = self.labs.get(result.id, Standing())
                last = _last_check(result, result.source.text, at)
                changed = changed._with(result.id, replace(known, last=last, before=_before(known, last)))
        return changed

    def _with(self, lab_id: str, standing: Standing) -> Standings:
        return Standings({**self.labs, lab_id: standing})


def _last_check(result: LabResult, text: str, at: datetime) -> LastCheck:
    kept = text if len(text) <= LONGEST_KEPT else ""
    return LastCheck(at, fingerprint(text), result, kept, line_costs(result)[:MOST_COSTS])


def _before(known: Standing, last: LastCheck) -> LastCheck | None:
    """The version before: what was last, unless that is the same text, or was not checked at all."""
    was = known.last
    if was is None or was.kernel == last.kernel or not was_judged(was.result):
        return known.before
    return was


def fingerprint(text: str) -> str:
    """Tells one text from another."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def is_stub(lab: Lab, text: str) -> bool:
    """Whether the kernel file is as it was handed out. A checkout on Windows may end its lines otherwise."""
    return bool(text) and fingerprint(text.replace("\r\n", "\n")) == lab.stub_sha256


def is_done(result: LabResult) -> bool:
    """Nothing failed, and something passed: the rest, if any, needs what this machine has not."""
    return exit_status(Results("", "", (result,))) == 0


def is_begun(lab: Lab, standing: Standing) -> bool:
    """Whether anything but the stub was ever checked."""
    return standing.last is not None and standing.last.kernel != lab.stub_sha256


def state_of(project: Project, lab: Lab, standing: Standing) -> State:
    """Compares what was checked with what is there now."""
    last = standing.last
    if last is None:
        return State.NEW
    if not _checks_are(lab, last.result) or last.kernel != _kernel_now(project, lab):
        return State.CHANGED
    return State.DONE if is_done(last.result) else State.OPEN


def next_open(
    project: Project, labs: Sequence[Lab], standings: Standings, after: Lab | None = None
) -> Lab | None:
    """The first lab not known to be done, beginning behind `after` and going round; None when all are."""
    start = next((i + 1 for i, lab in enumerate(labs) if after and lab.id == after.id), 0)
    for lab in (*labs[start:], *labs[:start]):
        if state_of(project, lab, standings.of(lab)) is not State.DONE:
            return lab
    return None


def _checks_are(lab: Lab, result: LabResult) -> bool:
    return [(check.id, check.points) for check in lab.checks] == [
        (check.id, check.max_points) for check in result.checks
    ]


def _kernel_now(project: Project, lab: Lab) -> str:
    try:
        return fingerprint(read_source(stub_of(project, lab)))
    except GraderError:
        return ""
