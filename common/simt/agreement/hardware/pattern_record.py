"""From Nsight Compute's CSV and the launches of measure_patterns to the record of single-warp accesses."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kernel_record import RecordError
from metrics import BY_COLUMN

LANES = tuple(f"lane{lane}" for lane in range(32))
KEY = ("space", "op", "type", "result", "width_bytes", *LANES)
COUNTS = ("requests", "sectors", "wavefronts", "bank_conflicts")

SHARED_INSTRUCTIONS = BY_COLUMN["shared_atomic_instructions"]
SHARED_WAVEFRONTS = BY_COLUMN["shared_atomic_wavefronts"]
SHARED_CONFLICTS = BY_COLUMN["shared_atomic_conflicts"]
# The metrics of an atomic operation, by whether somebody uses its result.
GLOBAL_REQUESTS = {True: BY_COLUMN["global_atomic_requests"], False: BY_COLUMN["global_reduction_requests"]}
GLOBAL_SECTORS = {True: BY_COLUMN["global_atomic_sectors"], False: BY_COLUMN["global_reduction_sectors"]}
TEXTURE_INSTRUCTIONS = BY_COLUMN["texture_instructions"]
TEXTURE_REQUESTS = BY_COLUMN["texture_load_requests"]
TEXTURE_SECTORS = BY_COLUMN["texture_load_sectors"]
CONSTANT_INSTRUCTIONS = BY_COLUMN["constant_load_instructions"]
CONSTANT_REQUESTS = BY_COLUMN["constant_requests"]

Counter = Callable[[str], int]


@dataclass(frozen=True)
class Launch:
    """One launch, as measure_patterns logged it; its number counts the launches of every space."""

    number: int
    purpose: str
    kernel: str
    key: tuple[str, ...]

    @property
    def space(self) -> str:
        return self.key[0]

    @property
    def result_used(self) -> bool:
        return self.key[KEY.index("result")] == "used"


@dataclass(frozen=True)
class Cost:
    """What the hardware counted of one access, in the order of the record's columns."""

    requests: int
    sectors: int = 0
    wavefronts: int = 0
    bank_conflicts: int = 0

    def less(self, other: Cost) -> Cost:
        """What is left when the kernel's own accesses are taken away."""
        return Cost(
            self.requests - other.requests,
            self.sectors - other.sectors,
            self.wavefronts - other.wavefronts,
            self.bank_conflicts - other.bank_conflicts,
        )


@dataclass(frozen=True)
class Counted:
    """A launch and its cost."""

    launch: Launch
    cost: Cost


METRICS = {
    "shared": (SHARED_INSTRUCTIONS, SHARED_WAVEFRONTS, SHARED_CONFLICTS),
    "global": tuple(names[used] for names in (GLOBAL_REQUESTS, GLOBAL_SECTORS) for used in (False, True)),
    "texture": (TEXTURE_INSTRUCTIONS, TEXTURE_REQUESTS, TEXTURE_SECTORS),
    "constant": (CONSTANT_INSTRUCTIONS, CONSTANT_REQUESTS),
}


def cost_of(launch: Launch, counter: Counter) -> Cost:
    """Which counter fills which column."""
    if launch.space == "shared":
        wavefronts, conflicts = counter(SHARED_WAVEFRONTS), counter(SHARED_CONFLICTS)
        return Cost(counter(SHARED_INSTRUCTIONS), 0, wavefronts, conflicts)
    if launch.space == "global":
        used = launch.result_used
        return Cost(counter(GLOBAL_REQUESTS[used]), counter(GLOBAL_SECTORS[used]))
    if launch.space == "texture":
        return Cost(counter(TEXTURE_INSTRUCTIONS), counter(TEXTURE_SECTORS), counter(TEXTURE_REQUESTS))
    return Cost(counter(CONSTANT_INSTRUCTIONS), 0, counter(CONSTANT_REQUESTS))


def read_launches(path: Path) -> list[Launch]:
    """The launches in the order in which they ran."""
    with path.open(newline="", encoding="utf-8") as file:
        table = csv.DictReader(file)
        wanted = {"launch", "purpose", "kernel", *KEY}
        if not wanted <= set(table.fieldnames or ()):
            raise RecordError(f"{path} is no list of launches: measure_patterns writes one")
        launches = [
            Launch(int(row["launch"]), row["purpose"], row["kernel"], tuple(row[name] for name in KEY))
            for row in table
        ]
    unknown = {launch.space for launch in launches} - set(METRICS)
    if unknown:
        raise RecordError(
            f"{path} names the spaces {', '.join(sorted(unknown))}, of which nothing is counted"
        )
    return launches


def read_rows(path: Path) -> list[dict[str, str]]:
    """The rows of `ncu --csv --page raw`, without the tool's own lines and the row of units."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith('"')]
    rows = [row for row in csv.DictReader(io.StringIO("\n".join(lines))) if row.get("ID")]
    if not rows or "Kernel Name" not in rows[0]:
        raise RecordError(f"{path} holds no table of Nsight Compute (--csv --page raw)")
    return rows


def _counter(row: dict[str, str], launch: Launch) -> Counter:
    def count(metric: str) -> int:
        text = row.get(metric, "nothing")
        try:
            return int(text.replace(",", ""))
        except ValueError:
            raise RecordError(f"launch {launch.number}: {metric} is `{text}`, no count") from None

    return count


def join(launches: Sequence[Launch], rows: Sequence[dict[str, str]]) -> list[Counted]:
    """Gives each launch its row. Both are in the order in which the launches ran."""
    if len(launches) != len(rows):
        raise RecordError(f"{len(launches)} launches were logged, the profiler has {len(rows)}")
    counted = []
    for launch, row in zip(launches, rows, strict=True):
        if launch.kernel not in row["Kernel Name"]:
            raise RecordError(
                f"launch {launch.number} is of {launch.kernel}, the profiler's row of {row['Kernel Name']}"
            )
        counted.append(Counted(launch, cost_of(launch, _counter(row, launch))))
    return counted


def without_baselines(counted: Sequence[Counted]) -> list[Counted]:
    """Takes from each constant load what its kernel counts with no lane active: its parameters."""
    baselines = {one.launch.space: one.cost for one in counted if one.launch.purpose == "baseline"}
    if "constant" not in baselines and any(one.launch.space == "constant" for one in counted):
        raise RecordError("no launch shows what a kernel with no constant load counts (purpose `baseline`)")
    return [
        Counted(one.launch, one.cost.less(baselines.get(one.launch.space, Cost(0))))
        for one in counted
        if one.launch.purpose != "baseline"
    ]


def of_purpose(counted: Iterable[Counted], purpose: str) -> list[Counted]:
    """Those of one purpose, in the order of the record."""
    chosen = [one for one in counted if one.launch.purpose == purpose]
    return sorted(chosen, key=lambda one: one.launch.number)


def write_record(path: Path, remarks: Iterable[str], counted: Iterable[Counted]) -> None:
    """Writes the record; its first lines, behind #, say how it was made."""
    with path.open("w", newline="", encoding="utf-8") as file:
        file.writelines(f"# {line}\n" for line in remarks)
        table = csv.writer(file, lineterminator="\n")
        table.writerow([*KEY, *COUNTS])
        for one in counted:
            cost = one.cost
            table.writerow(
                [*one.launch.key, cost.requests, cost.sectors, cost.wavefronts, cost.bank_conflicts]
            )
