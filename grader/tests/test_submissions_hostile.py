"""Submissions made to be read wrongly: each ends in a note, none in an error, none in a foreign file."""

from __future__ import annotations

import io
import lzma
import os
import random
import socket
import stat
import struct
import tarfile
import time
import warnings
import zipfile
from pathlib import Path

import pytest

from grader.submissions.collect import Collector
from grader.submissions.folder import Folder
from grader.submissions.member import Kind, Member, Unreadable
from grader.submissions.model import Submission
from grader.tests.handed_in import (
    CODE,
    COPY,
    LABS,
    SECRET,
    SMALL,
    TILED,
    folder,
    gzipped,
    read,
    read_archive,
    read_one,
    tar_with,
    tarred,
    zip_info,
    zip_with,
    zipped,
)


def said(found: Submission, words: str) -> bool:
    return any(words in note for note in found.notes)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file outside of every submission."""
    path = tmp_path / "outside" / "tiled.cu"
    path.parent.mkdir()
    path.write_bytes(SECRET)
    return path


def test_a_link_to_a_file_outside_is_not_followed(tmp_path: Path, secret: Path) -> None:
    root = folder(tmp_path / "class" / "ann", {COPY: CODE, "labs/lab4_tiled/x": b""})
    (root / TILED).symlink_to(secret)
    found = read_one(tmp_path / "class")
    assert dict(found.kernels) == {"lab1": CODE}
    assert f"ann/{TILED}: is a symbolic link: not followed" in found.notes


def test_a_link_to_a_folder_outside_is_not_followed(tmp_path: Path, secret: Path) -> None:
    root = folder(tmp_path / "class" / "ann", {COPY: CODE})
    (root / "labs" / "lab4_tiled").symlink_to(secret.parent)
    found = read_one(tmp_path / "class")
    assert dict(found.kernels) == {"lab1": CODE}
    assert "ann/labs/lab4_tiled: is a symbolic link: not followed" in found.notes


@pytest.mark.parametrize("name", ["ann", "ann.zip", "ann_tiled.cu"])
def test_an_entry_that_is_a_link_is_kept_but_not_followed(tmp_path: Path, secret: Path, name: str) -> None:
    root = folder(tmp_path / "class", {})
    (root / name).symlink_to(secret.parent if name == "ann" else secret)
    found = read_one(root)
    assert not found.kernels
    assert said(found, f"{name}: is a symbolic link: not followed")


def test_a_folder_that_becomes_a_link_while_it_is_read_leads_nowhere(tmp_path: Path, secret: Path) -> None:
    root = folder(tmp_path / "class", {f"ann/{TILED}": CODE})
    descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    member = next(m for m in Folder(descriptor, 40).walk(("ann",)) if m.name == "tiled.cu")
    (root / "ann" / TILED).unlink()
    (root / "ann" / "labs" / "lab4_tiled").rmdir()
    (root / "ann" / "labs" / "lab4_tiled").symlink_to(secret.parent)
    with pytest.raises(Unreadable, match="cannot be opened"):
        member.read(100)
    os.close(descriptor)


def test_a_file_that_becomes_a_fifo_is_not_opened(tmp_path: Path) -> None:
    root = folder(tmp_path / "class", {"ann/tiled.cu": CODE})
    descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    member = next(m for m in Folder(descriptor, 40).walk(("ann",)) if m.name == "tiled.cu")
    (root / "ann" / "tiled.cu").unlink()
    os.mkfifo(root / "ann" / "tiled.cu")
    with pytest.raises(Unreadable, match="no file any more"):
        member.read(100)
    os.close(descriptor)


def test_a_file_that_becomes_a_link_at_the_last_moment_leads_nowhere(
    tmp_path: Path, secret: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = folder(tmp_path / "class", {"ann/tiled.cu": CODE})
    plain = os.stat

    def stat_then_swap(
        path: str, *, dir_fd: int | None = None, follow_symlinks: bool = True
    ) -> os.stat_result:
        found = plain(path, dir_fd=dir_fd, follow_symlinks=follow_symlinks)
        if path == "tiled.cu" and not (root / "ann" / "tiled.cu").is_symlink():
            (root / "ann" / "tiled.cu").unlink()
            (root / "ann" / "tiled.cu").symlink_to(secret)
        return found

    descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    monkeypatch.setattr(os, "stat", stat_then_swap)
    with pytest.raises(Unreadable, match="cannot be read"):
        Folder(descriptor, 40).read(("ann", "tiled.cu"), 100)
    os.close(descriptor)


def test_a_file_that_grows_while_it_is_read_is_too_large() -> None:
    collector = Collector(LABS, SMALL)
    collector.look_at([Member(("tiled.cu",), Kind.FILE, 10, lambda most: (b"x" * 5000)[:most])])
    assert not collector.kernels
    assert "tiled.cu: is too large (1,001 bytes; 1,000 allowed): not read" in collector.notes


def test_fifos_and_sockets_are_never_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = folder(tmp_path / "class" / "ann", {})
    os.mkfifo(root / "tiled.cu")
    monkeypatch.chdir(root)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("copy.cu")
    found = read_one(tmp_path / "class")
    assert not found.kernels
    assert "ann/tiled.cu: is a FIFO: not read" in found.notes
    assert "ann/copy.cu: is a socket: not read" in found.notes


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes device files")
def test_devices_are_never_opened(tmp_path: Path) -> None:
    root = folder(tmp_path / "class" / "ann", {})
    try:
        os.mknod(root / "tiled.cu", stat.S_IFCHR | 0o644, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("this system lets nobody make device files")
    found = read_one(tmp_path / "class")
    assert not found.kernels
    assert "ann/tiled.cu: is a device: not read" in found.notes


def test_a_file_of_several_names_is_read_with_a_warning(tmp_path: Path, secret: Path) -> None:
    root = folder(tmp_path / "class" / "ann", {COPY: CODE})
    (root / "tiled.cu").hardlink_to(secret)
    assert said(read_one(tmp_path / "class"), "ann/tiled.cu: is a file with several names (hard links)")


def test_a_folder_called_like_the_kernel_is_none(tmp_path: Path) -> None:
    folder(
        tmp_path / "class", {"ann/tiled.cu/x": b"", "bob.zip": zipped({"tiled.cu/x": b"", "tiled.cu/": b""})}
    )
    ann, bob = read(tmp_path / "class").submissions
    assert not ann.kernels
    assert "ann/tiled.cu: is a folder, not a file" in ann.notes
    assert "bob.zip: tiled.cu: is a folder, not a file" in bob.notes


def test_an_unreadable_file_is_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder(tmp_path / "class" / "ann", {TILED: CODE, COPY: CODE})
    plain = os.open

    def refuse(path: str, flags: int, *, dir_fd: int | None = None) -> int:
        if path == "tiled.cu":
            raise PermissionError(13, "Permission denied")
        return plain(path, flags, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", refuse)
    found = read_one(tmp_path / "class")
    assert set(found.kernels) == {"lab1"}
    assert f"ann/{TILED}: cannot be read: Permission denied" in found.notes


def test_names_that_are_not_utf8_are_shown_and_read(tmp_path: Path) -> None:
    root = folder(tmp_path / "class" / "ann", {})
    inner = os.fsencode(root) + b"/\xff\xfe"
    os.mkdir(inner)  # noqa: PTH102 (a Path has no bytes)
    Path(os.fsdecode(inner + b"/tiled.cu")).write_bytes(CODE)
    found = read_one(tmp_path / "class")
    assert found.kernels["lab4"] == CODE
    assert "ann/\ufffd\ufffd/tiled.cu: its name is not valid UTF-8" in found.notes


def test_a_students_name_that_is_not_utf8_gets_an_id(tmp_path: Path) -> None:
    root = folder(tmp_path / "class", {})
    os.mkdir(os.fsencode(root) + b"/J\xf6rg")  # noqa: PTH102
    found = read_one(root)
    assert (found.id, found.student) == ("J_rg", "J\ufffdrg")


@pytest.mark.parametrize("name", ["a\nb/tiled.cu", "a\x1b[31m/tiled.cu", "\r/tiled.cu"])
def test_names_with_control_characters_are_refused(tmp_path: Path, name: str) -> None:
    folder(tmp_path / "class" / "ann", {name: CODE})
    folder(tmp_path / "class", {"bob.zip": zipped({name: CODE}), "cy.tar.gz": tarred({name: CODE})})
    for found in read(tmp_path / "class").submissions:
        assert not found.kernels
        assert said(found, "has control characters in its name: not read")
        assert not any("\n" in note or "\x1b" in note or "\r" in note for note in found.notes)


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
    assert "ann.zip/1.zip: 0.zip: lies in too many archives: not opened" in found.notes


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


def test_folders_have_a_deepest_level(tmp_path: Path) -> None:
    folder(tmp_path / "class" / "ann", {"1/2/3/4/5/6/tiled.cu": CODE})
    found = read_one(tmp_path / "class", SMALL)
    assert not found.kernels
    assert said(found, "ann/1/2/3/4/5: lies more than 5 folders deep: not looked into")


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


def test_thousands_of_candidates_take_no_time_and_no_memory(tmp_path: Path) -> None:
    files = {f"{number:05}/tiled.cu": b"%d" % number for number in range(20_000)}
    started = time.process_time()
    found = read_archive(tmp_path, "ann.zip", zipped(files, zipfile.ZIP_STORED))
    # Under a second where it was written; minutes if each were compared with each.
    assert time.process_time() - started < 60
    assert found.kernels["lab4"] == b"0"


def test_many_notes_are_counted_not_listed(tmp_path: Path) -> None:
    root = folder(tmp_path / "class" / "ann", {TILED: CODE, COPY: CODE})
    for number in range(100):
        (root / f"link{number}").symlink_to("/etc/passwd")
    notes = read_one(tmp_path / "class").notes
    assert len(notes) == 41
    assert notes[-1] == "and 60 more of such notes"
