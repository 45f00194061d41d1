"""What a trace says, in words and source lines, for terminal and page alike.

First the lines around a fault, with carets below the access at fault; then a sentence or a row of words for
each thing that a trace holds: shapes, totals, the worst accesses, differences between schedules, dumps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from grader.core.wording import figure, plural
from grader.report.costs import LineCost
from grader.report.launch_times import NO_SHARES, LineShares, most_time_words, time_words
from grader.schema.record import LANES, Launch, Remark
from grader.schema.trace_document import SECTOR_BYTES, Difference, Dump, Fault, Total, Trace, TracedLaunch

CONTEXT = 1


@dataclass
class Sources:
    """The texts of source files by path, read once. A file that cannot be read has no lines."""

    texts: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def line(self, file: str, number: int) -> str:
        if file not in self.texts:
            try:
                text = Path(file).read_bytes().decode("utf-8", errors="replace")
            except OSError:
                text = ""
            self.texts[file] = tuple(text.split("\n"))
        lines = self.texts[file]
        return lines[number - 1].rstrip("\r").expandtabs(4) if 0 < number <= len(lines) else ""


@dataclass(frozen=True)
class ExcerptLine:
    """One line. carets: spaces and ^ below the spot; '' beside the fault's own line."""

    number: int
    text: str
    carets: str = ""


@dataclass(frozen=True)
class Excerpt:
    """Where something went wrong. lines: none where the source is not to be had."""

    file: str
    line: int
    lines: tuple[ExcerptLine, ...]


def excerpts_of(fault: Fault, sources: Sources) -> tuple[Excerpt, ...]:
    """The fault's own place, and the other party's where there is one."""
    places = [(fault.file, fault.line)] if fault.line else []
    if fault.other_line and (fault.other_file, fault.other_line) not in places:
        places.append((fault.other_file, fault.other_line))
    return tuple(excerpt_at(file, line, _arrays(fault.message), sources) for file, line in places)


def excerpt_at(file: str, line: int, arrays: list[str], sources: Sources) -> Excerpt:
    """The lines around a place, with carets below the first access of one of the arrays."""
    shown = []
    for number in range(max(1, line - CONTEXT), line + CONTEXT + 1):
        text = sources.line(file, number)
        if number == line:
            shown.append(ExcerptLine(number, text, carets_below(text, arrays)))
        elif text.strip():
            shown.append(ExcerptLine(number, text))
    return Excerpt(file, line, tuple(shown) if any(item.text for item in shown) else ())


def carets_below(text: str, arrays: list[str]) -> str:
    """Carets below the first access of one of these arrays, else below all code of the line."""
    # An access has an index, which tells it from a parameter.
    for times, array in ((times, array) for times in "+*" for array in arrays):
        found = re.search(rf"(?<!\w){re.escape(array)}(?!\w)\s*(\[[^\]]*\]){times}", text)
        if found:
            return " " * found.start() + "^" * len(found[0].rstrip())
    code = text.partition("//")[0].rstrip() or text.rstrip()
    start = len(code) - len(code.lstrip())
    return " " * start + "^" * (len(code) - start)


def _arrays(message: str) -> list[str]:
    """The names that a message sets as code, such as `out[33]`."""
    return re.findall(r"`([A-Za-z_]\w*)(?:\[[^\]]*\])*`", message)


SHOWN_DIFFERENCES = 5
NOTHING_WASTED = "Every request costs the least possible."
NOTHING_LEFT_WASTED = (
    "The requests that are left cost the least possible: a load whose value is never used was removed."
)
UNUSED_LOAD = "value is never used"  # of the machine's remark
# The loss of an access that costs more than it must.
WASTES = {
    "global": "bytes moved",
    "texture": "bytes moved",
    "local": "local memory",
    "shared": "shared memory",
    "constant": "constant memory",
}


def shape_words(launch: Launch, dynamic_shared_bytes: int) -> str:
    """The launch's shape, such as 'grid 8 x 8, block 32 x 8: 64 blocks of 8 warps'."""
    grid, block = launch.grid, launch.block
    blocks = plural(grid[0] * grid[1] * grid[2], "block")
    warps = plural(-(-block[0] * block[1] * block[2] // LANES), "warp")
    shared = f", {dynamic_shared_bytes:,} bytes of dynamic shared memory" if dynamic_shared_bytes else ""
    return f"grid {_sizes(grid)}, block {_sizes(block)}: {blocks} of {warps}{shared}"


def launch_time_words(launch: TracedLaunch) -> str:
    """How long the launch takes on its device; '' for one that a fault stopped."""
    return time_words(launch, launch.device) if launch.completed else ""


def schedule_words(trace: Trace) -> str:
    """Who compiled the kernel, and in which order lanes ran."""
    order = f"shuffled by seed {trace.schedule_seed}" if trace.schedule_seed else "in order"
    return f"compiled by {trace.compiler}; lanes run {order}"


def wasted(cost: LineCost) -> int:
    """Sectors or wavefronts of a whole launch beyond the least possible."""
    return cost.total - cost.least_total


def wasted_words(cost: LineCost) -> str:
    """What an access costs beyond the least possible; '' when nothing."""
    if not wasted(cost):
        return ""
    if cost.measure == "sector":
        return f"{wasted(cost) * SECTOR_BYTES:,} bytes wasted"
    if cost.access.bank_conflicts:
        return plural(cost.access.bank_conflicts, "bank conflict")
    return f"{plural(wasted(cost), 'wavefront')} too many"


def worst(costs: Iterable[LineCost], shares: LineShares = NO_SHARES) -> tuple[LineCost, ...]:
    """For all that can be wasted the access that wastes most of it over its launch; none where none is.

    The one whose line takes the most time comes first.
    """
    most: dict[str, LineCost] = {}
    for cost in costs:
        kind = WASTES[cost.access.space]
        if wasted(cost) and (kind not in most or wasted(cost) > wasted(most[kind])):
            most[kind] = cost
    return tuple(sorted(most.values(), key=lambda cost: -shares.percent(cost.access.file, cost.access.line)))


def verdict_words(costs: Sequence[LineCost], shares: LineShares = NO_SHARES) -> tuple[str, ...]:
    """The line that takes the most time, and each worst access or the sentence that nothing is wasted."""
    most_time = most_time_words(shares)
    return (*([most_time] if most_time else []), *_waste_words(costs, shares))


def _waste_words(costs: Sequence[LineCost], shares: LineShares) -> tuple[str, ...]:
    if not costs:
        return ("The kernel touches no memory that is counted.",)
    if not worst(costs):
        return (nothing_wasted_words(remark for cost in costs for remark in cost.launch.remarks),)
    return tuple(
        f"Worst in {WASTES[cost.access.space]}: "
        f"line {cost.access.line}, {cost.access.kind}: "
        f"{figure(cost.amount)} {cost.unit} per request where {figure(cost.least)} would do; "
        f"{wasted_words(cost)} in all" + (f". {cost.reason}" if cost.reason else "")
        for cost in worst(costs, shares)
    )


def nothing_wasted_words(remarks: Iterable[Remark]) -> str:
    """That no request wastes anything, and whether loads are missing that the source has."""
    removed = any(UNUSED_LOAD in remark.message for remark in remarks)
    return NOTHING_LEFT_WASTED if removed else NOTHING_WASTED


def total_words(total: Total) -> tuple[str, str, str, str, str]:
    """Access, requests, what they cost, the least possible, efficiency."""
    what = f"{total.space} {total.op}"
    requests = f"{total.requests:,}"
    if total.counts_sectors:
        amounts = (plural(total.sectors, "sector"), f"{_least_sectors(total):,}")
    else:
        amounts = (plural(total.wavefronts, "wavefront"), f"{total.least_wavefronts:,}")
    return (what, requests, *amounts, f"{total.efficiency:.3g} %")


def _least_sectors(total: Total) -> int:
    """The least sectors that would do. Nothing need be in local memory."""
    return 0 if total.space == "local" else total.least_sectors


def traffic_words(totals: Sequence[Total]) -> str:
    """Bytes moved against bytes requested; '' where no sector moved."""
    moving = [total for total in totals if total.counts_sectors]
    moved = sum(total.bytes_moved for total in moving)
    least = sum(_least_sectors(total) for total in moving) * SECTOR_BYTES
    if not moved:
        return ""
    asked = sum(total.bytes_asked for total in moving)
    return (
        f"{moved:,} bytes moved in sectors of 32, {asked:,} requested by lanes; "
        f"{least:,} would do ({100 * least / moved:.3g} % efficient)"
    )


F = TypeVar("F", bound=Fault)


def told_apart(faults: Sequence[F]) -> tuple[tuple[F, ...], tuple[F, ...]]:
    """Faults that have a cause of their own, and those that follow from one of them."""
    told = tuple(fault for fault in faults if not fault.follows)
    return told, tuple(fault for fault in faults if fault.follows)


def following_words(following: Sequence[Fault]) -> str:
    """How many races are not shown one by one; '' where none is."""
    if not following:
        return ""
    verb = "follows" if len(following) == 1 else "follow"
    return f"{plural(len(following), 'more race')} {verb} from what is shown above."


def fault_place(fault: Fault) -> str:
    """Who ran into a fault, and how often."""
    who = [f"block {_index(fault.block)}, thread {_index(fault.thread)}"] if fault.names_a_thread else []
    return "; ".join([*who, *([f"{fault.count:,} times in all"] if fault.count > 1 else [])])


def remark_words(remark: Remark, file: Path) -> str:
    """A remark with its place. file: as the user named it."""
    if not remark.line:
        return remark.message
    name = file.name if Path(remark.file).resolve() == file.resolve() else remark.file
    return f"{name}:{remark.line}: {remark.message}"


def difference_words(trace: Trace) -> tuple[str, ...]:
    """What the shuffled schedules showed; nothing where none was run."""
    if not trace.schedules.compared:
        return ()
    if not trace.differences:
        schedules = plural(trace.schedules.compared, "shuffled schedule")
        return (f"{schedules}: the same buffers, counters and faults.",)
    shown = [_difference(item, trace.schedule_seed) for item in trace.differences[:SHOWN_DIFFERENCES]]
    left = len(trace.differences) - len(shown)
    return (*shown, *([f"… and {plural(left, 'difference')} more"] if left else []))


def dump_words(dump: Dump) -> str:
    """The dumped elements, and how many there are."""
    values = " ".join(_value(value) for value in dump.values)
    left = dump.elements - len(dump.values)
    return f"{values} … {left:,} more" if left > 0 else values


def dump_head(dump: Dump) -> str:
    """Which buffer is dumped."""
    return f"{dump.name}: {plural(dump.elements, 'element')} of type {dump.type}"


def _difference(item: Difference, first_seed: int) -> str:
    again = f"with --schedule {item.seed}"
    if item.what == "faults":
        return f"order-dependent: {item.name} has other faults {again}"
    if item.what == "counters":
        return f"order-dependent: {item.name} makes other accesses {again}"
    first = f"with --schedule {first_seed}" if first_seed else "in order"
    return (
        f"order-dependent: `{item.name}[{item.first_element}]` is {item.before} {first} "
        f"and {item.after} {again} ({plural(item.elements, 'element')} of `{item.name}` in all)"
    )


def _value(value: object) -> str:
    return "?" if value is None else figure_of(value)


def figure_of(value: object) -> str:
    """A number in its shortest form."""
    return f"{value:.9g}" if isinstance(value, float) else str(value)


def _sizes(shape: tuple[int, ...]) -> str:
    kept = shape if shape[2] > 1 else shape[:2] if shape[1] > 1 else shape[:1]
    return " x ".join(f"{size:,}" for size in kept)


def _index(index: tuple[int, ...]) -> str:
    return f"({', '.join(str(part) for part in index)})"
