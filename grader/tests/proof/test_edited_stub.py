"""`prove` while somebody is at work on the stub: it says so, where git can tell."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from grader.proof.preconditions import edited_stub
from grader.tests.conftest import Command
from grader.tests.fake_gpu import FakeGpu
from grader.tests.fake_project import FOLDER, FakeProject

Capture = pytest.CaptureFixture[str]
NAME = f"labs/{FOLDER}/tiled_transpose.cu"
# The stub's record in place of the reference's, unless the file says that it is solved.
ENDING = """
case $(tail -n 1 "$module") in
  *solved*) cp '@ROOT@/passing.json' "$results"; exit 0 ;;
  *) cp '@ROOT@/stub.json' "$results"; exit 1 ;;
esac
"""


@pytest.fixture
def committed(fake: FakeProject) -> FakeProject:
    """The tiny checkout, committed, with a program that fails stubs alone, and that lists its tests."""
    solution = fake.root / "solutions" / FOLDER / "tiled_transpose.cu"
    solution.write_text("// solved", encoding="utf-8")
    failed = fake.data("passing.json").replace('"status": "passed"', '"status": "failed"')
    (fake.root / "stub.json").write_text(failed, encoding="utf-8")
    fake.program(ENDING)
    git(fake, "init", "--quiet")
    git(fake, "add", "labs", "solutions")
    git(fake, "-c", "user.name=A", "-c", "user.email=a@b.example", "commit", "--quiet", "-m", "all")
    return fake


def git(fake: FakeProject, *arguments: str) -> None:
    subprocess.run(["git", "-C", fake.root, *arguments], check=True)


def proved(course: Command, capsys: Capture, *arguments: str) -> tuple[int, str]:
    status = course("prove", "lab4", *arguments)
    return status, " ".join(capsys.readouterr().out.split())


@pytest.mark.usefixtures("committed")
def test_a_stub_as_it_was_committed_is_proved(course: Command, capsys: Capture) -> None:
    status, out = proved(course, capsys)
    assert status == 0, out
    assert "differs from the committed stub" not in out


def test_an_edited_stub_is_named_and_so_is_the_way_back(
    course: Command, committed: FakeProject, capsys: Capture
) -> None:
    committed.kernel.write_text("// solved", encoding="utf-8")
    status, out = proved(course, capsys)
    assert status == 1
    assert f"{NAME} differs from the committed stub, and prove expects the stub." in out
    assert f"git stash push -- {NAME}" in out
    assert f"git checkout HEAD -- {NAME}" in out
    git(committed, "add", "labs")
    assert "differs from the committed stub" in proved(course, capsys)[1], "staged, it is edited still"
    git(committed, "checkout", "HEAD", "--", NAME)
    assert proved(course, capsys)[0] == 0


def test_an_edit_that_stays_a_stub_is_no_news(
    course: Command, committed: FakeProject, capsys: Capture
) -> None:
    committed.kernel.write_text("// begun", encoding="utf-8")
    status, out = proved(course, capsys)
    assert status == 0, out
    assert "differs from the committed stub" not in out


def test_on_a_gpu_it_is_named_too(
    course: Command, committed: FakeProject, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    gpu = FakeGpu(committed)
    monkeypatch.setenv("PATH", str(gpu.nvcc.parent), prepend=":")
    text = committed.manifest.read_text(encoding="utf-8")
    bound = next(check for check in committed.lab.checks if check.measured)
    line = f"requires = {list(bound.requires)}".replace("'", '"')
    assert line in text
    committed.manifest.write_text(text.replace(line, "requires = []"), encoding="utf-8")
    committed.kernel.write_text("// solved", encoding="utf-8")
    status, out = proved(course, capsys, "--machine", "cuda")
    assert status == 1, out
    assert f"{NAME} differs from the committed stub" in out


def test_where_git_cannot_tell_nothing_is_said(
    committed: FakeProject, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    committed.kernel.write_text("// solved", encoding="utf-8")
    assert edited_stub(committed.project, committed.lab)
    with monkeypatch.context() as without:
        without.setenv("PATH", str(tmp_path))
        assert edited_stub(committed.project, committed.lab) == ""
    shutil.rmtree(committed.root / ".git")
    assert edited_stub(committed.project, committed.lab) == ""
    git(committed, "init", "--quiet")
    git(committed, "add", "labs")
    assert edited_stub(committed.project, committed.lab) == "", "nothing is committed yet"
