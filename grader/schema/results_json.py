"""results.json, the stable public part of the results: what it holds, and how it is written and read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AfterValidator

from grader.schema.document import Count, Document, Items, Number, Whole, read_document, write_document
from grader.schema.results import VERSION, CheckResult, LabResult, PublicCheck, Results


@dataclass(frozen=True)
class PublicLab:
    """One lab, as results.json holds it. Points are the sums of the checks'.

    course_points, course_max_points: what the lab counts in the course, where its checks count for their
    shares; None in a file of an older grader.
    """

    id: str
    title: str
    points: Whole
    max_points: Whole
    checks: Items[PublicCheck]
    course_points: Number | None = None
    course_max_points: Number | None = None


def _refuse_other_sums(lab: PublicLab) -> PublicLab:
    for key in ("points", "max_points"):
        total = sum(getattr(check, key) for check in lab.checks)
        if getattr(lab, key) != total:
            raise ValueError(f"'{key}' is {getattr(lab, key)}, the checks sum to {total}")
    return lab


SummedLab = Annotated[PublicLab, AfterValidator(_refuse_other_sums)]


@dataclass(frozen=True)
class PublicCourse:
    """The course that the labs count in. title: '' where it has none. Points are the sums of the labs'."""

    title: str
    points: Number
    max_points: Number


@dataclass(frozen=True)
class PublicResults:
    """results.json. machine: simt, or cuda where a GPU measured. compiler: what it calls itself.

    course: None in a file of an older grader.
    """

    version: Literal[1]
    machine: str
    compiler: str
    seed: Count
    labs: Items[SummedLab]
    course: PublicCourse | None = None


RESULTS = Document(
    "results",
    "results.json: verdicts, points and messages of the graded labs. Fields are only added.",
    PublicResults,
    "version",
    VERSION,
    indent=2,
)


def results_to_json(results: Results) -> str:
    """The results as JSON text that ends in a newline. Launches and sources are not in it."""
    labs = tuple(public_lab(lab) for lab in results.labs)
    course = PublicCourse(results.title, results.course_points, results.course_max_points)
    public = PublicResults(VERSION, results.machine, results.compiler, results.seed, labs, course)
    return write_document(RESULTS, public)


def results_from_json(text: str, where: str) -> Results:
    """Raises GraderError, naming `where` and the key, when text is not of this version."""
    found = read_document(RESULTS, text, where)
    labs = tuple(lab_of(lab) for lab in found.labs)
    title = found.course.title if found.course else ""
    return Results(found.machine, found.compiler, labs, found.version, found.seed, title)


def public_lab(lab: LabResult) -> PublicLab:
    """What results.json holds of a lab."""
    counted = (lab.course_points, lab.course_max_points)
    return PublicLab(lab.id, lab.title, lab.points, lab.max_points, lab.checks, *counted)


def lab_of(lab: PublicLab) -> LabResult:
    """The result of a lab, of which its public part alone is known."""
    checks = tuple(CheckResult(**vars(check)) for check in lab.checks)
    return LabResult(lab.id, lab.title, checks, worth=lab.course_max_points)
