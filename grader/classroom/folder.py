"""The output folder of a class: who may write in it, what lies where, and what is known already."""

from __future__ import annotations

import fcntl
import gzip
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.files import name_file
from grader.schema.class_results import CLASS_RUN, GRADED, ClassRun, Graded
from grader.schema.document import read_document, write_document

GO_ON = "Start the same command again when that is fixed: what is graded is kept."
# The name of a file that is not whole yet begins with this. A killed grader leaves such files behind.
WRITING = ".writing-"


@dataclass(frozen=True)
class ClassFolder:
    """root: absolute. Below `grading` is what a later run resumes from; all else is for people."""

    root: Path

    @property
    def grading(self) -> Path:
        # The name is not hidden, because a CI's upload of a shard leaves hidden files out.
        return self.root / "grading"

    @property
    def work(self) -> Path:
        return self.grading / "work"

    @property
    def students(self) -> Path:
        return self.root / "students"

    @property
    def run_file(self) -> Path:
        return self.grading / "class.json"

    def result_file(self, key: str) -> Path:
        return self.grading / "results" / f"{key}.json.gz"

    def read_run(self) -> ClassRun | None:
        """The run that this folder is of; None in a new one. Raises GraderError when it is unreadable."""
        try:
            text = self.run_file.read_text(encoding="utf-8")
            return read_document(CLASS_RUN, text, self.run_file.name)
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError, GraderError) as error:
            why = error.message if isinstance(error, GraderError) else error
            raise GraderError(
                f"{self.run_file} cannot be read: {why}",
                "Take another folder for --out, or delete this one.",
            ) from error

    def write_run(self, run: ClassRun) -> None:
        write_safely(self.run_file, write_document(CLASS_RUN, run).encode())

    def read_result(self, key: str) -> Graded | None:
        """A result that is known; None when it is not, or when its file was spoilt."""
        try:
            text = gzip.decompress(self.result_file(key).read_bytes()).decode("utf-8")
            return read_document(GRADED, text, key)
        except (OSError, EOFError, ValueError, GraderError):
            return None

    def write_result(self, key: str, text: str) -> None:
        """text: a Graded, as a document."""
        # The packed file has no time, so that equal results are equal files.
        write_safely(self.result_file(key), gzip.compress(text.encode(), mtime=0))


def open_folder(out: Path) -> ClassFolder:
    """Make the folder. Raises GraderError when it holds something else, which we must not mix with."""
    folder = ClassFolder(out.resolve())
    try:
        if folder.root.is_dir() and not folder.grading.is_dir() and any(folder.root.iterdir()):
            raise GraderError(
                f"{out} is not empty, and no class was graded into it", "Name a new folder: --out DIR"
            )
        for path in (folder.work, folder.grading / "results", folder.students):
            path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GraderError(f"cannot make the folder {out}: {error.strerror or error}", GO_ON) from error
    return folder


@contextmanager
def alone_in(folder: ClassFolder) -> Iterator[None]:
    """Two graders in one folder would undo each other's work: the second is refused.

    The lock goes with its process, however that ends.
    """
    try:
        lock = (folder.grading / "lock").open("a")
    except OSError as error:
        raise GraderError(f"cannot write in {folder.root}: {error.strerror or error}", GO_ON) from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise GraderError(
                f"another grader is at work in {folder.root}",
                "Wait until it ends, or name another --out DIR.",
            ) from None
        for left in folder.root.rglob(f"{WRITING}*"):
            left.unlink(missing_ok=True)
        yield


def write_safely(path: Path, data: bytes) -> None:
    """Write a file so that it is whole or not there, also after a power failure. Raises GraderError."""
    temporary = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=WRITING)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(file.fileno(), 0o644)
            os.fsync(file.fileno())
        Path(temporary).replace(path)
        _keep_name(path.parent)
    except OSError as error:
        name_file(error, path)
        with suppress(OSError):
            Path(temporary).unlink()
        raise GraderError(f"cannot write {path}: {error.strerror or error}", GO_ON) from error


def _keep_name(folder: Path) -> None:
    # The new name is on disk only when its folder is.
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
