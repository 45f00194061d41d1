"""Which students' files are the same once formatting and names are normalised.

Off unless it is asked for (--same-files). A file's shape is its tokens, as clang reads them, without comments
and space, and with each name that the file brings itself replaced by the number of its first appearance.
Names that mean something before the file is read keep their spelling: keywords, CUDA's, those of the lab's
header; so do members, after `.`, `->` and `::`. Thus `x` and `y` of threadIdx, or min() and max(), are never
taken for each other, and two files of one shape do the same.

That is a fact about the files. Why they are the same is for people to find out: a short kernel has few right
answers, and students may have been allowed to work together.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.classroom.class_run import jobs_of
from grader.classroom.folder import ClassFolder
from grader.core.lab_files import include_folder, stub_of
from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.isolation.confinement import Confinement
from grader.machine.tokens import IDENTIFIER, Token, find_clang, names_known_to, tokens_of
from grader.report.scorecard.colouring import KEYWORDS
from grader.schema.class_results import ClassRun

# The kinds of tokens that a member's name follows, and that of a preprocessor directive.
MEMBER_AFTER = ("period", "arrow", "coloncolon", "hash")


@dataclass(frozen=True)
class Shape:
    """key: equal for files that are the same. own: how many of the tokens the handed-out file has not."""

    key: str
    own: int


@dataclass(frozen=True)
class SameFiles:
    """A lab's students with files of one shape. identical: their files are the same byte for byte."""

    lab: str
    students: tuple[str, ...]
    identical: bool
    own: int


# By lab id and the SHA-256 of the file.
Shapes = Mapping[tuple[str, str], Shape]


def shapes_of(
    run: ClassRun, folder: ClassFolder, project: Project, labs: Sequence[Lab], within: Confinement
) -> dict[tuple[str, str], Shape]:
    """The shape of every graded file whose text is known. A file that clang cannot read at all has none."""
    clang = find_clang(run.settings.compiler_name)
    shapes: dict[tuple[str, str], Shape] = {}
    for lab in labs:
        texts = _texts(run, folder, lab)
        if not texts:
            continue
        known = names_known_to(project, clang, include_folder(project, lab), lab.header)
        stub = stub_of(project, lab).read_text(encoding="utf-8", errors="replace")
        given, *found = tokens_of([stub, *texts.values()], clang, within)
        start = Counter(_spellings(given, known))
        for digest, tokens in zip(texts, found, strict=True):
            if tokens:
                spelt = _spellings(tokens, known)
                shapes[lab.id, digest] = Shape(_key(spelt), (Counter(spelt) - start).total())
    return shapes


def _texts(run: ClassRun, folder: ClassFolder, lab: Lab) -> dict[str, str]:
    """The text of each different file of the lab, by its SHA-256."""
    texts: dict[str, str] = {}
    for job in jobs_of(run):
        if job.lab == lab.id:
            graded = folder.read_result(job.key)
            if graded is not None and graded.result.source is not None:
                texts[job.kernel] = graded.result.source.text
    return texts


def _spellings(tokens: Sequence[Token], known: frozenset[str]) -> list[str]:
    """The tokens, with the file's own names as numbers."""
    numbers: dict[str, int] = {}
    spelt: list[str] = []
    before = ""
    for token in tokens:
        if token.kind != IDENTIFIER or _is_fixed(token.text, known) or before in MEMBER_AFTER:
            spelt.append(token.text)
        else:
            spelt.append(f"name {numbers.setdefault(token.text, len(numbers))}")
        before = token.kind
    return spelt


def _is_fixed(name: str, known: frozenset[str]) -> bool:
    # clang completes no name that begins with two underscores: such names belong to it and to CUDA.
    return name in known or name in KEYWORDS or name.startswith("__")


def _key(spelt: Sequence[str]) -> str:
    # No token holds a zero byte: clang reads one as space.
    return hashlib.sha256("\0".join(spelt).encode("utf-8", "replace")).hexdigest()


def same_files(run: ClassRun, shapes: Shapes, stubs: Mapping[str, str]) -> tuple[SameFiles, ...]:
    """Groups of students in the labs' order, the largest first. Files that are still the stub are left out.

    stubs: the SHA-256 of each lab's file as it is handed out.
    """
    groups: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for entry in run.students:
        for lab, digest in entry.kernels.items():
            shape = shapes.get((lab, digest))
            if shape is not None and digest != stubs.get(lab) and shape.own:
                groups.setdefault((lab, shape.key), []).append((entry.id, digest))
    found = [
        SameFiles(
            lab,
            tuple(student for student, _ in members),
            len({digest for _, digest in members}) == 1,
            shapes[lab, members[0][1]].own,
        )
        for (lab, _), members in groups.items()
        if len(members) > 1
    ]
    order = {lab: number for number, lab in enumerate(run.labs)}
    return tuple(sorted(found, key=lambda group: (order[group.lab], -len(group.students), group.students)))
