"""The GitHub action that builds and tests a CUDA project without a GPU: its script, on a small project."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import yaml

from grader.core.paths import current_project

PROJECT = current_project()
ACTION = PROJECT.root / ".github" / "actions" / "simt"
pytestmark = pytest.mark.skipif(not ACTION.is_dir(), reason="a student edition has no actions")

CMAKE = """cmake_minimum_required(VERSION 3.21)
project(rotation LANGUAGES CUDA)
enable_testing()
add_executable(rotate rotate.cu)
add_test(NAME rotate COMMAND rotate)
"""
KERNEL = """#include <cstdio>
__global__ void rotate(int* out) {
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;
  @BARRIER@
  out[threadIdx.x] = values[(threadIdx.x + 1) % 64];
}
int main() {
  int* out = nullptr;
  cudaMalloc(&out, 64 * sizeof(int));
  rotate<<<1, 64>>>(out);
  const cudaError_t answer = cudaDeviceSynchronize();
  cudaFree(out);
  return answer == cudaSuccess ? 0 : 1;
}
"""


def built_and_tested(folder: Path, barrier: str, **inputs: str) -> subprocess.CompletedProcess[str]:
    (folder / "CMakeLists.txt").write_text(CMAKE, encoding="utf-8")
    (folder / "rotate.cu").write_text(KERNEL.replace("@BARRIER@", barrier), encoding="utf-8")
    environment = {
        **os.environ,
        "PATH": f"{PROJECT.simtcc.parent}:{os.environ['PATH']}",
        "SOURCE": str(folder),
        "BUILD": str(folder / "build"),
        "GITHUB_WORKSPACE": str(folder),
        "SIMT_FAIL_ON": "faults",
        **inputs,
    }
    return subprocess.run(
        ["bash", str(ACTION / "build_and_test.sh")],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_right_project_passes(tmp_path: Path) -> None:
    ended = built_and_tested(tmp_path, "__syncthreads();")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "::error" not in ended.stdout


def test_a_race_fails_its_test_and_is_an_annotation_of_its_line(tmp_path: Path) -> None:
    ended = built_and_tested(tmp_path, "")
    assert ended.returncode == 8, ended.stdout + ended.stderr  # ctest's status where tests failed
    assert "\n::error file=rotate.cu,line=6,title=race::race in shared memory" in ended.stdout


def test_a_project_without_tests_is_no_success(tmp_path: Path) -> None:
    assert built_and_tested(tmp_path, "", TESTS="-R nothing").returncode != 0


def test_options_may_be_on_several_lines(tmp_path: Path) -> None:
    ended = built_and_tested(
        tmp_path,
        "__syncthreads();",
        OPTIONS="-DFIRST=1\n  -DSECOND=2 -DTHIRD=3\n",
        TESTS="-R\nnothing",
    )
    cache = (tmp_path / "build" / "CMakeCache.txt").read_text(encoding="utf-8")
    assert all(f"{name}:UNINITIALIZED={i}" in cache for i, name in enumerate(("FIRST", "SECOND", "THIRD"), 1))
    assert ended.returncode != 0 and "No tests were found" in ended.stdout + ended.stderr


def tools_of_a_user(folder: Path, user: int, apt: str) -> str:
    """PATH with an apt-get that writes its words to `said` and does what the shell command says."""
    folder.mkdir()
    programs = {
        "id": f"echo {user}",
        "sudo": 'echo sudo >>"$(dirname "$0")/said"; exec "$@"',
        "apt-get": f'echo "$@" >>"$(dirname "$0")/said"; {apt}',
    }
    for name, body in programs.items():
        (folder / name).write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


def test_a_package_that_is_not_there_is_told(tmp_path: Path) -> None:
    path = tools_of_a_user(tmp_path / "tools", 1000, "exit 100")
    ended = built_and_tested(tmp_path, "", PACKAGE="nothing.deb", PATH=path)
    assert ended.returncode == 2
    assert "::error title=SIMT machine::the package nothing.deb cannot be installed" in ended.stdout


@pytest.mark.parametrize(("user", "asks"), [(0, 0), (1000, 2)])
def test_sudo_is_asked_for_unless_the_user_is_root(tmp_path: Path, user: int, asks: int) -> None:
    path = tools_of_a_user(tmp_path / "tools", user, '[ "$1" = update ]')
    assert built_and_tested(tmp_path, "", PACKAGE="own.deb", PATH=path).returncode == 2
    said = (tmp_path / "tools" / "said").read_text(encoding="utf-8").splitlines()
    assert said.count("sudo") == asks
    assert any(words.startswith("install ") and words.endswith("own.deb") for words in said)


def test_each_input_reaches_the_script() -> None:
    action = yaml.safe_load((ACTION / "action.yml").read_text(encoding="utf-8"))
    (step,) = action["runs"]["steps"]
    given = " ".join(step["env"].values())
    assert all(f"inputs.{name} " in given for name in action["inputs"])
