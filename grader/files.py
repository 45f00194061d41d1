"""Reading and writing of files with messages that a user understands."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from grader.errors import GraderError


def write_whole(path: Path, text: str) -> None:
    """Write text to path, all or nothing: a temporary file beside it is renamed onto it."""
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        # mkstemp makes files for the owner only; a report is for sharing.
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except OSError as error:
        if temporary:
            with suppress(OSError):
                Path(temporary).unlink()
        raise unwritable(path, error.strerror or str(error)) from error


def refuse_unwritable(path: Path | None) -> None:
    """Raise GraderError early, before minutes of work, when path cannot be written later."""
    if path is None:
        return
    if path.is_dir():
        raise unwritable(path, "it is a folder")
    folder = path.absolute().parent
    if not folder.is_dir():
        raise unwritable(path, f"the folder {folder} does not exist")
    if not os.access(folder, os.W_OK):
        raise unwritable(path, f"the folder {folder} may not be written to")


def unwritable(path: Path, why: str) -> GraderError:
    """The error for an output that cannot be written."""
    return GraderError(f"cannot write {path}: {why}", "Name another file, or make it writable.")


def read_source(path: Path) -> str:
    """A kernel file's text. Bytes that are not UTF-8 become U+FFFD: the compiler judges them."""
    if path.is_dir():
        raise GraderError(f"cannot read {path}: it is a folder", "Name a .cu file.")
    try:
        return path.read_bytes().decode("utf-8", errors="replace")
    except FileNotFoundError as error:
        mend = f"Check its name. A lab's own file comes back with: git checkout -- {path}"
        raise GraderError(f"cannot read {path}: {error.strerror}", mend) from error
    except OSError as error:
        mend = f"Check its rights: ls -l {path}"
        raise GraderError(f"cannot read {path}: {error.strerror or error}", mend) from error
