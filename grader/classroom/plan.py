"""Plans the run over a class: which labs, which students, and whether an earlier run can be resumed.

In go the submissions and the settings; out comes a ClassRun, the same on every machine that is given the
same. So shards that are graded apart fit together, and a run that differs from the one in the folder is
noticed. For that, course_version() identifies all in the checkout that a verdict depends on: the sources
rather than the built programs, which differ from machine to machine even where they behave alike.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from grader.classroom.folder import ClassFolder
from grader.core.errors import GraderError
from grader.core.lab_files import OWN_SOLUTION, stub_of
from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.intake.submission import Intake, Submission
from grader.machine.cache_key import KEY_DIGITS, text_key
from grader.schema.class_results import RUN_FORMAT, ClassRun, Entry, Settings

# The files that course_version() reads, and those that it leaves out.
FOLDERS = ("common", "grader", "labs")
KINDS = (".cpp", ".h", ".cuh", ".inl", ".py", ".toml", ".txt", ".cmake", "")
IGNORED_PARTS = ("tests", "__pycache__", "bench", OWN_SOLUTION)


def course_version(project: Project, labs: tuple[Lab, ...]) -> str:
    """A text that changes with the grader, the machine and the labs, but not with the students' own files."""
    own = {stub_of(project, lab) for lab in labs}
    digest = hashlib.sha256()
    for file in sorted(_sources(project)):
        if file not in own:
            for part in (str(file.relative_to(project.root)).encode(), file.read_bytes()):
                digest.update(len(part).to_bytes(8, "little"))
                digest.update(part)
    return digest.hexdigest()[:KEY_DIGITS]


def _sources(project: Project) -> Iterator[Path]:
    # A lab may be a link to another place, which rglob does not follow.
    linked = (folder for folder in project.labs.glob("*") if folder.is_symlink())
    for folder in (*(project.root / name for name in FOLDERS), *linked):
        for path in folder.rglob("*"):
            inside = path.relative_to(folder).parts
            if path.suffix in KINDS and not set(inside) & set(IGNORED_PARTS) and path.is_file():
                yield path


@dataclass(frozen=True)
class Shard:
    """The number-th of `count` parts of a class, counted from 1."""

    number: int = 1
    count: int = 1

    def has(self, submission: str) -> bool:
        """Whether the submission of that id is in this part: the same on every machine."""
        digest = hashlib.sha256(submission.encode("utf-8", "surrogatepass")).digest()
        return int.from_bytes(digest[:8], "big") % self.count == self.number - 1


def requested_shard(text: str, seed: int | None) -> Shard:
    """The shard that --shard names; the whole class for ''. Raises GraderError when several have no seed."""
    shard = _read_shard(text) if text else Shard()
    if shard.count > 1 and seed is None:
        raise GraderError("--shard needs --seed: all shards of a class have one", "Add for example --seed 7.")
    return shard


def _read_shard(text: str) -> Shard:
    number, _, count = text.partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise GraderError(f"'{text}' is not a shard", "Write --shard 2/5 for the second of five parts.")
    return Shard(int(number), int(count))


def graded_labs(labs: Sequence[Lab], named: Sequence[Lab], intake: Intake) -> tuple[Lab, ...]:
    """The named labs; without any, those that anybody has handed in."""
    if named:
        return tuple(named)
    found = {lab for submission in intake.submissions for lab in submission.kernels}
    chosen = tuple(lab for lab in labs if lab.id in found)
    if not chosen:
        raise GraderError(
            "no submission holds a kernel file of any lab",
            f"Looked for {', '.join(lab.kernel_file for lab in labs)}. {' '.join(intake.notes[:3])}".strip(),
        )
    return chosen


def make_run(settings: Settings, started: str, labs: Sequence[Lab], intake: Intake, shard: Shard) -> ClassRun:
    """The run over these submissions, or over a shard of them."""
    ids = tuple(lab.id for lab in labs)
    # The final id sorts the entries, so that merged shards come in the same order.
    entries = tuple(_entry(x, labs) for x in sorted(intake.submissions, key=lambda submission: submission.id))
    return ClassRun(
        format=RUN_FORMAT,
        settings=settings,
        started=started,
        labs=ids,
        shard=(shard.number, shard.count),
        whole=text_key(*(_one_line(entry) for entry in entries)),
        source=intake.source,
        notes=intake.notes,
        students=tuple(entry for entry in entries if shard.has(entry.id)),
    )


def _one_line(entry: Entry) -> str:
    return json.dumps(asdict(entry), separators=(",", ":"))


def _entry(submission: Submission, labs: Sequence[Lab]) -> Entry:
    ids = {lab.id for lab in labs}
    # Which labs have no file is in the class's table. A note is due where one may have been meant.
    missing = submission.missing(labs) if submission.other_files or not submission.kernels else ()
    return Entry(
        id=submission.id,
        student=submission.student,
        people=submission.people,
        late=submission.late,
        notes=(*missing, *submission.notes),
        kernels={lab: digest for lab, digest in sorted(submission.hashes.items()) if lab in ids},
        unread=submission.unread,
    )


def begun_run(folder: ClassFolder, seed: int | None, shard: Shard) -> ClassRun | None:
    """The run that the folder holds already. Raises GraderError when it cannot be resumed as requested."""
    begun = folder.read_run()
    if begun is None:
        return None
    if seed not in (None, begun.settings.seed):
        raise GraderError(f"{folder.root} was started with seed {begun.settings.seed}, not {seed}", _OTHER)
    if begun.shard != (shard.number, shard.count):
        given, asked = "/".join(map(str, begun.shard)), f"{shard.number}/{shard.count}"
        raise GraderError(f"{folder.root} was started as shard {given}, not {asked}", _OTHER)
    return begun


_OTHER = "Name another folder: --out DIR"
