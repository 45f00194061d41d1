"""Configures and builds the C++ side with CMake, and recovers from a build folder that is not usable.

In: a checkout and the names of CMake targets. Out: a build folder in which they are up to date. Whatever an
earlier call left there (a configuration that failed or was interrupted, one of an older checkout or of
another place), the next call either works or says what to do.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from grader.core.disk import full_disk_error, refuse_full
from grader.core.errors import GraderError
from grader.core.manifest import Lab
from grader.core.paths import PRESET, Project
from grader.core.steps import Progress, tool_output

LAST_LINES = 40
# CMake's targets for Project.simtcc, and for CUDA's headers, which it then need not read each time.
COMPILER = ("simtcc", "cuda_headers")
# The file is written when a configuration has succeeded, and contains what it depended on.
STAMP = "configured"
# The file in which CMake says what it decided about an installed SIMT machine, as a sentence
# (common/simt/cmake/prebuilt.cmake).
PREBUILT_NOTE = Path("common", "simt", "prebuilt.txt")
# Ninja's and CMake's words for a folder that they cannot work in. A compiler's error is never among them.
UNUSABLE = re.compile(r"^ninja: error: |could not load cache|missing CMakeCache.txt", re.MULTILINE)

_one_build = threading.Lock()


class BuildFailed(GraderError):
    """A step of CMake's that failed. output: its last lines."""

    def __init__(self, command: Sequence[str], output: str) -> None:
        super().__init__(
            f"'{' '.join(command)}' failed:\n{output}",
            "Run it by itself: cmake --preset default && cmake --build --preset default",
        )
        self.output = output


def program_of(project: Project, lab: Lab) -> Path:
    """Where a lab's test program lies once it is built."""
    return project.build / "labs" / lab.folder / f"{lab.id}_test"


def build_programs(project: Project, labs: Sequence[Lab], progress: Progress) -> None:
    """Build the labs' test programs and the compiler of their kernel files, all in one go."""
    build_targets(project, [*COMPILER, *(f"{lab.id}_test" for lab in labs)], progress)


def build_targets(project: Project, targets: Sequence[str], progress: Progress) -> None:
    """Configure where that is needed, then build the targets. progress gets each line of the build.

    Raises GraderError when CMake is missing, the disk is full, or the build fails: never the student's fault,
    since no student's file is compiled here.
    """
    cmake = _cmake()
    with _alone_in(project.build):
        if not is_configured(project):
            _configure(cmake, project, progress)
        try:
            _build(cmake, project, targets, progress)
        except BuildFailed as failed:
            if not UNUSABLE.search(failed.output):
                raise
            _configure_afresh(cmake, project, progress)
            _build(cmake, project, targets, progress)


def configure(project: Project, progress: Progress) -> None:
    """Configure the build folder unless it is. That alone already tells editors how each file is compiled."""
    cmake = _cmake()
    with _alone_in(project.build):
        if not is_configured(project):
            _configure(cmake, project, progress)


def is_configured(project: Project) -> bool:
    """Whether the build folder holds a configuration that succeeded, for this checkout as it is now.

    Another folder than the usual one (COALESCE_BUILD_DIR) may be of another preset, and stays so.
    """
    if project.build != project.root / "build" / PRESET:
        return (project.build / "build.ninja").is_file()
    try:
        stamped = (project.build / STAMP).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return stamped == _fingerprint(project) and (project.build / "build.ninja").is_file()


def mark_configured(project: Project) -> None:
    """Note that the configuration of the build folder has succeeded; written whole or not at all."""
    written = project.build / f"{STAMP}.new"
    written.write_text(_fingerprint(project), encoding="utf-8")
    written.replace(project.build / STAMP)


def _fingerprint(project: Project) -> str:
    """What a configuration depends on beside the CMakeLists.txt, which Ninja watches by itself."""
    presets = project.root / "CMakePresets.json"
    parts = [str(project.root), str(project.build), os.environ.get("CXX", ""), os.environ.get("CC", "")]
    parts.append(presets.read_text(encoding="utf-8") if presets.is_file() else "")
    parts.append(_installed_machine(project))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _installed_machine(project: Project) -> str:
    """Names the installed SIMT machine and, where there is one, the sources that it is compared with."""
    simtcc = shutil.which("simtcc")
    if simtcc is None:
        return ""
    sources = Path(simtcc).resolve().parents[1] / "lib" / "simt" / "sources.sha256"
    if not sources.is_file():
        return ""
    command = ["sh", str(project.simt / "cmake" / "source_digest.sh"), str(project.simt)]
    ours = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return f"{sources} {sources.read_text(encoding='utf-8')} {ours}"


@contextmanager
def _alone_in(build: Path) -> Iterator[None]:
    """Two builds in one folder spoil each other's files: the second waits for the first.

    POSIX record locks, which CMake's file(LOCK) takes too: ctest builds in the same folder
    (common/cmake/build_locked.cmake). They are a process's own, hence the second lock, for threads.
    """
    try:
        build.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GraderError(f"cannot make the build folder {build}: {error.strerror}") from error
    with _one_build, (build / ".lock").open("w") as lock:
        fcntl.lockf(lock, fcntl.LOCK_EX)
        yield


def _configure(cmake: str, project: Project, progress: Progress) -> None:
    had_one = (project.build / "CMakeCache.txt").is_file()
    try:
        _run_preset(cmake, project, progress)
    except BuildFailed:
        # An earlier configuration may have found things that have changed since, and that may be all that is
        # wrong.
        if not had_one:
            raise
        _configure_afresh(cmake, project, progress)


def _configure_afresh(cmake: str, project: Project, progress: Progress) -> None:
    """Without what an earlier configuration has left; `cmake --fresh` does this from CMake 3.24 on."""
    (project.build / "CMakeCache.txt").unlink(missing_ok=True)
    shutil.rmtree(project.build / "CMakeFiles", ignore_errors=True)
    _run_preset(cmake, project, progress)


def _run_preset(cmake: str, project: Project, progress: Progress) -> None:
    (project.build / STAMP).unlink(missing_ok=True)
    progress("configuring the build")
    _follow([cmake, "--preset", PRESET, "-B", str(project.build)], project, progress)
    note = project.build / PREBUILT_NOTE
    if note.is_file() and (said := note.read_text(encoding="utf-8").strip()):
        progress(said)
    mark_configured(project)


def _build(cmake: str, project: Project, targets: Sequence[str], progress: Progress) -> None:
    progress(f"building {', '.join(targets)}")
    _follow([cmake, "--build", str(project.build), "--target", *targets], project, progress)


def _cmake() -> str:
    cmake = shutil.which("cmake")
    if cmake is None:
        raise GraderError("cmake was not found", "Install it: apt-get install cmake")
    return cmake


def _follow(command: list[str], project: Project, progress: Progress) -> None:
    last: deque[str] = deque(maxlen=LAST_LINES)
    with subprocess.Popen(
        command,
        cwd=project.root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as process:
        for line in process.stdout or ():
            last.append(line.rstrip())
            progress(tool_output(line.strip()))
    if process.returncode == 0:
        return
    output = "\n".join(last)
    if full := full_disk_error(output, project.build):
        raise full
    refuse_full(project.build)
    raise BuildFailed(command[1:], output)
