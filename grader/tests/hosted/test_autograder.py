"""The autograder for Gradescope: what is in the .zip, and what it does where Gradescope runs it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.core.errors import GraderError
from grader.core.manifest import Lab, read_labs
from grader.core.paths import current_project
from grader.hosted.autograder_zip import ENDED_EARLY, Autograder, require_zip_name, write_autograder
from grader.hosted.child import run_child
from grader.machine.toolchain import build_programs
from grader.proof.answer_text import read_answers
from grader.tests.choice import is_root_of_all
from grader.tests.gradescope_root import VALIDATOR, GradescopeRoot, score

REAL = current_project()
LABS = read_labs(REAL) if any(REAL.labs.glob("*/lab.toml")) else ()
pytestmark = pytest.mark.skipif(not REAL.solutions.is_dir(), reason="this is a student edition")
# No thread of the first kernel ever ends. The others write nothing: to wait for one time-out is enough.
ENDLESS = b'#include "tiled_transpose.h"\n' + b"".join(
    b'extern "C" __global__ void %s(const float* in, float* out, int rows, int cols) {%s}\n' % (name, body)
    for name, body in (
        (b"transpose_tiled", b" while (in != nullptr) out[0] = in[0]; "),
        (b"transpose_padded", b""),
        (b"transpose_tile16", b""),
    )
)


def lab4() -> Lab:
    return next(lab for lab in LABS if lab.id == "lab4")


def written(out: Path, *labs: Lab, seed: int | None = None) -> Path:
    write_autograder(REAL, LABS, Autograder(labs or (lab4(),), 9.0, seed), out)
    return out


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("autograder") / "lab4.zip", seed=3)


def test_equal_courses_are_equal_bytes(tmp_path: Path, archive: Path) -> None:
    os.utime(REAL.root / "course")
    assert written(tmp_path / "again.zip", seed=3).read_bytes() == archive.read_bytes()


def test_scripts_lie_at_its_top_and_may_be_run(archive: Path) -> None:
    with zipfile.ZipFile(archive) as content:
        modes = {info.filename: info.external_attr >> 16 & 0o777 for info in content.infolist()}
        options = content.read("options").decode().splitlines()
        VALIDATOR.validate(json.loads(content.read("nothing.json")))
    assert modes["setup.sh"] == modes["run_autograder"] == modes["course/course"] == 0o755
    assert options == ["--labs", "lab4", "--minutes", "9", "--seed", "3"]


def test_no_answer_is_in_it(archive: Path) -> None:
    answers = {
        path.read_bytes()
        for path in REAL.solutions.rglob("*")
        if path.suffix in (".cu", ".diff") and path.is_file()
    }
    answers |= {answer.text.encode() for lab in read_labs(REAL) for answer in read_answers(REAL, lab)}
    assert len(answers) > 400
    with zipfile.ZipFile(archive) as content:
        for name in content.namelist():
            parts = Path(name).parts[1:]
            assert not set(parts[:1]) & {"solutions", ".git", ".github", "docs"}, name
            assert parts[:2] != ("grader", "tests"), name
            assert content.read(name) not in answers, name


def test_gradescope_takes_a_zip_only() -> None:
    with pytest.raises(GraderError, match=r"not the name of a \.zip"):
        require_zip_name(Path("lab4.tar.gz"))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory, archive: Path) -> Iterator[GradescopeRoot]:
    build_programs(REAL, (lab4(),), lambda _: None)
    folder = tmp_path_factory.mktemp("gradescope") / "autograder"
    # Where the submission's own user is to read it, so must be the folders above.
    temporary = Path(tempfile.gettempdir())
    for path in folder.parents:
        if path.is_relative_to(temporary) and path != temporary:
            path.chmod(path.stat().st_mode | 0o711)
    yield GradescopeRoot(folder, archive, REAL)
    shutil.rmtree(folder, ignore_errors=True)


def lesser_user() -> str:
    """nobody, where nobody can start this Python; it may be in the home folder of root."""
    try:
        run_child([sys.executable, "-c", "import grader.cli.main"], 60, REAL.root, "nobody")
    except GraderError:
        return "root"
    return "nobody"


def solution() -> bytes:
    return (REAL.solutions / lab4().folder / lab4().kernel_file).read_bytes()


def stub() -> bytes:
    return (REAL.labs / lab4().folder / lab4().kernel_file).read_bytes()


@pytest.mark.slow
@pytest.mark.sandbox
def test_the_reference_has_full_marks_and_the_stub_none(root: GradescopeRoot) -> None:
    root.hands_in({"tiled_transpose.cu": solution()})
    results, said = root.grades()
    assert score(results) == 100, said
    assert "graded: lab4 100/100" in said
    root.hands_in({"labs/lab4_tiled_transpose/tiled_transpose.cu": stub()})
    results, said = root.grades()
    assert score(results) == 0, said


@pytest.mark.slow
@pytest.mark.sandbox
def test_a_file_of_another_name_is_named_to_student_and_instructor(root: GradescopeRoot) -> None:
    root.hands_in({"my_transpose.cu": solution()})
    results, said = root.grades()
    assert score(results) == 0
    assert "no file tiled_transpose.cu was handed in" in results["tests"][0]["output"]
    assert "found no tiled_transpose.cu (lab4)" in said


@pytest.mark.slow
@pytest.mark.sandbox
def test_a_file_that_does_not_compile_is_told_the_compilers_words(root: GradescopeRoot) -> None:
    root.hands_in({"tiled_transpose.cu": stub() + b"\nint broken(\n"})
    results, _ = root.grades()
    assert score(results) == 0
    said = results["tests"][0]["output"]
    assert "labs/lab4_tiled_transpose/tiled_transpose.cu:" in said
    assert str(root.root) not in json.dumps(results)


@pytest.mark.slow
@pytest.mark.sandbox
def test_an_endless_loop_ends_with_a_verdict(root: GradescopeRoot) -> None:
    root.hands_in({"tiled_transpose.cu": ENDLESS})
    results, said = root.grades()
    assert score(results) == 0, said
    assert "infinite loop" in json.dumps(results) or "time-out" in json.dumps(results)


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("victim", "words"),
    [
        ("-m grader grade ", "ended by signal 9"),
        ("-m grader grade-one ", ENDED_EARLY),
        ("run_autograder", ENDED_EARLY),
    ],
)
def test_killed_in_the_middle_it_leaves_a_result_that_is_no_grade(
    root: GradescopeRoot, victim: str, words: str
) -> None:
    root.hands_in({"tiled_transpose.cu": solution()})
    process = root.start()
    root.waits_for("-m grader grade ")
    for found in root.processes(victim):
        os.kill(found, signal.SIGKILL)
    said, _ = process.communicate(timeout=600)
    results = root.valid_results()
    assert score(results) is None, said
    assert words in results["tests"][0]["output"]
    assert "will be graded again" in results["output"]


@pytest.mark.slow
@pytest.mark.sandbox
def test_the_result_of_an_earlier_run_does_not_stay(root: GradescopeRoot) -> None:
    root.hands_in({"tiled_transpose.cu": stub()})
    (root.root / "results").mkdir()
    root.results.write_text('{"score": 100}', encoding="utf-8")
    process = root.start()
    while "score" in root.valid_results():
        assert process.poll() is None
        time.sleep(0.02)
    process.communicate(timeout=600)
    assert score(root.valid_results()) == 0


@pytest.mark.slow
def test_without_bubblewrap_the_container_is_the_sandbox_and_says_so(
    root: GradescopeRoot, tmp_path: Path
) -> None:
    if not is_root_of_all():
        pytest.skip("Gradescope runs it as root, who can become another user")
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "bwrap").write_text("#!/bin/sh\necho 'No permissions to create new namespace' >&2\nexit 1\n")
    (tools / "bwrap").chmod(0o755)
    user = lesser_user()
    build = root.root / "source" / "course" / "build"
    for path in (build, *build.rglob("*")):
        shutil.chown(path, user)
    root.hands_in({"tiled_transpose.cu": solution()})
    results, said = root.grades(
        PATH=f"{tools}:{os.environ['PATH']}", AUTOGRADER_USER=user, COALESCE_BUILD_DIR=""
    )
    assert score(results) == 100, said
    assert f"compiled and run as user {user}" in said
    assert "No permissions to create new namespace" in said
    assert "the container itself is the sandbox" in said
    assert "sandbox" not in results["output"]
    assert (root.root / "results").stat().st_mode & 0o007 == 0
