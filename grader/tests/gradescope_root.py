"""A throwaway folder that stands for Gradescope's /autograder, with this checkout's programs in it.

`setup.sh` itself is run by hand (docs/instructors/gradescope.md says how): it needs a network.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema

from grader.core.paths import Project
from grader.tests.fake_project import DATA

SCHEMA = json.loads((DATA / "exports" / "gradescope.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
Json = dict[str, Any]


def unpack(archive: Path, to: Path) -> None:
    """As unzip does: with the files' modes, which zipfile alone drops."""
    with zipfile.ZipFile(archive) as content:
        for info in content.infolist():
            path = Path(content.extract(info, to))
            path.chmod(info.external_attr >> 16 & 0o777)


def install(course: Path, project: Project) -> None:
    """What `./course build` leaves behind: an environment, a build, and stamps that say that all is there."""
    script(course / ".venv" / "bin" / "python", f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    # The first cmake on ./course's path: nothing is to be built.
    script(course / ".venv" / "bin" / "cmake", "#!/bin/sh\nexit 0\n")
    build = course / "build" / "default"
    build.mkdir(parents=True)
    (build / "CMakeCache.txt").touch()
    (build / "labs").symlink_to(project.build / "labs")
    (build / "common").symlink_to(project.build / "common")  # simtcc
    # Of each group of commands: one without a stamp would have pip look through the tests' own environment.
    for groups in ("python", "python build", "python build class"):
        remember = f'. "$ROOT/tools/needs.sh"; . "$ROOT/tools/setup.sh"; remember {groups}'
        environment = {**os.environ, "ROOT": str(course)}
        subprocess.run(["sh", "-euc", remember], env=environment, check=True)


def script(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


class GradescopeRoot:
    """root: stands for /autograder."""

    def __init__(self, root: Path, archive: Path, project: Project) -> None:
        self.root, self.project = root, project
        self.results = root / "results" / "results.json"
        unpack(archive, root / "source")
        install(root / "source" / "course", project)
        # Gradescope's harness does this.
        shutil.copy(root / "source" / "run_autograder", root / "run_autograder")
        (root / "submission").mkdir()

    def hands_in(self, files: dict[str, bytes]) -> None:
        """A new container: one submission, no results yet."""
        for folder in ("submission", "results"):
            shutil.rmtree(self.root / folder, ignore_errors=True)
        (self.root / "submission").mkdir()
        for name, data in files.items():
            path = self.root / "submission" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    def start(self, **environment: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self.root / "run_autograder"],
            cwd=self.root,
            env={
                **os.environ,
                "AUTOGRADER_ROOT": str(self.root),
                # A program knows where its lab's own kernels were built; a sandbox shows it that place alone.
                "COALESCE_BUILD_DIR": str(self.project.build),
                **environment,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def grades(self, **environment: str) -> tuple[Json, str]:
        """The results, which are valid, and what only instructors see."""
        process = self.start(**environment)
        said, _ = process.communicate(timeout=600)
        assert process.returncode == 0, said
        return self.valid_results(), said

    def valid_results(self) -> Json:
        data: Json = json.loads(self.results.read_text(encoding="utf-8"))
        VALIDATOR.validate(data)
        return data

    def processes(self, words: str) -> Iterator[int]:
        """The running processes of this folder whose command line holds these words."""
        for place in Path("/proc").glob("[0-9]*"):
            try:
                line = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
                environment = (place / "environ").read_bytes().decode("utf-8", "replace")
            except OSError:
                continue
            if words in line and str(self.root) in environment:
                yield int(place.name)

    def waits_for(self, words: str) -> int:
        """The id of such a process, once there is one."""
        for _ in range(1200):
            for process in self.processes(words):
                return process
            time.sleep(0.05)
        raise AssertionError(f"no process {words!r}")


def score(results: Json) -> float | None:
    """As Gradescope adds it up; None where nothing has a score."""
    if "score" in results:
        return float(results["score"])
    scores = [test["score"] for test in results["tests"] if "score" in test]
    return float(sum(scores)) if scores else None
