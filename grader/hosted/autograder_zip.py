"""Writes the autograder for Gradescope: a .zip with the course, as far as grading needs it.

Format: https://gradescope-autograders.readthedocs.io/en/latest/specs/. At the top are `setup.sh` and
`run_autograder`; the course is in `course/`, without the solutions and everything else that gives answers
away. The same course and settings give the same bytes.
"""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.classroom.student_edition import ANSWERS, EditionFile, edition_files
from grader.core.course_file import CourseFile
from grader.core.errors import GraderError
from grader.core.files import unwritable
from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.formats.gradescope import gradescope_without_result

SCRIPTS = Path(__file__).parent / "gradescope"
LEFT_OUT = (
    *ANSWERS,
    ".github",
    ".ci",
    ".pre-commit-config.yaml",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "docs",
    "tools/release.py",
)
# The earliest time in a ZIP file. It is fixed, so that equal content gives equal bytes.
FIXED_TIME = (1980, 1, 1, 0, 0, 0)
UNIX = 3
ENDED_EARLY = "The grader was stopped before it had a result: by a limit on time or memory, or by a fault."


@dataclass(frozen=True)
class Autograder:
    """What is fixed when the autograder is made.

    minutes: for one submission; seed: None for random ones; course: what the labs count, None for their own.
    """

    labs: tuple[Lab, ...]
    minutes: float
    seed: int | None = None
    course: CourseFile | None = None

    @property
    def options(self) -> list[str]:
        """Arguments of `grade-one`."""
        seed = [] if self.seed is None else ["--seed", str(self.seed)]
        return ["--labs", self.lab_ids, "--minutes", f"{self.minutes:g}", *seed]

    @property
    def lab_ids(self) -> str:
        return ",".join(lab.id for lab in self.labs)


def write_autograder(project: Project, labs: Sequence[Lab], settings: Autograder, out: Path) -> int:
    """Write the .zip; returns the number of its files. Raises GraderError when it cannot be made.

    labs: all of the checkout, so that of each the committed stub is packed.
    """
    try:
        files = [*_scripts_and_settings(settings), *_course(project, labs, settings.course)]
        out.write_bytes(_zipped(sorted(files, key=lambda file: file.name)))
    except OSError as error:
        raise unwritable(out, error.strerror or str(error)) from error
    return len(files)


def _scripts_and_settings(settings: Autograder) -> Iterator[EditionFile]:
    for name, script in (("setup.sh", "setup.sh"), ("run_autograder", "run_autograder.sh")):
        yield EditionFile(name, (SCRIPTS / script).read_bytes(), executable=True)
    texts = {
        "labs": settings.lab_ids,
        "options": "\n".join(settings.options),
        "nothing.json": gradescope_without_result(ENDED_EARLY).rstrip("\n"),
    }
    for name, text in texts.items():
        yield EditionFile(name, f"{text}\n".encode(), executable=False)


def _course(project: Project, labs: Sequence[Lab], course: CourseFile | None) -> Iterator[EditionFile]:
    for file in edition_files(project, labs, LEFT_OUT, course):
        yield EditionFile(f"course/{file.name}", file.data, file.executable)


def _zipped(files: Sequence[EditionFile]) -> bytes:
    out = io.BytesIO()
    # The archive is not compressed, because different builds of zlib compress the same bytes differently.
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for file in files:
            info = zipfile.ZipInfo(file.name, FIXED_TIME)
            info.create_system = UNIX
            info.external_attr = (stat.S_IFREG | (0o755 if file.executable else 0o644)) << 16
            archive.writestr(info, file.data)
    return out.getvalue()


def require_zip_name(out: Path) -> None:
    """Raise GraderError unless the name is that of a .zip, which Gradescope requires."""
    if out.suffix.lower() != ".zip":
        raise GraderError(
            f"{out} is not the name of a .zip", "Write for example: ./course autograder lab4.zip"
        )
