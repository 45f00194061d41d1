"""One of the two versions that are compared, whether a whole program ran or kernels were traced.

In goes a program's report or a trace; out comes what both have: kernels with their costs and times, faults,
the texts of the sources.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.core.paths import is_cuda_header
from grader.schema.comparison import Amounts, ComparedFault, ComparedSide
from grader.schema.program_report import LaunchGroup, ProgramReport
from grader.schema.record import Access, PredictedTime
from grader.schema.trace_document import Fault, Trace, TracedLaunch


@dataclass(frozen=True)
class SideAccess:
    """What a line does to one array, summed over the launches of a kernel. array: '' when not known."""

    file: str
    line: int
    space: str
    op: str
    array: str
    amounts: Amounts


@dataclass(frozen=True)
class SideKernel:
    """A kernel of one version, with all of its launches. groups: the launches as the report has them."""

    name: str
    signature: str
    launches: int
    groups: tuple[LaunchGroup | TracedLaunch, ...]

    @property
    def bare_name(self) -> str:
        """The name without its template arguments."""
        return self.name.partition("<")[0]

    @property
    def predicted_us(self) -> float | None:
        """The time of all launches together; None where one of them has none, or was stopped by a fault."""
        times = [group.predicted_us for group in self.groups if group.completed]
        known = [us for us in times if us is not None]
        return sum(known) if len(known) == len(self.groups) and known else None

    @property
    def longest(self) -> LaunchGroup | TracedLaunch:
        """The launches that take most of the time, which decide what limits the kernel."""
        return max(self.groups, key=lambda group: group.predicted_us or 0.0)

    @property
    def amounts(self) -> Amounts:
        return sum_of(access for group in self.groups for access in group.accesses)

    @property
    def accesses(self) -> tuple[SideAccess, ...]:
        """What each line does to each array."""
        found: dict[tuple[str, int, str, str, str], list[Access]] = {}
        for access in (access for group in self.groups for access in group.accesses):
            op = f"asynchronous {access.action}" if access.asynchronous else access.action
            place = (real(access.file), access.line, access.space, op, access.array)
            found.setdefault(place, []).append(access)
        return tuple(SideAccess(*place, sum_of(accesses)) for place, accesses in found.items())

    @property
    def shares(self) -> dict[tuple[str, int], float]:
        """Each line's share of the time of all launches together, by real path and line."""
        total = sum(group.predicted_us or 0.0 for group in self.groups)
        shares: dict[tuple[str, int], float] = {}
        for group in self.groups:
            for one in group.line_times if total else ():
                place = (real(one.file), one.line)
                shares[place] = shares.get(place, 0.0) + one.share * (group.predicted_us or 0.0) / total
        return shares


@dataclass(frozen=True)
class SideFault(ComparedFault):
    """A fault, whose file is a real path; '' where none is known."""


@dataclass(frozen=True)
class Side:
    """One version. main: the real path of its file.

    roots: names of files are written relative to the first of these that has them.

    texts: the sources by real path. printed: what its program or kernels wrote.
    """

    told: ComparedSide
    main: str
    roots: tuple[Path, ...]
    device: str
    counted: bool
    kernels: tuple[SideKernel, ...]
    faults: tuple[SideFault, ...]
    texts: Mapping[str, str] = field(default_factory=dict)
    printed: str = ""

    def shown(self, file: str) -> str:
        """A file as the user would write it."""
        if file == self.main:
            return self.told.file
        near = (root for root in self.roots if Path(file).is_relative_to(root))
        root = next(near, None)
        return str(Path(file).relative_to(root)) if root is not None else file


def side_of_program(
    told: ComparedSide, main: Path, roots: Sequence[Path], report: ProgramReport, printed: str
) -> Side:
    """The version whose program left this report."""
    kernels = _kernels((group.kernel, group.signature, group.count, group) for group in report.launches)
    faults = [_fault(fault, group.kernel) for group in report.launches for fault in group.faults]
    faults += [
        SideFault(one.kind, one.message, one.advice, "", real(one.file), one.line)
        for one in report.host_faults
    ]
    return Side(
        told,
        real(str(main)),
        tuple(roots),
        report.device,
        report.counted,
        kernels,
        (*faults, *_ended(told)),
        _texts(main, kernels, faults),
        printed,
    )


def side_of_trace(
    told: ComparedSide, main: Path, roots: Sequence[Path], trace: Trace, names: Sequence[str]
) -> Side:
    """The version whose kernels were traced. names: of the launches' kernels, as they are called."""
    called = [*zip(names, trace.launches, strict=False)]
    kernels = _kernels((name, launch.signature, 1, launch) for name, launch in called)
    faults = [_fault(fault, name) for name, launch in called for fault in launch.faults]
    faults += [
        SideFault("not written", one.message, "", name, "", 0)
        for name, launch in called
        for one in launch.unwritten
    ]
    device = trace.launches[0].device if trace.launches else ""
    printed = "".join(launch.printed for launch in trace.launches)
    texts = _texts(main, kernels, faults)
    return Side(told, real(str(main)), tuple(roots), device, True, kernels, tuple(faults), texts, printed)


def sum_of(accesses: Iterable[Access]) -> Amounts:
    """What these accesses cost together. In local memory nothing need be, so that its least is 0."""
    requests = sectors = least = wavefronts = least_wavefronts = conflicts = 0
    for one in accesses:
        requests += one.requests
        sectors += one.sectors
        least += 0 if one.space == "local" else one.least_sectors
        wavefronts += one.wavefronts
        least_wavefronts += one.least_wavefronts
        conflicts += one.bank_conflicts
    return Amounts(requests, sectors, least, wavefronts, least_wavefronts, conflicts)


def real(file: str) -> str:
    """The file's real path; '' stays so."""
    return str(Path(file).resolve()) if file else ""


def _kernels(
    launches: Iterable[tuple[str, str, int, LaunchGroup | TracedLaunch]],
) -> tuple[SideKernel, ...]:
    found: dict[str, list[tuple[str, int, LaunchGroup | TracedLaunch]]] = {}
    for name, signature, count, group in launches:
        found.setdefault(name, []).append((signature, count, group))
    return tuple(
        SideKernel(
            name, groups[0][0], sum(count for _, count, _ in groups), tuple(group for *_, group in groups)
        )
        for name, groups in found.items()
    )


def _fault(fault: Fault, kernel: str) -> SideFault:
    return SideFault(fault.kind, fault.message, fault.advice, kernel, real(fault.file), fault.line)


def _ended(told: ComparedSide) -> tuple[SideFault, ...]:
    """A program that ends by a signal, or says by its status that something is wrong, is at fault itself."""
    if told.ended_by:
        return (SideFault("program ended", f"The program was ended by {told.ended_by}.", "", "", "", 0),)
    if told.status:
        return (SideFault("program ended", f"The program ended with status {told.status}.", "", "", "", 0),)
    return ()


def _texts(main: Path, kernels: Iterable[SideKernel], faults: Iterable[SideFault]) -> dict[str, str]:
    """The text of the main file and of every other that has a cost, a time or a fault."""
    groups: list[PredictedTime] = [group for kernel in kernels for group in kernel.groups]
    files = [access.file for kernel in kernels for access in kernel.accesses]
    files += [line.file for group in groups for line in group.line_times]
    files += [fault.file for fault in faults]
    texts = {}
    for file in dict.fromkeys([real(str(main)), *(real(file) for file in files if file)]):
        if not is_cuda_header(file) and Path(file).is_file():
            texts[file] = Path(file).read_text(encoding="utf-8", errors="replace")
    return texts
