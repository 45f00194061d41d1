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


def test_a_package_that_is_not_there_is_told(tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "sudo").write_text("#!/bin/sh\nexit 100\n", encoding="utf-8")
    (tools / "sudo").chmod(0o755)
    ended = built_and_tested(tmp_path, "", PACKAGE="nothing.deb", PATH=f"{tools}:{os.environ['PATH']}")
    assert ended.returncode == 2
    assert "::error title=SIMT machine::the package nothing.deb cannot be installed" in ended.stdout


def test_each_input_reaches_the_script() -> None:
    action = yaml.safe_load((ACTION / "action.yml").read_text(encoding="utf-8"))
    (step,) = action["runs"]["steps"]
    given = " ".join(step["env"].values())
    assert all(f"inputs.{name} " in given for name in action["inputs"])
