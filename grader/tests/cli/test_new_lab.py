"""`./course new-lab`: the files that it makes, and that it makes all of them or none."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli.commands.new_lab import LONGEST_NAME
from grader.core.lab_files import solution_of
from grader.core.manifest import Lab, read_labs
from grader.core.paths import current_project
from grader.proof.answer_text import read_answers
from grader.proof.catalogue import read_catalogue
from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject

REAL = current_project()
FORMATTER = shutil.which("clang-format-14")
OWN = {
    "README.md",
    "CMakeLists.txt",
    "lab.toml",
    "problem.h",
    "problem.cpp",
    "survey.cpp",
    "given_kernels.cu",
}
# The template's words, which nothing of a new lab may hold.
WORDS = re.compile(r"lab ?0(?!\d)|example|new_lab|(?<!@)@(?!@)", re.IGNORECASE)


@pytest.fixture
def bare(fake: FakeProject) -> FakeProject:
    """The tiny checkout, with what new labs are made of."""
    shutil.copytree(REAL.root / "tools" / "new_lab", fake.root / "tools" / "new_lab")
    return fake


def tree(*roots: Path) -> set[Path]:
    return {path for root in roots for path in root.rglob("*")}


def lab_of(bare: FakeProject, lab_id: str) -> Lab:
    return next(lab for lab in read_labs(bare.project) if lab.id == lab_id)


def test_it_makes_every_file_of_a_lab(bare: FakeProject, course: Command) -> None:
    assert course("new-lab", "lab6", "gather") == 0
    lab = lab_of(bare, "lab6")
    folder = bare.project.labs / "lab6_gather"
    assert {file.name for file in folder.iterdir()} == OWN | {
        "gather.h",
        "gather.cu",
        "given_kernels.cu",
        "gather_test.cpp",
    }
    answers = bare.project.solutions / "lab6_gather"
    assert {file.name for file in answers.iterdir()} == {
        "gather.cu",
        "notes.md",
        "agreement_cases.txt",
        "answers",
    }
    assert (lab.title, lab.kernel_file, lab.header) == ("Gather", "gather.cu", "gather.h")
    kinds = [entry.kind for entry in read_catalogue(bare.project, lab)]
    assert "wrong" in kinds and "right" in kinds
    for line in (answers / "agreement_cases.txt").read_text(encoding="utf-8").splitlines():
        assert line.startswith("#"), "a case counts only once hardware has been recorded"
    assert "# lab6/copy   ../../labs/lab6_gather/given_kernels.cu:copy_floats" in (
        answers / "agreement_cases.txt"
    ).read_text(encoding="utf-8")


def test_a_lab_of_one_folder_is_linked(bare: FakeProject, course: Command, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    assert course("new-lab", "lab9", "warp_gather", "--in", tmp_path / "mine", "--title", "All warps") == 0
    lab = lab_of(bare, "lab9")
    link = bare.project.labs / "lab9_warp_gather"
    assert link.is_symlink() and link.resolve() == (tmp_path / "mine" / "lab9_warp_gather").resolve()
    assert (lab.title, lab.kernel_file) == ("All warps", "warp_gather.cu")
    assert solution_of(bare.project, lab).resolve() == link.resolve() / "solution" / "warp_gather.cu"
    assert len(read_catalogue(bare.project, lab)) > 1
    cases = (link / "solution" / "agreement_cases.txt").read_text(encoding="utf-8")
    assert "../given_kernels.cu:copy_floats" in cases
    assert not (bare.project.solutions / "lab9_warp_gather").exists()


def test_no_word_of_the_template_is_left(bare: FakeProject, course: Command) -> None:
    assert course("new-lab", "lab12", "gather") == 0
    made = [path for path in tree(bare.root) if "lab12" in str(path) and path.is_file()]
    assert len(made) > 15
    for path in made:
        assert not WORDS.search(path.name), path
        found = WORDS.search(path.read_text(encoding="utf-8"))
        assert found is None, f"{path}: {found}"


def test_manifest_and_programs_name_the_same_tests(bare: FakeProject, course: Command) -> None:
    assert course("new-lab", "lab6", "warp_gather") == 0
    lab = lab_of(bare, "lab6")
    folder = bare.project.labs / lab.folder

    def tests_of(name: str) -> list[str]:
        text = (folder / name).read_text(encoding="utf-8")
        return [f"{suite}.{test}" for suite, test in re.findall(r"^TEST\((\w+), (\w+)\)", text, re.MULTILINE)]

    assert [check.test for check in lab.checks] == tests_of("warp_gather_test.cpp")
    assert lab.checks[0].test == "WarpGather.IsSafe"
    assert [survey.test for survey in lab.surveys] == tests_of("survey.cpp")


def test_its_handout_quotes_its_code_and_its_ncu_command(bare: FakeProject, course: Command) -> None:
    assert course("new-lab", "lab6", "gather") == 0
    folder = bare.project.labs / "lab6_gather"
    command = [sys.executable, str(REAL.root / "tools" / "quoted_code.py"), "--root", str(bare.root)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    handout = (folder / "README.md").read_text(encoding="utf-8")
    assert "<!-- quoted: labs/lab6_gather/given_kernels.cu#naive -->" in handout
    build = (folder / "CMakeLists.txt").read_text(encoding="utf-8")
    metrics = re.search(r'--metrics "\\\n(.*?)"\)', build, re.DOTALL)
    assert metrics is not None
    command_line = f"--metrics \\\n{metrics[1]} \\\nbuild/default/labs/lab6_gather/lab6_survey --machine cuda"
    assert command_line in handout


@pytest.mark.skipif(FORMATTER is None, reason="needs clang-format-14")
@pytest.mark.parametrize("name", ["ab", "zeta", "z" * LONGEST_NAME, "a_" * (LONGEST_NAME // 2 - 1) + "a"])
def test_its_files_are_formatted_whatever_its_name(bare: FakeProject, course: Command, name: str) -> None:
    shutil.copy(REAL.root / ".clang-format", bare.root)
    assert course("new-lab", "lab1234", name) == 0
    kinds = (".h", ".cpp", ".cu")
    files = [path for path in tree(bare.root) if "lab1234" in str(path) and path.suffix in kinds]
    composed = bare.root / "composed"
    files += [answer.written_to(composed) for answer in read_answers(bare.project, lab_of(bare, "lab1234"))]
    assert len(files) > 10
    command = [str(FORMATTER), "--dry-run", "--Werror", *map(str, files)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["lab4", "gather"], "lab4 exists already. The next free id is lab1."),
        (["6", "gather"], "'6' is not a lab id. Write lab and a number"),
        (["lab06", "gather"], "'lab06' is not a lab id"),
        (["lab0", "gather"], "'lab0' is not a lab id"),
        (["lab6", "Gather"], "'Gather' cannot name a lab. Use at most 24 lower-case letters"),
        (["lab6", "gather-2"], "'gather-2' cannot name a lab"),
        (["lab6", "../gather"], "'../gather' cannot name a lab"),
        (["lab6", "2d"], "'2d' cannot name a lab"),
        (["lab6", "x" * (LONGEST_NAME + 1)], "cannot name a lab"),
        (["lab6", "given_kernels"], "'given_kernels' cannot name a lab. Files named given"),
        (["lab6", "tiled_transpose"], "lab4 has a kernel file tiled_transpose.cu already"),
        (["lab6", "gather", "--title", 'Gather "it"'], "cannot be a title"),
        (["lab6", "gather", "--in", "nowhere"], "nowhere is not a folder"),
        (["lab6", "gather", "--in", "my labs"], "Create it: mkdir -p 'my labs'"),
        (["lab6", "gather", "--in", "~no-such-user/labs"], "~no-such-user/labs is not a folder"),
        (["lab6", "gather", "--in", "@ROOT@"], "is inside the course"),
    ],
)
def test_what_cannot_be_a_lab_makes_nothing(
    bare: FakeProject,
    course: Command,
    arguments: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    before = tree(bare.root)
    assert course("new-lab", *(word.replace("@ROOT@", str(bare.root)) for word in arguments)) == 2
    errors = " ".join(capsys.readouterr().err.split())
    assert said.replace(". ", " ") in errors.replace(". ", " ")
    assert tree(bare.root) == before


@pytest.mark.parametrize("taken", ["labs/lab6_gather", "solutions/lab6_gather"])
def test_a_folder_that_is_there_stays_as_it_is(
    bare: FakeProject, course: Command, taken: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (bare.root / taken).mkdir(parents=True)
    (bare.root / taken / "mine.txt").write_text("mine", encoding="utf-8")
    before = tree(bare.root)
    assert course("new-lab", "lab6", "gather") == 2
    assert "exists already" in " ".join(capsys.readouterr().err.split())
    assert tree(bare.root) == before


@pytest.mark.parametrize("options", [[], ["--in", "."]])
@pytest.mark.parametrize("fails_at", [1, 5, 15])
def test_a_full_disk_leaves_nothing_half_made(
    bare: FakeProject, course: Command, monkeypatch: pytest.MonkeyPatch, fails_at: int, options: list[str]
) -> None:
    before = {path for path in tree(bare.root, Path.cwd()) if path.is_file()}
    written: list[Path] = []
    write = Path.write_text

    def fails(self: Path, data: str, *arguments: str, **keywords: str) -> int:
        written.append(self)
        if len(written) >= fails_at:
            raise PermissionError(13, "Permission denied", str(self))
        return write(self, data, *arguments, **keywords)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_text", fails)
        assert course("new-lab", "lab6", "gather", *options) == 2
    assert len(written) == fails_at
    assert {path for path in tree(bare.root, Path.cwd()) if path.is_file()} == before
    assert [lab.id for lab in read_labs(bare.project)] == ["lab4"]
    assert course("new-lab", "lab6", "gather", *options) == 0


@pytest.mark.usefixtures("bare")
def test_the_manifest_is_written_last(course: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    write = Path.write_text

    def notes(self: Path, data: str, *arguments: str, **keywords: str) -> int:
        written.append(self.name)
        return write(self, data, *arguments, **keywords)

    monkeypatch.setattr(Path, "write_text", notes)
    assert course("new-lab", "lab6", "gather") == 0
    assert written[-1] == "lab.toml"


def test_it_says_what_to_do_next(
    bare: FakeProject, course: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert course("new-lab", "lab6", "gather") == 0
    out = capsys.readouterr().out
    for said in (
        "./course check lab6",
        "./course prove lab6",
        "labs/lab6_gather/gather.h",
        "CONTRIBUTING.md",
    ):
        assert said in out
    assert str(bare.root) not in out
