"""What a trace found (common/simt/tools/trace_json.cpp), as frozen data: every renderer reads this."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, ValidationError, ValidatorFunctionWrapHandler, WrapValidator

from grader.schema.document import Count, Document, Flag, Items, Number, OneOf, Triple, Whole, read_document
from grader.schema.record import Access, Counts, InFlight, Launch, PredictedTime, Remark

FORMAT: Final = 1
SECTOR_BYTES = 32


def _said_once(value: Any, check: ValidatorFunctionWrapHandler) -> Any:
    """One error rather than one for each type that the value does not have."""
    try:
        return check(value)
    except ValidationError:
        raise ValueError("must be a number, a word or null") from None


# JSON has no infinities and no NaN: these are words. null: never written.
Value = Annotated[Whole | Number | str | None, WrapValidator(_said_once)]


@dataclass(frozen=True)
class Fault:
    """One thing that went wrong. line, other_line: 0 when not known; the other party of a race.

    names_a_thread: block and thread say who; not so for a race between blocks and at the time limit.
    advice: what to do, or "".
    follows: a race of the same cause as one before it, whose message names the lines of both.
    """

    kind: str
    message: str
    file: str
    line: Count
    other_file: str
    other_line: Count
    block: Triple
    thread: Triple
    names_a_thread: Flag
    count: Count
    stopped_the_launch: Flag
    advice: str = ""
    follows: Flag = False


@dataclass(frozen=True)
class Total(Counts):
    """Sums over a launch for one space and operation. bytes_asked: of every active lane."""

    space: str
    op: str
    bytes_asked: Count

    @property
    def counts_sectors(self) -> bool:
        return self.space in ("global", "texture", "local")

    @property
    def bytes_moved(self) -> int:
        return self.sectors * SECTOR_BYTES

    @property
    def efficiency(self) -> float:
        """The least possible over what was spent, in percent. Nothing need be in local memory."""
        if self.space == "local":
            return 0
        sectors = (self.least_sectors, self.sectors)
        least, spent = sectors if self.counts_sectors else (self.least_wavefronts, self.wavefronts)
        return 100 * least / spent if spent else 100


@dataclass(frozen=True)
class Passed:
    """One parameter and what it was given. buffer: '' for a number. members: of a struct."""

    name: str
    type: str
    given: str
    buffer: str
    members: Items[Passed] = ()


@dataclass(frozen=True)
class Unwritten:
    """An output with elements that neither the host nor any launch so far has written.

    elements: of the buffer. count: of those that are not written. first: the first of them.
    """

    buffer: str
    elements: Count
    count: Count
    first: Count
    message: str


@dataclass(frozen=True)
class TracedLaunch(PredictedTime):
    """One launch. kernel: as the user named it, and numbered where it was launched several times.

    device: the GPU whose time is predicted, '' in older documents.
    """

    kernel: str
    signature: str
    grid: Triple
    block: Triple
    dynamic_shared_bytes: Count
    parameters: Items[Passed]
    completed: Flag
    accesses: Items[Access]
    totals: Items[Total]
    faults: Items[Fault]
    printed: str
    unwritten: Items[Unwritten] = ()
    remarks: Items[Remark] = ()
    in_flight: InFlight | None = None
    device: str = ""

    @cached_property
    def launch(self) -> Launch:
        """What the renderers of costs take."""
        return Launch(
            self.kernel,
            self.grid,
            self.block,
            "",
            self.accesses,
            remarks=self.remarks,
            in_flight=self.in_flight,
        )


def _numbered(launches: tuple[TracedLaunch, ...]) -> tuple[TracedLaunch, ...]:
    """Several launches of one kernel are numbered, so that what each cost stays apart."""
    names = Counter(launch.kernel for launch in launches)
    seen: Counter[str] = Counter()
    numbered = []
    for launch in launches:
        name = launch.kernel
        seen[name] += 1
        numbered.append(replace(launch, kernel=f"{name} ({seen[name]})") if names[name] > 1 else launch)
    return tuple(numbered)


@dataclass(frozen=True)
class Buffer:
    """A buffer of the trace."""

    name: str
    type: str
    elements: Count


@dataclass(frozen=True)
class Dump(Buffer):
    """The first elements of a buffer after the last launch; None: never written."""

    values: Items[Value]


@dataclass(frozen=True)
class Difference:
    """What a shuffled schedule changed. name: of buffer or kernel. All behind it is said of buffers alone."""

    what: Annotated[str, OneOf("buffer", "counters", "faults")]
    seed: Count
    name: str
    elements: Count = 0
    first_element: Count = 0
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class Schedules:
    """compared: how many shuffled schedules the launches were run again under."""

    compared: Count
    differences: Items[Difference]


@dataclass(frozen=True)
class Trace:
    """A whole trace."""

    compiler: str
    schedule_seed: Count
    data_seed: Count
    launches: Annotated[Items[TracedLaunch], AfterValidator(_numbered)]
    not_run: Items[str]
    buffers: Items[Buffer]
    dumps: Items[Dump]
    schedules: Schedules
    format: Literal[1] = FORMAT

    @property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(fault for launch in self.launches for fault in launch.faults)

    @property
    def unwritten(self) -> tuple[Unwritten, ...]:
        return tuple(item for launch in self.launches for item in launch.unwritten)

    @property
    def differences(self) -> tuple[Difference, ...]:
        return self.schedules.differences


TRACE = Document("trace", "What ./course trace --json writes", Trace, "format", FORMAT)


def parse_trace(text: str, where: str) -> Trace:
    """Raises GraderError, naming `where` and the key, when text is no trace of format 1."""
    return read_document(TRACE, text, where)
