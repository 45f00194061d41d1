"""Names a compiled module by everything that goes into it."""

from __future__ import annotations

import hashlib
from pathlib import Path

from grader.core.lab_files import OWN_SOLUTION
from grader.core.paths import Project

KEY_DIGITS = 20


def module_key(project: Project, include: Path, kernel: Path, text: str) -> str:
    """A name that changes when the source, its place, a header or simtcc does."""
    digest = hashlib.sha256()
    # The place counts: a module names the file that its messages will name.
    for part in (str(kernel), text, _identity_of(project.simtcc)):
        _add(digest, part.encode())
    for file in (*headers_in(include), *headers_in(project.simt / "include")):
        _add(digest, str(file).encode())
        _add(digest, file.read_bytes())
    return digest.hexdigest()[:KEY_DIGITS]


def fatbin_key(include: Path, kernel: Path, text: str, nvcc: Path, target: int) -> str:
    """The same for a module that nvcc makes, for one kind of GPU."""
    digest = hashlib.sha256()
    for part in (str(kernel), text, _identity_of(nvcc), str(target)):
        _add(digest, part.encode())
    for file in headers_in(include):
        _add(digest, str(file).encode())
        _add(digest, file.read_bytes())
    return digest.hexdigest()[:KEY_DIGITS]


def text_key(*parts: str) -> str:
    """A name that changes when any of the texts does."""
    digest = hashlib.sha256()
    for part in parts:
        _add(digest, part.encode())
    return digest.hexdigest()[:KEY_DIGITS]


def digest_of(file: Path) -> str:
    """The fingerprint of a file's contents. Raises OSError when it cannot be read."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def headers_in(folder: Path) -> tuple[Path, ...]:
    """What a kernel file may include from the folder. A lab's own answers are not among it."""
    known = (".h", ".hpp", ".cuh", ".inl", "")
    files = (path for path in folder.rglob("*") if path.suffix in known and path.is_file())
    return tuple(sorted(path for path in files if path.relative_to(folder).parts[0] != OWN_SOLUTION))


def _identity_of(compiler: Path) -> str:
    """What tells a compiler from another one, or from a newer version of itself."""
    # Path, size and time do, without the cost of reading it or starting it.
    real = compiler.resolve()
    about = real.stat() if real.is_file() else None
    return f"{real}|{about.st_size}|{about.st_mtime_ns}" if about else f"{real}: none"


def _add(digest: hashlib._Hash, data: bytes) -> None:
    # Length first, so that two parts cannot run together into the same bytes.
    digest.update(len(data).to_bytes(8, "little"))
    digest.update(data)
