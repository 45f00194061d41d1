"""A lab may be one folder, linked into labs/, with its answers inside: everything finds them there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from grader.classroom.plan import course_version
from grader.classroom.student_edition import edition_files
from grader.core.errors import GraderError
from grader.core.lab_files import (
    answers_folder,
    have_solutions,
    include_folder,
    lab_folder,
    solution_of,
    stub_of,
)
from grader.core.manifest import Lab, read_labs
from grader.proof.cases import cases_of
from grader.proof.preconditions import edited_stub
from grader.tests.fake_project import FOLDER, FakeProject, with_verdict

MINE = "lab9_mine"
WRONG = 'kind = "wrong"\nsummary = "Nothing is written."\nfails = ["tiled-values"]\n'
MESSAGE = '[[messages]]\ncheck = "tiled-values"\ncontains = ["wrong"]\n'


@pytest.fixture
def mine(fake: FakeProject, tmp_path: Path) -> Lab:
    """lab9, which is outside the checkout and is linked into labs/."""
    folder = tmp_path / "elsewhere" / MINE
    shutil.copytree(fake.kernel.parent, folder)
    manifest = folder / "lab.toml"
    manifest.write_text(manifest.read_text("utf-8").replace('id = "lab4"', 'id = "lab9"'), encoding="utf-8")
    answer = with_verdict(f"{WRONG}\n{MESSAGE}", "// catalogue\n")
    for part, name, text in (
        ("solution", "tiled_transpose.cu", "// solution\n"),
        ("solution/answers", "nothing.cu", answer),
    ):
        (folder / part).mkdir()
        (folder / part / name).write_text(text, encoding="utf-8")
    (fake.project.labs / MINE).symlink_to(folder)
    return read_labs(fake.project)[-1]


def commit(folder: Path) -> None:
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "A lab"]):
        who = ["-c", "user.name=A", "-c", "user.email=a@b.c"]
        subprocess.run(["git", "-C", str(folder), *who, *command], check=True, capture_output=True)


def test_its_files_are_found_where_it_is(fake: FakeProject, mine: Lab, tmp_path: Path) -> None:
    real = (tmp_path / "elsewhere" / MINE).resolve()
    assert (mine.id, mine.folder) == ("lab9", MINE)
    assert lab_folder(fake.project, mine) == fake.project.labs / MINE
    assert include_folder(fake.project, mine) == real
    assert solution_of(fake.project, mine).read_text("utf-8") == "// solution\n"
    assert answers_folder(fake.project, mine).resolve() == real / "solution" / "answers"
    assert fake.project.shown(stub_of(fake.project, mine)) == f"labs/{MINE}/tiled_transpose.cu"
    assert [case.name for case in cases_of(fake.project, mine)] == ["stub", "solution", "nothing"]


def test_the_courses_own_labs_keep_their_answers_apart(fake: FakeProject) -> None:
    lab = fake.lab
    assert solution_of(fake.project, lab) == fake.project.solutions / FOLDER / lab.kernel_file
    assert answers_folder(fake.project, lab) == fake.project.solutions / FOLDER / "answers"
    assert have_solutions(fake.project, (lab,))
    shutil.rmtree(fake.project.solutions)
    assert not have_solutions(fake.project, (lab,))


def test_answers_in_their_old_place_are_neither_ignored_nor_given_out(fake: FakeProject, mine: Lab) -> None:
    commit(fake.root)
    (lab_folder(fake.project, mine) / "solution" / "answers").rename(
        lab_folder(fake.project, mine) / "catalogue"
    )
    commit(include_folder(fake.project, mine))
    for reads in (
        lambda: cases_of(fake.project, mine),
        lambda: list(edition_files(fake.project, read_labs(fake.project), ())),
    ):
        with pytest.raises(GraderError, match=f"labs/{MINE} has a folder catalogue/") as caught:
            reads()
        assert caught.value.fix == f"Move it: cd labs/{MINE} && git mv catalogue solution/answers"


def test_a_link_to_nothing_is_named(fake: FakeProject, mine: Lab, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "elsewhere" / mine.folder)
    with pytest.raises(GraderError, match=f"labs/{MINE} is a link to .*elsewhere/{MINE}, and nothing"):
        read_labs(fake.project)


def test_a_change_in_it_makes_another_course(fake: FakeProject, mine: Lab) -> None:
    labs = read_labs(fake.project)
    before = course_version(fake.project, labs)
    stub_of(fake.project, mine).write_text("// a student's\n", encoding="utf-8")
    solution_of(fake.project, mine).write_text("// better\n", encoding="utf-8")
    assert course_version(fake.project, labs) == before
    (lab_folder(fake.project, mine) / "tiled_transpose.h").write_text("// stricter\n", encoding="utf-8")
    assert course_version(fake.project, labs) != before


def test_an_edition_has_it_without_its_answers(fake: FakeProject, mine: Lab) -> None:
    commit(fake.root)
    commit(include_folder(fake.project, mine))
    stub_of(fake.project, mine).write_text("// the instructor's answer\n", encoding="utf-8")
    files = {file.name: file.data for file in edition_files(fake.project, read_labs(fake.project), ())}
    assert {name for name in files if name.startswith(f"labs/{MINE}/")} == {
        f"labs/{MINE}/{name}" for name in ("lab.toml", "tiled_transpose.cu", "tiled_transpose.h")
    }
    assert b"the instructor's answer" not in files[f"labs/{MINE}/tiled_transpose.cu"]


def test_answers_that_a_lab_of_the_checkout_keeps_are_left_out_too(fake: FakeProject) -> None:
    own = fake.kernel.parent / "solution"
    shutil.copytree(fake.project.solutions / FOLDER, own)
    commit(fake.root)
    names = [file.name for file in edition_files(fake.project, (fake.lab,), ())]
    assert f"labs/{FOLDER}/tiled_transpose.cu" in names
    assert not [name for name in names if "/solution/" in name]


def test_a_lab_under_no_version_control_is_not_given_out(fake: FakeProject, mine: Lab) -> None:
    commit(fake.root)
    with pytest.raises(GraderError, match=f"labs/{MINE} is not under version control") as caught:
        list(edition_files(fake.project, read_labs(fake.project), ()))
    assert "git -C" in caught.value.fix and f"elsewhere/{mine.folder}" in caught.value.fix


def test_its_stub_is_compared_with_its_own_checkout(fake: FakeProject, mine: Lab) -> None:
    commit(include_folder(fake.project, mine))
    assert edited_stub(fake.project, mine) == ""
    stub_of(fake.project, mine).write_text("// an answer\n", encoding="utf-8")
    assert "differs from the committed stub" in edited_stub(fake.project, mine)
