"""Folders made to be read wrongly: each ends in a note, none in an error, none in a foreign file."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path

import pytest

from grader.intake.collect import Collector
from grader.intake.member import Kind, Member, Unreadable
from grader.intake.tree import Folder
from grader.tests.handed_in import (
    CODE,
    COPY,
    LABS,
    SECRET,
    SMALL,
    TILED,
    folder,
    read,
    read_one,
    said,
    tarred,
    zipped,
)


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
    collector.inspect([Member(("tiled.cu",), Kind.FILE, 10, lambda most: (b"x" * 5000)[:most])])
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
    assert "ann/<0xFF><0xFE>/tiled.cu: its name is not valid UTF-8" in found.notes


def test_a_students_name_that_is_not_utf8_gets_an_id(tmp_path: Path) -> None:
    root = folder(tmp_path / "class", {})
    os.mkdir(os.fsencode(root) + b"/J\xf6rg")  # noqa: PTH102
    found = read_one(root)
    assert (found.id, found.student) == ("J_rg", "J<0xF6>rg")


@pytest.mark.parametrize("name", ["a\nb/tiled.cu", "a\x1b[31m/tiled.cu", "\r/tiled.cu"])
def test_names_with_control_characters_are_refused(tmp_path: Path, name: str) -> None:
    folder(tmp_path / "class" / "ann", {name: CODE})
    folder(tmp_path / "class", {"bob.zip": zipped({name: CODE}), "cy.tar.gz": tarred({name: CODE})})
    for found in read(tmp_path / "class").submissions:
        assert not found.kernels
        assert said(found, "has control characters in its name: not read")
        assert not any("\n" in note or "\x1b" in note or "\r" in note for note in found.notes)


def test_folders_have_a_deepest_level(tmp_path: Path) -> None:
    folder(tmp_path / "class" / "ann", {"1/2/3/4/5/6/tiled.cu": CODE})
    found = read_one(tmp_path / "class", SMALL)
    assert not found.kernels
    assert said(found, "ann/1/2/3/4/5: lies more than 5 folders deep: not looked into")


def test_many_notes_are_counted_not_listed(tmp_path: Path) -> None:
    root = folder(tmp_path / "class" / "ann", {TILED: CODE, COPY: CODE})
    for number in range(100):
        (root / f"link{number}").symlink_to("/etc/passwd")
    notes = read_one(tmp_path / "class").notes
    assert len(notes) == 41
    assert notes[-1] == "and 60 more of such notes"
