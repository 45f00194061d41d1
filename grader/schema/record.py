"""The run record: what a lab's test program writes (common/lab/src/run_record.cpp), as frozen data.

Paths are absolute as the program wrote them; counts are exact integers over a whole launch. Launches, charts
and findings are copied into the results unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal

from pydantic import AfterValidator, Field, Strict

from grader.schema.document import (
    Complete,
    Count,
    Document,
    Filled,
    Flag,
    Items,
    Number,
    OneOf,
    Triple,
    Whole,
)

FORMAT: Final = 1
LANES = 32

Offsets = Annotated[tuple[Whole, ...], Field(min_length=LANES, max_length=LANES)]
# A pass over the banks of shared memory, which a warp never has more of than lanes; -1: none.
Pass = Annotated[int, Strict(), Field(ge=-1, lt=LANES)]
Space = Annotated[str, OneOf("global", "shared", "constant", "texture", "local")]
Op = Annotated[str, OneOf("load", "store", "atomic")]
Evidence = Annotated[str, OneOf("simulated", "modelled", "measured", "none")]
Comparison = Annotated[str, OneOf("at most", "at least", "exactly", "")]


@dataclass(frozen=True, kw_only=True)
class Costs:
    """What requests cost: the machine's counts (common/simt/include/simt/counts.h), by the same names."""

    sectors: Count
    least_sectors: Count
    wavefronts: Count
    least_wavefronts: Count = 0
    bank_conflicts: Count


@dataclass(frozen=True, kw_only=True)
class Counts(Costs):
    """The sums of many requests. lanes: how many lanes took part in them, summed."""

    requests: Count
    lanes: Count = 0


def _refuse_part_of_a_warp(passes: tuple[int, ...]) -> tuple[int, ...]:
    if len(passes) % LANES:
        raise ValueError(f"has {len(passes)} passes, which are not as many for each of {LANES} lanes")
    return passes


@dataclass(frozen=True)
class Example(Costs):
    """One warp request. addresses: 32 byte offsets from the array's 128-byte-aligned start.

    -1 is an inactive lane. array: the buffer's or shared array's name, '' when unknown.
    passes: in shared memory, for each 4-byte word of each lane, lane by lane, the pass over the banks that
    serves it, from 0; -1 for an inactive lane. group_starts: the first pass of each group of lanes that is
    served together; all other passes are bank conflicts. Both are empty for other memory, for asynchronous
    copies and in older records.
    """

    array: str
    base: Whole
    block: Triple
    warp: Count
    addresses: Offsets
    passes: Annotated[Items[Pass], AfterValidator(_refuse_part_of_a_warp)] = ()
    group_starts: Items[Pass] = ()


@dataclass(frozen=True)
class Access(Counts):
    """All requests of one source line, space, op and width (bytes per lane) to one array in one launch.

    array: '' when not known.
    split_requests: of the requests, those that count at another array of the line, too.
    instruction: 'ldmatrix.x4' where a tensor-core instruction moves rows of width bytes, else ''.
    worst_instruction: of those that the line became, the one that costs most above the least, on average.
    asynchronous: a side of an asynchronous copy (cp.async).
    instructions: how many instructions of the line did this, to whatever array; 0 in older documents.
    joined_lines: other lines of the file whose accesses the compiler joined with these.
    """

    file: str
    line: Count
    space: Space
    op: Op
    width: Count
    example: Example
    array: str = ""
    split_requests: Count = 0
    instruction: str = ""
    worst_instruction: Counts | None = None
    asynchronous: Flag = False
    instructions: Count = 0
    joined_lines: Items[Count] = ()

    @property
    def also(self) -> str:
        """The other lines that the access comes from, to be put behind it: ' (also line 7)'; '' for none."""
        lines = [str(line) for line in self.joined_lines]
        if not lines:
            return ""
        if len(lines) == 1:
            return f" (also line {lines[0]})"
        return f" (also lines {', '.join(lines[:-1])} and {lines[-1]})"

    @property
    def kind(self) -> str:
        """The access in words: 'global load', 'asynchronous copy, global load'."""
        words = f"{self.space} {self.action}"
        return f"asynchronous copy, {words}" if self.asynchronous else words

    @property
    def action(self) -> str:
        """What it does: 'load', or the name of an instruction that is counted by a rule of its own."""
        return self.instruction or self.op

    @property
    def mover(self) -> str:
        """What moves `width` bytes: a lane, or a row of a matrix."""
        return "row" if self.instruction else "lane"


@dataclass(frozen=True)
class Bound:
    """A simulated bound of the bandwidth ratio against a baseline on one device.

    times_us: the least time in microseconds that each part of the memory system allows.
    in_flight_needed: bytes in flight in each SM, to come near the bound; 0 where nobody measured it.
    """

    device: str
    ratio: Number
    limiter: str
    times_us: Mapping[str, Number]
    in_flight_needed: Number = 0.0


@dataclass(frozen=True)
class LineTime:
    """The share of a launch's time that a source line takes. line: 0 when not known."""

    file: str
    line: Count
    share: Number


@dataclass(frozen=True, kw_only=True)
class PredictedTime:
    """What the model of time (common/simt/machine/time) says of one launch, or of several together.

    predicted_us: None where there is none, and in documents that are older than the model.
    predicted_by, predicted_next: what keeps the launch from being faster, and what would do so next.
    predicted_error: the mean error to expect, as a share. predicted_why_not: '' where there is a time.
    least_us: the least time that the traffic allows, 0 when not known.
    line_times: the largest share first; the shares add up to 1.
    """

    predicted_us: Number | None = None
    predicted_by: str = ""
    predicted_next: str = ""
    predicted_error: Number = 0.0
    predicted_why_not: str = ""
    least_us: Number = 0.0
    line_times: Items[LineTime] = ()


@dataclass(frozen=True)
class Modelled:
    """A kernel's bandwidth by the model of time on one device, as a multiple of a baseline's.

    us, against_us: what the kernel and the baseline take, in microseconds, each with the launch itself.
    error: the mean error to expect of either time, as a share. limiter, next_limiter: what keeps the kernel
    from being faster, and what would do so next. line_times: of the kernel, the largest share first.
    """

    device: str
    ratio: Number
    us: Number
    against_us: Number
    error: Number
    limiter: str
    next_limiter: str = ""
    line_times: Items[LineTime] = ()


@dataclass(frozen=True)
class Counter:
    """One hardware counter of one launch, beside what the SIMT machine counts there.

    space: global or shared. op: load or store. quantity: requests, sectors, wavefronts or bank conflicts.
    agreement: equal, scatter (within what the counter itself scatters by) or differs.
    """

    space: Filled
    op: Filled
    quantity: Filled
    simulated: Count
    hardware: Count
    agreement: Annotated[str, OneOf("equal", "scatter", "differs")]


@dataclass(frozen=True)
class Counted:
    """What a profiler counted in one launch on a GPU. device: its name, such as NVIDIA H200."""

    device: str
    counters: Items[Counter]


@dataclass(frozen=True)
class Remark:
    """Something that is no error, but seldom meant. line: 0 when not known."""

    message: str
    file: str
    line: Count


@dataclass(frozen=True)
class InFlight:
    """Loads from global memory that can be on their way at once (common/simt/compiler/passes/load_waits.h).

    bytes: all that the threads of a launch loaded. waits: how often they waited for it, all threads together.
    most: bytes of one thread in one wait. resident_threads: those that fit an SM, by block and shared memory.
    """

    bytes: Count
    waits: Count
    most: Count
    resident_threads: Count

    @property
    def mean(self) -> float:
        """Bytes of a thread that waits, on average; 0 where nothing is loaded."""
        return self.bytes / self.waits if self.waits else 0.0

    @property
    def in_an_sm(self) -> float:
        """Bytes in an SM, if all threads that fit wait at the same time: it never has more on average."""
        return self.mean * self.resident_threads


@dataclass(frozen=True)
class Launch:
    """One kernel launch that a check shows.

    bounds_against: what the bounds and the modelled times are weighed against, such as "the AoS update".
    modelled: of a check that weighs predicted times, one for each device.
    before: the launch of a kernel that the lab gives, whose accesses this one is to improve on.
    number: on a GPU, of the launch in its program, from 1 on. counted: None where no profiler was asked.
    """

    kernel: str
    grid: Triple
    block: Triple
    shape: str
    accesses: Items[Access]
    bounds: Items[Bound] = ()
    bounds_against: str = ""
    before: Launch | None = None
    number: Count = 0
    counted: Counted | None = None
    remarks: Items[Remark] = ()
    in_flight: InFlight | None = None
    modelled: Items[Modelled] = ()


@dataclass(frozen=True)
class Series:
    """One series of a chart. role: student, given, limit or hardware. values: one a place, None is a gap."""

    name: str
    role: Annotated[str, OneOf("student", "given", "limit", "hardware")]
    values: Items[Number | None]


@dataclass(frozen=True)
class Chart:
    """What a check plots. kind: line (x is a scale) or bars (x are names).

    y_label names the unit. source: of what was not found in this run, '' when all was.
    """

    id: str
    title: str
    kind: Annotated[str, OneOf("line", "bars")]
    x_label: str
    x: Items[str]
    y_label: str
    series: Items[Series]
    source: str


def _refuse_gaps(chart: Chart) -> Chart:
    if any(len(one.values) != len(chart.x) for one in chart.series):
        raise ValueError(f"chart '{chart.id}': a series has not one value for each x")
    return chart


@dataclass(frozen=True)
class Reading:
    """One quantity that was measured on a GPU: the median of `runs`, with the middle half's ends.

    shape: of the problem, such as "8192 x 8192". name: the kernel or the library's function.
    unit: "GB/s" (bytes that must be read and written, each once) or "cycles per load".
    """

    shape: str
    name: Filled
    unit: Filled
    value: Number
    low: Number
    high: Number
    runs: Count


@dataclass(frozen=True)
class Finding:
    """What a run found out about one check: in the run record, the results and results.json alike.

    value, required: in `unit`, None when nothing was weighed. file: as its document names files, '' when no
    place is known; line is then 0. fault: the kind of fault that a failed check failed by, such as "race"
    (simt::name_of) or "missing kernel"; '' where a requirement is not met.
    """

    evidence: Evidence = "none"
    value: Number | None = None
    required: Number | None = None
    comparison: Comparison = ""
    unit: str = ""
    message: str = ""
    file: str = ""
    line: Count = 0
    fault: str = ""


@dataclass(frozen=True)
class Failure:
    """One of several failures of a check. file: '' when no place is known; line is then 0."""

    message: str
    file: str
    line: Count


@dataclass(frozen=True)
class Shown:
    """What a run shows for one check: in the run record and the results, but not in results.json.

    failures: how many there are; the first is in Finding, the next few in others.
    """

    printed: str = ""
    failures: Count = 0
    others: Items[Failure] = ()
    launches: Items[Launch] = ()
    charts: Items[Annotated[Chart, AfterValidator(_refuse_gaps)]] = ()


@dataclass(frozen=True)
class _Reported:
    test: str
    status: Annotated[str, OneOf("passed", "failed", "skipped")]
    reason: str


# If there are several bases, the last one's fields come first.
@dataclass(frozen=True)
class CheckReport(Complete, Shown, Finding, _Reported):
    """What the program says of one test. reason: why it was skipped. readings: only of a run on a GPU."""

    seconds: Number = 0.0
    readings: Items[Reading] = ()

    optional: ClassVar[frozenset[str]] = frozenset({"readings", "fault", "failures", "others"})


def _refuse_twins(checks: tuple[CheckReport, ...]) -> tuple[CheckReport, ...]:
    if len({check.test for check in checks}) != len(checks):
        raise ValueError("holds a test that reports twice")
    return checks


@dataclass(frozen=True)
class RunRecord:
    """One run of a lab's program. complete: the program came to its normal end.

    refused: why the module could not be checked, by its author's fault; '' when it could.
    """

    lab: str
    machine: str
    compiler: str
    module: str
    source: str
    seed: Whole
    complete: Flag
    checks: Annotated[Items[CheckReport], AfterValidator(_refuse_twins)]
    refused: str = ""
    format: Literal[1] = FORMAT


RUN_RECORD = Document("run-record", "What a lab's test program writes", RunRecord, "format", FORMAT)
