"""What a whole program did on the SIMT machine, as common/simt/runtime/report writes it, in frozen data."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Final, Literal

from pydantic import AfterValidator

from grader.schema.document import Count, Document, Flag, Items, OneOf, Triple, read_document
from grader.schema.record import Access, Launch, PredictedTime, Remark
from grader.schema.trace_document import Fault, Total

FORMAT: Final = 1


@dataclass(frozen=True, kw_only=True)
class ProgramFault(Fault):
    """A fault of one kernel. first: number of the first launch that had it. launches: how many had it."""

    first: Count
    launches: Count


@dataclass(frozen=True)
class LaunchGroup(PredictedTime):
    """Launches of one kernel, joined; accesses, totals, predicted_us and least_us are sums over them.

    alike: what they have in common: costs (and faults and shape), shape, or only the kernel.
    count: how many they are. first, last, worst: numbers in the program, from 1 on.
    stopped: how many a fault stopped. repeated: how many only repeated an earlier one, and were not run.
    lockstep: the lanes of a warp did each access together, as on GPUs before Volta.
    label: the kernel, and the launch where several groups of that kernel must be told apart.
    """

    kernel: str
    signature: str
    file: str
    line: Count
    grid: Triple
    block: Triple
    dynamic_shared_bytes: Count
    alike: Annotated[str, OneOf("costs", "shape", "kernel")]
    count: Count
    first: Count
    last: Count
    worst: Count
    stopped: Count
    completed: Flag
    accesses: Items[Access]
    totals: Items[Total]
    faults: Items[ProgramFault]
    remarks: Items[Remark] = ()
    label: str = ""
    repeated: Count = 0
    lockstep: Flag = False

    @cached_property
    def launch(self) -> Launch:
        """What the renderers of costs take."""
        return Launch(
            self.label or self.kernel, self.grid, self.block, "", self.accesses, remarks=self.remarks
        )

    @property
    def wasted(self) -> int:
        """Sectors and wavefronts beyond the least possible."""
        return sum(
            one.sectors - one.least_sectors + one.wavefronts - one.least_wavefronts for one in self.accesses
        )


def _labelled(groups: tuple[LaunchGroup, ...]) -> tuple[LaunchGroup, ...]:
    """Several groups of one kernel are told apart by their first launches."""
    times = Counter(group.kernel for group in groups)
    return tuple(
        replace(group, label=f"{group.kernel}, launch {group.first}" if times[group.kernel] > 1 else "")
        for group in groups
    )


@dataclass(frozen=True)
class CodePlace:
    """Where host code was. function, file: '' when not known. line: 0 when not known."""

    function: str
    file: str
    line: Count


@dataclass(frozen=True)
class HostFault(CodePlace):
    """What host code did wrong, at the line of its call."""

    kind: str
    message: str
    advice: str
    count: Count


@dataclass(frozen=True)
class FunctionCalls:
    """How often one function of a library was called."""

    function: str
    calls: Count


@dataclass(frozen=True)
class LibraryCalls:
    """What a library such as cuBLAS computed on the host: its results are right, its costs not counted."""

    library: str
    calls: Count
    functions: Items[FunctionCalls]


@dataclass(frozen=True)
class RunningLaunch:
    """The launch that had begun, and not ended, when the report was written."""

    kernel: str
    grid: Triple
    block: Triple
    number: Count


@dataclass(frozen=True)
class ProgramReport:
    """All that a program did. device: the GPU whose times are predicted.

    ended: by itself (exit), by a signal, or not yet. counted: whether accesses were.
    races_looked_for: if not, reads of memory that nothing wrote were not, either.
    libraries: what was computed on the host, without costs.
    stopped_at: the line that the signal came from, where host code was at fault.
    launched: how many kernels. left_out: how many of these were not selected.
    """

    device: str
    ended: Annotated[str, OneOf("running", "exit", "signal")]
    signal: str
    counted: Flag
    launched: Count
    left_out: Count
    running: RunningLaunch | None
    launches: Annotated[Items[LaunchGroup], AfterValidator(_labelled)]
    host_faults: Items[HostFault]
    stopped_at: CodePlace | None = None
    libraries: Items[LibraryCalls] = ()
    races_looked_for: Flag = True
    format: Literal[1] = FORMAT

    @property
    def faults(self) -> tuple[ProgramFault, ...]:
        return tuple(fault for group in self.launches for fault in group.faults)


PROGRAM_REPORT = Document(
    "program-report", "What ./course run --report json writes", ProgramReport, "format", FORMAT
)


def parse_report(text: str, where: str) -> ProgramReport:
    """Raises GraderError, naming `where` and the key, when text is no report of format 1."""
    return read_document(PROGRAM_REPORT, text, where)
