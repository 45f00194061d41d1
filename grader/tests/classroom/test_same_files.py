"""Files that are the same after formatting and names: found where they are, and nowhere else."""

from __future__ import annotations

import hashlib
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from grader.classroom.class_run import jobs_of
from grader.classroom.folder import ClassFolder
from grader.classroom.same_files import SameFiles, Shape, same_files, shapes_of
from grader.core.errors import GraderError
from grader.core.lab_files import solution_of, stub_of
from grader.core.manifest import read_labs
from grader.core.paths import current_project
from grader.isolation.confinement import NoSandbox
from grader.machine.tokens import find_clang, tokens_of
from grader.schema.class_results import GRADED, ClassRun, Entry, Graded
from grader.schema.document import write_document
from grader.schema.results import LabResult, Source
from grader.tests.classroom.test_class_page import run_of

PROJECT = current_project()
LAB4 = next(lab for lab in read_labs(PROJECT) if lab.id == "lab4")
STUB = stub_of(PROJECT, LAB4).read_text(encoding="utf-8")
HAS_CLANG = any(shutil.which(f"clang{suffix}") for suffix in ("", *(f"-{n}" for n in range(14, 20))))
needs_clang = pytest.mark.skipif(not HAS_CLANG, reason="needs clang")


def a_class(folder: ClassFolder, texts: dict[str, str]) -> ClassRun:
    """A graded run in which each student has handed in that text for lab 4."""
    hashes = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in texts.items()}
    entries = tuple(Entry(name, name, (), False, (), {"lab4": hashes[name]}) for name in texts)
    run = replace(run_of([]), labs=("lab4",), students=entries)
    text_of = {hashes[name]: text for name, text in texts.items()}
    for job in jobs_of(run):
        source = Source("x.cu", "/x.cu", text_of[job.kernel])
        graded = Graded(LabResult("lab4", "Lab 4", (), source=source))
        folder.write_result(job.key, write_document(GRADED, graded))
    return run


def groups(tmp_path: Path, texts: dict[str, str]) -> list[tuple[str, ...]]:
    folder = ClassFolder(tmp_path)
    run = a_class(folder, texts)
    shapes = shapes_of(run, folder, PROJECT, [LAB4], NoSandbox())
    stubs = {"lab4": hashlib.sha256(STUB.encode()).hexdigest()}
    return [group.students for group in same_files(run, shapes, stubs)]


def renamed(text: str, **names: str) -> str:
    for old, new in names.items():
        text = re.sub(rf"\b{old}\b", new, text)
    return text


@needs_clang
@pytest.mark.slow
def test_formatting_comments_and_names_are_set_aside(tmp_path: Path) -> None:
    text = solution_of(PROJECT, LAB4).read_text(encoding="utf-8")
    disguised = renamed(text, tile="slab", tile_row="r0", rows="height", place="where", Place="Spot")
    disguised = "// all mine\n" + re.sub(r"//.*", "", disguised).replace("  ", "\t").replace("{", "\n{")
    assert text != disguised
    assert groups(tmp_path, {"ann": text, "bob": disguised, "cy": STUB, "dee": STUB}) == [("ann", "bob")]


@needs_clang
@pytest.mark.slow
@pytest.mark.parametrize(
    "changed",
    [
        {"x": "y", "y": "x"},  # swapped below
        {"blockIdx": "threadIdx"},
        {"BLOCK_ROWS": "TILE"},
        {"if": "while"},
        {"unsigned": "int"},
        {"transpose_padded": "transpose_tile16", "transpose_tile16": "transpose_padded"},
    ],
    ids=lambda names: "-".join(names),
)
def test_a_name_that_means_something_is_never_set_aside(tmp_path: Path, changed: dict[str, str]) -> None:
    text = solution_of(PROJECT, LAB4).read_text(encoding="utf-8")
    either = re.compile(rf"\b({'|'.join(changed)})\b")
    other = either.sub(lambda found: changed[found[0]], text)
    assert other != text
    assert groups(tmp_path, {"ann": text, "bob": other}) == []


@needs_clang
def test_whatever_a_file_holds_costs_no_other_its_tokens() -> None:
    clang = find_clang("clang 14.0.6")
    hostile = 'R"(\tLoc=<000.cu:1:1>\n)" "unfinished\n \' /* open'
    texts = ["int a = 1'000; // b\n", hostile, "\0\x01\ud800", "", "int a = 1'000;\n"]
    first, odd, _, empty, last = tokens_of(texts, clang, NoSandbox())
    assert [token.text for token in first] == ["int", "a", "=", "1'000", ";"] == [t.text for t in last]
    assert odd and empty == ()


def test_without_clang_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(GraderError, match="clang-14 was not found"):
        find_clang("clang 14.0.6")


def test_groups_are_in_the_labs_order_and_only_of_several() -> None:
    entries = [
        Entry(name, name, (), False, (), {"lab1": name, "lab4": "same"}) for name in ("ann", "bob", "cy")
    ]
    run = replace(run_of([]), labs=("lab4", "lab1"), students=tuple(entries))
    shapes = {
        ("lab1", "ann"): Shape("k", 9),
        ("lab1", "bob"): Shape("k", 9),
        ("lab1", "cy"): Shape("other", 9),
        ("lab4", "same"): Shape("s", 4),
    }
    assert same_files(run, shapes, {}) == (
        SameFiles("lab4", ("ann", "bob", "cy"), identical=True, own=4),
        SameFiles("lab1", ("ann", "bob"), identical=False, own=9),
    )
    assert same_files(run, shapes, {"lab4": "same"})[0].lab == "lab1", "stubs are no answers"
