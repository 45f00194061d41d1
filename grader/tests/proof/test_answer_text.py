"""Answers that are changes to a base: composed to the letter, or an error where they do not fit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.core.errors import GraderError
from grader.core.lab_files import answers_folder
from grader.core.manifest import read_labs
from grader.proof.answer_diff import composed, functions_called, read_diff
from grader.proof.answer_text import read_answers
from grader.proof.cases import cases_of
from grader.proof.catalogue import read_catalogue
from grader.proof.write_answers import write_answers
from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject, with_verdict

BASE = """\
// The reference.
#include "sums.h"

constexpr int PARTS = 4;  // of a row

// [half]
// Half of it.
__device__ float half_of(float value) { return value / 2; }
// [/half]

// [sum]
extern "C" __global__ void __launch_bounds__(256) sum(const float* in, float* out,
                                                      int n) {
  const int i = threadIdx.x;
  if (i >= n) return;  // nothing to add

  __syncthreads();

  out[i] = half_of(in[i]);
}
// [/sum]

extern "C" __global__ void copy(const float* in, float* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;  // nothing to add
  out[i] = in[i];
}

// [survey]
extern "C" __global__ void timed(float* out) { *out = 1; }
// [/survey]
"""
SUM_CHANGED = """\
Thought: there are always enough.
And a second line.
--- solution
@@ in sum
-  if (i >= n) return;  // nothing to add

"""
WHOLE = """\
--- solution
@@ all of half_of
+// A third of it.
+__device__ float half_of(float value) { return value / 3; }
"""


VERDICT = 'kind = "right"\nsummary = "As the reference."\n'


def made(diff: str, base: str = BASE) -> str:
    return composed(read_diff(diff, "lab1/x.diff"), base, "sums.cu")


def said(diff: str, base: str = BASE) -> str:
    with pytest.raises(GraderError) as caught:
        made(diff, base)
    return str(caught.value)


def test_an_answer_is_its_base_with_the_changes_alone() -> None:
    expected = BASE.replace(
        "// The reference.\n", "// Thought: there are always enough.\n// And a second line.\n"
    )
    expected = expected.replace("  if (i >= n) return;  // nothing to add\n\n", "\n", 1)
    expected = re.sub(r"// \[/?(half|sum)\]\n", "", expected).partition("\n// [survey]")[0]
    assert made(SUM_CHANGED) == expected


def test_without_a_text_above_it_has_no_opening_comment() -> None:
    assert made(WHOLE).startswith('#include "sums.h"\n')


def test_a_whole_function_is_replaced_with_the_comment_above_it() -> None:
    text = made(WHOLE)
    assert "value / 3" in text and "value / 2" not in text
    assert "Half of it" not in text and "// A third of it.\n__device__" in text


def test_a_function_is_found_by_its_name_and_not_where_it_is_called() -> None:
    lines = re.sub(r"// \[.*\]\n", "", BASE).splitlines()
    (found,) = functions_called("sum", lines)
    assert lines[found.start].endswith("sum(const float* in, float* out,")
    assert lines[found.stop - 1] == "}"
    (one_line,) = functions_called("half_of", lines)
    assert [lines[i] for i in one_line] == ["// Half of it.", lines[one_line.stop - 1]]
    assert functions_called("um", lines) == []
    assert functions_called("declared", ["__device__ int declared(int);"]) == []


def test_several_changes_are_looked_up_in_the_base() -> None:
    text = made(
        "--- solution\n@@ in copy\n-  out[i] = in[i];\n+  out[i] = 2 * in[i];\n"
        "@@ in the file\n-constexpr int PARTS = 4;  // of a row\n+constexpr int PARTS = 8;  // of a row\n"
    )
    assert "PARTS = 8" in text and "out[i] = 2 * in[i];" in text


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("--- solution", "-- solution", "x.diff:1: no line '--- BASE'"),
        ("@@ in sum\n", "", "x.diff:4: a change must start here"),
        ("in sum", "within sum", "x.diff:4: '@@ within sum' names no place"),
        ("in sum", "in total", "x.diff:4: sums.cu has 0 functions 'total', not one"),
        ("in sum", "all of sum", "x.diff:4: 'all of' takes '+' lines alone"),
        ("in sum", "in the file", "x.diff:4: sums.cu has these lines 2 times, not once"),
        ("in sum", "in copy", "x.diff:4: 'copy' of sums.cu has these lines 0 times, not once: if (i >= n)"),
        ("-  if", "   if", "x.diff:4: the change needs lines of the base, and must change them"),
        ("-  if", "~  if", "x.diff:4: '~  if (i >= n) return;  // nothing to add' is no line of a change"),
        ("(i >= n)", "(i > n)", "The base has changed: adapt the answer to it."),
    ],
)
def test_what_does_not_fit_is_named_with_its_line(old: str, new: str, words: str) -> None:
    diff = (
        SUM_CHANGED.replace("nothing to add\n\n", "nothing to add\n") if new == "in the file" else SUM_CHANGED
    )
    assert words in said(diff.replace(old, new))


def test_a_base_that_changes_under_an_answer_makes_it_an_error() -> None:
    assert "0 times, not once: if (i >= n)" in said(SUM_CHANGED, BASE.replace("i >= n", "n <= i"))
    assert "has 2 functions 'half_of'" in said(WHOLE, BASE + "float half_of(int i) { return i; }\n")


def test_a_survey_without_its_end_is_refused() -> None:
    assert "sums.cu: no line '// [/survey]'" in said(SUM_CHANGED, BASE.replace("// [/survey]\n", ""))


def test_changes_of_the_same_lines_are_refused() -> None:
    twice = SUM_CHANGED + "@@ all of sum\n+void sum() {}\n"
    assert "another change has changed these lines already" in said(twice)


def test_a_file_without_a_change_is_refused() -> None:
    assert "x.diff:2: a change must start here" in said("--- solution\n")


# ------------------------------------------------------------------------------------------------ in a course


def add(fake: FakeProject, name: str, text: str) -> Path:
    file = answers_folder(fake.project, fake.lab) / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(with_verdict(VERDICT, text, file.suffix), encoding="utf-8")
    return file


UNPADDED = "--- {base}\n@@ in transpose_padded\n-{old}\n+{new}\n".format(
    base="{base}",
    old="    __shared__ float tile[kTile][kTile + 1];",
    new="    __shared__ float tile[kTile][kTile];",
)


def test_a_base_is_the_solution_the_stub_or_another_answer(fake: FakeProject) -> None:
    solution = fake.project.solutions / fake.kernel.parent.name / fake.kernel.name
    for base, file in (("solution", solution), ("stub", fake.kernel)):
        file.write_text(f"// {base}\nint {base};\n", encoding="utf-8")
    add(fake, "plain.cu", "// plain\nint plain;\n")
    for base in ("solution", "stub", "plain"):
        add(fake, f"of-{base}.diff", f"--- {base}\n@@ in the file\n-int {base};\n+int my_{base};\n")
    answers = {answer.name: answer for answer in read_answers(fake.project, fake.lab)}
    assert [answers[f"of-{base}"].text for base in ("solution", "stub", "plain")] == [
        "int my_solution;\n",
        "int my_stub;\n",
        "int my_plain;\n",
    ]
    assert answers["plain"].text == "// plain\nint plain;\n"


def test_a_base_may_be_composed_itself(fake: FakeProject) -> None:
    add(fake, "first.diff", UNPADDED.format(base="solution"))
    add(
        fake,
        "second.diff",
        "--- first\n@@ in the file\n-constexpr int kRows = 8;\n+constexpr int kRows = 4;\n",
    )
    first, second = read_answers(fake.project, fake.lab)
    assert second.text == first.text.replace("kRows = 8", "kRows = 4") != first.text


@pytest.mark.parametrize(
    ("base", "words"),
    [
        ("nothing", "first.diff: there is no base 'nothing'"),
        ("first", "first.diff: is a change of itself"),
    ],
)
def test_a_base_that_is_none_is_refused(fake: FakeProject, base: str, words: str) -> None:
    add(fake, "first.diff", UNPADDED.format(base=base))
    with pytest.raises(GraderError, match=re.escape(words)):
        read_answers(fake.project, fake.lab)


def test_a_change_that_does_not_fit_is_named_by_its_line_of_the_file(fake: FakeProject) -> None:
    for diff, words in (
        (
            "Thought: none.\n--- solution\n@@ in nothing\n-x\n+y\n",
            "first.diff:7: solutions/lab4_tiled_transpose/tiled_transpose.cu has 0 functions",
        ),
        ("Thought: none.\n-- solution\n", "first.diff:5: no line '--- BASE'"),
        ("Thought: none.\n--- solution\n", "first.diff:7: a change must start here"),
    ):
        add(fake, "first.diff", diff)
        with pytest.raises(GraderError, match=re.escape(words)):
            read_answers(fake.project, fake.lab)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        (
            "a.cu",
            "int a;\n",
            "a.cu:1: the first line is not '/* +++', which starts the verdict\n"
            "Begin the file with its verdict in TOML, between the lines '/* +++' and '+++ */'.",
        ),
        ("a.cu", "+++\n+++\nint a;\n", "a.cu:1: the first line is not '/* +++'"),
        ("a.diff", "--- stub\n", "a.diff:1: the first line is not '+++', which starts the verdict"),
        ("a.diff", "", "a.diff:1: the first line is not '+++'"),
        ("a.diff", "+++\n--- stub\n", "a.diff:1: no line '+++' ends the verdict that starts here\nWrite it"),
        ("a.cu", "/* +++\n+++\n", "a.cu:1: no line '+++ */' ends the verdict"),
        (
            "a.cu",
            '/* +++\n\na = "*/"\n+++ */\n',
            "a.cu:3: '*/' ends the comment that the verdict is in\nWrite *\\u002F",
        ),
        (
            "a.cu",
            "/* +++\n\nkind\n+++ */\n",
            "a.cu: not valid TOML: Expected '=' after a key in a key/value pair (at line 3,",
        ),
    ],
)
def test_a_file_without_its_verdict_is_refused(fake: FakeProject, name: str, text: str, words: str) -> None:
    add(fake, name, "").write_text(text, encoding="utf-8")
    with pytest.raises(GraderError) as caught:
        read_catalogue(fake.project, fake.lab)
    assert f"solutions/lab4_tiled_transpose/answers/{words}" in str(caught.value)


def test_an_answer_is_written_down_once(fake: FakeProject) -> None:
    add(fake, "twice.diff", UNPADDED.format(base="solution"))
    add(fake, "twice.cu", "")
    with pytest.raises(GraderError, match=r"'twice' is both a \.cu and a \.diff file"):
        read_answers(fake.project, fake.lab)


def test_what_is_graded_is_the_composed_text(fake: FakeProject) -> None:
    diff = add(fake, "unpadded.diff", UNPADDED.format(base="solution"))
    kernel = cases_of(fake.project, fake.lab)[-1].submission.kernel
    assert kernel == fake.project.build / "answers" / "lab4" / "unpadded.cu"
    assert kernel.read_text("utf-8") == read_answers(fake.project, fake.lab)[0].text
    written = kernel.stat().st_mtime_ns
    cases_of(fake.project, fake.lab)
    assert kernel.stat().st_mtime_ns == written, "an equal text is not written again"
    another = diff.read_text("utf-8").replace("+    __shared__ float", "+    __shared__ int")
    diff.write_text(another, encoding="utf-8")
    cases_of(fake.project, fake.lab)
    assert "__shared__ int tile" in kernel.read_text("utf-8")


def test_a_whole_file_is_graded_without_its_verdict(fake: FakeProject) -> None:
    add(fake, "whole.cu", "// whole\n")
    kernel = cases_of(fake.project, fake.lab)[-1].submission.kernel
    assert kernel.read_bytes() == b"// whole\n"


def test_show_prints_what_is_graded(
    course: Command, fake: FakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    add(fake, "unpadded.diff", UNPADDED.format(base="solution"))
    assert course("prove", "lab4", "--show", "unpadded") == 0
    assert capsys.readouterr().out == read_answers(fake.project, fake.lab)[0].text
    assert course("prove", "--show", "padded") == 2
    assert "no answer of lab4 is called 'padded'" in capsys.readouterr().err


def test_show_asks_for_the_lab_where_several_have_the_name(
    course: Command, fake: FakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    fake.another_lab("lab5", "passing", 0)
    for lab in read_labs(fake.project):
        folder = answers_folder(fake.project, lab)
        folder.mkdir(parents=True)
        (folder / "mine.cu").write_text(with_verdict(VERDICT, f"// {lab.id}\n"), encoding="utf-8")
    assert course("prove", "--show", "mine") == 2
    assert "./course prove lab4 --show mine" in capsys.readouterr().err
    assert course("prove", "5", "--show", "mine") == 0
    assert capsys.readouterr().out == "// lab5\n"


def test_all_answers_are_written_as_whole_files(fake: FakeProject, tmp_path: Path) -> None:
    add(fake, "unpadded.diff", UNPADDED.format(base="solution"))
    add(fake, "whole.cu", "// whole\n")
    assert write_answers(fake.project, tmp_path / "out") == 2
    written = {file.name: file.read_text("utf-8") for file in (tmp_path / "out" / "lab4").iterdir()}
    assert written == {f"{one.name}.cu": one.text for one in read_answers(fake.project, fake.lab)}
