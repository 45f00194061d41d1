"""What a comparison of two versions of a CUDA file found, in frozen data: every renderer reads this.

`before` and `after` are the two sides everywhere. A count is a sum over all launches of the kernel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from grader.schema.document import Count, Document, Flag, Items, Number, OneOf, Whole

FORMAT: Final = 1
# How a line of one version stands to the other version: the same text in the same order, the same text in
# another place, a changed text, or a line of one version alone.
Match = Annotated[str, OneOf("same", "moved", "changed", "added", "removed")]
# within_error: the two times differ by no more than their errors let a reader tell.
Verdict = Annotated[str, OneOf("faster", "slower", "same", "within_error", "unknown")]


@dataclass(frozen=True)
class ComparedSide:
    """One version. label: as the user named it.

    status, ended_by: how its program ended; 0 and '' for a trace.
    """

    label: str
    file: str
    status: Count = 0
    ended_by: str = ""


@dataclass(frozen=True)
class Amounts:
    """What the requests of some accesses cost together."""

    requests: Count = 0
    sectors: Count = 0
    least_sectors: Count = 0
    wavefronts: Count = 0
    least_wavefronts: Count = 0
    bank_conflicts: Count = 0


@dataclass(frozen=True)
class Place:
    """A source line of one version. file: as the user would write it. text: '' when not known."""

    file: str
    line: Count
    text: str


@dataclass(frozen=True)
class ComparedAccess:
    """What a line does to one array. array: its name in the version after, if that one has the access."""

    space: str
    op: str
    array: str
    before: Amounts | None
    after: Amounts | None

    @property
    def measure(self) -> str:
        """What its requests are weighed by: 'wavefront' or 'sector'."""
        return "wavefront" if self.space in ("shared", "constant") else "sector"


@dataclass(frozen=True)
class LineShare:
    """What a line takes in one version. share: of the kernel's time. us: so many microseconds."""

    share: Number
    us: Number | None


@dataclass(frozen=True)
class ComparedLine:
    """One source line that costs something, in either version."""

    match: Match
    before: Place | None
    after: Place | None
    time_before: LineShare
    time_after: LineShare
    accesses: Items[ComparedAccess]


@dataclass(frozen=True)
class KernelFigures:
    """A kernel in one version. predicted_us, least_us, amounts: sums over its launches.

    grid, block: three numbers each; none where its launches have different shapes.
    completed: no fault stopped a launch, so that everything that it costs was counted.
    """

    kernel: str
    signature: str
    launches: Count
    grid: Items[Whole]
    block: Items[Whole]
    completed: Flag
    predicted_us: Number | None
    predicted_error: Number
    predicted_by: str
    predicted_next: str
    predicted_why_not: str
    least_us: Number
    amounts: Amounts


@dataclass(frozen=True)
class ComparedKernel:
    """A kernel of both versions.

    times_as_fast: the time before over the time after, None where one is unknown.
    error_us: how far the difference of the two times may be off.
    """

    before: KernelFigures
    after: KernelFigures
    verdict: Verdict
    times_as_fast: Number | None
    error_us: Number
    lines: Items[ComparedLine]


@dataclass(frozen=True)
class ComparedFault:
    """A fault of kernels or of host code. kernel: '' for one of host code."""

    kind: str
    message: str
    advice: str
    kernel: str
    file: str
    line: Count


@dataclass(frozen=True)
class Comparison:
    """The whole comparison. only_before, only_after: kernels that the other version lacks.

    new_faults: those that only the version after has. gone_faults: those that only the one before has.
    kept_faults: how many both have. notes: what else a reader must know.
    """

    device: str
    counted: Flag
    before: ComparedSide
    after: ComparedSide
    new_faults: Items[ComparedFault]
    gone_faults: Items[ComparedFault]
    kept_faults: Count
    kernels: Items[ComparedKernel]
    only_before: Items[str]
    only_after: Items[str]
    notes: Items[str]
    format: Literal[1] = FORMAT


COMPARISON = Document(
    "comparison", "What ./course compare --report json writes", Comparison, "format", FORMAT, indent=1
)
