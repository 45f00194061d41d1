"""`hint`: one more each time, remembered, beside what the last check said."""

from __future__ import annotations

import json

import pytest

from grader.core.kernel_text import code_of
from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject

Capture = pytest.CaptureFixture[str]
HINTS = ("read one *column*", "A row of 32 floats", "Make a row one float longer")


def said(course: Command, capsys: Capture, *arguments: str) -> str:
    assert course(*arguments) == 0
    return " ".join(capsys.readouterr().out.split())


def test_each_call_gives_one_hint_more_and_the_end_says_what_else_there_is(
    course: Command, capsys: Capture
) -> None:
    out = ""
    for number, hint in enumerate(HINTS, start=1):
        out = said(course, capsys, "hint", "lab4")
        assert f"Hint {number} of 3" in out
        assert hint in out
        assert out.count("Hint ") == 1
    assert "These were all the hints" in out
    out = said(course, capsys, "hint", "lab4")
    assert "You have had all the hints" in out
    assert "./course explain lab4" in out
    assert "labs/lab4_tiled_transpose/README.md" in out
    assert not any(hint in out for hint in HINTS)


def test_again_shows_those_given_and_gives_none(course: Command, capsys: Capture) -> None:
    assert "No hint was given yet. There are 3 more" in said(course, capsys, "hint", "lab4", "--again")
    said(course, capsys, "hint", "lab4")
    said(course, capsys, "hint", "lab4")
    for _ in range(2):
        out = said(course, capsys, "hint", "lab4", "--again")
        assert HINTS[0] in out
        assert HINTS[1] in out
        assert HINTS[2] not in out
        assert "There is one more: ./course hint lab4" in out


def test_reset_forgets(course: Command, capsys: Capture) -> None:
    said(course, capsys, "hint", "lab4")
    assert "are reset" in said(course, capsys, "hint", "lab4", "--reset")
    assert "Hint 1 of 3" in said(course, capsys, "hint", "lab4")


def test_the_last_check_speaks_first_with_its_advice(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.reports("conflict", 1)
    course("check", "lab4")
    capsys.readouterr()
    out = said(course, capsys, "hint", "lab4")
    assert "First to fix, from the last check transpose_padded has no bank conflict" in out
    assert "labs/lab4_tiled_transpose/tiled_transpose.cu:42" in out
    assert "Look at the tile's **row length**" in out
    assert out.index("row length") < out.index("Hint 1 of 3")


def test_the_addresses_of_the_costly_request_are_shown(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.reports("conflict", 1)
    course("check", "lab4")
    capsys.readouterr()
    assert course("hint", "lab4") == 0
    lines = capsys.readouterr().out.splitlines()
    at = next(number for number, line in enumerate(lines) if "One request of line 42" in line)
    assert lines[at].strip() == "One request of line 42, the shared load of tile:"
    assert lines[at + 1].split() == ["lanes", "0", "to", "7", "word", *(str(32 * lane) for lane in range(8))]
    assert lines[at + 2].split() == ["bank", *["0"] * 8]
    assert lines[at + 7].split()[:5] == ["lanes", "24", "to", "31", "word"]
    fake.reports("out_of_bounds", 1)  # no matter of cost
    course("check", "lab4")
    capsys.readouterr()
    assert "One request" not in said(course, capsys, "hint", "lab4")


def test_of_a_stub_it_says_what_to_write_and_of_an_edit_what_failed(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    stub = "__global__ void only(int* p) {\n  // TODO: one element per thread.\n}\n"
    fake.kernel.write_text(stub, encoding="utf-8")
    code = "".join(f'{name} = "{digest}"' for name, digest in code_of(stub).items())
    manifest = fake.manifest.read_text(encoding="utf-8")
    fake.manifest.write_text(f"stub_code = {{ {code} }}\n{manifest}", encoding="utf-8")
    record = json.loads(fake.data("out_of_bounds.json"))
    for check in record["checks"]:
        check["status"] = "failed"
    fake.reports("out_of_bounds", 1)
    (fake.root / "out_of_bounds.json").write_text(json.dumps(record), encoding="utf-8")
    course("check", "lab4")
    capsys.readouterr()
    out = said(course, capsys, "hint", "lab4")
    assert "First to write only, for 100 points, at labs/lab4_tiled_transpose/tiled_transpose.cu:1" in out
    assert "TODO: one element per thread." in out and "First to fix" not in out
    fake.kernel.write_text(stub.replace("//", "*p = 1;  //"), encoding="utf-8")
    course("check", "lab4")
    capsys.readouterr()
    assert "First to fix, from the last check" in said(course, capsys, "hint", "lab4")
    fake.kernel.unlink()
    assert "First to fix" in said(course, capsys, "hint", "lab4"), "a file that is gone stops no hint"


def test_what_the_last_check_shows_is_shown_whole(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    record = json.loads(fake.data("conflict.json"))
    told = next(check for check in record["checks"] if check["status"] == "failed")
    told["message"] = "the headline\n  lanes 0 to 3: words 0 32 64 96\n" + "more\n" * 30
    fake.reports("conflict", 1)
    (fake.root / "conflict.json").write_text(json.dumps(record), encoding="utf-8")
    course("check", "lab4")
    capsys.readouterr()
    out = said(course, capsys, "hint", "lab4")
    assert "lanes 0 to 3: words 0 32 64 96" in out
    assert "… and 16 lines more: ./course check lab4" in out


def test_hints_are_on_the_kernel_that_is_stuck(course: Command, fake: FakeProject, capsys: Capture) -> None:
    own = """[[kernel_hints]]
suite = "TransposePadded"
kernel = "transpose_padded"
hints = ["first of its own", "second of its own", "third of its own"]

[[checks]]
"""
    text = fake.manifest.read_text(encoding="utf-8")
    fake.manifest.write_text(text.replace("[[checks]]\n", own, 1), encoding="utf-8")
    assert HINTS[0] in said(course, capsys, "hint", "lab4")  # nothing was checked yet
    fake.reports("conflict", 1)
    course("check", "lab4")
    capsys.readouterr()
    assert "Hint 2 of 3, on transpose_padded second of its own" in said(course, capsys, "hint", "lab4")
    fake.reports("out_of_bounds", 1)  # transpose_tiled fails first
    course("check", "lab4")
    capsys.readouterr()
    assert HINTS[2] in said(course, capsys, "hint", "lab4")


def test_a_file_changed_since_is_told(course: Command, fake: FakeProject, capsys: Capture) -> None:
    course("check", "lab4")
    capsys.readouterr()
    assert "Done: nothing failed" in said(course, capsys, "hint", "lab4")
    fake.kernel.write_text("// new", encoding="utf-8")
    assert "has changed since its last check" in said(course, capsys, "hint", "lab4")


def test_a_file_that_does_not_compile_needs_no_advice_on_banks(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.refuses()
    course("check", "lab4")
    capsys.readouterr()
    out = said(course, capsys, "hint", "lab4")
    assert "make the file compile" in out
    assert "tiled_transpose.cu:13" in out
    assert "Correct this first" in out
    assert "Hint 1" not in out
    fake.kernel.write_text("// corrected", encoding="utf-8")
    assert "Hint 1 of 3" in said(course, capsys, "hint", "lab4")


def test_without_a_name_it_is_the_first_lab_that_is_not_done(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.another_lab("lab5", "conflict", 1)
    course("check", "lab4")
    capsys.readouterr()
    assert "lab5 Tiled transpose" in said(course, capsys, "hint")


def test_all_done_and_no_name_is_told_with_what_to_do(course: Command, capsys: Capture) -> None:
    course("check")
    capsys.readouterr()
    assert course("hint") == 2
    assert "every lab is done" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(("lab9",), "there is no lab 'lab9'"), (("lab4", "--again", "--reset"), "exclude each other")],
)
def test_bad_input_is_one_message(
    course: Command, capsys: Capture, arguments: tuple[str, ...], message: str
) -> None:
    assert course("hint", *arguments) == 2
    assert message in capsys.readouterr().err
