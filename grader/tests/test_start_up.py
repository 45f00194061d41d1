"""A command imports what it uses: nobody waits for the charts and templates of another command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# What draws, renders and serves: 0.8 s of imports that these commands have no use for.
HEAVY = (
    "jinja2",
    "markdown_it",
    "matplotlib",
    "numpy",
    "pygments",
    "sphinx",
    "torch",
    "watchfiles",
    "rich.markdown",
    "rich.progress",
    "grader.classroom",
    "grader.hosted",
    "grader.cluster",
    "grader.formats",
    "grader.measuring",
    "grader.proof",
    "grader.intake",
    "grader.report.scorecard",
    "research",
)
# Runs a command, and then tells which of the named packages were imported on the way.
RUN = """
import sys
from grader.cli.main import main
status = main(sys.argv[2:])
print("status", status, file=sys.stderr)
print(*sorted(set(sys.argv[1].split(",")) & set(sys.modules)), sep=",")
"""


def imported(place: Path, *command: str) -> tuple[int, set[str]]:
    """The exit status, and which heavy packages the command imported."""
    ended = subprocess.run(
        [sys.executable, "-c", RUN, ",".join(HEAVY), *command],
        env={**os.environ, "PYTHONPATH": str(ROOT), "COALESCE_BUILD_DIR": str(place), "PATH": str(place)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    status = int(ended.stderr.splitlines()[-1].split()[1])
    return status, set(ended.stdout.splitlines()[-1].split(",")) - {""}


@pytest.mark.parametrize(
    ("command", "status"),
    [
        (["--help"], 0),
        (["progress"], 0),
        (["hint", "lab1", "--again"], 0),
        # As far as the build, for which they find no cmake.
        (["check", "lab1"], 2),
        (["explain", "lab1"], 2),
        (["trace", str(ROOT / "labs/lab1_stride_sweep/stride_sweep.cu"), "--grid", "1", "--block", "1"], 2),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else "",
)
def test_a_command_of_a_student_imports_nothing_heavy(
    tmp_path: Path, command: list[str], status: int
) -> None:
    assert imported(tmp_path, *command) == (status, set())


def test_the_grading_itself_imports_nothing_heavy() -> None:
    """What `check` and `trace` import once the test programs are built."""
    parts = ("cli.commands.check", "cli.commands.trace", "grading.grade_labs", "machine.gpu")
    code = f"import sys, {', '.join(f'grader.{part}' for part in parts)}\n"
    code += f"print(*sorted({set(HEAVY)!r} & set(sys.modules)))"
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert said.stdout.split() == []


def test_one_command_has_the_help_and_the_errors_that_it_has_among_all() -> None:
    """A called command is set up without its fellows, which users must not notice."""
    alone = "import sys; from grader.cli.main import main; sys.exit(main(sys.argv[1:]))"
    among = "import sys; from grader.cli.main import app; app(args=sys.argv[1:], prog_name='./course')"
    for command in (
        ["check", "--help"],
        ["progress", "--sed"],
        ["trace"],
        ["grade-one"],
        ["proof", "--jobs=0"],
    ):
        said = [
            subprocess.run(
                [sys.executable, "-c", code, *command], cwd=ROOT, capture_output=True, text=True, timeout=60
            )
            for code in (alone, among)
        ]
        assert said[0].stdout + said[0].stderr == said[1].stdout + said[1].stderr
        assert said[0].returncode == said[1].returncode
