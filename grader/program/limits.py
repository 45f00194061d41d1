"""What makes `run` fail, for CI: kinds of faults (--fail-on), and requests that cost too much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.core.errors import GraderError
from grader.schema.program_report import LaunchGroup, ProgramReport

# The machine's own names, with hyphens (common/simt/machine/faults/fault_kinds.cpp).
KERNEL_KINDS = (
    "out-of-bounds",
    "misaligned-access",
    "forbidden-write",
    "divergent-barrier",
    "warp-mask",
    "crash",
    "stack-overflow",
    "time-limit",
    "launch-refused",
    "race",
    "uninitialised-read",
)
# …which are found by one look at who accessed what before: all that --no-races leaves out.
FOUND_WITH_RACES = frozenset({"race", "uninitialised-read"})
# All of kernels, all of host code, remarks; none: whatever is found, the program's own status counts.
GROUPS = ("faults", "host", "remarks", "none")
# What --expect-written finds (common/simt/runtime/state/expected_outputs.cpp). It fails, whatever --fail-on
# says.
NOT_WRITTEN = "expected output not written"


@dataclass(frozen=True)
class CostLimit:
    """The most sectors that a request of a kernel may touch, on average over a line. kernel: as --kernel."""

    kernel: str
    sectors: float


@dataclass(frozen=True)
class Excess:
    """An access that touches more sectors a request than a limit allows."""

    file: str
    line: int
    kernel: str
    kind: str
    sectors: float
    allowed: float

    @property
    def what(self) -> str:
        """The access and its cost, without a place."""
        return f"{self.kind}: {self.sectors:.4g} sectors a request, at most {self.allowed:g} allowed"

    @property
    def words(self) -> str:
        """A line for the terminal."""
        return f"{self.file}:{self.line}: {self.kernel}: {self.what}"


def kinds_of(text: str) -> frozenset[str]:
    """The kinds that --fail-on names, separated by commas. Raises GraderError for an unknown one or none.

    An empty list is more often an unset variable of a CI job than a wish to pass whatever is found.
    """
    kinds = frozenset(word.strip() for word in text.split(",") if word.strip())
    if not kinds:
        raise GraderError(f"--fail-on '{text}' names no kind", "Name kinds, or write --fail-on none.")
    for kind in sorted(kinds - {*KERNEL_KINDS, *GROUPS}):
        known = ", ".join((*GROUPS, *KERNEL_KINDS))
        raise GraderError(f"--fail-on {kind}: there is no such kind", f"The kinds are {known}.")
    return kinds


def limit_of(text: str) -> CostLimit:
    """The limit that 'KERNEL=N' states. Raises GraderError for anything else."""
    kernel, equals, number = text.rpartition("=")
    try:
        sectors = float(number)
    except ValueError:
        sectors = 0.0
    if not equals or not kernel or sectors <= 0:
        raise GraderError(
            f"--max-sectors-per-request {text} is no limit", "Write KERNEL=N, such as transpose=4."
        )
    return CostLimit(kernel, sectors)


def is_failure(report: ProgramReport, kinds: frozenset[str]) -> bool:
    """Whether the report has something of these kinds, or an output that was to be written and is not."""
    found = {fault.kind.replace(" ", "-") for fault in report.faults}
    groups = {
        "faults": bool(found),
        "host": bool(report.host_faults),
        "remarks": any(group.remarks for group in report.launches),
    }
    is_unwritten = any(fault.kind == NOT_WRITTEN for fault in report.host_faults)
    return is_unwritten or bool(found & kinds) or any(groups[kind] for kind in kinds if kind in groups)


def excesses(report: ProgramReport, limits: Sequence[CostLimit]) -> tuple[Excess, ...]:
    """The accesses that cost more than a limit allows."""
    found = (
        excess
        for limit in limits
        for group in report.launches
        if is_called(group, limit.kernel)
        for excess in _above(group, limit)
    )
    return tuple(dict.fromkeys(found))


def refuse_uncounted(report: ProgramReport, limits: Sequence[CostLimit]) -> None:
    """Raise GraderError for a limit whose kernel never ran."""
    for limit in limits:
        if not any(is_called(group, limit.kernel) for group in report.launches):
            raise GraderError(
                f"--max-sectors-per-request {limit.kernel}: no launch of such a kernel was counted",
                f"Counted were {', '.join(sorted({group.kernel for group in report.launches})) or 'none'}.",
            )


def _above(group: LaunchGroup, limit: CostLimit) -> Iterator[Excess]:
    for access in group.accesses:
        if access.sectors and access.sectors > limit.sectors * access.requests:
            found = access.sectors / access.requests
            yield Excess(access.file, access.line, group.kernel, access.kind, found, limit.sectors)


def is_called(group: LaunchGroup, asked: str) -> bool:
    """Whether `asked` names the kernel: its namespaces, its template arguments, or both may be left out.

    common/simt/runtime/report/recorder.h chooses kernels by the same rule.
    """
    bare = group.kernel.partition("<")[0]
    own = bare.rpartition("::")[2]
    return asked in (group.kernel, bare, own, own + group.kernel[len(bare) :])
