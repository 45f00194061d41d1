"""Reading and writing of files with messages that a user understands."""

from __future__ import annotations

import errno
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from grader.core.errors import GraderError

# The rights, or the disk, are not as they should be. A missing file is more likely a bug of the grader.
REFUSALS = (errno.EACCES, errno.EROFS, errno.EIO, errno.ESTALE)


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
        name_file(error, path)
        if temporary:
            with suppress(OSError):
                Path(temporary).unlink()
        raise unwritable(path, error.strerror or str(error)) from error


def name_file(error: OSError, path: Path) -> None:
    """Note in the error which file it was: one that occurs while a file is written names none."""
    if error.filename is None:
        error.filename = str(path)


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


def refused_by_system(error: OSError) -> GraderError | None:
    """The error for a file that the system refuses or cannot serve; None where a bug may be behind it."""
    if error.errno not in REFUSALS or not isinstance(error.filename, str):
        return None
    folder = Path(error.filename).parent
    return GraderError(f"{error.filename}: {error.strerror}", f"Check the rights: ls -la {folder}")


def read_source(path: Path, if_missing: str = "Check its name.") -> str:
    """A kernel file's text. Bytes that are not UTF-8 become U+FFFD: the compiler judges them.

    if_missing: what to do where there is no such file.
    """
    if path.is_dir():
        raise GraderError(f"cannot read {path}: it is a folder", "Name a .cu file.")
    try:
        return path.read_bytes().decode("utf-8", errors="replace")
    except FileNotFoundError as error:
        raise GraderError(f"cannot read {path}: {error.strerror}", if_missing) from error
    except OSError as error:
        fix = f"Check its rights: ls -l {path}"
        raise GraderError(f"cannot read {path}: {error.strerror or error}", fix) from error
