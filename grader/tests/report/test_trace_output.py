"""What a trace says in the terminal and on its page."""

from __future__ import annotations

import io
import json
import re
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from grader.core.errors import GraderError
from grader.report.costs import LineCost, Weight, costs_of
from grader.report.request_drawing.draw_request import draw_requests
from grader.report.scorecard.source_listing import access_rows
from grader.report.terminal.annotated_source import describe
from grader.report.trace_view.trace_page import render_page
from grader.report.trace_view.trace_terminal import print_trace
from grader.report.trace_view.trace_words import Sources, carets_below, excerpts_of
from grader.schema.trace_document import Trace, parse_trace
from grader.tests.report.test_scorecard import Outline, words
from grader.tests.trace_document import PREDICTED, RACE, REMARK, SOURCE, UNWRITTEN, access, document, total

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=timezone.utc)
DIFFERENCE = {"what": "buffer", "seed": 2, "name": "out", "elements": 3, "first_element": 7}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "k.cu"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def trace_of(file: Path, **changes: Any) -> Trace:
    return parse_trace(document(str(file), **changes), "test")


def shown(trace: Trace, file: Path, width: int = 100) -> str:
    out = io.StringIO()
    print_trace(Console(file=out, width=width, highlight=False), trace, file)
    return out.getvalue()


def costs(file: Path) -> dict[str, LineCost]:
    return {cost.access.space: cost for cost in costs_of([trace_of(file).launches[0].launch])}


def test_each_space_is_weighed_by_its_own_measure(file: Path) -> None:
    by_space = costs(file)
    assert {space: (c.amount, c.least, c.unit) for space, c in by_space.items()} == {
        "global": (32, 4, "sectors"),
        "shared": (32, 1, "wavefronts"),
        "texture": (6, 4, "sectors"),
        "constant": (3, 1, "wavefronts"),
    }
    assert by_space["texture"].weight is Weight.ABOVE
    assert "6 sectors per request, least 4" in describe(by_space["texture"])
    assert "3 wavefronts per request, least 1" in describe(by_space["constant"])
    rows = {row.what.split()[0]: row for row in access_rows(by_space.values())}
    assert (rows["constant"].amount, rows["constant"].least) == ("3 wavefronts", "1")
    assert [rows[space].conflicts for space in ("shared", "constant", "texture")] == ["31", "–", "–"]


def test_constant_loads_have_no_picture_and_textures_have(file: Path) -> None:
    headings = [picture.heading for picture in draw_requests("p", list(costs(file).values()))]
    assert headings == ["k: global store", "k: shared load", "k: texture load"]


def test_the_table_shows_costs_totals_and_the_worst_line(file: Path) -> None:
    out = " ".join(shown(trace_of(file), file).split())
    assert "k(float* out)" in out
    assert "grid 1, block 32: 1 block of 1 warp" in out
    assert "worst > global store, 4 B 1 request 32 sectors each, least 4 896 bytes wasted" in out
    assert "worst > shared load, 4 B 1 request 32 wavefronts each, least 1 31 bank conflicts" in out
    assert "worst > constant load, 4 B 1 request 3 wavefronts each, least 1 2 wavefronts too many" in out
    assert "global store 1 32 sectors 4 12.5 %" in out
    assert (
        "1,216 bytes moved in sectors of 32, 256 requested by lanes; 256 would do (21.1 % efficient)" in out
    )
    assert "Worst in shared memory: line 3, shared load" in out
    assert "No fault found." in out
    assert "out: 1,024 elements of type f32 0.5 ? inf … 1,021 more" in out
    assert "hello" in out


@pytest.mark.parametrize(
    ("lines", "said"),
    [([7], "(also line 7)"), ([2, 7], "(also lines 2 and 7)"), ([2, 5, 7], "(also lines 2, 5 and 7)")],
)
def test_a_joined_access_names_its_other_lines(file: Path, lines: list[int], said: str) -> None:
    joined = {**access("global", "store", sectors=4, least_sectors=4), "joined_lines": lines}
    given = json.loads(document(str(file)))
    given["launches"][0]["accesses"] = [{**joined, "file": str(file)}]
    trace = parse_trace(json.dumps(given), "test")
    assert f"global store, 4 B {said} 1 request 4 sectors" in " ".join(shown(trace, file).split())
    (cost,) = costs_of([trace.launches[0].launch])
    assert said in describe(cost) and said in access_rows([cost])[0].what


def test_a_kernel_that_wastes_nothing_has_no_worst_line(file: Path) -> None:
    data = json.loads(document(str(file)))
    rows = data["launches"][0]["accesses"]
    for row in rows:
        row.update(sectors=row["least_sectors"], wavefronts=row["least_wavefronts"], bank_conflicts=0)
    out = shown(parse_trace(json.dumps(data), "test"), file)
    assert "Every request costs the least possible." in out
    assert "worst >" not in out
    rows.clear()
    assert "touches no memory that is counted" in shown(parse_trace(json.dumps(data), "test"), file)


def test_the_time_is_told_with_its_device_and_its_lines(file: Path) -> None:
    trace = trace_of(file, found={**PREDICTED, "device": "NVIDIA A100"})
    said = shown(trace, file, 160)
    time = (
        "About 63 µs on an NVIDIA A100 (±12 %): limited by DRAM; next, too little in flight. "
        "At least 51.2 µs by its traffic."
    )
    assert f"  {time}" in said
    lines = said.partition("What each line cost")[2]
    assert lines.index("     2   62 %  ") < lines.index("     3   38 %  ") < lines.index("global store")
    html = words(render_page(trace, SOURCE, file, NOON))
    assert time in html and "Device NVIDIA A100" in html
    assert html.index(f"Slowest: line 2, with 62 % of the time · {file.name}:2") < html.index("Worst in")
    assert "38 % of the time" in html
    assert "counted on the SIMT machine; times are modelled, with their error" in html


def test_a_trace_from_before_the_model_says_nothing_of_times(file: Path) -> None:
    said = shown(trace_of(file), file) + words(render_page(trace_of(file), SOURCE, file, NOON))
    for time in ("About", "At least", "predicted", "of the time", "Slowest", "Device"):
        assert time not in said


def test_a_stopped_launch_has_no_time(file: Path) -> None:
    stopped = {"completed": False, "predicted_why_not": "the launch did not complete", "predicted_us": None}
    assert "did not complete" not in shown(trace_of(file, faults=True, found=stopped), file)


def test_faults_come_first_with_their_lines_marked(file: Path) -> None:
    out = shown(trace_of(file, faults=True), file)
    assert "No fault found" not in out
    assert out.index("1 fault") < out.index("What each line cost")
    assert "block (0, 0, 0), thread (5, 0, 0); 32 times in all" in out
    assert "put a __syncthreads() between the two" in out
    html = render_page(trace_of(file, faults=True), SOURCE, file, NOON)
    assert "put a __syncthreads() between the two" in words(html)
    assert ">    3 |   out[threadIdx.x * 32] = tile[threadIdx.x] + lut[0];" in out
    assert "         |                           ^^^^^^^^^^^^^^^^^" in out
    assert ">    2 |   __shared__ float tile[32];" in out


def test_what_is_not_written_is_found_and_remarks_are_shown(file: Path) -> None:
    trace = trace_of(file, found={"unwritten": [UNWRITTEN], "remarks": [REMARK]})
    assert [item.count for item in trace.unwritten] == [14]
    out = " ".join(shown(trace, file, 200).split())
    assert "1 fault x 14 of 1024 elements of `out` were never written, the first is `out[50]`" in out
    assert f"1 remark {file.name}:3: 44 threads ended without reaching this __syncthreads()" in out
    assert "No fault found" not in out
    html = words(render_page(trace, SOURCE, file, NOON))
    assert "1 fault · trace of" in html
    assert "14 of 1024 elements of out were never written" in html
    assert f"{file.name}:3: 44 threads ended without" in html


def test_races_that_follow_from_another_are_counted_and_folded(file: Path) -> None:
    following = {**RACE, "message": "race in shared memory: the same cause", "line": 2, "follows": True}
    trace = trace_of(file, found={"faults": [RACE, following, following]})
    out = shown(trace, file)
    assert "1 fault " in out and "3 faults" not in out
    assert "the same cause" not in out
    assert "2 more races follow from what is shown above." in out
    html = render_page(trace, SOURCE, file, NOON)
    assert "<summary>2 more races follow from what is shown above.</summary>" in html
    assert "1 fault · trace of" in words(html)


def test_a_removed_load_is_not_passed_over(file: Path) -> None:
    unused = {**REMARK, "message": "a load's value is never used, so the compiler removed the load"}
    rows = [access("global", "store", sectors=4, least_sectors=4)]
    trace = trace_of(file, found={"accesses": rows, "remarks": [unused]})
    out = " ".join(shown(trace, file, 200).split())
    assert "a load's value is never used" in out
    assert "Every request costs the least possible" not in out
    assert "a load whose value is never used was removed" in out


def test_local_memory_costs_more_than_registers(file: Path) -> None:
    row = access("local", "load", sectors=8, least_sectors=8) | {"array": "held"}
    trace = trace_of(file, found={"accesses": [row], "totals": [total(row)]})
    out = " ".join(shown(trace, file, 200).split())
    assert "local load, 4 B 1 request 8 sectors each, least 0 256 bytes wasted" in out
    assert "256 bytes moved in sectors of 32, 128 requested by lanes; 0 would do (0 % efficient)" in out
    assert "Worst in local memory: line 3" in out
    assert "`held` is in local memory, because an index of it is known only at run time" in out
    assert "Unroll its loops with #pragma unroll" in out


def test_a_structs_members_are_read(file: Path) -> None:
    member = {"name": "data", "type": "float*", "given": "f32:4:zeros", "buffer": "data"}
    view = {"name": "view", "type": "View", "given": "{f32:4:zeros}", "buffer": "", "members": [member]}
    trace = trace_of(file, found={"parameters": [view]})
    assert trace.launches[0].parameters[0].members[0].buffer == "data"


def test_a_race_between_blocks_names_no_thread(file: Path) -> None:
    data = json.loads(document(str(file), faults=True))
    data["launches"][0]["faults"][0]["names_a_thread"] = False
    out = shown(parse_trace(json.dumps(data), "test"), file)
    assert "thread (5, 0, 0)" not in out
    assert "32 times in all" in out


def test_no_kernel_steers_the_terminal(file: Path) -> None:
    out = shown(trace_of(file, faults=True), file)
    assert "\x1b" not in out
    assert "[bold]" in out


@pytest.mark.parametrize("width", [40, 80, 200])
def test_no_line_is_wider_than_the_terminal(file: Path, width: int) -> None:
    trace = trace_of(file, faults=True, found={**PREDICTED, "device": "NVIDIA H200"})
    lines = [line for line in shown(trace, file, width).splitlines() if str(file) not in line]
    assert max(len(line) for line in lines) <= width


def test_order_dependence_is_told_in_values(file: Path) -> None:
    differs = {"compared": 4, "differences": [{**DIFFERENCE, "before": "1", "after": "9"}]}
    out = " ".join(shown(trace_of(file, schedules=differs), file).split())
    assert (
        "order-dependent: `out[7]` is 1 in order and 9 with --schedule 2 (3 elements of `out` in all)" in out
    )
    agrees = shown(trace_of(file, schedules={"compared": 4, "differences": []}), file)
    assert "4 shuffled schedules: the same buffers, counters and faults." in agrees
    assert "shuffled schedules" not in shown(trace_of(file), file)


def test_what_did_not_run_is_named(file: Path) -> None:
    assert "second: not launched" in shown(trace_of(file, not_run=["second"]), file)


def test_carets_stand_below_the_access_or_the_code() -> None:
    assert carets_below("  y[i] = x[i][2] + 1;", ["x"]) == " " * 9 + "^" * 7
    assert carets_below("  y[i] = 1;  // y", ["z"]) == "  " + "^" * 9
    assert carets_below("  matrix[i] = rix[i];", ["rix"]) == " " * 14 + "^" * 6
    assert carets_below("void k(int* x) { x[0] = 1; }", ["x"]) == " " * 17 + "^" * 4
    assert carets_below("  *x = 1;", ["x"]) == "   ^"
    assert carets_below("", []) == ""


def test_a_source_that_is_gone_has_no_excerpt(file: Path) -> None:
    fault = trace_of(file, faults=True).faults[0]
    file.unlink()
    assert [excerpt.lines for excerpt in excerpts_of(fault, Sources())] == [(), ()]


def test_the_page_is_whole_valid_and_loads_nothing(file: Path) -> None:
    html = render_page(trace_of(file, faults=True), SOURCE, file, NOON)
    outline = Outline()
    outline.feed(html)
    assert not outline.open
    assert len(set(outline.ids)) == len(outline.ids)
    assert all(link.removeprefix("#") in outline.ids for link in outline.links if link.startswith("#"))
    assert html.count("<script") == 1
    assert not re.search(r"(src|href)=\"(?!#)|@import|url\(", html)
    assert "\x1b" not in html
    said = words(html)
    assert "1 fault · trace of" in said
    assert "32 times in all" in said
    assert "32 sectors / request" in said
    assert "global store 1 32 sectors 4 12.5 %" in said
    assert "constant load 1 3 wavefronts 1 33.3 %" in said
    assert "0.5 ? inf" in said


def test_the_page_tells_a_race_once_and_shows_the_source_first(file: Path) -> None:
    html = render_page(trace_of(file, faults=True), SOURCE, file, NOON)
    looks = html.partition('id="first"')[2].partition("</section>")[0]
    assert "<code>tile</code> is read in line 3" in looks
    assert html.count("is read in line 3") == html.count("put a __syncthreads() between the two") == 1
    assert f'{file.name}:3</a>, <a href="#source-L2">line 2</a>' in looks
    order = [html.index(f'id="{part}"') for part in ("first", "source-L3", "launch-1", "pictures-heading")]
    assert order == sorted(order)
    row = html.partition('id="source-L2"')[2].partition('id="source-L3"')[0]
    assert '<a href="#first">with line 3</a>' in row


def test_the_page_escapes_hostile_words(file: Path) -> None:
    evil = "<script>alert(1)</script>"
    html = render_page(trace_of(file, compiler=evil), SOURCE + evil, file, NOON)
    assert evil not in html


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not valid JSON"),
        ("[]", "must be a table"),
        ('{"format": 9}', "'format' is 9"),
        ("{}", "'format' is missing"),
    ],
)
def test_another_document_is_refused(text: str, says: str) -> None:
    with pytest.raises(GraderError, match=says):
        parse_trace(text, "test")


def test_arrays_are_named_where_a_line_accesses_several(file: Path) -> None:
    data = json.loads(document(str(file)))
    accesses = data["launches"][0]["accesses"]
    load = {**accesses[0], "op": "load"}
    accesses += [{**load, "array": "a"}, {**load, "array": "b", "requests": 2, "split_requests": 1}]
    launch = parse_trace(json.dumps(data), "test").launches[0].launch
    whats = [cost.what for cost in costs_of([launch]) if cost.access.space == "global"]
    assert whats == ["global store", "global load of a", "global load of b"]


def test_a_tensor_core_instruction_has_its_name(file: Path) -> None:
    counts = {"wavefronts": 32, "least_wavefronts": 4, "bank_conflicts": 28}
    rows = [{**access("shared", "load", **counts), "width": 16, "instruction": "ldmatrix.x4"}]
    rows.append({**access("shared", "load", wavefronts=4, least_wavefronts=4), "width": 16})
    trace = trace_of(file, found={"accesses": rows})
    out = " ".join(shown(trace, file).split())
    assert "worst > shared ldmatrix.x4, 16 B a row 1 request 32 wavefronts each, least 4 28 bank" in out
    assert "shared load, 16 B 1 request 4 wavefronts each, least 4" in out
    assert "Worst in shared memory: line 3, shared ldmatrix.x4: 32 wavefronts per request" in out
    found = costs_of([trace.launches[0].launch])
    assert [row.what for row in access_rows(found)] == [
        "shared ldmatrix.x4, 16 bytes a row",
        "shared load, 16 bytes",
    ]
    assert "shared ldmatrix.x4, 16 bytes per row" in describe(found[0])


def test_a_copy_that_bypasses_l1_takes_no_wavefronts(file: Path) -> None:
    row = {**access("shared", "store"), "width": 16, "asynchronous": True}
    trace = trace_of(file, found={"accesses": [row]})
    out = " ".join(shown(trace, file).split())
    assert "asynchronous copy, shared store, 16 B 1 request no wavefronts" in out
    assert "0 wavefronts" not in out
    found = costs_of([trace.launches[0].launch])
    assert [row.amount for row in access_rows(found)] == ["no wavefronts"]


def test_launches_of_one_kernel_are_numbered(file: Path) -> None:
    once = trace_of(file)
    assert once.launches[0].launch.kernel == "k"
    data = json.loads(document(str(file)))
    data["launches"] *= 2
    twice = parse_trace(json.dumps(data), "test")
    assert [launch.launch.kernel for launch in twice.launches] == ["k (1)", "k (2)"]
    assert len(costs_of(launch.launch for launch in twice.launches)) == 8
