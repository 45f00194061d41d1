"""Names a compiled module by everything that goes into it."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable
from pathlib import Path

from grader.core.paths import Project

KEY_DIGITS = 20


def module_key(project: Project, include: Path, kernel: Path, text: str, compiler: str | None) -> str:
    """A name that changes when the source, its place, a header, simtcc or the compiler does."""
    digest = hashlib.sha256()
    # The place counts: a module's debug information names the file that its messages will name.
    for part in (str(kernel), text, identity_of(compiler)):
        _add(digest, part.encode())
    for file in (project.simtcc, *_headers(include), *_headers(project.simt / "include")):
        _add(digest, str(file).encode())
        _add(digest, file.read_bytes() if file.is_file() else b"")
    return digest.hexdigest()[:KEY_DIGITS]


def fatbin_key(include: Path, kernel: Path, text: str, nvcc: Path, target: int) -> str:
    """The same for a module that nvcc makes, for one kind of GPU."""
    digest = hashlib.sha256()
    for part in (str(kernel), text, identity_of(str(nvcc)), str(target)):
        _add(digest, part.encode())
    for file in _headers(include):
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


def _headers(folder: Path) -> Iterable[Path]:
    if not folder.is_dir():
        return ()
    known = (".h", ".hpp", ".cuh", ".inl", "")
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix in known)


def identity_of(compiler: str | None) -> str:
    """What tells one compiler from another, or from a newer version of itself."""
    # Path, size and time tell compilers apart without the cost of starting one.
    found = shutil.which(compiler or "g++") or shutil.which("c++")
    if found is None:
        return f"{compiler}: none"
    real = Path(found).resolve()
    about = real.stat()
    return f"{compiler}|{real}|{about.st_size}|{about.st_mtime_ns}"


def _add(digest: hashlib._Hash, data: bytes) -> None:
    # Length first, so that two parts cannot run together into the same bytes.
    digest.update(len(data).to_bytes(8, "little"))
    digest.update(data)
