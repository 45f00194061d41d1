"""Writes the student edition: the course as git tracks it, without what gives the answers away.

In goes a git checkout; out comes a folder, whose README and workflow are the students' own. A file is left
out if it is listed below, or is in a folder that is listed; everything else that git tracks is in the
edition, and nothing that git does not track. Kernel files are the committed stubs, whatever the checkout's
own look like now.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from jinja2 import Environment, StrictUndefined

from grader import COURSE
from grader.core.course_file import NAME, CourseFile
from grader.core.errors import GraderError
from grader.core.lab_files import OWN_SOLUTION, include_folder, refuse_old_catalogue
from grader.core.manifest import Lab
from grader.core.paths import Project

# Answers, and what exists to try answers. The grader's tests hold right answers as samples. So do launches
# that the model of time was tried on; grader/tests/classroom/test_edition_answers.py found them.
ANSWERS = (
    "solutions",
    "common/simt/agreement/timing/blind",
    "common/simt/agreement/timing/first_sight",
    "common/simt/agreement/timing/untried",
    "common/simt/agreement/timing/everyday",
    "common/simt/agreement/timing/varied",
    "common/simt/agreement/timing/pieces",
    "common/simt/agreement/timing/launch_arrays.h",
    "common/simt/agreement/timing/held_out.cu",
    "common/simt/agreement/timing/held_out_arrays.h",
    "common/simt/agreement/timing/held_out_kernels.h",
    "common/simt/agreement/timing/practice.cu",
    "common/simt/agreement/timing/practice_kernels.h",
    "common/simt/agreement/timing/textbook.cu",
    "common/simt/agreement/timing/textbook_kernels.h",
    "common/simt/agreement/timing/validation.cu",
    "common/simt/agreement/timing/validation_kernels.h",
    "research/limits",
    "grader/measuring/peers/programs",
    "grader/proof/attack_bank.py",
    "grader/tests",
)
TEMPLATES = Path(__file__).parent / "templates"
# The course's own workflows, and what speaks to those who work on it or teach with it.
LEFT_OUT = (
    *ANSWERS,
    ".github",
    ".ci",
    ".pre-commit-config.yaml",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "docs/instructors",
    "docs/trust.md",
    "tools/readme_picture.sh",
    "tools/release.py",
)
# The templates, and the files that they become in the edition.
OWN = {"student_readme.md.j2": "README.md", "student_workflow.yml.j2": ".github/workflows/autograding.yml"}
# Left out with its folder and yet copied: an edition on GitHub then grades the repositories made from it.
GRADING = ".github/workflows/grade.yml"
# The value in the students' workflow until an instructor fills it in.
PLACEHOLDER = "OWNER/COURSE"
REPOSITORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*/[\w.-]+")
REF = re.compile(r"[\w.][\w./-]*")


@dataclass(frozen=True)
class EditionFile:
    """One file. name: relative to the checkout's root, with slashes."""

    name: str
    data: bytes
    executable: bool


def release_edition(
    project: Project,
    labs: Sequence[Lab],
    out: Path,
    course: str = PLACEHOLDER,
    ref: str = "main",
    *,
    course_file: CourseFile | None = None,
) -> int:
    """Write the edition to `out`; returns the number of files. Only what git tracks is in it.

    labs: all of the checkout. course, ref: the GitHub repository and branch or tag that grade its pushes.
    course_file: which labs the students are given as theirs, and what they count.
    Raises GraderError when this is no git checkout, or `out` holds something.
    """
    target = out.resolve()
    if not REPOSITORY.fullmatch(course) or not REF.fullmatch(ref):
        raise GraderError(
            f"'{course}' at '{ref}' is not a GitHub repository", "Write --course OWNER/NAME --ref TAG."
        )
    if target.is_relative_to(project.root):
        raise GraderError(f"{out} lies inside the course itself", "Name a folder elsewhere.")
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise GraderError(f"{out} is not empty", "Name a new folder.")
    try:
        files = list(edition_files(project, labs, LEFT_OUT, course_file))
        own = _Own(course_file.labs if course_file else tuple(labs), course, ref, course_file)
        for file in files:
            _write(target, file)
        _write(target, EditionFile(GRADING, (project.root / GRADING).read_bytes(), executable=False))
        for template, name in OWN.items():
            _write(target, EditionFile(name, _rendered(template, own).encode("utf-8"), executable=False))
    except OSError as error:
        raise GraderError(f"cannot write the student edition: {error}") from error
    return len(files) + len(OWN) + 1


def _write(target: Path, file: EditionFile) -> None:
    path = target / file.name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(file.data)
    path.chmod(0o755 if file.executable else 0o644)


@dataclass(frozen=True)
class _Own:
    """What the edition's own files say. labs: of the course. file: None where it is all labs."""

    labs: Sequence[Lab]
    course: str
    ref: str
    file: CourseFile | None


def _rendered(template: str, own: _Own) -> str:
    # The text comes from our own manifests, so nothing is escaped. GitHub's own ${{ }} is left alone.
    environment = Environment(
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
        variable_start_string="<<",
        variable_end_string=">>",
    )
    text = (TEMPLATES / template).read_text(encoding="utf-8")
    title = own.file.title if own.file else ""
    return environment.from_string(text).render(
        name=title or COURSE,
        labs=own.labs,
        course=own.course,
        ref=own.ref,
        is_filled=own.course != PLACEHOLDER,
        has_course_file=own.file is not None,
    )


def edition_files(
    project: Project, labs: Sequence[Lab], left_out: Sequence[str], course: CourseFile | None = None
) -> Iterator[EditionFile]:
    """The files that git tracks, in its order, without those in `left_out`: files and whole folders.

    Kernel files are as committed, all others as they are now. Labs that are links into other git checkouts,
    or submodules, come last, by the same rules. The course file is the given one, tracked or not; a file in
    its place that git tracks is left out without one.
    Raises GraderError when this is no git checkout, a lab is in none, or a lab has its answers where students
    would get them, OSError when a file cannot be read.
    """
    for lab in labs:
        refuse_old_catalogue(project, lab)
    stubs = {f"labs/{lab.folder}/{lab.kernel_file}" for lab in labs}
    if course is not None:
        yield EditionFile(NAME, course.text.encode("utf-8"), executable=False)
    names = list(_tracked(project.root))
    left_out = (*left_out, NAME)
    for name in names:
        if not any(PurePosixPath(name).is_relative_to(left) for left in left_out) and not _is_answer(name):
            yield _file(project.root, name, name, is_stub=name in stubs)
    for lab in labs:
        if f"labs/{lab.folder}/{lab.kernel_file}" not in names:
            yield from _files_of_lab(include_folder(project, lab), lab)


def _files_of_lab(folder: Path, lab: Lab) -> Iterator[EditionFile]:
    """The files of a lab that another git checkout tracks, under the names that they have in labs/."""
    try:
        names = list(_tracked(folder))
    except GraderError:
        names = []
    if lab.kernel_file not in names:
        raise GraderError(
            f"labs/{lab.folder} is not under version control, so its stub cannot be told from an answer",
            f"Commit it: git -C {folder} add . && git -C {folder} commit; or take it out of labs/.",
        )
    for name in names:
        shown = f"labs/{lab.folder}/{name}"
        if not _is_answer(shown):
            yield _file(folder, name, shown, is_stub=name == lab.kernel_file)


def _is_answer(name: str) -> bool:
    """Whether the file is among the answers that a lab keeps in its own folder."""
    parts = PurePosixPath(name).parts
    return parts[0] == "labs" and len(parts) > 3 and parts[2] == OWN_SOLUTION


def _file(folder: Path, name: str, shown: str, is_stub: bool) -> EditionFile:
    path = folder / name
    data = _git(folder, "show", f"HEAD:./{name}") if is_stub else path.read_bytes()
    return EditionFile(shown, data, os.access(path, os.X_OK))


def _tracked(folder: Path) -> Iterator[str]:
    names = _git(folder, "ls-files", "-z").decode("utf-8", "surrogateescape").split("\0")
    # Git still tracks a file that was deleted but not committed.
    return (name for name in names if name and (folder / name).is_file())


def _git(folder: Path, *arguments: str) -> bytes:
    command = ["git", "-C", str(folder), *arguments]
    try:
        ended = subprocess.run(command, capture_output=True, check=False)
    except OSError as error:
        raise GraderError(
            f"git cannot be started: {error.strerror}", "Install it: apt-get install git"
        ) from error
    if ended.returncode != 0:
        words = ended.stderr.decode("utf-8", "replace").strip()
        raise GraderError(f"git {arguments[0]} failed: {words}", "This is made of a git checkout.")
    return ended.stdout
