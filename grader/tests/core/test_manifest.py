"""lab.toml: what it holds, and the message for each way to get it wrong."""

from __future__ import annotations

import re

import pytest

from grader.core.errors import GraderError
from grader.core.manifest import FAULTS, Asked, choose_labs, find_lab, read_labs
from grader.core.paths import current_project
from grader.machine.runner import list_tests
from grader.proof.preconditions import compare_tests
from grader.tests.fake_project import FakeProject, listing


def test_a_good_manifest_is_read_whole(fake: FakeProject) -> None:
    lab = fake.lab
    assert (lab.id, lab.number, lab.folder) == ("lab4", 4, "lab4_tiled_transpose")
    assert sum(check.points for check in lab.checks) == 100
    assert lab.check("padded-bound").requires == ("padded-values",)
    assert len(lab.hints) == 3


def test_the_kinds_of_faults_are_those_of_the_machine() -> None:
    table = (current_project().simt / "machine" / "faults" / "fault_kinds.cpp").read_text(encoding="utf-8")
    assert sorted(re.findall(r'FaultFacts\{\s*FaultKind::\w+, "([^"]+)"', table)) == list(FAULTS)


def test_each_survey_of_a_manifest_is_one_of_its_program_and_the_other_way_round() -> None:
    project = current_project()
    for lab in read_labs(project):
        program = (project.labs / lab.folder / "survey.cpp").read_text(encoding="utf-8")
        tests = re.findall(r"^TEST\((\w+), (\w+)\)", program, re.MULTILINE)
        assert [survey.test for survey in lab.surveys] == [f"{suite}.{name}" for suite, name in tests]


KERNEL_HINTS = """[[kernel_hints]]
suite = "{}"
kernel = "transpose_padded"
hints = ["one", "two", "three"]

[[checks]]
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "Tiled transpose"', 'titel = "Tiled transpose"', "the key 'title' is missing"),
        ('header = "tiled_transpose.h"', 'header = "a.h"\nheadr = "b"', "unknown key 'headr'"),
        ('header = "tiled_transpose.h"', 'header = "a.h"\nstub_sha256 = "b"', "is not a SHA-256"),
        ("points = 20", "points = 19", "sum to 98"),
        ("points = 5", "points = -5", "'points' is -5"),
        ("points = 5", 'points = "5"', "'points' must be a whole number, not text"),
        ("points = 5", "points = true", "'points' must be a whole number, not true/false"),
        ('id = "padded-bound"', 'id = "padded-values"', "the id 'padded-values' occurs twice"),
        ('id = "padded-bound"', 'id = "Padded Bound"', "kebab-case"),
        ('"TransposePadded.Values"', '"TransposeTiled.Values"', "occurs twice"),
        ('"TransposePadded.Values"', '"TransposePadded.*"', "Name one GoogleTest test"),
        ('["padded-values"]\nadvice', '["nothing"]\nadvice', "unknown check 'nothing'"),
        ('"TransposeTiled.Values"', '"TransposeTiled.Values"\nrequires = ["tiled-coalesced"]', "circle"),
        ('  "Make a row one float longer: `tile[32][33]`.",\n', "", "'hints' holds 2 texts"),
        ('id = "lab4"', 'id = "lab5"', "the folder is 'lab4_tiled_transpose'"),
        (
            'advice = "Look',
            'fault_advice = { raze = "Look" }\nadvice = "Look',
            "'raze' is not a kind of fault",
        ),
        ('advice = "Look', 'fault_advice = { race = "" }\nadvice = "Look', "'race' is empty"),
        (
            "[[checks]]\n" + 'id = "tiled-values"',
            KERNEL_HINTS.format("Padded") + 'id = "tiled-values"',
            "suite 'Padded'",
        ),
        ('id = "lab4"', 'id = "four"', "lab and a number"),
        ('summary = "', "summary = ", "line 3"),
    ],
)
def test_each_fault_names_file_key_and_remedy(fake: FakeProject, old: str, new: str, said: str) -> None:
    text = fake.manifest.read_text(encoding="utf-8")
    assert old in text
    fake.manifest.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(GraderError) as caught:
        read_labs(fake.project)
    assert said in str(caught.value)
    assert "labs/lab4_tiled_transpose/lab.toml" in caught.value.message
    assert caught.value.fix or "must be" in caught.value.message


def test_what_is_worth_nothing_must_be_needed_by_another_check(fake: FakeProject) -> None:
    text = fake.manifest.read_text(encoding="utf-8")
    moved = text.replace("points = 5", "points = 0").replace("points = 20", "points = 25", 1)
    fake.manifest.write_text(moved, encoding="utf-8")
    with pytest.raises(GraderError, match="is worth nothing, and no check requires it"):
        read_labs(fake.project)


@pytest.mark.parametrize("name", ["lab4", "4", "lab4_tiled_transpose", "labs/lab4_tiled_transpose/", "LAB4"])
def test_a_lab_is_found_by_any_of_its_names(fake: FakeProject, name: str) -> None:
    assert find_lab(read_labs(fake.project), name).id == "lab4"


def test_an_unknown_lab_lists_the_known_ones(fake: FakeProject) -> None:
    with pytest.raises(GraderError, match=r"no lab 'lab9'\nKnown labs: lab4 \(Tiled transpose\)"):
        find_lab(read_labs(fake.project), "lab9")


def test_a_lab_named_twice_is_graded_once(fake: FakeProject) -> None:
    labs = read_labs(fake.project)
    assert choose_labs(labs, ["4", "lab4"]) == labs == choose_labs(labs, [])


def test_no_lab_at_all_is_an_error(fake: FakeProject) -> None:
    fake.manifest.unlink()
    with pytest.raises(GraderError, match="no lab was found"):
        read_labs(fake.project)


def test_the_programs_own_list_of_its_tests_is_read(fake: FakeProject) -> None:
    tests = tuple(check.test for check in fake.lab.checks)
    listed = fake.root / "listed.json"
    listed.write_text(listing(tests), encoding="utf-8")
    program = fake.script(fake.root / "lists", f"#!/bin/sh\ncp '{listed}' \"${{2#--gtest_output=json:}}\"\n")
    assert list_tests(program) == tests
    compare_tests(fake.lab, list_tests(program), "lab.toml")


def test_a_program_that_lists_nothing_is_an_error(fake: FakeProject) -> None:
    with pytest.raises(GraderError, match="its list of tests cannot be read"):
        list_tests(fake.script(fake.root / "silent", "#!/bin/sh\n"))
    with pytest.raises(GraderError, match="cannot list its tests: broken"):
        list_tests(fake.script(fake.root / "broken", "#!/bin/sh\necho broken >&2; exit 3\n"))


def test_a_test_on_one_side_only_is_an_error(fake: FakeProject) -> None:
    tests = tuple(check.test for check in fake.lab.checks)
    with pytest.raises(GraderError, match=r"lab4_test has no test TransposeTiled\.Values"):
        compare_tests(fake.lab, tests[1:], "lab.toml")
    with pytest.raises(GraderError, match=r"holds Extra\.Test, which no check lists"):
        compare_tests(fake.lab, (*tests, "Extra.Test"), "lab.toml")


def test_a_check_may_ask_for_a_costly_access(fake: FakeProject) -> None:
    assert fake.lab.check("tiled-conflict").asks_for == (Asked("transpose_tiled", "shared"),)
    assert fake.lab.check("padded-no-conflict").asks_for == ()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('space = "shared"', 'space = "sharde"', r"asks_for\[0\]: 'space' is 'sharde'"),
        ('space = "shared"', 'space = "shared", op = "read"', r"asks_for\[0\]: 'op' is 'read'"),
        ('kernel = "transpose_tiled", ', "", r"asks_for\[0\]: the key 'kernel' is missing"),
    ],
)
def test_a_wrong_word_in_what_is_asked_for_is_named(fake: FakeProject, old: str, new: str, said: str) -> None:
    text = fake.manifest.read_text(encoding="utf-8")
    assert text.count(old) == 1
    fake.manifest.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(GraderError, match=said):
        read_labs(fake.project)


def test_a_lab_can_be_a_key() -> None:
    assert len(set(read_labs(current_project()))) == len(read_labs(current_project()))
