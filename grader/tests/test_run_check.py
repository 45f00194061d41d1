"""common/cmake/run_check.cmake: what CTest hears of a check, and what is kept for the report."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from grader.paths import current_project

SCRIPT = current_project().root / "common" / "cmake" / "run_check.cmake"
SKIPS = "no GPU can be used:|not measured:"

pytestmark = pytest.mark.skipif(shutil.which("cmake") is None, reason="no cmake here")


def run(report: Path, says: str, status: int, *options: str) -> int:
    """The script's exit status for a check that says this and ends so."""
    command = ["sh", "-c", f"echo '{says}' && exit {status}"]
    ended = subprocess.run(
        ["cmake", "-D", "NAME=check", "-D", f"REPORT={report}", *options, "-P", SCRIPT, "--", *command],
        capture_output=True,
        text=True,
        check=False,
    )
    assert says in ended.stderr
    return ended.returncode


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
    report = tmp_path / "report.txt"
    report.write_text("of the run before", encoding="utf-8")
    assert (run(report, says, status, "-D", f"SKIPS={SKIPS}") != 0) == fails
    assert report.exists() == fails
    assert not fails or says in report.read_text(encoding="utf-8")


def test_a_simulated_check_knows_no_skips(tmp_path: Path) -> None:
    report = tmp_path / "report.txt"
    assert run(report, "not measured: says the kernel", 1) != 0
    assert report.exists()
