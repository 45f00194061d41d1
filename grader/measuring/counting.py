"""Makes the launches that a lab's checks show on the GPU, under the profiler, and joins both counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.core.temporary import temporary_folder
from grader.machine.cuda_run import GpuModules
from grader.machine.toolchain import program_of
from grader.measuring.ncu import METRICS, CountedLaunch, Ncu, compare, count
from grader.schema.document import read_document
from grader.schema.record import RUN_RECORD, Launch, RunRecord
from grader.schema.results import CheckResult, LabResult


@dataclass(frozen=True)
class Profiled:
    """One run of a lab's program under the profiler: what each test shows, and all that was counted."""

    shown: dict[str, tuple[Launch, ...]]
    counted: Sequence[CountedLaunch]

    def values_of(self, launch: Launch) -> CountedLaunch:
        """Raises GraderError where the profiler saw another kernel in that place."""
        place = launch.number - 1
        if not 0 <= place < len(self.counted) or self.counted[place].kernel != launch.kernel:
            raise GraderError(f"ncu's launch {launch.number} is not {launch.kernel}: nothing was used")
        return self.counted[place]


def profile_lab(
    project: Project, lab: Lab, ncu: Ncu, modules: GpuModules, kernel: Path, seed: int, result: LabResult
) -> Profiled:
    """Run the checks that show launches. Raises NoCounters, or GraderError at a run of no use."""
    shows = {check.id for check in result.checks if check.launches}
    tests = [check.test for check in lab.checks if check.id in shows]
    if not tests:
        return Profiled({}, ())
    with temporary_folder() as folder:
        file = folder / "record.json"
        given: list[str | Path] = ["--given", modules.given] if modules.given else []
        command: list[str | Path] = [program_of(project, lab), "--machine", "cuda", "--launches", "counted"]
        command += ["--module", modules.student, *given, "--kit", modules.kit, "--source", kernel]
        command += ["--seed", str(seed), "--results", file, f"--gtest_filter={':'.join(tests)}"]
        counted = count(ncu, [metric.name for metric in METRICS], command)
        if not file.is_file():
            raise GraderError(f"{lab.id}_test wrote no record under ncu")
        record = read_document(RUN_RECORD, file.read_text(encoding="utf-8"), file.name)
    return Profiled(_shown(record), counted)


def with_counters(lab: Lab, result: LabResult, profiled: Profiled, device: str) -> LabResult:
    """The result with the hardware's counts beside the simulated ones, at each launch that both know."""
    tests = {check.id: check.test for check in lab.checks}
    checks = tuple(
        replace(check, launches=_counted(check, profiled.shown.get(tests[check.id], ()), profiled, device))
        for check in result.checks
    )
    return replace(result, checks=checks)


def _shown(record: RunRecord) -> dict[str, tuple[Launch, ...]]:
    return {check.test: check.launches for check in record.checks}


def _counted(
    check: CheckResult, on_gpu: Sequence[Launch], profiled: Profiled, device: str
) -> tuple[Launch, ...]:
    left = list(on_gpu)
    launches: list[Launch] = []
    for launch in check.launches:
        same = next((one for one in left if _is_same(one, launch)), None)
        if same is None:
            launches.append(launch)
            continue
        left.remove(same)
        launches.append(_with_values(launch, same, profiled, device))
    return tuple(launches)


def _is_same(one: Launch, other: Launch) -> bool:
    def form(launch: Launch) -> tuple[object, ...]:
        return launch.kernel, launch.grid, launch.block, launch.shape

    return form(one) == form(other)


def _with_values(launch: Launch, on_gpu: Launch, profiled: Profiled, device: str) -> Launch:
    values = profiled.values_of(on_gpu).values
    before = launch.before
    if before is not None and on_gpu.before is not None:
        before = _with_values(before, on_gpu.before, profiled, device)
    return replace(launch, before=before, counted=compare(launch, device, values))
