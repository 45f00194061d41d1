"""The targets profile_labN run the commands that the handouts show. nvcc and ncu are fakes here."""

from __future__ import annotations

import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.core.toml_file import read_toml

ROOT = Path(__file__).resolve().parents[3]
LABS = sorted(
    (path.parent for path in (ROOT / "labs").glob("*/lab.toml")),
    key=lambda folder: int(folder.name.split("_")[0].removeprefix("lab")),
)
PROJECT = """
cmake_minimum_required(VERSION 3.21)
project(profiling LANGUAGES NONE)
list(APPEND CMAKE_MODULE_PATH "{root}/common/cmake")
include(cuda_modules)
include(profile_lab)
add_custom_target({id}_survey COMMAND "${{CMAKE_COMMAND}}" -E touch "${{CMAKE_BINARY_DIR}}/survey.built")
add_custom_target({id}_cuda COMMAND "${{CMAKE_COMMAND}}" -E touch "${{CMAKE_BINARY_DIR}}/cuda.built")
function(add_lab)
  cmake_parse_arguments(PARSE_ARGV 0 lab "" "GIVEN" "TEST_SOURCES;SURVEY_SOURCES;NCU_OPTIONS")
  profile_lab({id} "{folder}" {kernels} ${{lab_NCU_OPTIONS}})
endfunction()
include("{folder}/CMakeLists.txt")
"""
# Each says what it was called with, a word a line, and in which folder.
NVCC = """#!/bin/sh
printf '%s\\n' "$PWD" "$@" > "{folder}/nvcc.said"
while [ "$1" != -o ]; do shift; done
touch "$2"
"""
NCU = """#!/bin/sh
printf '%s\\n' "$PWD" "$@" > "{folder}/ncu.said"
{words}
"""


@dataclass(frozen=True)
class Course:
    """A project of one lab and its tools' folder."""

    folder: Path

    @property
    def build(self) -> Path:
        return self.folder / "build"

    def configure(self, *options: str) -> subprocess.CompletedProcess[str]:
        tools = [f"-DCOALESCE_NVCC={self.folder}/nvcc", f"-DCOALESCE_NCU={self.folder}/ncu"]
        return cmake(
            "-G", "Ninja", "-S", self.folder, "-B", self.build, "-DENABLE_PROFILING=ON", *tools, *options
        )

    def run(self, target: str) -> subprocess.CompletedProcess[str]:
        return cmake("--build", self.build, "--target", target)

    def said(self, tool: str) -> list[str]:
        return (self.folder / f"{tool}.said").read_text(encoding="utf-8").splitlines()


def cmake(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["cmake", *arguments], capture_output=True, text=True, timeout=60)


def course(folder: Path, lab: Path = LABS[0], ncu: str = "") -> Course:
    manifest = read_toml(lab / "lab.toml", lab.name)
    text = PROJECT.format(root=ROOT, id=manifest["id"], folder=lab, kernels=manifest["kernel_file"])
    (folder / "CMakeLists.txt").write_text(text, encoding="utf-8")
    for name, script in (("nvcc", NVCC.format(folder=folder)), ("ncu", NCU.format(folder=folder, words=ncu))):
        (folder / name).write_text(script, encoding="utf-8")
        (folder / name).chmod(0o755)
    return Course(folder)


def handout_commands(lab: Path) -> dict[str, list[str]]:
    """Each command of the handout's code blocks, by its program."""
    blocks = (lab / "README.md").read_text(encoding="utf-8").split("```sh\n")[1:]
    lines = [line for block in blocks for line in block.split("```")[0].replace("\\\n", "").splitlines()]
    return {words[0]: words[1:] for line in lines if (words := shlex.split(line, comments=True))}


def test_every_lab_has_launches_to_profile() -> None:
    for lab in LABS:
        assert "const lab::Once " in (lab / "survey.cpp").read_text(encoding="utf-8")


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: str(lab.name))
def test_the_target_runs_the_command_of_the_handout(lab: Path, tmp_path: Path) -> None:
    one = course(tmp_path, lab)
    id = lab.name.split("_")[0]
    configured = one.configure()
    assert configured.returncode == 0, configured.stderr
    ran = one.run(f"profile_{id}")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    *options, program, machine, cuda, once = handout_commands(lab)["ncu"]
    assert program == f"build/default/labs/{lab.name}/{id}_survey"
    assert [machine, cuda, once] == ["--machine", "cuda", "--once"]
    assert one.said("ncu") == [str(ROOT), *options, str(one.build / f"{id}_survey"), machine, cuda, once]
    assert (one.build / "survey.built").exists()
    assert (one.build / "cuda.built").exists()
    assert "l1tex__data_bank_conflicts" in (said := "".join(options)) or "l1tex__t_sectors" in said


@pytest.mark.skipif(not (ROOT / "solutions").is_dir(), reason="a student edition has no solutions")
def test_the_reference_has_a_target_of_its_own(tmp_path: Path) -> None:
    one = course(tmp_path)
    one.configure()
    assert one.run("profile_lab1_solution").returncode == 0
    solution = ROOT / "solutions" / LABS[0].name / "stride_sweep.cu"
    module = one.build / "lab1_solution.fatbin"
    assert str(solution) in one.said("nvcc")
    assert one.said("ncu")[-4:] == ["--module", str(module), "--source", str(solution)]


@pytest.mark.parametrize(("tool", "lacking"), [("nvcc", "COALESCE_NVCC"), ("ncu", "COALESCE_NCU")])
def test_a_missing_tool_stops_the_configuration(tool: str, lacking: str, tmp_path: Path) -> None:
    configured = course(tmp_path).configure(f"-D{lacking}=")
    assert configured.returncode != 0
    assert f"ENABLE_PROFILING needs {tool}, which was not found" in " ".join(configured.stderr.split())
    assert f"-D {lacking}=/path/to/{tool}" in " ".join(configured.stderr.split())


def test_without_the_option_nothing_is_asked_for(tmp_path: Path) -> None:
    one = course(tmp_path)
    configured = one.configure("-DENABLE_PROFILING=OFF", "-DCOALESCE_NVCC=", "-DCOALESCE_NCU=")
    assert configured.returncode == 0, configured.stderr
    assert one.run("profile_lab1").returncode != 0


@pytest.mark.parametrize("status", [0, 1])
def test_without_permission_it_says_how_to_get_it(status: int, tmp_path: Path) -> None:
    words = "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU counters"
    one = course(tmp_path, ncu=f"echo '{words}'; exit {status}")
    one.configure()
    ran = one.run("profile_lab1")
    said = " ".join((ran.stdout + ran.stderr).split())
    assert ran.returncode != 0
    assert words in said
    assert "NVreg_RestrictProfilingToAdminUsers=0" in said
    assert "run this as root" in said


def test_another_failure_of_the_profiler_is_a_failure(tmp_path: Path) -> None:
    one = course(tmp_path, ncu="echo 'no device'; exit 9")
    one.configure()
    ran = one.run("profile_lab1")
    assert ran.returncode != 0
    assert "ncu could not profile the kernels (9)" in " ".join((ran.stdout + ran.stderr).split())


def test_a_lab_without_such_options_has_no_such_target(tmp_path: Path) -> None:
    lab = tmp_path / "labs" / "lab1_bare"
    lab.mkdir(parents=True)
    (lab / "lab.toml").write_text('id = "lab1"\nkernel_file = "bare.cu"\n', encoding="utf-8")
    (lab / "CMakeLists.txt").write_text("add_lab(TEST_SOURCES bare_test.cpp)", encoding="utf-8")
    one = course(tmp_path, lab)
    assert one.configure().returncode == 0
    assert one.run("profile_lab1").returncode != 0
