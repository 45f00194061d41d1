"""common/cmake/run_check.cmake: what CTest hears of a check, and what is kept for the report."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.core.paths import current_project

SCRIPT = current_project().root / "common" / "cmake" / "run_check.cmake"
SKIPS = "no GPU can be used:|not measured:"

pytestmark = pytest.mark.skipif(shutil.which("cmake") is None, reason="no cmake here")


def run(reports: Path, command: list[str], *options: str) -> subprocess.CompletedProcess[str]:
    """The script on a check that is this command."""
    places = ["-D", f"REPORTS={reports}", "-D", "REPORT=report.txt"]
    return subprocess.run(
        ["cmake", "-D", "NAME=check", *places, *options, "-P", SCRIPT, "--", *command],
        capture_output=True,
        text=True,
        check=False,
    )


def saying(says: str, status: int) -> list[str]:
    return ["sh", "-c", f"echo '{says}' && exit {status}"]


def report_in(reports: Path) -> Path:
    """Of a call to ctest that this process stands for."""
    return reports / str(os.getpid()) / "report.txt"


def gtest(tmp_path: Path, test: Mapping[str, object], says: str, status: int) -> list[str]:
    """A lab's test program that writes GoogleTest's results of one test where it is told to."""
    listed = tmp_path / "results.json"
    listed.write_text(json.dumps({"testsuites": [{"name": "Suite", "testsuite": [test]}]}), encoding="utf-8")
    program = tmp_path / "lab4_test"
    program.write_text(
        f"#!/bin/sh\necho '{says}'\nfor word; do case $word in --gtest_output=json:*)\n"
        f'mkdir -p "$(dirname "${{word#*:}}")"; cp "{listed}" "${{word#*:}}" ;; esac; done\nexit {status}\n',
        encoding="utf-8",
    )
    program.chmod(0o755)
    return [str(program)]


@pytest.mark.parametrize(
    ("says", "status", "fails"),
    [
        ("[  PASSED  ] 1 test.", 0, False),
        ("31 bank conflicts", 1, True),
        ("lab4_test: no GPU can be used: no driver", 2, False),
    ],
)
def test_a_gpu_that_is_not_there_is_no_failure(tmp_path: Path, says: str, status: int, fails: bool) -> None:
    report = report_in(tmp_path)
    report.parent.mkdir()
    report.write_text("of the run before", encoding="utf-8")
    ended = run(tmp_path, saying(says, status), "-D", f"SKIPS={SKIPS}")
    assert says in ended.stderr
    assert (ended.returncode != 0) == fails
    assert report.exists() == fails
    assert not fails or says in report.read_text(encoding="utf-8")


def test_a_measurement_without_a_verdict_is_no_failure(tmp_path: Path) -> None:
    program = gtest(tmp_path, {"name": "Test", "result": "SKIPPED"}, "not measured: unstable", 0)
    ended = run(tmp_path, program, "-D", "LAB=ON", "-D", f"SKIPS={SKIPS}")
    assert ended.returncode == 0
    assert "not measured: unstable" in ended.stderr
    assert not report_in(tmp_path).exists()


def test_a_check_that_failed_is_none_that_was_skipped_whatever_it_says(tmp_path: Path) -> None:
    failed = {
        "name": "Test",
        "result": "COMPLETED",
        "failures": [{"failure": "k.cu:3\nFailed\nin one shape"}],
    }
    program = gtest(tmp_path, failed, "not measured: in another shape", 1)
    ended = run(tmp_path, program, "-D", "LAB=ON", "-D", f"SKIPS={SKIPS}")
    assert ended.returncode != 0
    assert report_in(tmp_path).read_text(encoding="utf-8") == "k.cu:3: failed\nin one shape\n"


def test_the_report_holds_what_failed_as_editors_find_it_and_nothing_else(tmp_path: Path) -> None:
    failures = [
        {"failure": 'labs/a.cu:3\nFailed\n`in[1]`: no; "out" [too]\n  at line 3', "type": ""},
        {"failure": "labs/b_test.cpp:9\nExpected: (a) >= (b), actual: 1 vs 2", "type": ""},
    ]
    test = {"name": "Test", "result": "COMPLETED", "failures": failures}
    program = gtest(tmp_path, test, "[  FAILED  ] Suite.Test", 1)
    assert run(tmp_path, program, "-D", "LAB=ON").returncode != 0
    assert report_in(tmp_path).read_text(encoding="utf-8") == (
        'labs/a.cu:3: failed\n`in[1]`: no; "out" [too]\n  at line 3\n'
        "labs/b_test.cpp:9: failed\nExpected: (a) >= (b), actual: 1 vs 2\n"
    )
    assert list(report_in(tmp_path).parent.glob("*.json")) == []


def test_results_of_an_earlier_run_do_not_count(tmp_path: Path) -> None:
    stale = Path(f"{report_in(tmp_path)}.json")
    stale.parent.mkdir()
    stale.write_text('{"testsuites": [{"testsuite": [{"result": "SKIPPED"}]}]}', encoding="utf-8")
    assert run(tmp_path, saying("killed", 1), "-D", "LAB=ON").returncode != 0
    assert "killed" in report_in(tmp_path).read_text(encoding="utf-8")


def test_a_simulated_check_knows_no_skips(tmp_path: Path) -> None:
    assert run(tmp_path, saying("not measured: says the kernel", 1)).returncode != 0
    assert report_in(tmp_path).exists()


def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    ended = run(tmp_path, [str(tmp_path / "lab4_test")])
    assert ended.returncode != 0
    said = report_in(tmp_path).read_text(encoding="utf-8")
    assert f"nothing was checked, since {tmp_path}/lab4_test does not exist" in said
    assert "cmake --build --preset default" in said


def test_a_program_that_is_killed_says_by_what(tmp_path: Path) -> None:
    program = tmp_path / "lab4_test"
    program.write_text("#!/bin/sh\nkill -SEGV $$\n", encoding="utf-8")
    program.chmod(0o755)
    assert run(tmp_path, [str(program)]).returncode != 0
    said = report_in(tmp_path).read_text(encoding="utf-8")
    assert "lab4_test did not come to its end: Segmentation fault" in said


def test_costs_are_asked_for_in_the_calls_own_folder(tmp_path: Path) -> None:
    ended = run(tmp_path, ["echo"], "-D", "LAB=ON")
    assert f"--costs {tmp_path}/{os.getpid()}/costs" in ended.stderr


def test_a_new_call_forgets_earlier_ones_and_leaves_those_that_run(tmp_path: Path) -> None:
    dead = subprocess.Popen(["true"])
    dead.wait()
    for owner in (str(dead.pid), str(os.getpid()), "1"):
        (tmp_path / owner).mkdir()
    clear = SCRIPT.with_name("clear_reports.cmake")
    subprocess.run(["cmake", "-D", f"REPORTS={tmp_path}", "-P", clear], check=True)
    assert [left.name for left in tmp_path.iterdir()] == ["1"]


def test_the_reason_of_the_first_failed_check_comes_first(tmp_path: Path) -> None:
    reports = report_in(tmp_path).parent
    (reports / "costs" / "printed").mkdir(parents=True)
    for name in ("costs/lab4.tiled", "costs/printed/lab4.tiled", "lab4.02.values", "lab4.01.safe"):
        (reports / f"{name}.txt").write_text(f"labs/a.cu:3: failed\n{name}\n", encoding="utf-8")
    script = SCRIPT.with_name("show_reports.cmake")
    command = ["cmake", "-D", f"REPORTS={tmp_path}", "-P", str(script)]
    shown = subprocess.run(command, capture_output=True, text=True, check=True)
    assert shown.stderr == ""
    assert shown.stdout.startswith("\n--- lab4.safe ---\nlabs/a.cu:3: failed\nlab4.01.safe\n")
    places = [shown.stdout.index(words) for words in ("lab4.02.values", "printed/lab4", "costs/lab4.tiled")]
    assert places == sorted(places)
    assert shown.stdout.count("what to do next: ./course check lab4\n") == 1


def test_what_kernels_printed_is_part_of_the_report(tmp_path: Path) -> None:
    printed = tmp_path / str(os.getpid()) / "costs" / "printed"
    printed.mkdir(parents=True)
    (printed / "lab4.transpose_tiled.txt").write_text("transpose_tiled, 1 x 1, printed:\nhello\n", "utf-8")
    script = SCRIPT.with_name("show_reports.cmake")
    command = ["cmake", "-D", f"REPORTS={tmp_path}", "-P", str(script)]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "--- what the kernels printed ---\ntranspose_tiled, 1 x 1, printed:\nhello" in shown
    assert "what each line cost" not in shown
    assert "what to do next" not in shown, "nothing failed"
