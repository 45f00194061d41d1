"""The program that reads submissions: started by read_apart.py, in a sandbox and within limits.

It reads the request, from the only folder that it may write to, and the submissions. Into that folder it
writes listing.json, the number of submissions and their names, and then for each one, in order, its kernel
files and a document about it. The document comes last: it shows that the submission was read to its end. If
the input as a whole cannot be read, refused.json says why.

A submission that takes too long ends this process by a signal, whatever code it keeps busy.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal

from grader.core.errors import GraderError
from grader.core.manifest import Lab
from grader.formats.downloads import list_submissions
from grader.intake.found import FoundSubmission, FoundSubmissions, read_found
from grader.intake.submission import Limits, Submission
from grader.intake.tree import FolderTree, Tree, open_tree
from grader.schema.class_results import Person
from grader.schema.document import Count, Document, Flag, Items, write_document

FORMAT: Final = 1
REQUEST, LISTING, REFUSED = "request.json", "listing.json", "refused.json"
# Exit statuses: the input is refused; memory is at its end.
INPUT_REFUSED, NO_MEMORY = 3, 4


@dataclass(frozen=True)
class ReadSubmission:
    """One submission, as it was read. kernels: the SHA-256 of each lab's kernel file, by lab id.

    other_files: the first .cu files that are no lab's.
    """

    student: str
    id: str
    people: Items[Person]
    notes: Items[str]
    late: Flag
    kernels: dict[str, str]
    other_files: Items[str] = ()
    format: Literal[1] = FORMAT


@dataclass(frozen=True)
class Listing:
    """What there is to read. source: the kind of the input. whose: tells listings apart."""

    source: str
    notes: Items[str]
    students: Items[str]
    whose: str
    format: Literal[1] = FORMAT


@dataclass(frozen=True)
class Request:
    """What is to be read, of `source`: the submissions from `first` on, `most` of them at most.

    name: of the one submission that the whole source is; '' for a class. seconds: for each submission.
    """

    source: str
    labs: Items[dict[str, str]]
    limits: dict[str, Count]
    first: Count
    most: Count
    seconds: Count
    name: str
    format: Literal[1] = FORMAT


READ = Document("read-submission", "A submission that was read", ReadSubmission, "format", FORMAT, ascii=True)
LISTED = Document("listed-submissions", "What there is to read", Listing, "format", FORMAT, ascii=True)


def document_of(number: int) -> str:
    """The name of the document about the submission of that number."""
    return f"{number}.json"


def kernel_of(number: int, lab: str) -> str:
    """The name of the file that holds its kernel file for a lab."""
    return f"{number}-{lab}.cu"


def write_request(folder: Path, request: Request) -> None:
    """Write what a reader is to do into the folder that it will work in."""
    (folder / REQUEST).write_text(json.dumps(asdict(request)), encoding="utf-8")


def request_for(labs: tuple[Lab, ...], limits: Limits, **more: Any) -> Request:
    """The request for these labs and limits. more: the other fields."""
    wanted = tuple({"id": lab.id, "folder": lab.folder, "kernel_file": lab.kernel_file} for lab in labs)
    return Request(labs=wanted, limits=asdict(limits), **more)


def _read_request(folder: Path) -> tuple[Request, tuple[Lab, ...], Limits]:
    request = Request(**json.loads((folder / REQUEST).read_text(encoding="utf-8")))
    labs = tuple(
        Lab(lab["id"], lab["folder"], lab["id"], "", lab["kernel_file"], "", (), ()) for lab in request.labs
    )
    return request, labs, Limits(**request.limits)


def read_all(folder: Path) -> None:
    """Do what the request in the folder says. Raises GraderError when the input cannot be read at all."""
    request, labs, limits = _read_request(folder)
    with open_tree(Path(request.source), limits) as tree:
        found = _one(tree, request.name) if request.name else list_submissions(tree, labs)
        _write(folder / LISTING, write_document(LISTED, _listing(found)))
        for number in range(len(found.submissions))[request.first : request.first + request.most]:
            signal.setitimer(signal.ITIMER_REAL, request.seconds)
            _keep(folder, number, read_found(found.submissions[number], labs, limits))
        signal.setitimer(signal.ITIMER_REAL, 0)


def _one(tree: Tree, name: str) -> FoundSubmissions:
    """The whole tree as one submission."""
    parts = [tree.folder.walk(tree.top)] if isinstance(tree, FolderTree) else []
    return FoundSubmissions("one submission", [FoundSubmission(name, name, (), list(parts))])


def _listing(found: FoundSubmissions) -> Listing:
    digest = hashlib.sha256()
    for one in found.submissions:
        digest.update(repr((one.id, one.student)).encode("utf-8", "surrogatepass"))
    students = tuple(_names(found))
    return Listing(found.source, tuple(found.notes), students, digest.hexdigest())


def _names(found: FoundSubmissions) -> Iterator[str]:
    # A submission that could not be read at all still needs a name. A longer one is cut where it is shown.
    return (one.student[:1000].encode("utf-8", "replace").decode() for one in found.submissions)


def _keep(folder: Path, number: int, read: Submission) -> None:
    for lab, data in read.kernels.items():
        (folder / kernel_of(number, lab)).write_bytes(data)
    said = ReadSubmission(
        read.student, read.id, read.people, read.notes, read.late, read.hashes, read.other_files
    )
    _write(folder / document_of(number), write_document(READ, said))


def _write(file: Path, text: str) -> None:
    unfinished = file.with_suffix(".part")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(file)


def main(folder: Path) -> int:
    """Returns the exit status."""
    # Python ignores it, and a submission that writes too much would look like a disk that refuses.
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    try:
        read_all(folder)
    except GraderError as error:
        _write(folder / REFUSED, json.dumps({"message": error.message, "fix": error.fix}))
        print(error.message, file=sys.stderr)
        return INPUT_REFUSED
    except MemoryError:
        # When memory has run out, the usual way out of Python may need more of it.
        os._exit(NO_MEMORY)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
