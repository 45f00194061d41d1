"""What a program's report says in the terminal and on its page."""

from __future__ import annotations

import io
import re
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from grader.core.errors import GraderError
from grader.report.program_view.program_page import render_page
from grader.report.program_view.program_terminal import print_report
from grader.report.terminal.console import SafeConsole
from grader.schema.program_report import ProgramReport, parse_report
from grader.tests.program_document import FAULT, document, group
from grader.tests.trace_document import PREDICTED, SOURCE

NOW = datetime(2026, 11, 22, 9, 30, tzinfo=timezone.utc)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "k.cu"
    source.write_text(SOURCE, encoding="utf-8")
    return source


def report(file: Path, **changes: Any) -> ProgramReport:
    return parse_report(document(str(file), **changes), "the report")


def shown(file: Path, width: int = 160, all_kernels: bool = False, **changes: Any) -> str:
    out = io.StringIO()
    console = SafeConsole(file=out, width=width, highlight=False)
    print_report(console, report(file, **changes), Path(file.name), all_kernels)
    return "\n".join(line.rstrip() for line in out.getvalue().split("\n"))


def page(file: Path, **changes: Any) -> str:
    return render_page(report(file, **changes), file, NOW)


def test_each_kernels_launches_and_lines_are_shown(file: Path) -> None:
    said = shown(file)
    assert "k.cu: 2 launches of 1 kernel; no fault found\n" in said
    assert "1 launch (number 2): grid 2, block 32: 2 blocks of 1 warp\n" in said
    assert "  At least 2.5 µs on an NVIDIA H200, by its traffic: a bound, not a measurement.\n" in said
    assert "global store, 4 B     1 request  32 sectors each, least 4  896 bytes wasted\n" in said
    assert "31 bank conflicts\n" in said


def test_a_fault_has_its_launch_line_and_advice(file: Path) -> None:
    said = shown(file, faults=True)
    assert "2 launches of 1 kernel; 1 fault in kernels\n" in said
    assert "  x race in shared memory: `tile` is read in line 3 [bold]" in said
    assert "    launch 2 of k; block (0, 0, 0), thread (5, 0, 0); 32 times in all\n" in said
    assert "    k.cu:3\n" in said
    assert re.search(r">    3 \|   out\[threadIdx", said)
    assert "    put a __syncthreads() between\n" in said


def test_a_host_fault_has_its_line_and_advice(file: Path) -> None:
    said = shown(file, host=True)
    assert "2 launches of 1 kernel; 1 fault in host code\n" in said
    assert "  x memory never freed: `out`, 4096 bytes, was never freed [bold]\n" in said
    assert "    k.cu:1\n" in said
    assert re.search(r">    1 \| __global__ void k", said)
    assert "    in main; 2 times\n" in said
    assert "    call cudaFree\n" in said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"launched": 0, "launches": []}, "No kernel was launched; no fault found"),
        ({"ended": "signal", "signal": "SIGINT"}, "The program was ended by SIGINT."),
        (
            {
                "ended": "signal",
                "signal": "SIGFPE",
                "stopped_at": {"function": "main()", "file": "/m.cu", "line": 7},
            },
            "The program was ended by SIGFPE at /m.cu:7, in main().",
        ),
        ({"ended": "running"}, "The program ended without notice: this is what it had done"),
        ({"counted": False}, "Costs were not counted (--no-count)."),
        (
            {"races_looked_for": False},
            "Races and reads of unwritten memory were not looked for (--no-races).",
        ),
        ({"launches": [], "left_out": 2}, "No launch is of that kernel or number."),
        ({"launched": 5, "left_out": 3}, "5 launches, 3 of them not selected; no fault found"),
        (
            {"running": {"kernel": "spin", "grid": [1, 1, 1], "block": [1, 1, 1], "number": 3}},
            "Launch 3, of `spin`, had not ended.",
        ),
    ],
)
def test_what_a_reader_must_know_is_said(file: Path, changes: dict[str, Any], said: str) -> None:
    assert said in shown(file, **changes)
    assert said.replace("`spin`", "<code>spin</code>") in page(file, **changes)


def test_joined_launches_say_so(file: Path) -> None:
    joined = group(1, alike="shape", count=40, last=43, worst=7, stopped=2, least_us=100)
    said = shown(file, launches=[joined])
    assert "40 launches of different costs (from number 1 to 43): grid 1, block 32" in said
    assert "Launch 7 wastes most; --launch 7 shows it alone.\n" in said
    assert "2 launches were stopped by a fault.\n" in said
    assert "At least 2.5 µs each on an NVIDIA H200" in said


def test_a_predicted_time_is_shown_with_its_error_and_its_limits(file: Path) -> None:
    predicted = group(1, **PREDICTED)
    time = (
        "About 63 µs on an NVIDIA H200 (±12 %): limited by DRAM; next, too little in flight. "
        "At least 51.2 µs by its traffic."
    )
    assert f"\n  {time}\n" in shown(file, launches=[predicted])
    html = page(file, launches=[predicted])
    assert f'<p class="takes">{time}</p>' in html
    assert "counted on the SIMT machine; times are modelled, with their error" in html
    twice = {"count": 2, "predicted_us": 126.08, "least_us": 102.4}
    assert "About 63 µs each on an NVIDIA H200" in shown(file, launches=[{**predicted, **twice}])


def test_why_a_time_is_not_predicted_is_told_once(file: Path) -> None:
    unknown = group(1, predicted_us=None, predicted_why_not="the kernel reads the clock")
    words = "No time is predicted because the kernel reads the clock. At least 2.5 µs on an NVIDIA H200, by"
    assert words in shown(file, launches=[unknown])
    assert words in page(file, launches=[unknown])
    not_counted = shown(file, launches=[unknown], counted=False)
    assert "No time is predicted" not in not_counted and "At least 2.5 µs" in not_counted
    stopped = {**unknown, "stopped": 1, "completed": False}
    assert "No time is predicted" not in shown(file, launches=[stopped])


def test_lines_that_take_the_most_time_come_first(file: Path) -> None:
    said = shown(file, launches=[group(1, **PREDICTED)])
    assert "  line   time\n     2   62 %    __shared__ float tile[32];\n     3   38 %    out[thr" in said
    assert "  Slowest: line 2, with 62 % of the time\n  Worst in" in said
    assert "\n     1 " not in said  # less than half a percent, and no access
    assert " time\n" not in shown(file)


def test_the_page_names_the_slowest_line_of_all_launches_first(file: Path) -> None:
    long = {"predicted_us": 630.4, "line_times": [{"file": "@FILE@", "line": 3, "share": 1.0}]}
    html = page(file, launches=[group(1, **PREDICTED), group(2, **{**PREDICTED, **long})])
    looks = html.partition("What costs most</h2>")[2].partition("</section>")[0]
    slowest = 'Slowest: line 3, with 94 % of the time · <a href="#source1-L3">k.cu:3</a>'
    assert looks.index(slowest) < looks.index("Worst in")
    # Of the accesses of the line, one spends 31 of its 32 wavefronts on conflicts.
    wasted = "of the time, 91 % beyond the least possible"
    assert f'<span class="time">94 %<span class="unseen"> {wasted}</span>' in html
    assert '<i style="width:94%">' in html and '<i style="width:6%">' in html
    assert "Shares below 0.5 % are left out." in html
    without = page(file)
    for words in ("Slowest", " of the time", "Shares below", 'class="takes">About'):
        assert words not in without


def test_files_follow_each_other_by_the_time_of_their_lines(file: Path) -> None:
    header = file.with_name("tile.cuh")
    header.write_text("wait();\n", encoding="utf-8")
    times = [("@FILE@", 3, 0.3), (str(header), 1, 0.7)]
    lines = [{"file": name, "line": line, "share": share} for name, line, share in times]
    said = shown(file, launches=[group(1, **{**PREDICTED, "line_times": lines})])
    place = re.escape(str(header))
    assert re.search(rf"  line   time\n  {place}\n     1   70 %  wait\(\);\n  k\.cu\n     3   30 %  ", said)
    html = page(file, launches=[group(1, **{**PREDICTED, "line_times": lines})])
    assert 'href="#source2-L1">tile.cuh:1</a>' in html


def test_a_line_that_takes_much_of_the_time_is_not_folded(file: Path) -> None:
    file.write_text(SOURCE + "//\n" * 40, encoding="utf-8")
    times = [("@FILE@", 3, 0.85), ("@FILE@", 20, 0.1), ("@FILE@", 40, 0.05)]
    lines = [{"file": name, "line": line, "share": share} for name, line, share in times]
    html = page(file, launches=[group(1, **{**PREDICTED, "line_times": lines})])
    assert re.findall(r"<summary>(Lines .+?)</summary>", html) == ["Lines 7 to 16", "Lines 24 to 44"]


def test_a_row_of_many_groups_has_the_predicted_time(file: Path) -> None:
    groups = [group(number, **PREDICTED) for number in range(1, 6)]
    said = shown(file, width=80, launches=groups, launched=5)
    assert re.search(r"about +at least\n", said)
    assert len(re.findall(r"63 µs +51.2 µs\n", said)) == 5


def test_launches_that_were_not_run_again_are_told(file: Path) -> None:
    launched = [group(1, count=301, last=301, repeated=300), group(400)]
    told = shown(file, launches=launched, launched=302)
    assert "300 launches repeated an earlier one on the same data: counted, not run again." in told
    assert told.count("repeated") == 1


def test_a_launch_in_lockstep_is_told_of(file: Path) -> None:
    told = "In lockstep: the lanes of a warp did each access together"
    assert told in " ".join(shown(file, launches=[group(1, lockstep=True)], launched=1).split())
    assert told in page(file, launches=[group(1, lockstep=True)])
    assert told not in page(file, launches=[group(1)])


def test_what_libraries_computed_on_the_host_is_told(file: Path) -> None:
    functions = [{"function": name, "calls": calls} for calls, name in enumerate("abcdef", start=1)]
    one = {"library": "cuRAND", "calls": 1, "functions": [{"function": "curandGenerate", "calls": 1}]}
    libraries = [{"library": "cuBLAS", "calls": 21, "functions": functions}, one]
    told = " ".join(shown(file, libraries=libraries).split())
    assert "cuBLAS computed 21 calls on the host (f 6, e 5, d 4, c 3, and 2 other functions): their" in told
    assert "(curandGenerate 1): its result is right, its costs are not counted." in told
    assert "f 6, e 5" in page(file, libraries=libraries)


def test_a_launch_that_was_refused_has_no_costs(file: Path) -> None:
    refused = {**FAULT, "kind": "launch refused", "names_a_thread": False, "line": 0, "other_line": 0}
    one = group(1, accesses=[], totals=[], faults=[refused], stopped=1, completed=False)
    said = shown(file, launches=[one])
    for words in ("What each line cost", "At least", "block (", "touches no memory"):
        assert words not in said
        article = page(file, launches=[one]).partition('id="kernel-1"')[2].partition("</article>")[0]
        assert article and words not in article


def test_many_groups_of_a_kernel_have_a_row_each(file: Path) -> None:
    groups = [group(number) for number in range(1, 31)]
    groups[8]["accesses"] = [{**groups[8]["accesses"][0], "sectors": 640}]
    said = shown(file, launches=groups, launched=30)
    assert re.findall(r"1 launch \(number (\d+)\)", said) == ["1", "9"]
    assert "All 30 groups of launches\n" in said
    assert len(re.findall(r"^ +\d+ +1 +\d+ of 32 ", said, re.MULTILINE)) == 30
    html = page(file, launches=groups, launched=30)
    assert html.count("of 32</td>") == 30


def many_kernels(count: int, **changes: Any) -> list[dict[str, Any]]:
    """Kernels k1, k2, …: each wastes a larger part of its line's time than the one before it."""
    groups = []
    for number in range(1, count + 1):
        wasteful = {**group(1)["accesses"][0], "sectors": 4 * number}
        name = {"kernel": f"k{number}", "signature": f"k{number}()"}
        groups.append(group(number, **name, **{**PREDICTED, "accesses": [wasteful], **changes}))
    return groups


def kernels_in(said: str) -> list[int]:
    return [int(number) for number in re.findall(r"^k(\d+)\(\)$", said, re.MULTILINE)]


def test_of_many_kernels_the_text_shows_the_ten_that_waste_most(file: Path) -> None:
    groups = many_kernels(13)
    groups[12]["predicted_us"] = 0.01  # most sectors of all, and next to no time
    said = shown(file, launches=groups, launched=13)
    assert kernels_in(said) == list(range(3, 13))
    line = (
        "3 more kernels waste less, without faults: --all-kernels lists every kernel, --kernel K one of them."
    )
    assert said.count(line) == 1
    assert kernels_in(shown(file, all_kernels=True, launches=groups, launched=13)) == list(range(1, 14))
    assert page(file, launches=groups, launched=13).count('<article class="lab" id="kernel-') == 13


def test_without_a_time_the_excess_decides(file: Path) -> None:
    groups = many_kernels(13)
    groups[12]["predicted_us"] = 0.01
    groups[11]["predicted_us"] = None
    assert kernels_in(shown(file, launches=groups, launched=13)) == list(range(4, 14))


def test_a_kernel_with_a_fault_is_always_shown(file: Path) -> None:
    groups = many_kernels(12)
    groups[0].update(faults=[FAULT], stopped=1, predicted_us=None)
    said = shown(file, launches=groups, launched=12)
    assert kernels_in(said) == [1, *range(3, 13)]
    assert "1 more kernel wastes less" in said


def test_ten_kernels_are_all_shown(file: Path) -> None:
    said = shown(file, launches=many_kernels(10), launched=10)
    assert len(kernels_in(said)) == 10 and "--all-kernels" not in said


def test_nothing_in_a_report_steers_the_terminal_or_the_page(file: Path) -> None:
    said = shown(file, faults=True)
    assert "\x1b" not in said and "[bold]" in said
    evil = group(1, kernel="<script>", signature="<script>alert(1)</script>")
    html = page(file, faults=True, host=True, launches=[evil])
    assert "<script>alert" not in html and "\x1b" not in html


def test_the_page_shows_source_pictures_and_links(file: Path) -> None:
    html = page(file, faults=True, host=True)
    assert 'id="source1-L3"' in html
    assert html.count('href="#source1-L3"') >= 2
    assert "What to look at first" in html
    assert "<svg" in html and "The worst warp request of each kernel" in html
    assert "call cudaFree" in html and "put a __syncthreads() between" in html
    assert "http" not in re.sub(r"http://www.w3.org/\S+", "", html)


def test_a_fault_is_told_once_and_its_entry_and_its_lines_refer_to_it(file: Path) -> None:
    html = page(file, faults=True, host=True)
    looks = html.partition('id="first"')[2].partition("</section>")[0]
    assert "<code>tile</code> is read in line 3" in looks and "put a __syncthreads() between" in looks
    assert 'k.cu:3</a>, <a href="#source1-L2">line 2</a>' in looks
    for sentence in (
        "is read in line 3",
        "was never freed",
        "put a __syncthreads() between",
        "call cudaFree",
    ):
        assert html.count(sentence) == 1
    assert html.count('<a href="#first">Told at the top of this page</a>') == 2
    for line, other in ((3, 2), (2, 3)):
        row = html.partition(f'id="source1-L{line}"')[2].partition("</li>\n</ul>")[0]
        assert (
            f'<span class="word">race</span> <span class="said"><a href="#first">with line {other}</a>' in row
        )


def test_the_source_comes_before_the_kernels_and_says_what_to_change(file: Path) -> None:
    html = page(file, launches=[group(1, **PREDICTED)])
    order = [html.index(f'id="{part}"') for part in ("first", "source1-L1", "kernel-1", "pictures-heading")]
    assert order == sorted(order)
    looks = html.partition('id="first"')[2].partition("</section>")[0]
    assert "About 63 µs on an NVIDIA H200 (±12 %)" in looks
    assert "Let neighbouring lanes access neighbouring elements" in looks
    assert "make each row of the array one element longer" in looks


def test_other_files_of_the_program_are_shown_as_well(file: Path) -> None:
    header = file.with_name("tile.cuh")
    header.write_text("// one\n// two\nfloat three;\n", encoding="utf-8")
    access = {**group(1)["accesses"][0], "file": str(header)}
    html = page(file, launches=[group(1), group(2, kernel="m", signature="m()", accesses=[access])])
    assert "<code>tile.cuh</code>" in html and 'id="source2-L3"' in html


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": 2}, "'format' is 2"),
        ({"ended": "later"}, "'ended' is 'later'"),
        ({"launches": [group(1, count=-1)]}, "'count' is -1"),
    ],
)
def test_what_is_no_report_is_refused(file: Path, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(GraderError, match=re.escape(said)):
        report(file, **changes)
