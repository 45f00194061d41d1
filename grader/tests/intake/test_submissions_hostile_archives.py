"""Archives made to be read wrongly: each ends in a note, none in an error, none in a foreign file."""

from __future__ import annotations

import io
import lzma
import stat
import tarfile
import warnings
import zipfile
from pathlib import Path

import pytest

from grader.tests.handed_in import (
    CODE,
    COPY,
    SECRET,
    TILED,
    folder,
    gzipped,
    read,
    read_archive,
    said,
    tar_with,
    tarred,
    zip_info,
    zip_with,
    zipped,
)

OUTSIDE = {
    "/tiled.cu": "has an absolute path: not read",
    "C:\\lab\\tiled.cu": "has an absolute path: not read",
    "../tiled.cu": "has '..' in its path: not read",
    "labs/../../tiled.cu": "has '..' in its path: not read",
    "labs\\..\\tiled.cu": "has '..' in its path: not read",
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_paths_that_lead_out_of_an_archive_are_refused(tmp_path: Path, name: str) -> None:
    files = {name: SECRET, COPY: CODE}
    folder(tmp_path / "class", {"ann.zip": zipped(files), "bob.tar.gz": tarred(files)})
    for found in read(tmp_path / "class").submissions:
        assert dict(found.kernels) == {"lab1": CODE}
        assert said(found, OUTSIDE[name])
    assert sorted(path.name for path in tmp_path.rglob("*.cu")) == []


def test_a_zip_whose_names_are_not_what_they_claim_is_a_note(tmp_path: Path) -> None:
    data = zipped({"é/tiled.cu": CODE}).replace("é".encode(), b"\xff\xfe")
    assert said(read_archive(tmp_path, "ann.zip", data), "ann.zip: is damaged or no .zip archive")


def test_windows_separators_are_understood(tmp_path: Path) -> None:
    found = read_archive(
        tmp_path, "ann.zip", zipped({"labs\\lab4_tiled\\tiled.cu": CODE, "tiled.cu": b"other"})
    )
    assert found.kernels["lab4"] == CODE


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (tarfile.SYMTYPE, "is a symbolic link: not followed"),
        (tarfile.LNKTYPE, "is a hard link: not followed"),
        (tarfile.CHRTYPE, "is a device: not read"),
        (tarfile.BLKTYPE, "is a device: not read"),
        (tarfile.FIFOTYPE, "is a FIFO: not read"),
        (b"Z", "is neither a file nor a folder: not read"),
    ],
)
def test_a_tars_special_members_are_not_read(tmp_path: Path, kind: bytes, words: str) -> None:
    found = read_archive(tmp_path, "ann.tar.gz", tar_with(TILED, kind, "/etc/passwd"))
    assert dict(found.kernels) == {"lab1": CODE}
    assert f"ann.tar.gz: {TILED}: {words}" in found.notes


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        (stat.S_IFLNK | 0o777, "is a symbolic link: not followed"),
        (stat.S_IFCHR | 0o644, "is a device: not read"),
        (stat.S_IFIFO | 0o644, "is a FIFO: not read"),
        (stat.S_IFSOCK | 0o644, "is a socket: not read"),
    ],
)
def test_a_zips_special_members_are_not_read(tmp_path: Path, mode: int, words: str) -> None:
    found = read_archive(tmp_path, "ann.zip", zip_with(TILED, mode, b"/etc/passwd"))
    assert not found.kernels
    assert f"ann.zip: {TILED}: {words}" in found.notes


def test_encrypted_members_are_not_read(tmp_path: Path) -> None:
    data = bytearray(zipped({TILED: CODE}))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    found = read_archive(tmp_path, "ann.zip", bytes(data))
    assert not found.kernels
    assert f"ann.zip: {TILED}: is encrypted: not read" in found.notes


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_methods_without_a_bound_are_not_read(tmp_path: Path, method: int) -> None:
    found = read_archive(tmp_path, "ann.zip", zipped({TILED: CODE}, method))
    assert said(found, f"is packed by method {method}, not by deflate")


def test_of_two_members_of_one_name_the_last_counts(tmp_path: Path) -> None:
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w") as archive:
        warnings.simplefilter("ignore")
        archive.writestr(zip_info(TILED), b"first")
        archive.writestr(zip_info(TILED), b"last")
    both = io.BytesIO()
    with tarfile.open(fileobj=both, mode="w:gz") as tar:
        for data in (b"first", b"last"):
            info = tarfile.TarInfo(TILED)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    folder(tmp_path / "class", {"ann.zip": out.getvalue(), "bob.tar.gz": both.getvalue()})
    for found in read(tmp_path / "class").submissions:
        assert found.kernels["lab4"] == b"last"
        assert said(found, f"{TILED}: is there twice: the last one counts")


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("ann.zip", b"no zip", "is damaged or no .zip archive"),
        ("ann.zip", b"", "is damaged or no .zip archive"),
        ("ann.zip", zipped({TILED: CODE})[:-30], "is damaged or no .zip archive"),
        ("ann.tar.gz", b"no tar", "is damaged"),
        ("ann.tar.gz", b"", "is no .tar archive"),
        ("ann.tar.gz", gzipped(b"x" * 2000), "is damaged or no .tar archive"),
        ("ann.tar.gz", tarred({TILED: CODE})[:60], "is damaged"),
        ("ann.tar", tarred({TILED: CODE * 100}, "w")[:1500], "is damaged"),
        ("ann.tar.xz", lzma.compress(b"x" * 5000)[:-20], "is damaged"),
        ("ann.rar", b"Rar!", "is a .rar archive, which is not read"),
        ("ann.7z", b"7z", "is a .7z archive, which is not read"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_damaged_and_foreign_archives_are_notes(tmp_path: Path, name: str, data: bytes, words: str) -> None:
    found = read_archive(tmp_path, name, data)
    assert not found.kernels
    assert said(found, f"{name}: ")
    assert said(found, words)


def tar_header(name: str, size: bytes, kind: bytes = b"0") -> bytes:
    """One header block with a size field of the caller's choice and the right checksum."""
    block = bytearray(tarfile.TarInfo(name).tobuf(tarfile.USTAR_FORMAT))
    block[124:136] = size.ljust(12, b"\0")
    block[156:157] = kind
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (tar_header(TILED, b"\xff" * 12), "negative size"),
        (tar_header(TILED, b"77777777777"), "is too large"),
        (tar_header(TILED, b"10000"), "ends inside of it"),
        (tar_header("x", b"77777777777", b"x"), "has a member header of"),
        (tar_header("x", b"77777777777", b"L"), "has a member header of"),
        (
            tar_header("x", b"20", b"x") + b"99 path=tiled.cu\n".ljust(512, b"\0"),
            "a pax header cannot be read",
        ),
        (tar_header("x", b"20", b"x") + b"11 size=-1\n".ljust(512, b"\0"), "size is no number"),
        (tar_header("x", b"20", b"x") + b"9" * 512, "a pax header cannot be read"),
        (tar_header("x", b"0", b"x") * 20, "a member has too many headers"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_lying_tar_headers_end_the_reading(tmp_path: Path, data: bytes, words: str) -> None:
    found = read_archive(tmp_path, "ann.tar", data + b"\0" * 1024)
    assert not found.kernels
    assert said(found, words)
