"""Configuring and building recover from every state in which an earlier call may have left the folder."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from grader.cli.session import progress_line
from grader.core.errors import GraderError
from grader.machine.toolchain import build_targets, is_configured
from grader.tests.fake_project import FakeProject

# Notes each call; `configure` and `build` are what a test makes of the two steps.
CMAKE = """\
#!/bin/sh
case $1 in --preset) step=configure build=$4 ;; *) step=build build=$2 ;; esac
echo "$step" >>'@CALLS@'
cd "$build" || exit 9
case $step in
configure)
  @CONFIGURE@
  ;;
build)
  @BUILD@
  ;;
esac
"""
CONFIGURES = "touch CMakeCache.txt build.ninja"
# As a real build folder: without its build.ninja Ninja cannot even begin.
BUILDS = "[ -f build.ninja ] || { echo \"ninja: error: loading 'build.ninja': No such file\"; exit 1; }"


class Building:
    """A tiny checkout whose cmake does as the test says."""

    def __init__(self, fake: FakeProject, tools: Path) -> None:
        self.project, self._fake, self._tools = fake.project, fake, tools
        self._calls = tools / "calls"
        for left in fake.project.build.glob("*"):
            if left.is_file():
                left.unlink()

    def cmake(self, configure: str = CONFIGURES, build: str = BUILDS) -> None:
        text = CMAKE.replace("@CONFIGURE@", configure).replace("@BUILD@", build)
        self._fake.script(self._tools / "cmake", text.replace("@CALLS@", str(self._calls)))

    def runs(self) -> list[str]:
        """Build, and return the steps that were taken."""
        self._calls.unlink(missing_ok=True)
        try:
            build_targets(self.project, ["lab4_test"], lambda _: None)
        finally:
            self.steps = self._calls.read_text(encoding="utf-8").split()
        return self.steps


@pytest.fixture
def building(fake: FakeProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Building:
    tools = tmp_path / "tools"
    tools.mkdir()
    monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")
    made = Building(fake, tools)
    made.cmake()
    return made


def test_it_configures_once(building: Building) -> None:
    assert building.runs() == ["configure", "build"]
    assert building.runs() == ["build"]


def test_a_log_gets_the_steps_and_no_line_of_a_tool(
    building: Building, capsys: pytest.CaptureFixture[str]
) -> None:
    building.cmake(build=f"{BUILDS}; echo 'building a file, says the tool'")
    with progress_line() as progress:
        build_targets(building.project, ["lab4_test"], progress)
        progress("measuring lab4: checks")
    steps = ["configuring the build", "building lab4_test", "measuring lab4: checks"]
    assert capsys.readouterr().err.splitlines() == steps


def test_after_a_failed_configuration_the_repaired_one_works(building: Building) -> None:
    building.cmake(configure="touch CMakeCache.txt; echo 'Could NOT find GTest'; exit 1")
    with pytest.raises(GraderError, match="Could NOT find GTest"):
        building.runs()
    assert building.steps == ["configure"]
    assert not is_configured(building.project)
    building.cmake()
    assert building.runs() == ["configure", "build"]


def test_a_cache_that_holds_what_is_gone_is_thrown_away(building: Building) -> None:
    """As when the checkout was moved, or a compiler was replaced."""
    (building.project.build / "CMakeCache.txt").write_text("of another place", encoding="utf-8")
    (building.project.build / "CMakeFiles").mkdir()
    building.cmake(configure=f"[ ! -s CMakeCache.txt ] && [ ! -d CMakeFiles ] || exit 1; {CONFIGURES}")
    assert building.runs() == ["configure", "configure", "build"]


def test_an_interrupted_configuration_is_done_again(building: Building) -> None:
    building.runs()
    building.cmake(configure="exit 130")
    (building.project.root / "CMakePresets.json").write_text("{}", encoding="utf-8")
    with pytest.raises(GraderError):
        building.runs()
    building.cmake()
    assert building.runs() == ["configure", "build"]


def test_the_build_folder_of_an_older_checkout_is_configured_again(building: Building) -> None:
    building.runs()
    (building.project.root / "CMakePresets.json").write_text('{"version": 3}', encoding="utf-8")
    assert building.runs() == ["configure", "build"]
    assert building.runs() == ["build"]


def test_another_compiler_is_configured_for(building: Building, monkeypatch: pytest.MonkeyPatch) -> None:
    building.runs()
    monkeypatch.setenv("CXX", "clang++")
    assert building.runs() == ["configure", "build"]


def test_a_folder_that_ninja_cannot_work_in_is_configured_afresh(building: Building) -> None:
    building.runs()
    building.cmake(
        build="[ -f again ] || { echo \"ninja: error: 'libz.so', needed by 'x', missing\"; exit 1; }",
        configure=f"touch again; {CONFIGURES}",
    )
    assert building.runs() == ["build", "configure", "build"]


def test_a_compilers_error_is_shown_and_not_tried_twice(building: Building) -> None:
    building.runs()
    building.cmake(
        build="echo 'machine.cpp:1: error: no'; echo 'ninja: build stopped: subcommand failed.'; exit 1"
    )
    with pytest.raises(GraderError, match=r"machine\.cpp:1: error: no"):
        building.runs()
    assert building.steps == ["build"]


@pytest.mark.parametrize("step", ["configure", "build"])
def test_a_full_disk_is_called_that(building: Building, step: str) -> None:
    full = "echo 'as: BFD: out.o: No space left on device'; exit 1"
    building.cmake(**{step: full})
    with pytest.raises(GraderError, match="the disk is full") as caught:
        building.runs()
    assert "df -h" in caught.value.fix
    building.cmake()
    assert building.runs()[-1] == "build"


def test_ctest_and_the_grader_exclude_each_other(building: Building, tmp_path: Path) -> None:
    """CMake's file(LOCK) and the grader's lock are one: what ctest builds waits for what ./course builds."""
    locks = Path(__file__).resolve().parents[3] / "common" / "cmake" / "build_locked.cmake"
    script = tmp_path / "try.cmake"
    script.write_text(
        textwrap.dedent(f"""\
            file(LOCK "{building.project.build}/.lock" TIMEOUT 0 RESULT_VARIABLE locked)
            file(WRITE "{tmp_path}/locked" "${{locked}}")
            """),
        encoding="utf-8",
    )
    assert 'file(LOCK "${build}/.lock"' in locks.read_text(encoding="utf-8")
    building.cmake(
        build=f"'/usr/bin/env' PATH='{Path(sys.executable).parent}:/usr/bin:/bin' cmake -P '{script}'"
    )
    building.runs()
    assert (tmp_path / "locked").read_text(encoding="utf-8") not in ("0", "")
    subprocess.run(["cmake", "-P", str(script)], check=True, env={"PATH": "/usr/bin:/bin"})
    assert (tmp_path / "locked").read_text(encoding="utf-8") == "0"
