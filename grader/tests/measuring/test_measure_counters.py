"""Hardware counters: how the profiler is run, read and believed, and when counts agree."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.core.paths import current_project
from grader.measuring import ncu as ncu_module
from grader.measuring.ncu import METRICS, NoCounters, compare, count, find_ncu, parse_counts
from grader.schema.record import Launch
from grader.tests.fake_gpu import FakeGpu
from grader.tests.fake_project import FakeProject
from grader.tests.measuring.fake_ncu import NAMES, TILED, FakeNcu, table


@pytest.fixture
def ncu(fake: FakeProject, monkeypatch: pytest.MonkeyPatch) -> FakeNcu:
    gpu = FakeGpu(fake)
    monkeypatch.setenv("PATH", str(gpu.nvcc.parent), prepend=":")
    return FakeNcu(gpu)


@pytest.fixture
def tiled(fake: FakeProject) -> Launch:
    record = fake.record("passing")
    return next(check for check in record.checks if check.test == "TransposeTiled.ShowsTheConflict").launches[
        0
    ]


def agreements(launch: Launch, values: tuple[int, ...]) -> dict[str, str]:
    counted = compare(launch, "NVIDIA H200", dict(zip(NAMES, values, strict=True)))
    return {f"{one.space} {one.op} {one.quantity}": one.agreement for one in counted.counters}


def test_equal_counts_agree(tiled: Launch) -> None:
    assert set(agreements(tiled, TILED).values()) == {"equal"}
    assert len(agreements(tiled, TILED)) == 7, "store conflicts are 0 on both sides: nothing to say"


def test_the_names_of_counters_stand_in_one_table() -> None:
    simt = current_project().simt
    table = (simt / "data" / "hardware_counters.csv").read_text(encoding="utf-8")
    for metric in METRICS:
        assert table.count(f",{metric.name},") == 1
    readers = [
        *(simt / "agreement" / "hardware").glob("*.py"),
        *Path(ncu_module.__file__).parent.glob("*.py"),
    ]
    assert not [file.name for file in readers if "l1tex__" in file.read_text(encoding="utf-8")]


def test_one_sector_more_differs(tiled: Launch) -> None:
    assert agreements(tiled, (*TILED[:2], 131073, *TILED[3:]))["global load sectors"] == "differs"


@pytest.mark.parametrize(
    ("hardware", "agreement"),
    [(1048576, "equal"), (1050628, "scatter"), (1048575, "differs"), (1048576 * 12 // 10, "differs")],
)
def test_wavefronts_may_scatter_upwards_alone(tiled: Launch, hardware: int, agreement: str) -> None:
    assert agreements(tiled, (*TILED[:4], hardware, *TILED[5:]))["shared load wavefronts"] == agreement


def test_conflicts_where_none_were_simulated_scatter_by_the_wavefronts(tiled: Launch) -> None:
    free = replace(tiled, accesses=tuple(replace(one, bank_conflicts=0) for one in tiled.accesses))
    assert agreements(free, (*TILED[:6], 502, 0))["shared load bank conflicts"] == "scatter"


def test_what_only_the_hardware_saw_is_told(tiled: Launch) -> None:
    silent = replace(tiled, accesses=())
    assert agreements(silent, TILED)["global load requests"] == "differs"


def test_rows_are_read_without_the_tools_words() -> None:
    launches = parse_counts(table([("copy_rows", TILED), ("transpose_tiled", TILED)]), NAMES)
    assert [one.kernel for one in launches] == ["copy_rows", "transpose_tiled"]
    assert launches[1].values[METRICS[2].name] == 131072


def test_a_counter_that_the_chip_lacks_is_named() -> None:
    text = table([("copy_rows", TILED)]).replace('"1,015,808"', '"n/a"')
    with pytest.raises(NoCounters) as caught:
        parse_counts(text, NAMES)
    assert "bank_conflicts_pipe_lsu_mem_shared_op_ld.sum on this GPU" in caught.value.message


def test_ncu_runs_the_program_and_says_its_version(ncu: FakeNcu, fake: FakeProject) -> None:
    found = find_ncu({"PATH": str(ncu.gpu.nvcc.parent)})
    assert found.version == "2025.3.1.0"
    program = fake.project.build / "labs" / "lab4_tiled_transpose" / "lab4_test"
    results = fake.root / "r.json"
    launches = count(found, NAMES, [program, "--launches", "counted", "--results", results])
    assert len(launches) == 9
    assert results.is_file()
    assert "--clock-control none" in ncu.calls()[0]
    assert ",".join(NAMES) in ncu.calls()[0]


def test_without_permission_it_says_how_to_get_it(ncu: FakeNcu, fake: FakeProject) -> None:
    fake.script(ncu.gpu.nvcc.parent / "ncu-denied", "")
    denied = """#!/bin/sh
[ "$1" != --version ] || { echo 'Version 2025.3.1.0 (build 1)'; exit 0; }
echo '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access GPU Performance Counters'
exit 1
"""
    fake.script(ncu.gpu.nvcc.parent / "ncu", denied)
    with pytest.raises(NoCounters) as caught:
        count(find_ncu({"PATH": str(ncu.gpu.nvcc.parent)}), NAMES, ["true"])
    assert "ERR_NVGPUCTRPERM" in caught.value.message
    assert "NVreg_RestrictProfilingToAdminUsers=0" in caught.value.fix


def test_the_profilers_own_error_is_told(ncu: FakeNcu, fake: FakeProject) -> None:
    words = "#!/bin/sh\necho '==ERROR== Failed to find metric regex:^x$'\nexit 1\n"
    fake.script(
        ncu.gpu.nvcc.parent / "ncu",
        words.replace("\n", "\n" + "[ $1 = --version ] && echo Version 1 && exit\n", 1),
    )
    with pytest.raises(NoCounters) as caught:
        count(find_ncu({"PATH": str(ncu.gpu.nvcc.parent)}), NAMES, ["true"])
    assert caught.value.message == "ncu: Failed to find metric regex:^x$"


def test_where_no_profiler_is_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.measuring.ncu.USUAL_FOLDER", str(tmp_path))
    with pytest.raises(NoCounters) as caught:
        find_ncu({"PATH": str(tmp_path)})
    assert "was not found" in caught.value.message
