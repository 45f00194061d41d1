"""Configures and builds the C++ side with CMake."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from grader.errors import GraderError
from grader.manifest import Lab
from grader.paths import PRESET, Project

Progress = Callable[[str], None]
LAST_LINES = 40


def program_of(project: Project, lab: Lab) -> Path:
    """Where a lab's test program lies once it is built."""
    return project.build / "labs" / lab.folder / f"{lab.id}_test"


def build_targets(project: Project, targets: Sequence[str], progress: Progress) -> None:
    """Configure once, then build the targets. progress gets each line of the build.

    Raises GraderError when CMake is missing or the build fails: never the student's fault, since
    no student's file is compiled here.
    """
    cmake = _cmake()
    with _alone_in(project.build):
        _configure_and_build(cmake, project, targets, progress)


@contextmanager
def _alone_in(build: Path) -> Iterator[None]:
    """Two builds in one folder spoil each other's files: the second waits for the first."""
    build.mkdir(parents=True, exist_ok=True)
    with (build / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _configure_and_build(cmake: str, project: Project, targets: Sequence[str], progress: Progress) -> None:
    if not (project.build / "CMakeCache.txt").is_file():
        progress("configuring the build")
        command = [cmake, "--preset", PRESET, "-B", str(project.build)]
        _follow(command, project.root, progress)
    progress(f"building {', '.join(targets)}")
    _follow([cmake, "--build", str(project.build), "--target", *targets], project.root, progress)


def build_programs(project: Project, labs: Sequence[Lab], progress: Progress) -> None:
    """Build the labs' test programs, all in one go."""
    build_targets(project, [f"{lab.id}_test" for lab in labs], progress)


def _cmake() -> str:
    cmake = shutil.which("cmake")
    if cmake is None:
        raise GraderError("cmake was not found", "Install it: apt-get install cmake")
    return cmake


def _follow(command: list[str], cwd: Path, progress: Progress) -> None:
    last: deque[str] = deque(maxlen=LAST_LINES)
    with subprocess.Popen(
        command,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as process:
        for line in process.stdout or ():
            last.append(line.rstrip())
            progress(line.strip())
    if process.returncode != 0:
        raise GraderError(
            f"'{' '.join(command[1:])}' failed:\n" + "\n".join(last),
            "Run it by itself: cmake --preset default && cmake --build --preset default",
        )
