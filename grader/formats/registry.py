"""The registry of formats: which files the grader writes for other systems, and whose downloads it reads.

A module of this package declares what it handles, in either or both of two names:

    EXPORTS   the files that it writes: a StudentExport is written for each student, a ClassExport and a
              FeedbackArchive once
    DOWNLOAD  the bulk download that it reads

The registry finds the declarations, so a new format is one new file here. `--formats` and its help, the
publisher, `grade-one` and the handbook's table take their formats from this registry and from nowhere else.
Modules are imported when a function below is called, because most commands need no format at all.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType

from grader import formats
from grader.core.errors import GraderError
from grader.formats.exported import ClassRecord, Record
from grader.intake.found import FoundSubmissions
from grader.intake.tree import Tree
from grader.schema.class_results import Person


@dataclass(frozen=True)
class StudentExport:
    """A file that is written for each student, beside the scorecard.

    name: what `--formats` takes. file: the file's name. purpose: who reads the file, for the handbook.
    text: the file's content; the same record always gives the same text.
    """

    name: str
    file: str
    purpose: str
    text: Callable[[Record], str]


@dataclass(frozen=True)
class ClassExport:
    """A file that is written once for a class. The fields are those of StudentExport, and one more.

    problem: the error to report once the file is written, where it cannot have all students; else None.
    """

    name: str
    file: str
    purpose: str
    text: Callable[[ClassRecord], str]
    problem: Callable[[ClassRecord], GraderError | None] = lambda _graded: None


@dataclass(frozen=True)
class FeedbackArchive:
    """A zip with the scorecard of each student, each in the folder that another system expects.

    folder: the student's folder, of the student and the submissions' source; '' leaves the student out.
    problem: as a ClassExport's.
    """

    name: str
    file: str
    purpose: str
    folder: Callable[[Person, str], str]
    problem: Callable[[ClassRecord], GraderError | None] = lambda _graded: None


@dataclass(frozen=True)
class Download:
    """A bulk download of submissions from one system.

    system: its name, as messages give it.
    find: the tree that holds the submissions, which may be inside the given one; None for anything else.
    list_submissions: the submissions in that tree, not read yet.
    has_unique_sign: whether `find` looks for a sign that no other system leaves. Such downloads are tried
    before those that are recognized by the general form of their file names.
    """

    system: str
    find: Callable[[Tree], Tree | None]
    list_submissions: Callable[[Tree], FoundSubmissions]
    has_unique_sign: bool


def student_exports() -> tuple[StudentExport, ...]:
    """The exports that are written for each student, by name."""
    return tuple(export for export in _exports() if isinstance(export, StudentExport))


def class_exports() -> tuple[ClassExport, ...]:
    """The exports that are written once for a class, by name."""
    return tuple(export for export in _exports() if isinstance(export, ClassExport))


def feedback_archives() -> tuple[FeedbackArchive, ...]:
    """The archives of scorecards, by name."""
    return tuple(export for export in _exports() if isinstance(export, FeedbackArchive))


def export_names() -> tuple[str, ...]:
    """The names that `--formats` takes, in alphabetical order."""
    return tuple(export.name for export in _exports())


def choose_exports(given: Sequence[str]) -> tuple[str, ...]:
    """The names of the exports requested, each once. Raises GraderError for an unknown name."""
    known = export_names()
    for name in given:
        if name not in known:
            raise GraderError(f"there is no format '{name}'", f"Known formats: {', '.join(known)}.")
    return tuple(name for name in known if name in given)


def downloads() -> tuple[Download, ...]:
    """The downloads that can be read, in the order in which they are tried."""
    found = (getattr(module, "DOWNLOAD", None) for module in _modules())
    known = [download for download in found if isinstance(download, Download)]
    return tuple(sorted(known, key=lambda download: (not download.has_unique_sign, download.system)))


def _exports() -> list[StudentExport | ClassExport | FeedbackArchive]:
    declared = [export for module in _modules() for export in getattr(module, "EXPORTS", ())]
    return sorted(declared, key=lambda export: export.name)


def _modules() -> Iterator[ModuleType]:
    for found in pkgutil.iter_modules(formats.__path__):
        yield importlib.import_module(f"{formats.__name__}.{found.name}")
