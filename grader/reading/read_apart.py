"""Reads the submissions of a class in processes of their own, so that none can spoil more than itself.

In goes a path, out comes an Intake, as read_submissions() gives it. A reader (reader.py) sees the submissions
and the grader's own code, writes to one folder, has no network, and has limits on time, memory and output. It
reads as many submissions as it can. Where it ends early, the one that it was at is read again by a reader of
its own; where that one ends early too, the submission is as good as empty, and says why: `unread`. What a
reader has written is believed no more than the submissions: it is read within limits and checked.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import signal
import stat
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import grader
from grader.core.disk import refuse_full
from grader.core.errors import GraderError
from grader.core.manifest import Lab
from grader.core.process import Finished, signal_name
from grader.core.temporary import temporary_folder
from grader.core.visible import visible_line
from grader.formats.downloads import with_unique_ids
from grader.intake.collect import MOST_OTHER_FILES
from grader.intake.names import NOTE_LENGTH, make_id, shown
from grader.intake.submission import Intake, Limits, Submission
from grader.intake.tree import require_source
from grader.isolation.confinement import Confinement, Places, read_limits
from grader.reading.reader import (
    LISTED,
    LISTING,
    NO_MEMORY,
    READ,
    REFUSED,
    Listing,
    ReadSubmission,
    document_of,
    kernel_of,
    request_for,
    write_request,
)
from grader.schema.class_results import Person
from grader.schema.document import read_document

# The seconds for all that one reader reads, and for each submission; then for a submission read again, alone.
# A hostile submission takes both at most, so less than a minute.
BATCH_S, EACH_S, ALONE_S = 25, 10, 25
EVERYTHING = 1_000_000_000
# Limits for a document that a reader wrote: 40 notes, or the names of a class of thousands.
DOCUMENT_BYTES, LISTING_BYTES = 1 << 20, 32 << 20
# The parts of the grader that a reader needs.
PARTS = ("__init__.py", "core", "formats", "grading", "intake", "reading", "schema")
# The folder of the grader, then the one to work in.
BOOT = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from grader.reading.reader import main
sys.exit(main(Path(sys.argv[2])))
"""
TIME_SIGNALS = (-signal.SIGALRM, -signal.SIGXCPU)


def read_class_apart(source: Path, labs: Sequence[Lab], within: Confinement) -> Intake:
    """The submissions at that path. Raises GraderError when the input as a whole cannot be read."""
    reading = _Reading(source.resolve(), tuple(labs), within)
    read = reading.all()
    listing = reading.listing
    notes = tuple(shown(note, NOTE_LENGTH) for note in listing.notes)
    return Intake(shown(listing.source), tuple(with_unique_ids(read)), notes)


def read_one_apart(source: Path, name: str, labs: Sequence[Lab], within: Confinement) -> Submission:
    """All files at that path as one submission of that name. Raises GraderError when it is no folder."""
    return _Reading(source.resolve(), tuple(labs), within, name).all()[0]


@dataclass
class _Reading:
    source: Path
    labs: tuple[Lab, ...]
    within: Confinement
    name: str = ""
    limits: Limits = field(default_factory=Limits)
    known: Listing | None = None

    @property
    def listing(self) -> Listing:
        assert self.known is not None
        return self.known

    def all(self) -> list[Submission]:
        require_source(self.source)
        self._refuse_hidden()
        read: list[Submission] = []
        alone = False
        while self.known is None or len(read) < len(self.listing.students):
            got, ended = self._some(len(read), alone=alone)
            read += got
            if alone and not got:
                read.append(self._unread(len(read), _why(ended)))
            # The submission that a reader of many was reading is suspect, unless the time of the whole reader
            # was over.
            alone = not alone and not (ended.timed_out and got)
        return read

    def _refuse_hidden(self) -> None:
        """Raise GraderError where root may read a file and its readers may not: it would count as missing."""
        if os.geteuid() != 0 or self.within.reads_any_owner:
            return
        find = ("find", self.source, "!", "-type", "l", "!", "-readable", "-print", "-quit")
        hidden = self.within.run(find, read_limits(ALONE_S), Places((self.source,))).output.strip()
        if hidden:
            raise GraderError(
                f"{visible_line(hidden, 400)}: only its owner may read it, and the sandbox has another user. "
                "Root reads every file there only with CAP_SYS_ADMIN.",
                f"Let everyone read the submissions: chmod -R a+rX {self.source}\n"
                "Or start the container with --cap-add SYS_ADMIN.",
            )

    def _some(self, first: int, *, alone: bool) -> tuple[list[Submission], Finished]:
        """What a reader has read from there on, and how it ended."""
        most, seconds = (1, ALONE_S) if alone else (EVERYTHING, EACH_S)
        with temporary_folder() as place:
            folder = place.resolve()
            asked = {"source": str(self.source), "first": first, "most": most, "seconds": seconds}
            write_request(folder, request_for(self.labs, self.limits, name=self.name, **asked))
            limits = read_limits(ALONE_S if alone else BATCH_S)
            ended = self.within.run(
                _command(folder), limits, Places((self.source, *_own_code()), folder, any_owner=True)
            )
            self._know_listing(folder, ended)
            last = min(first + most, len(self.listing.students))
            return self._collect(folder, first, last), ended

    def _know_listing(self, folder: Path, ended: Finished) -> None:
        text = _bytes_of(folder / LISTING, LISTING_BYTES)
        if text is None:
            # Without a listing, the failure is the reader's. Later failures are the doing of one submission.
            if refused := _bytes_of(folder / REFUSED, DOCUMENT_BYTES):
                raise _refusal(refused)
            refuse_full(folder)
            why = _why(ended) or "it wrote nothing"
            raise GraderError(f"cannot read submissions from {self.source}: the reader ended early: {why}")
        listing = read_document(LISTED, text.decode("utf-8", "replace"), LISTING)
        if self.known is not None and listing.whose != self.known.whose:
            raise GraderError(
                f"the submissions in {self.source} changed while they were read",
                "Run the same command again once they are all there.",
            )
        self.known = listing

    def _collect(self, folder: Path, first: int, last: int) -> list[Submission]:
        found: list[Submission] = []
        for number in range(first, last):
            text = _bytes_of(folder / document_of(number), DOCUMENT_BYTES)
            if text is None:
                break
            try:
                said = read_document(READ, text.decode("utf-8", "replace"), document_of(number))
                found.append(self._submission(folder, number, said))
            except GraderError:
                break  # no reader of this grader wrote that
        return found

    def _submission(self, folder: Path, number: int, said: ReadSubmission) -> Submission:
        kernels: dict[str, bytes] = {}
        for lab in self.labs:
            if lab.id in said.kernels:
                data = _bytes_of(folder / kernel_of(number, lab.id), self.limits.kernel_bytes)
                if data is None or hashlib.sha256(data).hexdigest() != said.kernels[lab.id]:
                    raise GraderError(f"the kernel file of {lab.id} is not what was read")
                kernels[lab.id] = data
        notes = tuple(shown(note, NOTE_LENGTH) for note in said.notes[: self.limits.notes + 1])
        people = tuple(_person(person) for person in said.people)
        others = tuple(shown(name, NOTE_LENGTH) for name in said.other_files[:MOST_OTHER_FILES])
        return Submission(
            make_id(said.id), shown(said.student), kernels, notes, people, said.late, other_files=others
        )

    def _unread(self, number: int, why: str) -> Submission:
        student = shown(self.listing.students[number])
        why = why or "the reader left no result"
        return Submission(
            make_id(student),
            student,
            notes=(f"could not be read: {why}",),
            people=(Person(student),),
            unread=why,
        )


def _why(ended: Finished) -> str:
    """Why a reader ended early, as the reason of what it was at; '' where it came to its end."""
    if ended.timed_out or ended.code in TIME_SIGNALS:
        return f"reading it took longer than {ALONE_S} s"
    if ended.code == NO_MEMORY:
        return "reading it took more memory than a submission may"
    if ended.code == -signal.SIGXFSZ:
        return "reading it wrote more than a submission may"
    if ended.code < 0:
        return f"it ended the program that reads it by {signal_name(ended.code)}"
    if ended.code != 0:
        # The last line of a traceback is the exception.
        last = ended.errors.strip().rpartition("\n")[2]
        return f"the program that reads it failed: {visible_line(last, 200)}"
    return ""


def _command(folder: Path) -> list[str | Path]:
    root = Path(grader.__file__).resolve().parents[1]
    return [_python(), "-I", "-B", "-c", BOOT, root, folder]


def _python() -> Path:
    """This Python by a path that a sandbox can show: its virtual environment's own, links resolved."""
    running, prefix = Path(sys.executable), Path(sys.prefix)
    return prefix.resolve() / running.relative_to(prefix) if running.is_relative_to(prefix) else running


def _own_code() -> tuple[Path, ...]:
    own = Path(grader.__file__).resolve().parent
    pythons = {Path(sys.prefix).resolve(), Path(sys.base_prefix).resolve()}
    return (*sorted(pythons - {Path("/usr"), Path("/")}), *(own / part for part in PARTS))


def _refusal(document: bytes) -> GraderError:
    try:
        said = json.loads(document)
        message, fix = str(said["message"]), str(said["fix"])
    except (ValueError, KeyError, TypeError, RecursionError):
        message, fix = "the submissions cannot be read, and the reader's reason cannot either", ""
    return GraderError(message, fix)


def _person(person: Person) -> Person:
    fields = (person.name, person.number, person.sid, person.login, person.email, person.section)
    return Person(*(shown(each) for each in fields))


def _bytes_of(path: Path, most: int) -> bytes | None:
    """The file's bytes; None where there is no plain file, or a larger one."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ELOOP, errno.ENXIO):
            return None
        raise
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return None
        data = file.read(most + 1)
        return data if len(data) <= most else None
