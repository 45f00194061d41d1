"""Before anything is installed: options are refused, helps shown, and `progress` and `hint` answered."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli.before_setup import HELPS, helps, options_of, unknown_option, written_by_typer

ROOT = Path(__file__).resolve().parents[3]
reads_toml = pytest.mark.skipif(sys.version_info < (3, 11), reason="this Python reads no TOML by itself")


class Bare:
    """A fresh clone on a machine without a compiler. apt-get only leaves a mark."""

    def __init__(self, place: Path) -> None:
        self.root, self.programs = place / "clone", place / "programs"
        self.marks = place / "installed"
        self.programs.mkdir(parents=True)
        for folder in (
            "tools",
            "grader/core",
            "grader/cli",
            "grader/grading",
            "grader/schema",
            "requirements",
        ):
            shutil.copytree(ROOT / folder, self.root / folder)
        for file in ("course", "grader/__init__.py", "grader/__main__.py"):
            shutil.copy(ROOT / file, self.root / file)
        for manifest in ROOT.glob("labs/*/lab.toml"):
            lab = self.root / "labs" / manifest.parent.name
            shutil.copytree(manifest.parent, lab, ignore=shutil.ignore_patterns("*.svg", "*.png"))
        for name, text in (
            ("apt-get", f"touch '{self.marks}'; exit 100"),
            ("g++", "exit 1"),
            ("clang++", "exit 1"),
            ("id", "echo 0"),
        ):
            self.program(self.programs / name, text)

    def program(self, path: Path, text: str) -> None:
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)

    def has_python_packages(self) -> None:
        """The virtual environment is there, and nothing of the system's packages."""
        shutil.copytree(ROOT / "grader", self.root / "grader", dirs_exist_ok=True)
        python = self.root / ".venv" / "bin" / "python"
        python.parent.mkdir(parents=True)
        self.program(python, f"""[ "$2" = 'import pip' ] || exec '{sys.executable}' "$@" """)
        shutil.copy(self.root / "requirements" / "run.txt", self.root / ".venv")
        (self.root / ".venv" / "origin").write_text(f"{self.root / '.venv'} {python}\n", encoding="utf-8")

    def course(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = {
            **os.environ,
            "PATH": f"{self.programs}:/usr/bin:/bin",
            "PYTHON": sys.executable,
            "COALESCE_BUILD_DIR": str(self.root / "build"),
        }
        return subprocess.run(
            [self.root / "course", *words],
            env=environment,
            cwd=self.root,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )


@pytest.fixture
def bare(tmp_path: Path) -> Bare:
    return Bare(tmp_path)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("test --quik", "./course test --quick "),
        ("test --fast", "it takes: --quick --full"),
        ("docs --prt 9", "./course docs --port "),
        ("docs --port nine", "--port needs a number"),
        ("docs --build --port", "--port needs a number"),
        ("lint --fxi", "./course lint --fix "),
        ("setup --dve", "./course setup --dev "),
        ("check lab1 --sed 3", "./course check --seed "),
        ("grade work --out=x --job 3", "./course grade --jobs "),
        ("run a.cu --reprot text -- --size 5", "./course run --report "),
        ("progress --xyzzy", "./course progress --help "),
    ],
)
def test_a_wrong_option_is_refused_before_anything_is_installed(bare: Bare, typed: str, said: str) -> None:
    ended = bare.course(*typed.split())
    assert ended.returncode == 2
    assert said in ended.stderr
    assert "nstalling" not in ended.stderr
    assert not bare.marks.exists() and not (bare.root / ".venv").exists()


def test_a_wrong_value_is_refused_before_compilers_are_installed(bare: Bare) -> None:
    bare.has_python_packages()
    ended = bare.course("check", "--machine", "moon")
    assert ended.returncode == 2
    assert "'moon' is not one of" in ended.stderr
    assert not bare.marks.exists()
    ended = bare.course("check", "--machine", "simt")
    assert bare.marks.exists(), ended.stderr


@reads_toml
def test_progress_and_hint_answer_without_any_package(bare: Bare) -> None:
    ended = bare.course("progress")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("0 of 11 labs done, 0 of 1100 points\n")
    assert "Try:  ./course watch lab1  (checks at each save)" in ended.stdout
    assert "Hint 1 of 3" in bare.course("hint").stdout
    assert "Hint 2 of 3" in bare.course("hint", "1").stdout
    assert "not checked yet, 2 of 3 hints" in bare.course("progress").stdout
    assert "Did you mean lab3?" in bare.course("hint", "lba3").stderr
    assert not bare.marks.exists() and not (bare.root / ".venv").exists()


@reads_toml
def test_progress_says_what_the_real_one_says(bare: Bare) -> None:
    early = bare.course("progress").stdout
    bare.has_python_packages()
    environment = {**os.environ, "PYTHONPATH": str(bare.root), "COLUMNS": "80"}
    command = [sys.executable, "-P", "-m", "grader", "progress"]
    late = subprocess.run(command, env=environment, cwd=bare.root, capture_output=True, text=True, check=True)
    assert early == late.stdout


def test_a_command_explains_itself_without_any_package(bare: Bare) -> None:
    for words in (("check", "--help"), ("run", "a.cu", "--help", "--", "--help")):
        ended = bare.course(*words)
        assert ended.returncode == 0, ended.stderr
        assert ended.stdout == helps()[words[0]]
    assert not bare.marks.exists()


def test_the_helps_are_typers_own() -> None:
    """Where this fails: python -m grader.cli.before_setup --update."""
    assert HELPS.read_text(encoding="utf-8") == written_by_typer()


@pytest.mark.parametrize(
    ("command", "words", "wrong"),
    [
        ("trace", "a.cu --grid 1 --arg -5 --json --then --kernel k --gird 2", "--gird"),
        ("trace", "a.cu --arg --gird -Iinclude -D X=Y", ""),
        ("run", "a.cu --nvcc -O3 -Iinclude -- --anything -x", ""),
        ("run", "a.cu -O3", "-O"),
    ],
)
def test_values_are_no_options(command: str, words: str, wrong: str) -> None:
    assert unknown_option(options_of(helps()[command]), words.split()) == wrong
