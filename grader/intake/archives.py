"""Opens the archives that students hand in, and .zip files without trusting what they say of themselves.

archive_members() takes an archive in memory and yields its members, one by one and within a budget of bytes.
Names decide what is opened: .zip here, .tar in tar_file.py; other formats are refused with a note. A .zip
whose members overlap, or that lists more of them than allowed, is refused before any is read.

Format: PKWARE's APPNOTE (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT).
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import IO

from grader.intake.member import Kind, Member, Unreadable, kind_of_mode, no_content, problem_of
from grader.intake.names import split_path
from grader.intake.submission import Limits
from grader.intake.tar_file import tar_members
from grader.intake.unpacking import Budget

ZIP = (".zip",)
TAR = (".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.bz2", ".tbz2")
# Formats that Python cannot read.
UNSUPPORTED = (".rar", ".7z", ".tar.zst", ".gz", ".xz", ".bz2")
# The first bytes of an entry of the central directory (APPNOTE 4.3.12).
DIRECTORY_ENTRY = b"PK\x01\x02"
LOCAL_HEADER = 30
ENCRYPTED = 0x1
PIECE = 1 << 20
# The methods that students' systems use. Other methods unpack to any size in one step.
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def archive_suffix(name: str) -> str:
    """The ending that says that a file is an archive, such as '.tar.gz'; '' when none does."""
    endings = sorted((*ZIP, *TAR, *UNSUPPORTED), key=len, reverse=True)
    return next((end for end in endings if name.lower().endswith(end) and len(name) > len(end)), "")


def archive_members(name: str, data: bytes, limits: Limits, budget: Budget) -> Iterator[Member]:
    """The members of an archive in memory. budget: of the bytes it may unpack to. Raises Unreadable."""
    suffix = archive_suffix(name)
    if suffix in UNSUPPORTED:
        raise Unreadable(f"is a {suffix} archive, which is not read: ask for a .zip or .tar.gz")
    if suffix in ZIP:
        return ZipArchive(io.BytesIO(data), limits.members).members()
    return tar_members(data, budget)


class ZipArchive:
    """An open archive. Raises Unreadable when it is damaged, too long or a bomb.

    most_members: None for no limit. The bulk download of a class has none, because the bytes of its members
    may look like entries.
    """

    def __init__(self, file: IO[bytes], most_members: int | None) -> None:
        if most_members is not None and _count_entries(file, most_members) > most_members:
            raise Unreadable(f"holds more than {most_members:,} members: not read")
        try:
            self._zip = zipfile.ZipFile(file)
        except Exception as error:
            # struct.error, UnicodeDecodeError, zlib.error and others: no list of them is complete.
            raise Unreadable(f"is damaged or no .zip archive: {error}") from error
        if _overlap(self._zip.infolist()):
            raise Unreadable("has members that overlap, as in a zip bomb: not read")

    def members(self) -> Iterator[Member]:
        """The members, in the archive's order."""
        for info in self._zip.infolist():
            yield self._member(info)

    def _member(self, info: zipfile.ZipInfo) -> Member:
        # orig_filename: filename is cut at a null byte.
        path, problem = split_path(info.orig_filename)
        kind = kind_of_mode(info.external_attr >> 16)
        if info.orig_filename.endswith(("/", "\\")):
            kind = Kind.FOLDER
        problem = problem or problem_of(kind)
        if not problem and kind is Kind.FILE:
            problem = _unreadable(info)
        if problem or kind is not Kind.FILE:
            return Member(path, kind, max(info.file_size, 0), no_content, problem)
        return Member(path, kind, info.file_size, lambda most: self._read(info, most))

    def _read(self, info: zipfile.ZipInfo, most: int) -> bytes:
        try:
            with self._zip.open(info) as file:
                return file.read(most)
        except Exception as error:
            raise Unreadable(f"is damaged: {error}") from error


def _unreadable(info: zipfile.ZipInfo) -> str:
    if info.flag_bits & ENCRYPTED:
        return "is encrypted: not read"
    if info.compress_type not in METHODS:
        return f"is packed by method {info.compress_type}, not by deflate: not read"
    if info.file_size < 0 or info.header_offset < 0:
        return "is damaged: not read"
    return ""


def _count_entries(file: IO[bytes], most: int) -> int:
    """At least as many as the central directory has entries; stops counting soon after `most`.

    zipfile reads the whole directory at once, which is too late for a limit.
    """
    file.seek(0)
    count, tail = 0, b""
    while count <= most and (piece := file.read(PIECE)):
        data = tail + piece
        count += data.count(DIRECTORY_ENTRY)
        tail = data[-3:]
    file.seek(0)
    return count


def _overlap(infos: list[zipfile.ZipInfo]) -> bool:
    """Whether two entries share bytes, which lets a small archive unpack to any size."""
    reached = 0
    for info in sorted(infos, key=lambda entry: entry.header_offset):
        if info.header_offset < reached:
            return True
        reached = info.header_offset + LOCAL_HEADER + info.compress_size
    return False
