"""common/cmake/run_check.cmake: what CTest hears of a check, and what is kept for the report."""

from __future__ import annotations

import os
import shutil
import subprocess
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


@pytest.mark.parametrize(
    ("says", "status", "fails"),
    [
        ("[  PASSED  ] 1 test.", 0, False),
        ("31 bank conflicts", 1, True),
        ("lab4_test: no GPU can be used: no driver", 2, False),
        ("not measured: unstable", 0, False),
        ("not measured: in one shape\n[  FAILED  ] in another", 1, True),
    ],
)
def test_a_skipped_measurement_is_no_failure(tmp_path: Path, says: str, status: int, fails: bool) -> None:
    report = report_in(tmp_path)
    report.parent.mkdir()
    report.write_text("of the run before", encoding="utf-8")
    ended = run(tmp_path, saying(says, status), "-D", f"SKIPS={SKIPS}")
    assert says in ended.stderr
    assert (ended.returncode != 0) == fails
    assert report.exists() == fails
    assert not fails or says in report.read_text(encoding="utf-8")


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
    ended = run(tmp_path, ["echo"], "-D", "COSTS=ON")
    assert f"--costs {tmp_path}/{os.getpid()}/costs" in ended.stderr


def test_a_new_call_forgets_earlier_ones_and_leaves_those_that_run(tmp_path: Path) -> None:
    dead = subprocess.Popen(["true"])
    dead.wait()
    for owner in (str(dead.pid), str(os.getpid()), "1"):
        (tmp_path / owner).mkdir()
    clear = SCRIPT.with_name("clear_reports.cmake")
    subprocess.run(["cmake", "-D", f"REPORTS={tmp_path}", "-P", clear], check=True)
    assert [left.name for left in tmp_path.iterdir()] == ["1"]
