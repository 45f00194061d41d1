"""The hardware counters that the SIMT machine claims to know, and how far the two agree.

Runs a program under Nsight Compute (ncu), and reads what it counted in each launch.
"""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.paths import current_project
from grader.core.process import run_limited
from grader.core.temporary import temporary_folder
from grader.machine.nvcc import USUAL_FOLDER
from grader.schema.record import Access, Counted, Counter, Launch

EQUAL, SCATTER, DIFFERS = "equal", "scatter", "differs"

# The hardware counts a wavefront of shared memory again when several warps meet in its arbiter: up to 7.3 %
# more on an H200, another number at every launch (docs/measurements/h200/kernels.md, "Not compared").
SCATTERED_PART = 0.10


@dataclass(frozen=True)
class Metric:
    """A counter of Nsight Compute ("Metrics Reference"), summed over one launch, and what it stands for."""

    name: str
    space: str
    op: str
    quantity: str


def _compared_metrics(table: Path) -> tuple[Metric, ...]:
    """Those of plain loads and stores, which the SIMT machine counts as well."""
    with table.open(newline="", encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        named = {row["column"]: row["metric"] for row in rows}
    return tuple(
        Metric(named[f"{space}_{op}_{column}"], space, op, quantity)
        for space, column, quantity in COMPARED
        for op in ("load", "store")
    )


# The table's name for each quantity, and ours.
COMPARED = (
    ("global", "requests", "requests"),
    ("global", "sectors", "sectors"),
    ("shared", "wavefronts", "wavefronts"),
    ("shared", "conflicts", "bank conflicts"),
)
# The one place where the profiler's names stand; common/simt/agreement measures with the same.
METRICS = _compared_metrics(current_project().simt / "data" / "hardware_counters.csv")


def compare(launch: Launch, device: str, values: Mapping[str, int]) -> Counted:
    """Each counter that either saw anything of. launch: as simulated. values: by the metric's name."""
    counters = (_counter(launch, metric, values[metric.name]) for metric in METRICS)
    return Counted(device, tuple(one for one in counters if one.simulated or one.hardware))


def _counter(launch: Launch, metric: Metric, hardware: int) -> Counter:
    accesses = [one for one in launch.accesses if (one.space, one.op) == (metric.space, metric.op)]
    simulated = sum(_amount(one, metric.quantity) for one in accesses)
    wavefronts = sum(one.wavefronts for one in accesses)
    agreement = DIFFERS
    if hardware == simulated:
        agreement = EQUAL
    elif metric.space == "shared" and 0 < hardware - simulated <= SCATTERED_PART * wavefronts:
        agreement = SCATTER
    return Counter(metric.space, metric.op, metric.quantity, simulated, hardware, agreement)


def _amount(access: Access, quantity: str) -> int:
    return {
        "requests": access.requests,
        "sectors": access.sectors,
        "wavefronts": access.wavefronts,
        "bank conflicts": access.bank_conflicts,
    }[quantity]


VERSION_LIMIT_S = 30.0
# Each launch runs once for every pass that its counters take.
PROFILE_LIMIT_S = 300.0
# https://developer.nvidia.com/ERR_NVGPUCTRPERM
NO_PERMISSION = "ERR_NVGPUCTRPERM"
ASK_FOR_PERMISSION = (
    "Run it as root (sudo), or let an administrator allow it to everybody: put the line\n"
    "  options nvidia NVreg_RestrictProfilingToAdminUsers=0\n"
    "into a file in /etc/modprobe.d/ and restart. In a container add --cap-add SYS_ADMIN.\n"
    "See https://developer.nvidia.com/ERR_NVGPUCTRPERM"
)


class NoCounters(Exception):
    """No counter can be read here. message: why; fix: what to do, perhaps several lines."""

    def __init__(self, message: str, fix: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.fix = fix


@dataclass(frozen=True)
class Ncu:
    """version: such as 2025.3.1."""

    path: Path
    version: str


@dataclass(frozen=True)
class CountedLaunch:
    """One launch in the order in which they ran. values: sums over the launch, by the metric's full name."""

    kernel: str
    values: Mapping[str, int]


def find_ncu(environment: Mapping[str, str]) -> Ncu:
    """In PATH, or beside nvcc. Raises NoCounters where there is none."""
    folders = [*environment.get("PATH", "").split(os.pathsep), USUAL_FOLDER]
    if home := environment.get("CUDA_HOME"):
        folders.insert(0, str(Path(home) / "bin"))
    found = shutil.which("ncu", path=os.pathsep.join(folders))
    if found is None:
        raise NoCounters(
            "ncu, the profiler of the CUDA toolkit, was not found",
            "Install Nsight Compute, or name the toolkit in CUDA_HOME.",
        )
    ended = run_limited([found, "--version"], VERSION_LIMIT_S)
    said = re.search(r"^Version (\S+)", ended.output, re.MULTILINE)
    if ended.code != 0 or said is None:
        raise NoCounters(f"{found} does not run: {ended.errors.strip() or ended.output.strip()}")
    return Ncu(Path(found), said[1])


def count(ncu: Ncu, metrics: Sequence[str], command: Sequence[str | Path]) -> list[CountedLaunch]:
    """Run the command; every kernel that it launches is counted.

    Raises NoCounters when the profiler may not or cannot count here, GraderError when it cannot be started.
    """
    with temporary_folder() as folder:
        log = folder / "ncu.csv"
        options = ["--csv", "--page", "raw", "--print-units", "base"]
        # Counts do not depend on clocks; fixing them takes time, and permission where there is none.
        options += ["--clock-control", "none", "--cache-control", "none"]
        try:
            ended = run_limited(
                [ncu.path, *options, "--metrics", ",".join(metrics), "--log-file", log, *command],
                PROFILE_LIMIT_S,
            )
        except OSError as error:
            raise GraderError(f"cannot start {ncu.path}: {error.strerror}") from error
        text = log.read_text(encoding="utf-8", errors="replace") if log.is_file() else ""
    said = "\n".join((text, ended.output, ended.errors))
    if NO_PERMISSION in said:
        raise NoCounters(f"this user may not read the GPU's counters ({NO_PERMISSION})", ASK_FOR_PERMISSION)
    if ended.timed_out:
        raise NoCounters(f"ncu did not finish within {PROFILE_LIMIT_S:g} s")
    if trouble := re.findall(r"^==ERROR== (.+)$", said, re.MULTILINE):
        raise NoCounters(f"ncu: {trouble[0].strip()}")
    return parse_counts(text, metrics)


def parse_counts(text: str, metrics: Sequence[str]) -> list[CountedLaunch]:
    """The rows of `ncu --csv --page raw`, without the tool's own lines and the row of units.

    Raises NoCounters where a counter is no number: this chip does not have it.
    """
    lines = [line for line in text.splitlines() if line.startswith('"')]
    rows = csv.DictReader(io.StringIO("\n".join(lines)))
    return [
        CountedLaunch(
            row["Kernel Name"].partition("(")[0],
            {name: _whole(row.get(name) or "", name) for name in metrics},
        )
        for row in rows
        if row.get("ID")
    ]


def _whole(text: str, name: str) -> int:
    try:
        return int(float(text.replace(",", "")))
    except ValueError:
        raise NoCounters(f"ncu has no counter {name} on this GPU (it says '{text}')") from None
