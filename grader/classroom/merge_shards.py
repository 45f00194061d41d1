"""Joins the shards of a class, graded apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from grader.classroom.attempts import earlier_keys
from grader.classroom.class_run import jobs_of
from grader.classroom.folder import ClassFolder, write_safely
from grader.core.errors import GraderError
from grader.schema.class_results import ClassRun, Entry


def read_shards(folders: Sequence[Path]) -> list[tuple[ClassFolder, ClassRun]]:
    """The runs of the shards, in order. Raises GraderError unless they make up one class, each part once."""
    found = [_read(path) for path in folders]
    first_folder, first = found[0]
    for folder, run in found[1:]:
        for what, one, other in _compared(first, run):
            if one != other:
                raise GraderError(
                    f"{first_folder.root} and {folder.root} differ in {what}: {one} and {other}",
                    "Shards of one class are graded from the same submissions, checkout and --seed.",
                )
    _refuse_gaps(found, first.shard[1])
    return sorted(found, key=lambda item: item[1].shard)


def _read(path: Path) -> tuple[ClassFolder, ClassRun]:
    folder = ClassFolder(path.resolve())
    run = folder.read_run()
    if run is None:
        raise GraderError(
            f"{path} holds no graded shard", "Name the --out folders of ./course grade --shard i/n."
        )
    return folder, run


def _compared(one: ClassRun, other: ClassRun) -> list[tuple[str, object, object]]:
    return [
        ("the number of shards", one.shard[1], other.shard[1]),
        ("the seed", one.settings.seed, other.settings.seed),
        ("the version of the course", one.settings.course, other.settings.course),
        ("the compiler", one.settings.compiler_name, other.settings.compiler_name),
        ("the sandbox", one.settings.sandbox, other.settings.sandbox),
        ("the other settings", one.settings, other.settings),
        ("the labs", " ".join(one.labs), " ".join(other.labs)),
        ("the submissions", one.whole, other.whole),
    ]


def _refuse_gaps(found: list[tuple[ClassFolder, ClassRun]], count: int) -> None:
    numbers = [run.shard[0] for _, run in found]
    for number in range(1, count + 1):
        if numbers.count(number) != 1:
            places = ", ".join(str(folder.root) for folder, run in found if run.shard[0] == number)
            problem = f"is given twice: {places}" if places else "is missing"
            raise GraderError(f"shard {number}/{count} {problem}", f"Give each of the {count} shards once.")


def merge_into(folder: ClassFolder, shards: Sequence[tuple[ClassFolder, ClassRun]]) -> ClassRun:
    """Copy the shards' results into the folder; returns the run over the whole class."""
    first = shards[0][1]
    students: list[Entry] = []
    for part, run in shards:
        students.extend(run.students)
        for job in jobs_of(run):
            _copy(part.result_file(job.key), folder.result_file(job.key))
        for key in earlier_keys(run):
            if part.result_file(key).is_file():
                _copy(part.result_file(key), folder.result_file(key))
    whole = replace(
        first,
        shard=(1, 1),
        started=min(run.started for _, run in shards),
        students=tuple(sorted(students, key=lambda entry: entry.id)),
    )
    folder.write_run(whole)
    return whole


def _copy(source: Path, target: Path) -> None:
    try:
        data = source.read_bytes()
    except FileNotFoundError:
        raise GraderError(
            f"{source.parents[2]} is not graded to its end", "Start its ./course grade again first."
        ) from None
    except OSError as error:
        raise GraderError(f"cannot read {source}: {error.strerror}") from error
    write_safely(target, data)
