"""The text of each catalogued answer and attack: a whole file, NAME.cu, or NAME.diff's changes to a base.

Either begins with its verdict (front_matter.py), which is no part of the text. A base is another file of the
folder by its name, or in the catalogue the lab's reference solution (`solution`) or its stub (`stub`). The
text is what is compiled, cached and shown, and messages name its lines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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


@dataclass(frozen=True)
class AnswerFolder:
    """Reads answers of one folder. shown: a file's name in messages.

    others: the bases by name that are no answers, and so have no verdict.
    """

    path: Path
    shown: Callable[[Path], str]
    others: Mapping[str, Path] = field(default_factory=dict)

    def files(self) -> list[Path]:
        """All answers, by name. Raises GraderError for a name that two of them have."""
        files = sorted(file for file in self.path.glob("*") if file.suffix in FENCES)
        names = [file.stem for file in files]
        for name in names:
            if names.count(name) > 1:
                raise GraderError(
                    f"{self.shown(self.path)}: '{name}' is both a .cu and a .diff file", "Remove one."
                )
        return files

    def read(self, file: Path, changed_by: tuple[Path, ...] = ()) -> Answer:
        """changed_by: the answers that are changes of this one, from the first one read."""
        front = read_front_matter(file, self.shown(file))
        if file.suffix != CHANGED:
            return Answer(file, front, front.answer)
        diff = read_diff(front.answer, front.shown, front.height)
        if file in changed_by:
            raise GraderError(f"{diff.shown}: is a change of itself", "Name another base.")
        base = self._base_file(diff.base)
        if base is None:
            others = "".join(f"`{name}`, " for name in self.others)
            raise GraderError(
                f"{diff.shown}: there is no base '{diff.base}'",
                f"Name {others}{'or ' if others else ''}another answer.",
            )
        text = self._read(base) if diff.base in self.others else self.read(base, (*changed_by, file)).text
        return Answer(file, front, composed(diff, text, self.shown(base)), diff.base)

    def _base_file(self, name: str) -> Path | None:
        """Where a base is written down; None where there is none."""
        files = (
            [self.others[name]]
            if name in self.others
            else [self.path / f"{name}{suffix}" for suffix in FENCES]
        )
        return next((file for file in files if file.is_file()), None)

    def _read(self, file: Path) -> str:
        try:
            return file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise GraderError(f"{self.shown(file)}: cannot be read: {error}") from error


def read_answers(project: Project, lab: Lab) -> tuple[Answer, ...]:
    """Every answer of the lab by name. GraderError for changes that do not fit their base."""
    others = {name: of(project, lab) for name, of in OF_LAB.items()}
    folder = AnswerFolder(answers_folder(project, lab), project.shown, others)
    return tuple(folder.read(file) for file in folder.files())
