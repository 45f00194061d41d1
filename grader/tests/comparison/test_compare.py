"""`compare` from its command line, with programs of shell, which the tiny checkout's compiler copies."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from grader.tests.comparison.sides import launched
from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject
from grader.tests.program_document import FAULT, document
from grader.tests.schema.test_schemas import validate
from grader.tests.trace.test_trace import answers
from grader.tests.trace_document import SOURCE
from grader.tests.trace_document import document as trace_document

Capture = pytest.CaptureFixture[str]
SHAPE = ("--grid", "1", "--block", "32")


def program(name: str, sectors: int, us: float, *lines: str, **changes: Any) -> Path:
    """A program of these lines, whose report has one launch that costs so much. changes: of the launch."""
    file, said = Path(name).absolute(), Path(f"{name}.said").absolute()
    report = document(str(file), launches=[launched(3, sectors, us, **changes)], launched=1)
    said.write_text(report, encoding="utf-8")
    text = ["#!/bin/sh", f"cp '{said}' \"$SIMT_REPORT_FILE\"", *lines, ""]
    file.write_text("\n".join(text), encoding="utf-8")
    file.chmod(0o755)
    return file


def fault(**changes: Any) -> dict[str, Any]:
    return {**FAULT, "line": 3, "other_line": 0, **changes}


def test_two_versions_are_compared(course: Command, capsys: Capture) -> None:
    program("a.cu", 64, 60.0)
    program("b.cu", 8, 30.0)
    assert course("compare", "a.cu", "b.cu") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith("a.cu → b.cu: 1 kernel compared; no fault found in either")
    assert "about 60 µs (±12 %) became 30 µs (±12 %) on an NVIDIA H200 (2 times as fast)" in said


@pytest.mark.parametrize(
    ("before", "after", "status"),
    [
        ({}, {}, 0),
        ({}, {"faults": [fault()]}, 1),
        ({"faults": [fault()]}, {"faults": [fault()]}, 0),
        ({"faults": [fault()]}, {}, 0),
        ({"faults": [fault()]}, {"faults": [fault(), fault(kind="out of bounds")]}, 1),
    ],
)
def test_the_exit_status_tells_of_new_faults_alone(
    course: Command, before: dict[str, Any], after: dict[str, Any], status: int
) -> None:
    program("a.cu", 64, 60.0, **before)
    program("b.cu", 8, 30.0, **after)
    assert course("compare", "a.cu", "b.cu") == status


def test_a_program_that_now_ends_with_an_error_is_a_new_fault(course: Command, capsys: Capture) -> None:
    program("a.cu", 64, 60.0)
    program("b.cu", 8, 30.0, "exit 5")
    assert course("compare", "a.cu", "b.cu") == 1
    assert "The program ended with status 5." in capsys.readouterr().out
    assert course("compare", "b.cu", "b.cu") == 0


def test_the_programs_output_is_compared_and_not_shown(course: Command, capsys: Capture) -> None:
    program("a.cu", 64, 60.0, "echo 12", 'read line || printf "no %s\\n" input')
    program("b.cu", 8, 30.0, "echo 13", 'read line || printf "no %s\\n" input')
    assert course("compare", "a.cu", "b.cu") == 0
    said = capsys.readouterr()
    assert "The two print different text from line 1 on: `12` became `13`." in said.out
    assert "no input" not in said.out + said.err, "it was printed, and not shown"


def test_what_is_chosen_reaches_both_programs(course: Command, fake: FakeProject) -> None:
    given = fake.root / "given"
    line = f"(env | grep ^SIMT_ | sort; printf '%s|' \"$@\"; echo) >> '{given}'"
    program("a.cu", 64, 60.0, line)
    program("b.cu", 8, 30.0, line)
    words = ("--device", "a100", "--schedule", "3", "--kernel", "k", "--kernel", "k<2>", "--", "-x", "y")
    assert course("compare", "a.cu", "b.cu", *words) == 0
    said = given.read_text(encoding="utf-8")
    assert said.count("SIMT_DEVICE=a100\n") == said.count("SIMT_SCHEDULE=3\n") == said.count("-x|y|\n") == 2
    assert said.count("SIMT_REPORT_KERNEL=k\n") == said.count("SIMT_REPORT_KERNEL=k<2>\n") == 1


def test_json_goes_to_the_output_or_to_a_file_and_is_as_its_schema_says(
    course: Command, capsys: Capture
) -> None:
    program("a.cu", 64, 60.0)
    program("b.cu", 8, 30.0, faults=[fault()])
    assert course("compare", "a.cu", "b.cu", "--report", "json") == 1
    text = capsys.readouterr().out
    validate("comparison", text)
    found = json.loads(text)
    assert found["format"] == 1 and found["before"]["label"] == "a.cu"
    assert found["kernels"][0]["times_as_fast"] == 2.0 and found["new_faults"][0]["kind"] == "race"
    assert course("compare", "a.cu", "b.cu", "--report", "json", "--out", "c.json") == 1
    assert Path("c.json").read_text(encoding="utf-8") == text
    assert capsys.readouterr().out == ""


def test_the_page_and_the_text_are_files_whose_names_are_told(course: Command, capsys: Capture) -> None:
    program("a.cu", 64, 60.0)
    program("b.cu", 8, 30.0)
    assert course("compare", "a.cu", "b.cu", "--report", "html") == 0
    assert capsys.readouterr().out == "report: compare.html\n"
    assert Path("compare.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert course("compare", "a.cu", "b.cu", "--out", "c.txt") == 0
    assert "What each line cost, and costs now" in Path("c.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("a.cu", "missing.cu"), "missing.cu"),
        (("missing.cu", "a.cu"), "missing.cu"),
        (("a.cu",), "1 file was given"),
        (("a.cu", "a.cu", "a.cu"), "3 files were given"),
        (("a.cu", "a.cu", "--out", "no/folder/c.html"), "no/folder"),
        (("a.cu", "a.cu", "--nvcc", "'"), "Close the quotation."),
        (("a.cu", "a.cu", "--grid", "1"), "--grid and --block belong together"),
        (("a.cu", "a.cu", *("--kernel", "k") * 3), "--kernel is given 3 times"),
        (("--commits", "..x", "a.cu"), "not a range of commits"),
        (("--commits", "a...b", "a.cu"), "not a range of commits"),
        (("--commits", "HEAD", "a.cu"), "a.cu is in no git repository"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_compiled(
    course: Command, fake: FakeProject, capsys: Capture, words: tuple[str, ...], said: str
) -> None:
    program("a.cu", 64, 60.0)
    assert course("compare", *words) == 2
    assert said in capsys.readouterr().err
    assert not (fake.root / "compiled").exists()


def test_a_version_that_does_not_compile_leaves_nothing_behind(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    program("a.cu", 64, 60.0)
    fake.refuses()
    assert course("compare", "a.cu", "a.cu", "--report", "html") == 2
    assert "a.cu cannot be compiled:" in capsys.readouterr().err
    assert not Path("compare.html").exists()


def test_versions_without_a_kernel_in_common_cannot_be_compared(course: Command, capsys: Capture) -> None:
    names = {"a.cu": ("p", "q"), "b.cu": ("r", "s")}
    for file, kernels in names.items():
        path = program(file, 8, 1.0)
        launches = [launched(3, 8, 1.0, kernel=name, signature=name) for name in kernels]
        Path(f"{file}.said").write_text(document(str(path), launches=launches), encoding="utf-8")
    assert course("compare", "a.cu", "b.cu") == 2
    assert "no kernel in common: a.cu has `p`, `q`, b.cu has `r`, `s`" in capsys.readouterr().err


def test_kernels_without_main_are_traced(course: Command, fake: FakeProject, capsys: Capture) -> None:
    for name in ("a.cu", "b.cu"):
        Path(name).write_text(SOURCE, encoding="utf-8")
    answers(fake, trace_document(str(Path("a.cu").absolute())), 0)
    assert course("compare", "a.cu", "b.cu", *SHAPE, "--grid", "2", "--arg", "f32:32:iota") == 0
    given = (fake.root / "given").read_text(encoding="utf-8")
    assert "--grid\n2\n--block\n32\n--arg\nf32:32:iota\n" in given
    assert "1 kernel compared" in capsys.readouterr().out


def test_a_file_without_main_and_without_a_launch_is_told_what_is_missing(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    Path("a.cu").write_text(SOURCE, encoding="utf-8")
    fake.simtcc('#!/bin/sh\necho "undefined reference to \\`main\'" >&2\nexit 2\n')
    assert course("compare", "a.cu", "a.cu") == 2
    said = capsys.readouterr().err
    assert "a.cu has no main()" in said and "--grid X --block X" in said and "It has: k" in said


def git(*words: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *words], check=True, capture_output=True)


@pytest.fixture
def repository(course: Command) -> Path:
    """Two commits of a.cu in a folder, and a third state in the working tree. Each says its own figures."""
    del course
    git("init", "-q", ".")
    Path("src").mkdir()
    for number, (sectors, us) in enumerate(((64, 60.0), (32, 40.0), (8, 30.0))):
        program("src/a.cu", sectors, us)
        if number < 2:
            git("add", "-A")
            git("commit", "-q", "-m", f"state {number}")
    return Path.cwd()


def compared(course: Command, capsys: Capture, *words: str) -> dict[str, Any]:
    assert course("compare", *words, "--report", "json") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_two_commits_of_one_file_are_compiled_from_trees_of_their_own(
    course: Command, fake: FakeProject, capsys: Capture, repository: Path
) -> None:
    status = subprocess.run(["git", "status", "--porcelain"], capture_output=True, check=True).stdout
    found = compared(course, capsys, "--commits", "HEAD~1..HEAD", "src/a.cu")
    assert (found["before"]["label"], found["after"]["label"]) == ("HEAD~1", "HEAD")
    assert found["before"]["file"] == "src/a.cu"
    compiled = (fake.root / "compiled").read_text(encoding="utf-8").splitlines()
    assert len(compiled) == 2 and all(line.endswith("/tree/src/a.cu") for line in compiled)
    assert not any(Path(line).exists() for line in compiled), "the trees are removed"
    assert not list(fake.project.modules.glob("program-*")) if fake.project.modules.exists() else True
    after = subprocess.run(["git", "status", "--porcelain"], capture_output=True, check=True).stdout
    assert after == status and (repository / ".git").exists()


@pytest.mark.parametrize("commits", ["HEAD", "HEAD.."])
def test_a_commit_is_compared_with_the_file_as_it_is(
    course: Command, fake: FakeProject, capsys: Capture, repository: Path, commits: str
) -> None:
    found = compared(course, capsys, "--commits", commits, "src/a.cu")
    assert (found["before"]["label"], found["after"]["label"]) == ("HEAD", "now")
    compiled = (fake.root / "compiled").read_text(encoding="utf-8").splitlines()
    assert compiled[1] == str(repository / "src" / "a.cu")


def test_what_is_no_commit_or_not_in_it_is_told(course: Command, capsys: Capture, repository: Path) -> None:
    del repository
    assert course("compare", "--commits", "nowhere..", "src/a.cu") == 2
    assert "nowhere names no commit" in capsys.readouterr().err
    assert course("compare", "--commits", "--all..", "src/a.cu") == 2
    program("src/new.cu", 8, 1.0)
    assert course("compare", "--commits", "HEAD..", "src/new.cu") == 2
    assert "src/new.cu is not in HEAD" in capsys.readouterr().err


def test_a_commit_that_does_not_compile_is_named_with_its_file(
    course: Command, fake: FakeProject, capsys: Capture, repository: Path
) -> None:
    del repository
    script = fake.project.simtcc.read_text(encoding="utf-8")
    refuse = 'case "$file" in */tree/*) echo "$file:2:33: error: no" >&2; exit 1 ;; esac\ncp '
    fake.simtcc(script.replace("cp ", refuse))
    assert course("compare", "--commits", "HEAD..", "src/a.cu") == 2
    said = capsys.readouterr().err
    assert "error: HEAD:src/a.cu cannot be compiled:" in said and "HEAD:src/a.cu:2:33: error: no" in said
    assert "/tree/" not in said
