"""The text of each catalogued answer: a whole file, NAME.cu, or a base with the changes of NAME.diff.

Either begins with its verdict (front_matter.py), which is no part of the text. A base is the lab's reference
solution (`solution`), its stub (`stub`), or another answer of the catalogue by its name. The text is what is
compiled, cached and shown, and messages name its lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.files import write_whole
from grader.core.lab_files import answers_folder, solution_of, stub_of
from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.proof.answer_diff import composed, read_diff
from grader.proof.front_matter import FENCES, FrontMatter, read_front_matter

CHANGED = ".diff"
# The bases that are no answers of the catalogue, and so have no verdict.
OF_LAB = {"solution": solution_of, "stub": stub_of}


@dataclass(frozen=True)
class Answer:
    """file: where it is written down; verdict: what it begins with; text: the whole kernel file.

    base: what it changes, '' for nothing.
    """

    file: Path
    verdict: FrontMatter
    text: str
    base: str = ""

    @property
    def name(self) -> str:
        return self.file.stem

    def written_to(self, folder: Path) -> Path:
        """Its kernel file, in the folder."""
        file = folder / f"{self.name}.cu"
        if not file.is_file() or file.read_text(encoding="utf-8") != self.text:
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(file, self.text)
        return file


def composed_folder(project: Project, lab: Lab) -> Path:
    """Where the answers are compiled from."""
    return project.build / "answers" / lab.id


def read_answers(project: Project, lab: Lab) -> tuple[Answer, ...]:
    """Every answer of the lab by name. GraderError for changes that do not fit their base."""
    folder = answers_folder(project, lab)
    files = sorted(file for file in folder.glob("*") if file.suffix in FENCES)
    names = [file.stem for file in files]
    for name in names:
        if names.count(name) > 1:
            raise GraderError(
                f"{project.shown(folder)}: '{name}' is both a .cu and a .diff file", "Remove one."
            )
    return tuple(_answer(project, lab, file, ()) for file in files)


def _answer(project: Project, lab: Lab, file: Path, changed_by: tuple[Path, ...]) -> Answer:
    """changed_by: the answers that are changes of this one, from the first one read."""
    front = read_front_matter(file, project.shown(file))
    if file.suffix != CHANGED:
        return Answer(file, front, front.answer)
    diff = read_diff(front.answer, front.shown, front.height)
    if file in changed_by:
        raise GraderError(f"{diff.shown}: is a change of itself", "Name another base.")
    base = _base_file(project, lab, diff.base)
    if base is None:
        raise GraderError(
            f"{diff.shown}: there is no base '{diff.base}'", "Name `solution`, `stub`, or another answer."
        )
    of = (
        _read(project, base) if diff.base in OF_LAB else _answer(project, lab, base, (*changed_by, file)).text
    )
    return Answer(file, front, composed(diff, of, project.shown(base)), diff.base)


def _base_file(project: Project, lab: Lab, name: str) -> Path | None:
    """Where a base is written down; None where there is none."""
    folder = answers_folder(project, lab)
    files = (
        [OF_LAB[name](project, lab)] if name in OF_LAB else [folder / f"{name}{suffix}" for suffix in FENCES]
    )
    return next((file for file in files if file.is_file()), None)


def _read(project: Project, file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GraderError(f"{project.shown(file)}: cannot be read: {error}") from error
