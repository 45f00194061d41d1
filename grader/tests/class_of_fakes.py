"""A class in the tiny checkout, graded by the command line itself.

The command line runs in the test's own process: to start another takes longer than to grade a small class.
What has to be killed, interrupted or sent to a cluster gets a process of its own (start, runs_apart).
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from grader.cli import session
from grader.cli.commands import grade
from grader.cli.main import main
from grader.tests.fake_project import FakeProject

# The lab's program answers by what the kernel file says; @ROOT@ is replaced by FakeProject.script.
ENDING = """
echo run >> '@ROOT@/runs'
case $(head -n 1 "$module") in
  *good*) cp '@ROOT@/passing.json' "$results"; exit 0 ;;
  *crash*) kill -SEGV $$ ;;
  *) cp '@ROOT@/conflict.json' "$results"; exit 1 ;;
esac
"""
KERNEL = "tiled_transpose.cu"
# Every format that is not always written, but Canvas: plain folders do not say who is who there.
FORMATS = "gradescope,classroom,junit,csv-long"
# What a process of its own runs; runs_here does the same in this one. APART: submissions are strangers'.
MAIN = """
import os
import sys
from pathlib import Path
from grader.machine import gpu
from grader.cli.main import main
from grader.cli import session
from grader.cli.commands import grade
from grader.core.paths import Project
from grader.isolation.confinement import NoSandbox
root = Path(sys.argv[1])
# Its programs are scripts in the test's folder, which a sandbox would not show.
grade.choose_sandbox = lambda *, unsafe: NoSandbox() if "APART" in os.environ else None
# Its GPU is what the script that stands for the lab's program says.
gpu.gpu_trouble = lambda: None
session.current_project = lambda: Project(root, root / "build" / "default")
if __name__ == "__main__":
    sys.exit(main(sys.argv[2:]))
"""


class FakeClass:
    """Submissions of the tiny checkout, and the command that grades them.

    temporary: where processes of its own keep what is temporary.
    """

    def __init__(self, fake: FakeProject, folder: Path) -> None:
        self.fake, self.folder, self.submissions = fake, folder, folder / "submissions"
        for name in ("passing", "conflict"):
            (fake.root / f"{name}.json").write_text(fake.data(f"{name}.json"), encoding="utf-8")
        fake.program(ENDING)
        fake.script(folder / "tools" / "cmake", "#!/bin/sh\nexit 0\n")
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        (folder / "main.py").write_text(MAIN, encoding="utf-8")

    def hands_in(self, student: str, text: str, name: str = KERNEL) -> None:
        place = self.submissions / student
        place.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, encoding="utf-8")

    @property
    def runs(self) -> int:
        """How often the lab's program was started."""
        file = self.fake.root / "runs"
        return file.read_text(encoding="utf-8").count("run") if file.exists() else 0

    def command(self, *arguments: object) -> list[str]:
        return [
            sys.executable,
            str(self.folder / "main.py"),
            str(self.fake.root),
            *(str(argument) for argument in arguments),
        ]

    @property
    def environment(self) -> dict[str, str]:
        path = f"{self.folder / 'tools'}{os.pathsep}{os.environ['PATH']}"
        root = Path(__file__).resolve().parents[2]
        fixed = {"SOURCE_DATE_EPOCH": "1760000000", "COLUMNS": "80", "PYTHONPATH": str(root)}
        return {**os.environ, **fixed, "PATH": path, "TMPDIR": str(self.temporary)}

    def start(self, *arguments: object, into: Path = Path()) -> subprocess.Popen[str]:
        """The process; `into` marks it and all that it starts, for who looks for what is left of it."""
        return subprocess.Popen(
            self.command(*arguments),
            env={**self.environment, "GRADED_INTO": str(into)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def runs_apart(self, *arguments: object) -> tuple[int, str]:
        """Run the command line in a process of its own. Exit status, and all that it said."""
        process = self.start(*arguments)
        out, err = process.communicate(timeout=120)
        return process.returncode, out + err

    def runs_here(self, *arguments: object) -> tuple[int, str]:
        """Run the command line in this process. Exit status, and all that it said."""
        said = io.StringIO()
        with ExitStack() as stack:
            stack.enter_context(patch.dict(os.environ, self.environment))
            stack.enter_context(patch.object(session, "current_project", lambda: self.fake.project))
            # Its compiler copies and its programs are scripts: nothing there could be vetted.
            stack.enter_context(patch.object(grade, "choose_sandbox", lambda *, unsafe: None))  # noqa: ARG005
            stack.enter_context(redirect_stdout(said))
            stack.enter_context(redirect_stderr(said))
            status = main([str(argument) for argument in arguments])
        return status, said.getvalue()

    def grade(self, out: Path, *more: object) -> tuple[int, str]:
        return self.runs_here("grade", self.submissions, "--out", out, *more)


def files_in(folder: Path) -> dict[str, bytes]:
    """All files by their path, but for the lock."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock"
    }
