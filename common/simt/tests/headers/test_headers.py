"""CUDA's headers and simtcc's rules, compared with nvcc: what it takes is taken, what it refuses is
refused at the same line.

accepted/ and refused/ hold one idea a file. The line that is refused ends with "// here". A first line
"// nvcc takes this" says that only simtcc refuses the file.

The files go through the simtcc of the build folder, or the one that the environment variable SIMTCC names. In
CI there must be one. The comparison with nvcc runs where there is one, and takes minutes.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from grader.core.paths import current_project

HERE = Path(__file__).parent
BUILT = current_project().build / "common" / "simt" / "compiler" / "simtcc"
SIMTCC = os.environ.get("SIMTCC") or (str(BUILT) if BUILT.exists() else None)
NVCC = shutil.which("nvcc")
NEEDS_COMPILER = pytest.mark.skipif(SIMTCC is None, reason=f"needs {BUILT}: ./course build")

ACCEPTED = sorted((HERE / "accepted").glob("*.cu"))
REFUSED = sorted((HERE / "refused").glob("*.cu"))


def names(files: list[Path]) -> list[str]:
    return [file.stem for file in files]


def marked_line(file: Path) -> int:
    lines = file.read_text(encoding="utf-8").split("\n")
    marked = [number for number, line in enumerate(lines, 1) if "// here" in line]
    assert len(marked) == 1, f"{file}: mark one line with // here"
    return marked[0]


def first_line_says(file: Path, words: str) -> bool:
    return file.read_text(encoding="utf-8").startswith(f"// {words}")


def compiled(file: Path, module: Path) -> subprocess.CompletedProcess[str]:
    assert SIMTCC is not None
    return run([SIMTCC, str(file), "-o", str(module)])


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=300, check=False)


@pytest.mark.skipif(not os.environ.get("CI"), reason="elsewhere the compiler may not be built yet")
def test_ci_has_a_compiler_to_test() -> None:
    assert SIMTCC is not None, f"{BUILT} is missing: ./course build makes it, or set SIMTCC"


@NEEDS_COMPILER
@pytest.mark.parametrize("file", ACCEPTED, ids=names(ACCEPTED))
def test_is_taken(file: Path, tmp_path: Path) -> None:
    ended = compiled(file, tmp_path / "module.so")
    assert ended.returncode == 0, ended.stderr


@NEEDS_COMPILER
@pytest.mark.parametrize("file", REFUSED, ids=names(REFUSED))
def test_is_refused_at_its_line(file: Path, tmp_path: Path) -> None:
    ended = compiled(file, tmp_path / "module.so")
    assert ended.returncode != 0
    assert "include/cuda" not in ended.stderr
    assert re.search(rf"{file.name}:{marked_line(file)}:(\d+:)? (fatal )?error: ", ended.stderr), ended.stderr


@pytest.mark.full
@pytest.mark.skipif(NVCC is None, reason="needs nvcc")
@pytest.mark.parametrize("file", ACCEPTED, ids=names(ACCEPTED))
def test_nvcc_takes_it(file: Path, tmp_path: Path) -> None:
    ended = run([str(NVCC), "-std=c++17", "-arch=sm_90", "-c", str(file), "-o", str(tmp_path / "object")])
    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.full
@pytest.mark.skipif(NVCC is None, reason="needs nvcc")
@pytest.mark.parametrize("file", REFUSED, ids=names(REFUSED))
def test_nvcc_refuses_it_too(file: Path, tmp_path: Path) -> None:
    ended = run([str(NVCC), "-std=c++17", "-arch=sm_90", "-c", str(file), "-o", str(tmp_path / "object")])
    assert (ended.returncode == 0) == first_line_says(file, "nvcc takes this"), ended.stdout + ended.stderr
