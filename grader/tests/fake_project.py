"""A tiny checkout with shell scripts in place of compiler, build and test program."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from grader.core.manifest import Lab, read_lab
from grader.core.paths import Project
from grader.machine.module import CompileError, read_compile_error
from grader.machine.toolchain import mark_configured
from grader.proof.front_matter import FENCES
from grader.schema.document import read_document
from grader.schema.record import RUN_RECORD, RunRecord
from grader.schema.results import Source

DATA = Path(__file__).parent / "data"
FOLDER = "lab4_tiled_transpose"

SIMTCC = """#!/bin/sh
[ "$1" != --version ] || { echo 'clang 14.0.6'; exit; }
while [ $# -gt 0 ]; do
  case $1 in -o) out=$2; shift ;; --depfile) dep=$2; shift ;; -I|-D) shift ;; *) file=$1 ;; esac; shift
done
[ -z "$dep" ] || echo "$out: $file" > "$dep"
echo "$file" >> '@ROOT@/compiled'
cp "$file" "$out"
"""
# A program lists its tests to a file, as GoogleTest does: here a copy of the one that is beside it.
PROGRAM = """#!/bin/sh
[ "$1" != --gtest_list_tests ] || { cp "$0.tests.json" "${2#--gtest_output=json:}"; exit; }
while [ $# -gt 0 ]; do
  case $1 in
    --results) results=$2; shift ;; --module) module=$2; shift ;; --seed) seed=$2; shift ;;
  esac; shift
done
"""


def listing(tests: Iterable[str]) -> str:
    """The tests, each 'Suite.Name', as GoogleTest lists them in JSON: a suite for each is as good."""
    named = (test.split(".") for test in tests)
    return json.dumps(
        {"testsuites": [{"name": suite, "testsuite": [{"name": name}]} for suite, name in named]}
    )


def with_verdict(verdict: str, answer: str, suffix: str = ".cu") -> str:
    """The text of an answer's file: the verdict in TOML above the answer. suffix: of the file's name."""
    first, last = FENCES[suffix]
    return f"{first}\n{verdict}{last}\n{answer}"


@dataclass(frozen=True)
class FakeProject:
    """What a test sees of the tiny checkout."""

    project: Project

    @property
    def root(self) -> Path:
        return self.project.root

    @property
    def kernel(self) -> Path:
        return self.project.labs / FOLDER / "tiled_transpose.cu"

    @property
    def manifest(self) -> Path:
        return self.project.labs / FOLDER / "lab.toml"

    @property
    def lab(self) -> Lab:
        return read_lab(self.manifest, "labs/lab4_tiled_transpose/lab.toml")

    @property
    def source(self) -> Source:
        text = self.kernel.read_text(encoding="utf-8")
        return Source(self.project.shown(self.kernel), str(self.kernel), text)

    def data(self, name: str) -> str:
        """A sample file with its placeholder replaced by this checkout's root."""
        return (DATA / name).read_text(encoding="utf-8").replace("@ROOT@", str(self.root))

    def record(self, name: str) -> RunRecord:
        return read_document(RUN_RECORD, self.data(f"{name}.json"), name)

    def compile_error(self) -> CompileError:
        return read_compile_error(self.data("compile_error.txt"))

    def script(self, path: Path, text: str) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("@ROOT@", str(self.root)), encoding="utf-8")
        path.chmod(0o755)
        return path

    def simtcc(self, text: str = SIMTCC) -> None:
        self.script(self.project.simtcc, text)

    def program(self, ending: str) -> Path:
        """The lab's test program, which lists its tests. `ending` runs with $results, $module, $seed."""
        program = self.script(self.project.build / "labs" / FOLDER / "lab4_test", PROGRAM + ending)
        listed = listing(check.test for check in self.lab.checks)
        program.with_name("lab4_test.tests.json").write_text(listed, encoding="utf-8")
        return program

    def reports(self, name: str, status: int) -> Path:
        """The program writes the sample record `name` and ends with `status`."""
        file = self.root / f"{name}.json"
        file.write_text(self.data(f"{name}.json"), encoding="utf-8")
        return self.program(f"cp '{file}' \"$results\"\nexit {status}\n")

    def another_lab(self, lab_id: str, record: str, status: int) -> Lab:
        """A copy of lab4 under another id, whose program writes the sample record `record`."""
        folder = f"{lab_id}_more"
        shutil.copytree(self.kernel.parent, self.project.labs / folder)
        manifest = self.project.labs / folder / "lab.toml"
        text = manifest.read_text(encoding="utf-8")
        manifest.write_text(text.replace('id = "lab4"', f'id = "{lab_id}"'), encoding="utf-8")
        file = self.root / f"{lab_id}.json"
        data = self.data(f"{record}.json").replace('"lab4"', f'"{lab_id}"').replace(FOLDER, folder)
        file.write_text(data, encoding="utf-8")
        program = self.project.build / "labs" / folder / f"{lab_id}_test"
        self.script(program, PROGRAM + f"cp '{file}' \"$results\"\nexit {status}\n")
        return read_lab(manifest, folder)

    def refuses(self) -> None:
        """The compiler refuses every file."""
        words = self.root / "compile_error.txt"
        words.write_text(self.data("compile_error.txt"), encoding="utf-8")
        self.simtcc(f"#!/bin/sh\ncat '{words}' >&2\nexit 1\n")


def make_fake_project(root: Path) -> FakeProject:
    """A checkout with lab4, its solution, a compiler that copies, and a built program."""
    root = root.resolve()
    fake = FakeProject(Project(root, root / "build" / "default"))
    for base in ("labs", "solutions"):
        (root / base / FOLDER).mkdir(parents=True)
        shutil.copy(DATA / "tiled_transpose.cu", root / base / FOLDER)
    shutil.copy(DATA / "lab.toml", fake.manifest)
    (fake.kernel.parent / "tiled_transpose.h").write_text("#pragma once\n", encoding="utf-8")
    (root / "common" / "simt" / "include").mkdir(parents=True)
    fake.simtcc()
    fake.reports("passing", 0)
    for name in ("CMakeCache.txt", "build.ninja"):
        (fake.project.build / name).touch()
    mark_configured(fake.project)
    return fake
