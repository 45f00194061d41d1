"""What a comparison says in the terminal and on its page."""

from __future__ import annotations

import io
import re
from datetime import datetime, timezone
from pathlib import Path

import pytest

from grader.comparison.comparing import Compared, compare
from grader.comparison.side import Side
from grader.report.comparison_view.comparison_page import render_page
from grader.report.comparison_view.comparison_terminal import print_comparison
from grader.report.terminal.console import SafeConsole
from grader.tests.comparison.sides import AFTER, BEFORE, faster, launched, side
from grader.tests.program_document import FAULT

NOW = datetime(2026, 11, 27, 9, 30, tzinfo=timezone.utc)


def shown(found: Compared, width: int = 160) -> str:
    out = io.StringIO()
    print_comparison(SafeConsole(file=out, width=width, highlight=False), found.comparison)
    return "\n".join(line.rstrip() for line in out.getvalue().split("\n"))


def pair(folder: Path, before: float | None, after: float | None, **changes: str) -> Compared:
    return compare(
        side(folder, "a.cu", BEFORE, launched(3, 64, before)),
        side(folder, "b.cu", AFTER, launched(4, 8, after, **changes)),
    )


def test_the_sentence_says_how_much_faster_why_and_where(tmp_path: Path) -> None:
    assert (
        "`k`: about 60 µs (±12 %) became 30 µs (±12 %) on an NVIDIA H200 (2 times as fast): limited by DRAM, "
        "now by L2; line 4's global store went from 32 to 4 sectors a request."
    ) in shown(faster(tmp_path), 400)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (30.0, 60.0, "about 30 µs (±12 %) became 60 µs (±12 %) on an NVIDIA H200 (2 times as long): still "),
        (60.0, 60.0, "about 60 µs (±12 %) as before on an NVIDIA H200, still limited by DRAM; line 4's"),
        (
            60.0,
            56.0,
            "about 60 µs (±12 %) became 56 µs (±12 %) on an NVIDIA H200, a difference of 4 µs that lies "
            "within the error (±9.85 µs): still limited by DRAM;",
        ),
        (60.0, None, "no times can be compared, because the second version has none: the kernel reads the"),
    ],
)
def test_no_more_is_said_of_times_than_is_known(
    tmp_path: Path, before: float, after: float | None, said: str
) -> None:
    words = shown(pair(tmp_path, before, after), 400)
    assert said in words
    assert ("times as" in words) == ("times as" in said)


def test_each_line_has_its_costs_before_and_after(tmp_path: Path) -> None:
    said = shown(faster(tmp_path))
    assert "  line 4 (changed, was line 3)\n" in said
    assert "    - out[i * 32] = in[i];\n    + out[i] = in[i];\n" in said
    assert re.search(r"global store +2 requests +32 → 4 sectors each\n", said)
    assert re.search(r"global load +2 requests +4 sectors each\n", said)
    assert "45 µs → 22.5 µs (75 % of the time)" in said
    assert "  line 5 (was line 4)\n      __syncthreads();\n" in said


def test_a_line_of_another_file_is_named_with_its_file(tmp_path: Path) -> None:
    header = tmp_path / "tile.cuh"
    header.write_text("// one\nfloat two;\n", encoding="utf-8")
    launches = [launched(3, 64, 60.0), launched(4, 8, 30.0)]
    for launch in launches:
        launch["accesses"] = [{**one, "file": str(header), "line": 2} for one in launch["accesses"]]
    found = compare(side(tmp_path, "a.cu", BEFORE, launches[0]), side(tmp_path, "b.cu", AFTER, launches[1]))
    assert "; tile.cuh:2's global store went from 32 to 4 sectors a request." in shown(found, 400)
    assert "  tile.cuh:2\n      float two;\n" in shown(found)
    assert 'id="source2-L2" class="row less same"' in render_page(found, NOW)


def test_nothing_is_cheaper_because_a_fault_stopped_it(tmp_path: Path) -> None:
    fault = {**FAULT, "line": 4, "other_line": 0}
    stopped = launched(4, 8, None, faults=[fault], stopped=1, completed=False)
    found = compare(
        side(tmp_path, "a.cu", BEFORE, launched(3, 64, 60.0)), side(tmp_path, "b.cu", AFTER, stopped)
    )
    said, html = shown(found), render_page(found, NOW)
    assert re.search(r"^  sectors +72 +16$", said, re.MULTILINE)
    assert 'class="row same changed"' in html and "▼" not in re.sub(
        "<style>.*</style>", "", html, flags=re.DOTALL
    )
    assert '<tr class="less">' not in html


def test_a_rewritten_kernel_is_told_by_what_its_accesses_cost(tmp_path: Path) -> None:
    after = AFTER.replace("  out[i] = in[i];\n", "  for (int row = 0; row < 1; ++row) copy_one(in, out);\n")
    found = compare(
        side(tmp_path, "a.cu", BEFORE, launched(3, 64, 60.0)),
        side(tmp_path, "b.cu", after, launched(4, 8, 30.0)),
    )
    said = shown(found, 400)
    assert "; its global stores went from 32 to 4 sectors a request." in said
    assert re.search(r"line 3 \(removed\)\n    - out\[i \* 32\] = in\[i\];\n +no longer: global store", said)
    assert re.search(r"line 4 \(new\)\n    \+ for .*\n +new: global store +2 requests +4 sectors each", said)
    assert "was 45 µs (75 % of the time)" in said and "now 22.5 µs (75 % of the time)" in said


def test_of_several_kernels_those_that_are_as_before_are_named(tmp_path: Path) -> None:
    def two(name: str, text: str, line: int, sectors: int, us: float) -> Side:
        other = launched(line, 8, 5.0, kernel="other", signature="other()", first=2)
        return side(tmp_path, name, text, launched(line, sectors, us), other)

    found = compare(two("a.cu", BEFORE, 3, 64, 60.0), two("b.cu", AFTER, 4, 8, 30.0))
    said = shown(found)
    assert (
        "The same in both: `other` with about 5 µs (±12 %)." in said and said.count("Before and after") == 1
    )
    html = render_page(found, NOW)
    assert (
        "The same in both: <code>other</code> with about 5 µs (±12 %)." in html
        and html.count('class="figures"') == 1
    )


def test_the_figures_stand_before_and_after(tmp_path: Path) -> None:
    said = shown(faster(tmp_path))
    assert re.search(r"^  time +60 µs \(±12 %\) +30 µs \(±12 %\)  -50 %$", said, re.MULTILINE)
    assert re.search(r"^  limited by +DRAM +L2  changed$", said, re.MULTILINE)
    assert re.search(r"^  sectors +72 +16  -78 %$", said, re.MULTILINE)
    assert re.search(r"^  requests +4 +4  the same$", said, re.MULTILINE)


def test_a_difference_within_the_error_has_no_colour_of_its_own(tmp_path: Path) -> None:
    said = shown(pair(tmp_path, 60.0, 56.0))
    assert re.search(r"time +60 µs \(±12 %\) +56 µs \(±12 %\)  -6.7 %, within the error\n", said)


def test_lines_that_cost_what_they_did_are_counted(tmp_path: Path) -> None:
    one = side(tmp_path, "a.cu", BEFORE, launched(3, 64, 60.0))
    said = shown(compare(one, one))
    assert "What each line cost, and costs now\n  2 lines cost what they did.\n" in said
    assert "every request costs what it did" in said


def test_launches_that_are_as_many_are_told_each_and_others_together(tmp_path: Path) -> None:
    def many(before: int, after: int) -> str:
        return shown(
            compare(
                side(tmp_path, "a.cu", BEFORE, launched(3, 64, 120.0, count=before)),
                side(tmp_path, "b.cu", AFTER, launched(4, 8, 30.0, count=after)),
            ),
            400,
        )

    assert "about 60 µs each (±12 %) became 15 µs each (±12 %)" in many(2, 2)
    assert "about 120 µs in 2 launches (±12 %) became 30 µs in 1 launch (±12 %)" in many(2, 1)


def with_fault(folder: Path) -> Compared:
    fault = {**FAULT, "line": 4, "other_line": 0}
    return compare(
        side(folder, "a.cu", BEFORE, launched(3, 64, 60.0)),
        side(folder, "b.cu", AFTER, launched(4, 8, 30.0, faults=[fault])),
    )


def test_a_new_fault_comes_first_with_its_place_and_advice(tmp_path: Path) -> None:
    said = shown(with_fault(tmp_path))
    assert said.startswith("a.cu → b.cu: 1 kernel compared; 1 new fault\n")
    assert "1 fault that a.cu has not\n  x race in shared memory: `tile` is read in line 3 [bold]" in said
    assert "    b.cu:4, in k\n    put a __syncthreads() between\n" in said
    assert said.index("x race") < said.index("about 60")
    back = compare(
        side(tmp_path, "b.cu", AFTER, launched(4, 8, 30.0, faults=[{**FAULT, "line": 4, "other_line": 0}])),
        side(tmp_path, "a.cu", BEFORE, launched(3, 64, 60.0)),
    )
    assert "1 kernel compared; 1 fault gone\n" in shown(back)
    assert "1 fault that a.cu has no longer\n" in shown(back)


def test_nothing_in_a_comparison_steers_the_terminal_or_the_page(tmp_path: Path) -> None:
    assert "\x1b" not in shown(with_fault(tmp_path)) and "[bold]" in shown(with_fault(tmp_path))
    evil = launched(4, 8, 30.0, kernel="<script>", signature="<script>alert(1)</script>")
    found = compare(
        side(tmp_path, "a.cu", BEFORE, launched(3, 64, 60.0), printed="<script>alert(2)"),
        side(tmp_path, "b.cu", "<script>alert(3)</script>\n" + AFTER, evil),
    )
    html = render_page(found, NOW)
    assert "<script>" not in html and "\x1b" not in render_page(with_fault(tmp_path), NOW)


def test_the_page_has_the_answer_the_figures_and_the_diff(tmp_path: Path) -> None:
    html = render_page(faster(tmp_path), NOW)
    assert "<code>k</code>: about 60 µs (±12 %) became 30 µs" in html
    assert '<tr class="less"><th scope="row">sectors</th><td class="n">72</td><td class="n">16</td>' in html
    assert 'id="source1-L4" class="row less changed"' in html
    old, new = html.index('<code class="old">'), html.index('<code class="new"><span class="unseen">after: ')
    assert new < old, "the comment that was added comes before the changed line"
    assert '<a href="#source1-L4">b.cu:4</a>' in html
    assert "32 → 4 sectors each" in html and "45 µs → 22.5 µs (75 % of the time)" in html
    assert "http" not in re.sub(r"http://www.w3.org/\S+", "", html)


def test_a_line_whose_time_changed_within_the_error_has_no_colour(tmp_path: Path) -> None:
    """Line 5 takes a quarter of the time: 15 µs before, 10 after, where the times' error is 8.65 µs."""
    found = compare(
        side(tmp_path, "a.cu", BEFORE, launched(3, 64, 60.0)),
        side(tmp_path, "b.cu", AFTER, launched(4, 8, 40.0)),
    )
    html = render_page(found, NOW)
    assert "15 µs → 10 µs (25 % of the time)" in html
    assert '<li class="unsure"><span class="word">within error</span> <span class="what">time</span>' in html
    assert 'id="source1-L5" class="row same same"' in html
    assert 'id="source1-L4" class="row less changed"' in html


def test_the_page_folds_what_costs_nothing_and_is_the_same(tmp_path: Path) -> None:
    many = "".join(f"// line {n}\n" for n in range(30))
    found = compare(
        side(tmp_path, "a.cu", BEFORE + many, launched(3, 64, 60.0)),
        side(tmp_path, "b.cu", AFTER + many, launched(4, 8, 30.0)),
    )
    html = render_page(found, NOW)
    assert "29 lines that cost nothing and are the same</summary>" in html
    assert "lines that cost nothing" not in render_page(faster(tmp_path), NOW)


def test_the_page_tells_new_faults_first(tmp_path: Path) -> None:
    html = render_page(with_fault(tmp_path), NOW)
    assert '<p class="score bad"><strong>1</strong>' in html
    assert html.index('id="new-faults"') < html.index('id="kernel-1"')
    assert 'id="new-faults"' not in render_page(faster(tmp_path), NOW)
