"""Submissions that make the program that reads them hang, crash or swell: each spoils itself and no other."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.classroom.grade_submission import not_handed_in
from grader.core.errors import GraderError
from grader.core.paths import current_project
from grader.core.process import Finished
from grader.formats.downloads import read_submissions
from grader.intake.submission import Intake
from grader.isolation.bubblewrap import Sandbox, find_sandbox
from grader.isolation.confinement import Confinement, Limits, NoSandbox, Places
from grader.reading import read_apart
from grader.reading.read_apart import read_class_apart, read_one_apart
from grader.tests.handed_in import CODE, COPY, LABS, TILED, folder, tarred, zipped

# Put before the reader's own start: what a submission of a certain name does to the reader.
SABOTAGE = """
import os, signal, sys, time
sys.path.insert(0, sys.argv[1])
import grader.reading.reader as reader
real, keep = reader.read_found, reader._keep
def read_found(found, labs, limits):
    name = found.student
    if "hangs" in name:
        while True: pass
    if "waits" in name: time.sleep(600)
    if "deaf" in name:
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        time.sleep(600)
    if "crashes" in name: os.kill(os.getpid(), signal.SIGSEGV)
    if "eats" in name: hog = [bytearray(1 << 26) for _ in range(1000)]
    if "fails" in name: raise RuntimeError("\\x1b[31mno reader expected that")
    if "floods" in name:
        with open("flood", "wb") as file:
            while True: file.write(bytes(1 << 20))
    return real(found, labs, limits)
def forge(folder, number, read):
    keep(folder, number, read)
    if "forges" in read.student: (folder / f"{number}.json").write_text("{" + "9" * 100)
    if "swaps" in read.student:
        for file in folder.glob(f"{number}-*.cu"): file.write_text("another kernel")
    if "links" in read.student:
        for file in folder.glob(f"{number}-*.cu"): file.unlink(); file.symlink_to("/etc/hostname")
reader.read_found, reader._keep = read_found, forge
"""
HOSTILE = {
    "hangs": "longer than",
    "waits": "longer than",
    "deaf": "longer than",
    "crashes": "by SIGSEGV",
    "eats": "more memory than",
    "fails": "RuntimeError: <U+001B>[31mno reader expected that",
    "floods": "wrote more than",
    "forges": "left no result",
    "swaps": "left no result",
    "links": "left no result",
}


@dataclass(frozen=True)
class Sabotaged(NoSandbox):
    """Runs readers that a submission's name makes misbehave, in a real sandbox or none."""

    by: Confinement

    def run(self, command: Sequence[str | Path], limits: Limits, places: Places) -> Finished:
        words = [f"{SABOTAGE}\n{word}" if "grader.reading" in str(word) else word for word in command]
        return self.by.run(words, limits, places)


def make(kind: str) -> Confinement:
    return find_sandbox() if kind == "sandbox" else NoSandbox()


BOTH = ["none", pytest.param("sandbox", marks=pytest.mark.sandbox)]


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seconds enough for a reader to start, on a machine that is busy."""
    for name, seconds in (("BATCH_S", 8), ("EACH_S", 1), ("ALONE_S", 8)):
        monkeypatch.setattr(read_apart, name, seconds)


def honest(root: Path) -> Path:
    for name in ("ann", "mid", "zoe"):
        folder(root / name, {TILED: CODE + name.encode(), COPY: CODE})
    folder(root, {"tar.tar.gz": tarred({TILED: CODE}), "zip.zip": zipped({COPY: CODE})})
    return root


def unread(found: Intake) -> dict[str, str]:
    return {one.student: one.unread for one in found.submissions if one.unread}


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOTH)
def test_read_apart_an_honest_class_is_the_same(tmp_path: Path, kind: str) -> None:
    root = honest(tmp_path / "class")
    folder(root, {"notes.txt": b"", "J\u00f6rg.zip": b"no zip"})
    assert read_class_apart(root, LABS, make(kind)) == read_submissions(root, LABS)


@pytest.mark.slow
@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("kind", [pytest.param("none", marks=pytest.mark.full), BOTH[1]])
def test_each_hostile_one_is_its_own_failure_and_all_others_are_read(tmp_path: Path, kind: str) -> None:
    root = honest(tmp_path / "class")
    alone = read_submissions(root, LABS)
    for name in HOSTILE:
        folder(root / name, {TILED: CODE})
    found = read_class_apart(root, LABS, Sabotaged(make(kind)))
    assert [one for one in found.submissions if one.student not in HOSTILE] == list(alone.submissions)
    said = unread(found)
    assert set(said) == set(HOSTILE)
    for name, words in HOSTILE.items():
        assert words in said[name], (name, said[name])
    assert not any(one.kernels for one in found.submissions if one.unread)


@pytest.mark.slow
@pytest.mark.usefixtures("short")
def test_one_that_ends_its_reader_at_random_is_read_in_the_end(tmp_path: Path) -> None:
    root = honest(tmp_path / "class")
    once = SABOTAGE + (
        "def read_found(found, labs, limits):\n"
        "    if found.student == 'mid' and not os.path.exists('{0}'):\n"
        "        open('{0}', 'w').close(); os.abort()\n"
        "    return real(found, labs, limits)\n"
        "reader.read_found = read_found\n"
    ).format(tmp_path / "once")

    class Once(NoSandbox):
        def run(self, command: Sequence[str | Path], limits: Limits, places: Places) -> Finished:
            words = [f"{once}\n{word}" if "grader.reading" in str(word) else word for word in command]
            return super().run(words, limits, places)

    assert read_class_apart(root, LABS, Once()) == read_submissions(root, LABS)


def test_the_limits_leave_a_hostile_submission_less_than_a_minute() -> None:
    assert read_apart.BATCH_S + read_apart.ALONE_S < 60
    assert read_apart.EACH_S < read_apart.BATCH_S


def test_what_cannot_be_read_at_all_is_refused_with_the_readers_words(tmp_path: Path) -> None:
    (tmp_path / "class.zip").write_bytes(b"PK no zip")
    with pytest.raises(GraderError, match=r"is damaged or no \.zip archive"):
        read_class_apart(tmp_path / "class.zip", LABS, NoSandbox())
    with pytest.raises(GraderError, match="there is no such place"):
        read_class_apart(tmp_path / "missing", LABS, NoSandbox())
    with pytest.raises(GraderError, match="reader ended early: it ended the program"):
        read_class_apart(honest(tmp_path / "class"), LABS, _Killed())


class _Killed(NoSandbox):
    """A sandbox whose every program is killed."""

    def run(self, command: Sequence[str | Path], limits: Limits, places: Places) -> Finished:  # noqa: ARG002
        return Finished(-9, "", "")


@pytest.mark.sandbox
def test_a_reader_sees_the_submissions_and_nothing_else(tmp_path: Path) -> None:
    sandbox: Sandbox = find_sandbox()
    root = honest(tmp_path / "class")
    (tmp_path / "secret").write_text("SECRET", encoding="utf-8")
    script = (
        "import os\n"
        f"places = ['{tmp_path / 'secret'}', '/etc/passwd', '{current_project().solutions}']\n"
        f"print([os.path.exists(place) for place in places], os.listdir('{root}'))\n"
        f"print(os.access('{root}/ann', os.W_OK))\n"
    )
    seen: list[str] = []

    class Looking(NoSandbox):
        def run(self, command: Sequence[str | Path], limits: Limits, places: Places) -> Finished:
            seen.append(sandbox.run([command[0], "-I", "-c", script], limits, places).output)
            return sandbox.run(command, limits, places)

    read_class_apart(root, LABS, Looking())
    first, second = seen[0].splitlines()
    assert first.startswith("[False, False, False] [") and "ann" in first
    assert second == "False"


def test_one_folder_is_one_submission(tmp_path: Path) -> None:
    root = folder(tmp_path / "mine", {TILED: CODE, "more/copy.cu": CODE})
    found = read_one_apart(root, "submission", LABS, NoSandbox())
    assert (found.id, set(found.kernels)) == ("submission", {"lab1", "lab4"})


def test_what_could_not_be_read_says_so_to_its_student() -> None:
    result = not_handed_in(LABS[0], "reading it took longer than 25 s")
    assert result.checks[0].message == (
        "Not checked: the submission could not be read: reading it took longer than 25 s."
    )
    assert (result.points, result.ours) == (0, False)


@pytest.mark.slow
def test_a_pipe_that_nobody_writes_holds_nobody_up(tmp_path: Path) -> None:
    root = honest(tmp_path / "class")
    folder(root / "pipe", {})
    os.mkfifo(root / "pipe" / "tiled.cu")
    os.mkfifo(root / "loose.cu")
    began = time.monotonic()
    found = read_class_apart(root, LABS, NoSandbox())
    assert time.monotonic() - began < 20
    notes = [note for one in found.submissions for note in one.notes]
    assert sum("is a FIFO: not read" in note for note in notes) == 2


@pytest.mark.sandbox
@pytest.mark.skipif(os.geteuid() != 0, reason="only root reads what others keep to themselves")
def test_root_reads_what_only_its_owner_may_read(tmp_path: Path) -> None:
    root = honest(tmp_path / "class")
    for path in (root, *root.rglob("*")):
        os.chown(path, 65533, 65533)
        path.chmod(0o700 if path.is_dir() else 0o600)
    assert read_class_apart(root, LABS, find_sandbox()) == read_submissions(root, LABS)


@pytest.fixture
def without_sys_admin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """The sandbox that root finds in a container which grants namespaces to users, and no CAP_SYS_ADMIN."""
    bwrap = tmp_path / "tools" / "bwrap"
    bwrap.parent.mkdir()
    bwrap.write_text(
        f'#!/bin/sh\ncase " $* " in *\' --unshare-user \'*) exec {shutil.which("bwrap")} "$@" ;; esac\n'
        "echo 'bwrap: Creating new namespace failed: Operation not permitted' >&2\nexit 1\n",
        encoding="utf-8",
    )
    bwrap.chmod(0o755)
    monkeypatch.setenv("PATH", str(bwrap.parent), prepend=":")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return find_sandbox()


@pytest.mark.sandbox
def test_root_without_sys_admin_reads_in_a_user_namespace(tmp_path: Path, without_sys_admin: Sandbox) -> None:
    root = honest(tmp_path / "class")
    (root / "ann" / "link").symlink_to("/nowhere")
    assert not without_sys_admin.reads_any_owner
    assert read_class_apart(root, LABS, without_sys_admin) == read_submissions(root, LABS)


@pytest.mark.sandbox
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
@pytest.mark.parametrize("hidden", [f"ann/{TILED}", "ann", "zip.zip"])
def test_what_root_cannot_read_there_is_refused_and_not_counted_as_missing(
    tmp_path: Path, without_sys_admin: Sandbox, hidden: str
) -> None:
    root = honest(tmp_path / "class")
    os.chown(root / hidden, 65533, 65533)
    (root / hidden).chmod(0o700)
    with pytest.raises(GraderError, match=f"class/{hidden}: only its owner may read it") as caught:
        read_class_apart(root, LABS, without_sys_admin)
    assert f"chmod -R a+rX {root}" in caught.value.fix
    assert "CAP_SYS_ADMIN" in caught.value.message
