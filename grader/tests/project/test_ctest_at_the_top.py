"""`ctest -L lab4` at the top of the checkout: the build folder's tests, or how to get such a folder."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from grader.core.paths import current_project

ROOT = current_project().root
# As CMake writes it: one test that passes, and the settings that print what a check said.
TESTS = """\
add_test([=[lab4.build]=] "true")
set_tests_properties([=[lab4.build]=] PROPERTIES LABELS "lab4;simt")
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("CTestTestfile.cmake", "CTestCustom.cmake"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def ctest(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["ctest", *arguments], cwd=checkout, capture_output=True, text=True, check=False)


def test_before_the_first_build_it_says_what_to_run(checkout: Path) -> None:
    ended = ctest(checkout, "-L", "lab4")
    assert ended.returncode != 0
    said = ended.stdout + ended.stderr
    assert "./course build" in said
    assert "cmake --preset default" in said


def test_it_runs_the_tests_of_the_build_folder_and_prints_their_reports(checkout: Path) -> None:
    build = checkout / "build" / "default"
    build.mkdir(parents=True)
    (build / "CTestTestfile.cmake").write_text(TESTS, encoding="utf-8")
    custom = 'set(CTEST_CUSTOM_POST_TEST "echo the reports")\n'
    (build / "CTestCustom.cmake").write_text(custom, encoding="utf-8")
    ended = ctest(checkout, "-L", "lab4")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "1/1 Test #1: lab4.build" in ended.stdout
    assert "the reports" in ended.stdout


# ctest's -L is a regular expression: the label of lab 1 is part of those of labs 10 and 11.
@pytest.mark.parametrize(
    ("label", "run"),
    [
        ("lab1", {"lab1"}),
        ("lab10", {"lab10"}),
        ("^lab1$", {"lab1"}),
        ("lab1[01]", {"lab10", "lab11"}),
        ("simt", {"lab1", "lab10", "lab11", "lab2"}),
    ],
)
def test_a_label_means_this_lab_alone(tmp_path: Path, label: str, run: set[str]) -> None:
    labs = ("lab1", "lab10", "lab11", "lab2")
    (tmp_path / "CTestTestfile.cmake").write_text(
        "".join(
            f'add_test({lab}.build true)\nset_tests_properties({lab}.build PROPERTIES LABELS "{lab};simt")\n'
            for lab in labs
        ),
        encoding="utf-8",
    )
    settings = (ROOT / "common/cmake/CTestCustom.cmake.in").read_text(encoding="utf-8")
    told = {
        "PROJECT_SOURCE_DIR": str(ROOT),
        "PROJECT_BINARY_DIR": str(tmp_path),
        "CMAKE_BINARY_DIR": str(tmp_path),
        "CMAKE_COMMAND": "cmake",
        "lab_tests": ";".join(f"{lab}.build" for lab in labs),
    }
    for name, value in told.items():
        settings = settings.replace(f"@{name}@", value)
    # Included, as at the top: there ctest warns of what changes policies.
    (tmp_path / "settings.cmake").write_text(settings, encoding="utf-8")
    (tmp_path / "CTestCustom.cmake").write_text('include("settings.cmake")\n', encoding="utf-8")
    for option in ("-L", "--label-regex"):
        ended = ctest(tmp_path, "-N", option, label)
        assert "Warning" not in ended.stdout + ended.stderr
        found = set(re.findall(r"Test +#\d+: (lab\d+)[.]build", ended.stdout))
        assert found == run, ended.stdout + ended.stderr


@pytest.mark.parametrize("preset", ["default", "ci"])
@pytest.mark.parametrize("linked", [False, True])
def test_in_a_labs_folder_it_runs_that_labs_tests_and_leaves_nothing(
    tmp_path: Path, preset: str, linked: bool
) -> None:
    build = tmp_path / "build" / preset
    tests = build / "labs" / "lab4"
    tests.mkdir(parents=True)
    (tests / "CTestTestfile.cmake").write_text(TESTS, encoding="utf-8")
    lab = tmp_path / "labs" / "lab4"
    own = tmp_path / "elsewhere" if linked else lab
    for folder in (lab.parent, own):
        folder.mkdir(exist_ok=True)
    if linked:
        lab.symlink_to(own)
    script = tmp_path / "script.cmake"
    script.write_text(
        f'set(CMAKE_MODULE_PATH "{ROOT}/common/cmake")\nset(PROJECT_SOURCE_DIR "{tmp_path}")\n'
        f'set(PROJECT_BINARY_DIR "{build}")\ninclude(add_lab)\nrun_ctest_in("{lab}" "{tests}")\n',
        encoding="utf-8",
    )
    subprocess.run(["cmake", "-P", script], check=True)
    if linked or preset != "default":
        assert list(own.iterdir()) == []
        return
    ended = ctest(lab, "-L", "lab4")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "1/1 Test #1: lab4.build" in ended.stdout
    assert [left.name for left in lab.iterdir()] == ["DartConfiguration.tcl"]
    assert (tests / "Testing").is_dir()


def test_its_log_is_no_untracked_file() -> None:
    ignored = subprocess.run(
        ["git", "check-ignore", "--no-index", "Testing/Temporary/LastTest.log"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if not (ROOT / ".git").exists():
        pytest.skip("no git checkout here")
    assert ignored.returncode == 0
