"""Submissions of too many, too large or lying parts: each ends in a note, soon and in little memory."""

from __future__ import annotations

import lzma
import random
import struct
import time
import zipfile
from pathlib import Path

import pytest

from grader.tests.handed_in import (
    CODE,
    COPY,
    SMALL,
    TILED,
    folder,
    gzipped,
    read,
    read_archive,
    read_one,
    said,
    tarred,
    zipped,
)


def test_an_xz_that_wants_too_much_memory_is_not_unpacked(tmp_path: Path) -> None:
    wants = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 512 << 20}]
    data = lzma.compress(tarred({TILED: CODE}, "w"), filters=wants)
    found = read_archive(tmp_path, "ann.tar.xz", data)
    assert not found.kernels
    assert said(found, "Memory usage limit")


def test_a_kernel_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    huge = b" " * (1 << 20) + b"x"
    files = {TILED: huge, COPY: b" " * (1 << 20)}
    folder(tmp_path / "class" / "ann", files)
    folder(tmp_path / "class", {"bob.zip": zipped(files), "cy.tar.xz": tarred(files, "w:xz")})
    for found in read(tmp_path / "class").submissions:
        assert set(found.kernels) == {"lab1"}
        assert said(found, "tiled.cu: is too large (1,048,577 bytes; 1,048,576 allowed): not read")


@pytest.mark.parametrize("claimed", [10, 0xFFFFFF])
def test_a_zip_that_lies_about_a_size_is_not_believed(tmp_path: Path, claimed: int) -> None:
    data = bytearray(zipped({TILED: b" " * 5000}))
    at = data.index(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", claimed)
    found = read_archive(tmp_path, "ann.zip", bytes(data))
    assert not found.kernels
    assert said(found, "is damaged" if claimed == 10 else "is too large")


def test_members_that_overlap_are_a_bomb(tmp_path: Path) -> None:
    data = zipped({TILED: CODE})
    at, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    entry = data[at:end]
    ending = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 2, 2, 2 * len(entry), at, 0)
    found = read_archive(tmp_path, "ann.zip", data[:at] + 2 * entry + ending)
    assert not found.kernels
    assert said(found, "ann.zip: has members that overlap, as in a zip bomb: not read")


def nested(levels: int) -> bytes:
    data = zipped({TILED: CODE})
    for level in range(levels):
        data = zipped({f"{level}.zip": data})
    return data


def test_archives_in_archives_have_an_end(tmp_path: Path) -> None:
    assert read_archive(tmp_path / "1", "ann.zip", nested(1)).kernels["lab4"] == CODE
    found = read_archive(tmp_path / "2", "ann.zip", nested(2))
    assert not found.kernels
    assert "ann.zip/1.zip: 0.zip: is inside too many archives: not opened" in found.notes


def test_a_bomb_of_many_archives_ends_at_the_limit(tmp_path: Path) -> None:
    inner = tarred({"zeros": b"\0" * 60_000})
    bomb = zipped({f"{number}.tar.gz": inner for number in range(20)})
    found = read_archive(tmp_path, "ann.zip", bomb, SMALL)
    assert said(found, "unpacks to more than may be inspected: the rest is not read")


@pytest.mark.parametrize("mode", ["w:gz", "w:xz", "w:bz2"])
def test_a_compressed_bomb_is_not_unpacked(tmp_path: Path, mode: str) -> None:
    bomb = tarred({"zeros": b"\0" * 1_000_000, TILED: CODE}, mode)
    found = read_archive(tmp_path, f"ann.tar.{mode[2:]}", bomb, SMALL)
    assert not found.kernels
    assert said(found, "unpacks to more than may be inspected")


def test_a_huge_archive_is_not_read(tmp_path: Path) -> None:
    data = zipped({TILED: CODE, "noise": random.Random(1).randbytes(200_000)})
    assert said(read_archive(tmp_path, "ann.zip", data, SMALL), "is too large")


@pytest.mark.parametrize("form", ["folder", "zip", "tar.gz"])
def test_more_members_than_allowed_are_not_looked_at(tmp_path: Path, form: str) -> None:
    files = {f"{number}.txt": b"" for number in range(60)}
    if form == "folder":
        folder(tmp_path / "class" / "ann", files)
        found = read_one(tmp_path / "class", SMALL)
    else:
        data = zipped(files) if form == "zip" else tarred(files)
        found = read_archive(tmp_path, f"ann.{form}", data, SMALL)
    assert said(found, "holds more than 50")


def test_thousands_of_candidates_take_no_time_and_no_memory(tmp_path: Path) -> None:
    files = {f"{number:05}/tiled.cu": b"%d" % number for number in range(20_000)}
    started = time.process_time()
    found = read_archive(tmp_path, "ann.zip", zipped(files, zipfile.ZIP_STORED))
    # Under a second where it was written; minutes if each were compared with each.
    assert time.process_time() - started < 60
    assert found.kernels["lab4"] == b"0"


def test_an_archive_of_millions_of_empty_streams_is_given_up(tmp_path: Path) -> None:
    data = gzipped(b"") * 1_000_000
    started = time.process_time()
    found = read_archive(tmp_path, "ann.tar.gz", data)
    # Half a minute and more if each stream were begun.
    assert time.process_time() - started < 15
    assert said(found, "is packed in more than 4,096 pieces")


@pytest.mark.parametrize("suffix", [".zip", ".tar.gz"])
def test_a_name_of_sixty_thousand_letters_is_not_read(tmp_path: Path, suffix: str) -> None:
    files = {"n" * 60_000 + "/tiled.cu": CODE, COPY: CODE}
    data = zipped(files) if suffix == ".zip" else tarred(files)
    found = read_archive(tmp_path, f"ann{suffix}", data)
    assert set(found.kernels) == {"lab1"}
    assert said(found, "has a name of 60,009 characters: not read")
    assert all(len(note) <= 600 for note in found.notes)
