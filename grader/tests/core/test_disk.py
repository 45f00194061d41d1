"""A full disk is called that, and a file that the system refuses is named, without a traceback."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.classroom.folder import write_safely
from grader.core.disk import full_disk, full_disk_behind, full_disk_error
from grader.core.errors import GraderError
from grader.core.files import write_whole
from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject

Capture = pytest.CaptureFixture[str]
AGAIN = "then run the same command again: nothing is lost."


def shown(capsys: Capture) -> str:
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return " ".join(captured.err.split())


def raising(number: int, name: str | None = None) -> Callable[..., None]:
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number), *([name] if name else []))

    return fail


@pytest.mark.parametrize(
    ("text", "folder"),
    [
        ("k.cu:1:1: fatal error: error writing to /usr/lib/cc1.s: No space left on device", "/usr/lib"),
        ("{standard input}: fatal error: /usr/lib/x.o: No space left on device", "/usr/lib"),
        ("error: unable to open output file '/usr/lib/none/x.o': 'No space left on device'", "/usr/lib"),
        ("/usr/bin/env: final link failed: No space left on device", "/work"),
        ("ninja: fatal: mkdir(x): No space left on device", "/work"),
        ("words\ncp: error writing '/usr/lib/x': Disk quota exceeded\nmore", "/usr/lib"),
    ],
)
def test_it_is_found_in_the_words_of_tools(text: str, folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "is_dir", lambda path: str(path) in ("/usr/lib", "/usr/bin", "/work"))
    error = full_disk_error(text, Path("/work"))
    assert error is not None
    assert error.message.startswith("the disk is full: ")
    assert f" {folder}" in error.message
    assert error.fix.endswith(AGAIN)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "k.cu:3: error: expected ';'",
        "k.cu:3:2: error: #error : No space left on device",
        'k.cu:3: error: no operator "No space left on device"',
    ],
)
def test_other_words_are_no_full_disk(text: str) -> None:
    assert full_disk_error(text) is None


def test_the_fullest_place_is_named_where_nobody_names_one() -> None:
    assert full_disk().message.startswith("the disk is full: no space is left in /")


def test_a_folder_that_is_gone_by_then_is_not_named(tmp_path: Path) -> None:
    gone = tmp_path / "coalesce-12345678-1-2-x" / "simtcc.abc"
    gone.mkdir(parents=True)
    assert full_disk(gone / "kernel.o").message == f"the disk is full: no space is left in {tmp_path}"


def test_it_is_found_behind_what_was_made_of_it(tmp_path: Path) -> None:
    error = GraderError("cannot write x")
    error.__cause__ = OSError(errno.EDQUOT, "Disk quota exceeded", str(tmp_path / "none" / "x"))
    found = full_disk_behind(error)
    assert found is not None
    assert found.message == f"the disk is full: your quota in {tmp_path} is used up"
    assert "(quota -s)" in found.fix
    assert full_disk_behind(GraderError("cannot write x")) is None
    assert full_disk_behind(OSError(errno.EACCES, "no")) is None


@pytest.mark.parametrize("target", ["grader.cli.commands.check.write_whole", "os.fdopen"])
def test_a_command_ends_with_2_and_says_what_to_do(
    course: Command, monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path, target: str
) -> None:
    """Also where the place of the fault made another error of it, as write_whole does."""
    monkeypatch.setattr(target, raising(errno.ENOSPC, str(tmp_path / "r.json")))
    assert course("check", "lab4", "--json", str(tmp_path / "r.json")) == 2
    said = shown(capsys)
    assert f"error: the disk is full: no space is left in {tmp_path}" in said
    assert f"Free some space (df -h {tmp_path}), {AGAIN}" in said


def test_a_compiler_without_room_has_found_no_fault_in_the_file(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.simtcc(
        '#!/bin/sh\necho "fatal error: error writing to $TMPDIR/cc.s: No space left on device" >&2\nexit 1\n'
    )
    assert course("check", "lab4") == 2
    assert "error: the disk is full: no space is left in /" in shown(capsys)


def test_a_compiler_that_cannot_even_write_its_errors_is_understood(
    course: Command, fake: FakeProject, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("grader.core.disk.LEAST_FREE", 1 << 80)
    fake.simtcc("#!/bin/sh\nexit 1\n")
    assert course("check", "lab4") == 2
    assert "error: the disk is full: no space is left in /" in shown(capsys)
    fake.refuses()
    assert course("check", "lab4") == 2
    assert "the disk is full" not in shown(capsys), "an error that it found is the file's"


def test_a_program_that_cannot_write_its_record_is_understood(
    course: Command, fake: FakeProject, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    fake.program('echo "$results: cannot be written" >&2; exit 2\n')
    assert course("check", "lab4") == 2
    assert "the disk is full" not in shown(capsys)
    monkeypatch.setattr("grader.core.disk.LEAST_FREE", 1 << 80)
    assert course("check", "lab4") == 2
    assert "error: the disk is full: no space is left in /" in shown(capsys)


def test_what_the_system_refuses_is_named(
    course: Command, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("grader.cli.commands.check.exit_status", raising(errno.EROFS, "/mnt/course/x"))
    assert course("check", "lab4") == 2
    assert "error: /mnt/course/x: Read-only file system Check the rights: ls -la /mnt/course" in shown(capsys)


@pytest.mark.parametrize("error", [FileNotFoundError(errno.ENOENT, "none", "x"), ValueError("x")])
def test_a_bug_keeps_its_traceback(
    course: Command, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(_: object) -> None:
        raise error

    monkeypatch.setattr("grader.cli.commands.check.exit_status", fail)
    with pytest.raises(type(error)):
        course("check", "lab4")


def test_the_compiler_writes_into_a_folder_that_goes_away(fake: FakeProject, course: Command) -> None:
    """So that what a killed one leaves can be told from everything else in the system's folder."""
    script = fake.project.simtcc.read_text(encoding="utf-8")
    fake.simtcc(script + 'echo "$TMPDIR" > \'@ROOT@/where\'; touch "$TMPDIR/left"\n')
    assert course("check", "lab4") == 0
    where = Path((fake.root / "where").read_text(encoding="utf-8").strip())
    assert where.name.startswith("coalesce-")
    assert not where.exists()


@pytest.mark.parametrize("write", [write_whole, lambda path, text: write_safely(path, text.encode())])
def test_a_write_that_names_no_file_is_told_with_its_folder(
    write: Callable[[Path, str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the system does when the disk is found full after the file was opened."""
    monkeypatch.setattr(os, "fdopen", raising(errno.ENOSPC))
    with pytest.raises(GraderError) as caught:
        write(tmp_path / "out.json", "text")
    told = full_disk_behind(caught.value)
    assert told is not None
    assert told.message == f"the disk is full: no space is left in {tmp_path}"
