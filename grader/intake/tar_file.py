"""Reads .tar archives, compressed or not, from front to back and in memory.

The loop over the members is our own, so that a hostile header has no effect: in the Python versions that we
support, the module tarfile can be made to loop without end (CVE-2025-8194), to match a header for minutes
(CVE-2024-6232), and reads a header of any size into memory. A header block itself is parsed by tarfile.

Format: POSIX pax and ustar (https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html), GNU's
long names (https://www.gnu.org/software/tar/manual/html_node/Standard.html).
"""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from dataclasses import dataclass

from grader.intake.member import Kind, Member, Unreadable, no_content, problem_of
from grader.intake.names import is_text, split_path
from grader.intake.unpacking import Budget, Unpacked

BLOCK = 512
# The limit for a long name or a pax header: far above the longest path of any system.
HEADER_BYTES = 64 * 1024
# The most that one member may have: its own, a pax header, a long name, a long link, a global header.
MOST_HEADERS = 8
KINDS = {
    tarfile.REGTYPE: Kind.FILE,
    tarfile.AREGTYPE: Kind.FILE,
    tarfile.CONTTYPE: Kind.FILE,
    tarfile.LNKTYPE: Kind.HARD_LINK,
    tarfile.SYMTYPE: Kind.SYMLINK,
    tarfile.CHRTYPE: Kind.DEVICE,
    tarfile.BLKTYPE: Kind.DEVICE,
    tarfile.DIRTYPE: Kind.FOLDER,
    tarfile.FIFOTYPE: Kind.FIFO,
}


@dataclass
class _NextMember:
    """What extended headers say about the member that follows them."""

    name: str | None = None
    size: int | None = None


def tar_members(data: bytes, budget: Budget) -> Iterator[Member]:
    """The members, each of which must be read before the next. Raises Unreadable, possibly between two."""
    stream = Unpacked(data, budget)
    coming = _NextMember()
    headers, waiting = 0, 0
    while (block := stream.read(BLOCK)).strip(b"\0"):
        header = _header(block)
        headers, waiting = headers + 1, waiting + 1
        if waiting > MOST_HEADERS:
            raise Unreadable("is damaged: a member has too many headers")
        if header.type in (tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE):
            _extend(coming, header.type, _content(stream, header.size))
        elif header.type in (tarfile.GNUTYPE_LONGLINK, tarfile.XGLTYPE):
            _content(stream, header.size)
        else:
            yield from _one(stream, header, coming)
            coming, waiting = _NextMember(), 0
    if not headers and not _is_end(block):
        raise Unreadable("is no .tar archive: not read")


def _is_end(block: bytes) -> bool:
    return len(block) == BLOCK and not block.strip(b"\0")


def _header(block: bytes) -> tarfile.TarInfo:
    try:
        header = tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except (tarfile.HeaderError, ValueError, OverflowError) as error:
        raise Unreadable(f"is damaged or no .tar archive: {error}") from error
    if header.size < 0:
        raise Unreadable("is damaged: a member has a negative size")
    return header


def _one(stream: Unpacked, header: tarfile.TarInfo, coming: _NextMember) -> Iterator[Member]:
    kind = KINDS.get(header.type, Kind.OTHER)
    size = header.size if coming.size is None else coming.size
    # Links, devices and FIFOs have no content, whatever size their headers claim.
    held = 0 if kind not in (Kind.FILE, Kind.OTHER) else size
    name = header.name if coming.name is None else coming.name
    if kind is Kind.FILE and name.endswith("/"):
        kind = Kind.FOLDER
    path, problem = split_path(name)
    remark = "" if is_text(name) else "its name is not valid UTF-8"
    content = _Content(stream, held)
    problem = problem or problem_of(kind)
    yield Member(path, kind, held, no_content if problem else content.read, problem, remark)
    content.finish()


class _Content:
    """One member's bytes in the stream. The reader may read only some of them."""

    def __init__(self, stream: Unpacked, size: int) -> None:
        self._stream = stream
        self._left = size
        self._padding = -size % BLOCK

    def read(self, most: int) -> bytes:
        count = min(most, self._left)
        data = self._stream.read(count)
        self._left -= count
        if len(data) < count:
            raise Unreadable("is damaged: the archive ends inside of it")
        return data

    def finish(self) -> None:
        if not self._stream.skip(self._left + self._padding):
            raise Unreadable("is damaged: it ends inside of a member")


def _content(stream: Unpacked, size: int) -> bytes:
    if size > HEADER_BYTES:
        raise Unreadable(f"has a member header of {size} bytes: the rest is not read")
    content = _Content(stream, size)
    data = content.read(size)
    content.finish()
    return data


def _extend(coming: _NextMember, kind: bytes, data: bytes) -> None:
    if kind == tarfile.GNUTYPE_LONGNAME:
        coming.name = data.split(b"\0", 1)[0].decode("utf-8", "surrogateescape")
        return
    for key, value in _pax_records(data):
        if key == b"path":
            coming.name = value.decode("utf-8", "surrogateescape")
        elif key == b"size":
            if not value.isdigit() or len(value) > 18:
                raise Unreadable("is damaged: a member's size is no number")
            coming.size = int(value)


def _pax_records(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of a pax header: records of '<length> <key>=<value>' and a line end."""
    at = 0
    while at < len(data) and data[at] != 0:
        digits, space, _ = data[at : at + 20].partition(b" ")
        length = int(digits) if digits.isdigit() and space else 0
        record = data[at + len(digits) + 1 : at + length - 1]
        key, equals, value = record.partition(b"=")
        if not equals or data[at + length - 1 : at + length] != b"\n":
            raise Unreadable("is damaged: a pax header cannot be read")
        yield key, value
        at += length
