"""How often each student tried, and how long they have been stuck at the same check.

A class that is graded again into the same folder, with newer files, keeps what it knows of the older ones:
with_earlier_files() adds the file that was graded last to the entry of whoever has handed in another one
since. So an attempt is a different file that was graded here. A file that came and went between two gradings,
or was graded elsewhere, is none. The results of earlier files stay in the folder; where the course has
changed since, there is none that counts, and the row of attempts at one check ends there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from grader.classroom.class_run import result_key
from grader.grading.guidance import first_to_fix
from grader.schema.class_results import ClassRun, Entry
from grader.schema.results import LabResult

# Where a file that the compiler refuses is stuck, in place of a check's id.
COMPILING = "compile"


@dataclass(frozen=True)
class Attempts:
    """A student's attempts at one lab. count: all. stuck: the last ones, which ended at the same check."""

    count: int
    stuck: int


def with_earlier_files(run: ClassRun, before: ClassRun | None) -> ClassRun:
    """The run, in which each entry knows the files that were graded before its present ones."""
    known = {entry.id: entry for entry in before.students} if before else {}
    students = tuple(_with_earlier(entry, known.get(entry.id)) for entry in run.students)
    return replace(run, students=students)


def _with_earlier(entry: Entry, before: Entry | None) -> Entry:
    if before is None:
        return entry
    earlier = {lab: tuple(files) for lab, files in before.earlier.items()}
    for lab, digest in before.kernels.items():
        if entry.kernels.get(lab) != digest:
            earlier[lab] = (*earlier.get(lab, ()), digest)
    return replace(entry, earlier=earlier)


def earlier_keys(run: ClassRun) -> Iterator[str]:
    """The names of the results of all earlier files."""
    for entry in run.students:
        for lab, digests in entry.earlier.items():
            yield from (result_key(run.settings, lab, digest) for digest in digests)


def stuck_at(result: LabResult) -> str:
    """The id of the first check to fix, or COMPILING; '' where all checks passed."""
    if result.compile_output:
        return COMPILING
    check = first_to_fix(result)
    return check.id if check else ""


def attempts_at(
    entry: Entry, lab: str, stub: str, now: str, stuck_of: Callable[[str], str | None]
) -> Attempts:
    """The attempts of a student whose present file is stuck at `now`.

    stub: the SHA-256 of the file as it was handed out, which is no attempt. stuck_of: where an earlier file
    was stuck, by its SHA-256; None where that is not known.
    """
    files = [digest for digest in entry.earlier.get(lab, ()) if digest != stub]
    stuck = 1
    for digest in reversed(files):
        if stuck_of(digest) != now:
            break
        stuck += 1
    return Attempts(len(files) + 1, stuck)
