"""Submissions for the tests, honest and hostile, made in the test's own folder."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import stat
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from grader.core.manifest import Check, Lab
from grader.formats.downloads import read_submissions
from grader.intake.submission import Intake, Limits, Submission

LAB1 = Lab(
    "lab1", "lab1_copy", "Copy", "s", "copy.cu", "copy.h", ("", "", ""), (Check("c", "c", "C.C", 100),)
)
LAB4 = Lab(
    "lab4", "lab4_tiled", "Tiled", "s", "tiled.cu", "t.h", ("", "", ""), (Check("c", "c", "C.C", 100),)
)
LABS = (LAB1, LAB4)
TILED = "labs/lab4_tiled/tiled.cu"
COPY = "labs/lab1_copy/copy.cu"
CODE = b"__global__ void k() {}\n"
SECRET = b"SECRET: nobody's submission\n"
SMALL = Limits(kernel_bytes=1000, archive_bytes=100_000, members=50, unpacked_bytes=200_000, depth=5)

Files = Mapping[str, bytes]


def gzipped(data: bytes) -> bytes:
    """The data packed without a date, so that a test's name, which may quote it, never changes."""
    return gzip.compress(data, mtime=0)


PACKERS: Mapping[str, Callable[[bytes], bytes]] = {
    "w": bytes,
    "w:gz": gzipped,
    "w:xz": lzma.compress,
    "w:bz2": bz2.compress,
}


def folder(root: Path, files: Files) -> Path:
    """The files below root."""
    root.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root


def zipped(files: Files, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A .zip of the files, its bytes the same at every call."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(zip_info(name), data, method)
    return out.getvalue()


def zip_info(name: str, mode: int = stat.S_IFREG | 0o644) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
    info.external_attr = mode << 16
    info.create_system = 3
    return info


def zip_with(name: str, mode: int, data: bytes = b"") -> bytes:
    """A .zip of one member of that Unix mode."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(zip_info(name, mode), data)
    return out.getvalue()


def tarred(files: Files, mode: str = "w:gz", form: int = tarfile.PAX_FORMAT) -> bytes:
    """A .tar of the files, packed as mode says, its bytes the same at every call."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return PACKERS[mode](out.getvalue())


def tar_with(name: str, kind: bytes, target: str = "") -> bytes:
    """A .tar.gz of one member of that type, a good file behind it."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        info = tarfile.TarInfo(name)
        info.type, info.linkname = kind, target
        archive.addfile(info)
        good = tarfile.TarInfo(COPY)
        good.size = len(CODE)
        archive.addfile(good, io.BytesIO(CODE))
    return gzipped(out.getvalue())


def read(root: Path, limits: Limits | None = None) -> Intake:
    """What is found in that folder or .zip."""
    return read_submissions(root, LABS, limits) if limits else read_submissions(root, LABS)


def read_one(root: Path, limits: Limits | None = None) -> Submission:
    """The only submission there."""
    intake = read(root, limits)
    assert len(intake.submissions) == 1, [submission.id for submission in intake.submissions]
    return intake.submissions[0]


def read_archive(root: Path, name: str, data: bytes, limits: Limits | None = None) -> Submission:
    """The submission of a class of one, who handed in that archive."""
    return read_one(folder(root / "class", {name: data}), limits)


def said(found: Submission, words: str) -> bool:
    """Whether a note of the submission holds these words."""
    return any(words in note for note in found.notes)
