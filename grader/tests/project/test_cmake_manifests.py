"""CMake takes a lab's checks and files from its manifest, as data, whatever the manifest looks like."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader.core.manifest import read_labs
from grader.core.paths import current_project

PROJECT = current_project()
SCRIPT = PROJECT.root / "common" / "cmake" / "manifests_json.py"
# Keys in an order, and values in a form, that no line-by-line reading would have understood.
MANIFEST = """\
kernel_file = 'mine.cu'
"id" = "lab9"

[[checks]]
measured = true
id = "fast"
test = 'Mine.IsFast'
advice = \"\"\"
test = "Not.ATest"
\"\"\"

[[checks]]
measured = false # not measured = true
id = "right"
"test" = "Mine.IsRight"
"""
LISTS = """
cmake_minimum_required(VERSION 3.21)
project(lists LANGUAGES NONE)
include("{root}/common/cmake/lab_files.cmake")
read_manifests()
foreach(key IN ITEMS id kernel_file checks tests measured_checks measured in_course)
  manifest_value("${{CMAKE_CURRENT_SOURCE_DIR}}/labs/lab9_mine" ${{key}} value)
  message(STATUS "${{key}}=[${{value}}]")
endforeach()
solution_folder("${{CMAKE_CURRENT_SOURCE_DIR}}/labs/lab9_mine" solution)
message(STATUS "solution=[${{solution}}]")
answers_folder("${{CMAKE_CURRENT_SOURCE_DIR}}/labs/lab9_mine" answers)
message(STATUS "answers=[${{answers}}]")
"""


def run(*command: str | Path, path: str = os.environ["PATH"]) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": path}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of one lab whose CMakeLists.txt says what it reads."""
    lab = tmp_path / "labs" / "lab9_mine"
    lab.mkdir(parents=True)
    (lab / "lab.toml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "CMakeLists.txt").write_text(LISTS.format(root=PROJECT.root), encoding="utf-8")
    shutil.copytree(SCRIPT.parent, tmp_path / "common" / "cmake")
    return tmp_path


def configured(checkout: Path, path: str = os.environ["PATH"]) -> subprocess.CompletedProcess[str]:
    cmake = shutil.which("cmake")
    assert cmake is not None
    return run(cmake, "-G", "Ninja", "-S", checkout, "-B", checkout / "build", path=path)


def test_every_manifest_of_the_course_gives_what_the_grader_reads() -> None:
    labs = read_labs(PROJECT)
    ended = run(sys.executable, SCRIPT, *(PROJECT.labs / lab.folder / "lab.toml" for lab in labs))
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout) == {
        lab.folder: {
            "id": lab.id,
            "kernel_file": lab.kernel_file,
            "checks": [check.id for check in lab.checks],
            "tests": [check.test for check in lab.checks],
            "measured_checks": [check.id for check in lab.checks if check.measured],
            "measured": [check.test for check in lab.checks if check.measured],
            "in_course": True,
        }
        for lab in labs
    }


def test_cmake_gets_the_manifests_values_however_they_are_written(checkout: Path) -> None:
    ended = configured(checkout)
    assert ended.returncode == 0, ended.stderr
    for said in (
        "id=[lab9]",
        "kernel_file=[mine.cu]",
        "checks=[fast;right]",
        "tests=[Mine.IsFast;Mine.IsRight]",
        "measured_checks=[fast]",
        "measured=[Mine.IsFast]",
    ):
        assert said in ended.stdout


def test_a_course_file_that_comes_later_says_which_labs_are_the_courses(checkout: Path) -> None:
    assert "in_course=[ON]" in configured(checkout).stdout
    other = checkout / "labs" / "lab2_other"
    other.mkdir()
    (other / "lab.toml").write_text(MANIFEST.replace("lab9", "lab2"), encoding="utf-8")
    (checkout / "course.toml").write_text('labs = ["lab2"]\n[points]\nlab2 = 50\n', encoding="utf-8")
    # The build notices the new file by itself.
    assert "in_course=[OFF]" in run("cmake", "--build", checkout / "build").stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('labs = ["lab4"]', "course.toml: there is no lab 'lab4'"),
        ("title = 'Day 4'", "course.toml: the key 'labs' is missing"),
        ("labs = 3", "course.toml: 'int' object is not iterable"),
        ("labs = [", "course.toml: "),
    ],
)
def test_a_broken_course_file_stops_the_configuration(checkout: Path, text: str, said: str) -> None:
    (checkout / "course.toml").write_text(text, encoding="utf-8")
    ended = configured(checkout)
    assert ended.returncode != 0
    assert said in " ".join(ended.stderr.split())


def test_a_lab_that_keeps_its_solution_is_asked_first(checkout: Path) -> None:
    apart = f"{PROJECT.root}/solutions/lab9_mine"
    said = configured(checkout).stdout
    assert f"solution=[{apart}]" in said and f"answers=[{apart}/answers]" in said
    own = checkout / "labs" / "lab9_mine" / "solution"
    own.mkdir()
    said = configured(checkout).stdout
    assert f"solution=[{own}]" in said and f"answers=[{own}/answers]" in said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("kernel_file", "kernel_fil", "lab9_mine/lab.toml: the key 'kernel_file' is missing"),
        ('"test" = ', '"tset" = ', "lab9_mine/lab.toml: the key 'test' is missing"),
        ("[[checks]]", "[checks", "lab9_mine/lab.toml: "),
    ],
)
def test_a_broken_manifest_stops_the_configuration(checkout: Path, old: str, new: str, said: str) -> None:
    manifest = checkout / "labs" / "lab9_mine" / "lab.toml"
    manifest.write_text(MANIFEST.replace(old, new), encoding="utf-8")
    ended = configured(checkout)
    assert ended.returncode != 0
    assert said in " ".join(ended.stderr.split())


def test_a_changed_manifest_configures_again(checkout: Path) -> None:
    assert configured(checkout).returncode == 0
    manifest = checkout / "labs" / "lab9_mine" / "lab.toml"
    text = MANIFEST.replace("Mine.IsRight", "Mine.IsQuiteRight")
    manifest.write_text(text, encoding="utf-8")
    later = manifest.stat().st_mtime + 5
    os.utime(manifest, (later, later))
    assert "Mine.IsQuiteRight" in run("cmake", "--build", checkout / "build").stdout


def fake_python(folder: Path, name: str, script: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    (folder / name).chmod(0o755)


def test_a_python_without_a_toml_reader_is_passed_over(checkout: Path) -> None:
    tools = checkout / "tools"
    fake_python(tools, "python3", "exit 3")
    fake_python(tools, "python3.13", "exit 127")
    fake_python(tools, "python3.12", f'exec "{sys.executable}" "$@"')
    ended = configured(checkout, path=f"{tools}:{os.environ['PATH']}")
    assert ended.returncode == 0, ended.stderr
    assert "id=[lab9]" in ended.stdout


def test_the_environment_of_the_course_is_asked_first(checkout: Path) -> None:
    fake_python(checkout / ".venv" / "bin", "python", f'echo asked >&2; exec "{sys.executable}" "$@"')
    fake_python(checkout / "tools", "python3", "exit 3")
    ended = configured(checkout, path=f"{checkout / 'tools'}:{os.environ['PATH']}")
    assert ended.returncode == 0, ended.stderr


def test_without_any_it_names_the_package(checkout: Path) -> None:
    tools = checkout / "tools"
    for name in ("python3", "python3.13", "python3.12", "python3.11"):
        fake_python(tools, name, "exit 3")
    ended = configured(checkout, path=f"{tools}:{os.environ['PATH']}")
    assert ended.returncode != 0
    said = " ".join(ended.stderr.split())
    assert "apt-get install python3-tomli" in said
    assert "./course setup" in said


def test_the_script_says_by_its_status_that_it_has_no_reader(tmp_path: Path) -> None:
    for name in ("tomllib", "tomli"):
        (tmp_path / f"{name}.py").write_text(f"raise ModuleNotFoundError('{name}')\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, str(SCRIPT)]
    assert subprocess.run(command, env=environment, check=False).returncode == 3
