"""A command imports what it uses: nobody waits for the charts and templates of another command."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli.main import ALIASES, COMMANDS, load_command, main

ROOT = Path(__file__).resolve().parents[3]
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


@pytest.mark.parametrize(
    ("words", "modules"),
    [(["--help"], []), (["prov"], []), (["merge", "--help"], ["grader.cli.commands.merge"])],
    ids=" ".join,
)
def test_a_command_is_imported_when_it_is_called_and_no_other_is(
    words: list[str], modules: list[str]
) -> None:
    code = "import sys; from grader.cli.main import main; main(sys.argv[1:])\n"
    code += "print(*(name for name in sys.modules if name.startswith('grader.cli.commands.')))"
    command = [sys.executable, "-c", code, *words]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert said.stdout.splitlines()[-1].split() == modules


def test_the_list_of_commands_says_of_each_what_its_own_help_says() -> None:
    for name, sentence in COMMANDS.items():
        first = " ".join(load_command(name).help.partition("\n\n")[0].split())
        # The first sentence of these two says more than a list has room for.
        kept = {"trace": "Run any kernel", "run": "Run a whole CUDA program"}.get(name, sentence)
        assert first.startswith(kept), name


def test_another_name_of_a_command_has_its_options() -> None:
    for name, command in ALIASES.items():
        known = [[option.name for option in load_command(one).params] for one in (name, command)]
        assert name not in COMMANDS and known[0] == known[1] != []


@pytest.mark.parametrize(
    "words",
    [["grade", "nowhere", "--out", "x"], ["hint", "lab99"], ["run", "a.cu", "--", "-x"]],
    ids=" ".join,
)
def test_only_parsing_does_nothing(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only-parse", *words]) == 0
    assert capsys.readouterr() == ("", "")
    assert main(["--only-parse", words[0], "--no-such-option"]) == 2


def test_a_function_of_a_command_returns_the_exit_status() -> None:
    for name in COMMANDS:
        assert inspect.signature(load_command(name).callback).return_annotation == "int", name
