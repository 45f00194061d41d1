"""Unpacks gzip, bzip2 and xz piece by piece, never more than requested.

A small compressed file can unpack to any size. So every byte that is unpacked is taken from a Budget, which
all archives of a submission share, and no step of the unpacking takes more memory than PIECE or XZ_MEMORY.
"""

from __future__ import annotations

import bz2
import lzma
import zlib
from typing import Protocol

from grader.intake.member import Unreadable

# An .xz file states how much memory unpacking takes; `xz -9` takes 65 MiB.
XZ_MEMORY = 128 * 1024 * 1024
PIECE = 64 * 1024
# Packed streams behind each other in one file; what is behind each is copied, so millions would take hours.
MOST_STREAMS = 4_096


class _Unpacker(Protocol):
    def feed(self, data: bytes, most: int) -> bytes: ...

    @property
    def needs_input(self) -> bool: ...

    @property
    def ended(self) -> bool: ...

    @property
    def rest(self) -> bytes: ...


class _Gzip:
    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)
        self._kept = b""

    def feed(self, data: bytes, most: int) -> bytes:
        out = self._inner.decompress(self._kept or data, most)
        self._kept = self._inner.unconsumed_tail
        return out

    @property
    def needs_input(self) -> bool:
        return not self._kept

    @property
    def ended(self) -> bool:
        return self._inner.eof

    @property
    def rest(self) -> bytes:
        return self._inner.unused_data


class _Block:
    """bz2 and lzma, whose objects keep the input that they have not used."""

    def __init__(self, inner: bz2.BZ2Decompressor | lzma.LZMADecompressor) -> None:
        self._inner = inner

    def feed(self, data: bytes, most: int) -> bytes:
        return self._inner.decompress(data, most)

    @property
    def needs_input(self) -> bool:
        return self._inner.needs_input

    @property
    def ended(self) -> bool:
        return self._inner.eof

    @property
    def rest(self) -> bytes:
        return self._inner.unused_data


class Budget:
    """How many bytes may still be unpacked, over all archives of one submission."""

    def __init__(self, left: int) -> None:
        self._left = left

    def spend(self, count: int) -> None:
        """Use up so many. Raises Unreadable when fewer are left."""
        self._left -= count
        if self._left < 0:
            raise Unreadable("unpacks to more than may be inspected: the rest is not read")


class Unpacked:
    """Data unpacked, as a stream. Raises Unreadable beyond the budget, or when the data is damaged."""

    def __init__(self, data: bytes, budget: Budget) -> None:
        self._data = memoryview(data)
        self._at = 0
        self._budget = budget
        self._unpacker = _unpacker(data)
        self._streams = 1

    def read(self, count: int) -> bytes:
        """The next bytes, fewer only at the end."""
        pieces: list[bytes] = []
        missing = count
        while missing:
            piece = self._some(min(missing, PIECE))
            if not piece:
                break
            pieces.append(piece)
            missing -= len(piece)
        return b"".join(pieces)

    def skip(self, count: int) -> bool:
        """Skip so many bytes; returns whether there were so many."""
        while count > 0:
            piece = self._some(min(count, PIECE))
            if not piece:
                return False
            count -= len(piece)
        return True

    def _some(self, most: int) -> bytes:
        piece = self._plain(most) if self._unpacker is None else self._unpack(most)
        self._budget.spend(len(piece))
        return piece

    def _plain(self, most: int) -> bytes:
        piece = bytes(self._data[self._at : self._at + most])
        self._at += len(piece)
        return piece

    def _unpack(self, most: int) -> bytes:
        try:
            return self._feed(most)
        except (zlib.error, lzma.LZMAError, OSError, EOFError, ValueError, MemoryError) as error:
            raise Unreadable(f"is damaged: {error}") from error

    def _feed(self, most: int) -> bytes:
        while self._unpacker is not None:
            if self._unpacker.ended and not self._next_stream():
                break
            needs_input = self._unpacker.needs_input
            fed = self._plain(PIECE) if needs_input else b""
            piece = self._unpacker.feed(fed, most)
            if piece:
                return piece
            if needs_input and not fed and not self._unpacker.ended:
                raise Unreadable("is damaged: it ends too early")
        return b""

    def _next_stream(self) -> bool:
        """Start the next of several streams in one file, as gzip and xz allow; False when there is none."""
        assert self._unpacker is not None
        left = len(self._unpacker.rest)
        self._at -= left
        follows = bytes(self._data[self._at :][:6])
        if _magic(follows) is None:
            return False
        self._streams += 1
        if self._streams > MOST_STREAMS:
            raise Unreadable(f"is packed in more than {MOST_STREAMS:,} pieces: the rest is not read")
        self._unpacker = _unpacker(follows)
        return True


def _magic(data: bytes) -> str | None:
    for name, start in (("gzip", b"\x1f\x8b"), ("bzip2", b"BZh"), ("xz", b"\xfd7zXZ\x00")):
        if data.startswith(start):
            return name
    return None


def _unpacker(data: bytes) -> _Unpacker | None:
    """What unpacks data that starts like this; None for data that is not compressed."""
    name = _magic(data)
    if name == "gzip":
        return _Gzip()
    if name == "bzip2":
        return _Block(bz2.BZ2Decompressor())
    if name == "xz":
        return _Block(lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=XZ_MEMORY))
    return None
