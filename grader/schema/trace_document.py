"""What a trace found, as frozen data: every renderer reads this."""

from __future__ import annotations

from dataclasses import dataclass

from grader.schema.record import Launch

FORMAT = 1
SECTOR_BYTES = 32
Value = int | float | str | None


@dataclass(frozen=True)
class Fault:
    """One thing that went wrong. line, other_line: 0 when not known; the other party of a race.

    names_a_thread: block and thread say who; not so for a race between blocks.
    """

    kind: str
    message: str
    file: str
    line: int
    other_file: str
    other_line: int
    block: tuple[int, ...]
    thread: tuple[int, ...]
    names_a_thread: bool
    count: int
    stopped_the_launch: bool


@dataclass(frozen=True)
class Total:
    """Sums over a launch for one space and operation. bytes_asked: of every active lane."""

    space: str
    op: str
    requests: int
    lanes: int
    sectors: int
    least_sectors: int
    wavefronts: int
    least_wavefronts: int
    bank_conflicts: int
    bytes_asked: int

    @property
    def counts_sectors(self) -> bool:
        return self.space in ("global", "texture")

    @property
    def bytes_moved(self) -> int:
        return self.sectors * SECTOR_BYTES

    @property
    def efficiency(self) -> float:
        """The least possible over what was spent, in percent."""
        sectors = (self.least_sectors, self.sectors)
        least, spent = sectors if self.counts_sectors else (self.least_wavefronts, self.wavefronts)
        return 100 * least / spent if spent else 100


@dataclass(frozen=True)
class Passed:
    """One parameter and what it was given. buffer: '' for a number."""

    name: str
    type: str
    given: str
    buffer: str


@dataclass(frozen=True)
class TracedLaunch:
    """One launch. launch: what the renderers of costs take; its kernel is as the user named it."""

    launch: Launch
    signature: str
    shared_bytes: int
    parameters: tuple[Passed, ...]
    completed: bool
    totals: tuple[Total, ...]
    faults: tuple[Fault, ...]
    printed: str


@dataclass(frozen=True)
class Buffer:
    """A buffer of the trace."""

    name: str
    type: str
    elements: int


@dataclass(frozen=True)
class Dump:
    """The first elements of a buffer after the last launch; None: never written."""

    buffer: Buffer
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Difference:
    """What a shuffled schedule changed. what: buffer, counters or faults. name: of buffer or kernel."""

    what: str
    seed: int
    name: str
    elements: int = 0
    first_element: int = 0
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class Trace:
    """A whole trace. compared: how many shuffled schedules it was run again under."""

    compiler: str
    schedule_seed: int
    data_seed: int
    launches: tuple[TracedLaunch, ...]
    not_run: tuple[str, ...]
    buffers: tuple[Buffer, ...]
    dumps: tuple[Dump, ...]
    compared: int
    differences: tuple[Difference, ...]

    @property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(fault for launch in self.launches for fault in launch.faults)
