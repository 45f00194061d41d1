"""The first screen of each lab, and one line for what there is nothing to say about yet."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import replace

import pytest
from rich.console import Console

from grader.core.lab_files import stub_of
from grader.core.manifest import Lab, read_labs
from grader.core.paths import current_project
from grader.grading.guidance import Move
from grader.report.terminal.verdicts import print_results
from grader.schema.results import CheckResult, LabResult, Results, Source, Status

PROJECT = current_project()
LABS = {lab.id: lab for lab in read_labs(PROJECT)}
STUB_SAYS = "the kernel writes nothing to `out`: is it still the stub?"
# Lab 10 gives eight kernels whole, and looking at them is what it asks.
WITHOUT_CODE = [name for name in LABS if name != "lab10"]


def graded(lab: Lab, text: str = "", passed: Mapping[str, str] | None = None) -> LabResult:
    """The lab as its program judges it: of the suites in `passed` all, of others the first check fails."""
    file = stub_of(PROJECT, lab)
    source = Source(PROJECT.shown(file), str(file), text or file.read_text(encoding="utf-8"))
    status: dict[str, Status] = {}
    results = []
    for check in lab.checks:
        blocker = next((name for name in check.requires if status[name] is not Status.PASSED), None)
        good = check.suite in (passed or {})
        status[check.id] = Status.PASSED if good else Status.SKIPPED if blocker else Status.FAILED
        says = "" if good else f"needs {lab.check(blocker).title}" if blocker else STUB_SAYS
        results.append(
            CheckResult(
                id=check.id,
                title=check.title,
                status=status[check.id],
                points=check.points if good else 0,
                max_points=check.points,
                message=says,
            )
        )
    return LabResult(lab.id, lab.title, tuple(results), lab.summary, lab.hints, source)


def screen(result: LabResult, width: int = 80) -> str:
    file = io.StringIO()
    console = Console(file=file, width=width, highlight=False)
    move = Move(f"./course watch {result.id}", "checks again at each save")
    results = Results("simt", "clang 14.0.6", (result,))
    print_results(console, results, move, handout=f"labs/{result.id}/README.md", labs=tuple(LABS.values()))
    return file.getvalue()


@pytest.mark.parametrize("name", WITHOUT_CODE)
def test_an_untouched_lab_has_fewer_than_ten_lines(name: str) -> None:
    lab = LABS[name]
    out = screen(graded(lab))
    lines = out.splitlines()
    assert len(lines) < 10, out
    assert max(map(len, lines)) <= 80, out
    assert " ".join(lab.summary.split()[:5]) in " ".join(out.split())
    assert f"./course watch {name}" in lines[-1]
    assert "failed" not in out and "skipped" not in out and "needs" not in out


def test_the_first_screen_names_the_first_kernel_its_place_and_its_worth() -> None:
    out = screen(graded(LABS["lab1"]))
    assert "Next: write strided_read (30 points), labs/lab1_stride_sweep/stride_sweep.cu:5\n" in out
    assert "      TODO: one element per thread: out[i] = in[i * stride].\n" in out
    assert "      then offset_read (15), predict_sectors (25), fast_copy (30)\n" in out


def test_comments_that_were_changed_are_no_beginning() -> None:
    lab = LABS["lab1"]
    text = stub_of(PROJECT, lab).read_text(encoding="utf-8").replace("// TODO: four", "// TODO: now four")
    assert "not begun" in screen(graded(lab, text))


def test_lab_10_shows_what_is_wrong_with_the_kernels_that_it_gives() -> None:
    out = screen(graded(LABS["lab10"]))
    assert out.count("given  ") == 8, "one for each kernel"
    assert "Next: write diagnose (32 points)" in out


def test_what_nobody_wrote_is_one_line_and_what_waits_another() -> None:
    lab = LABS["lab4"]
    text = stub_of(PROJECT, lab).read_text(encoding="utf-8")
    begun = text.replace("// TODO: read", "out[0] = in[0];  // TODO: read")
    out = screen(graded(lab, begun))
    rows = [line for line in out.splitlines() if line.startswith("  ")]
    assert [row for row in rows if "skipped" in row] == [
        "  – skipped   0/35  3 more checks follow once `transpose_tiled` is right"
    ]
    assert [row for row in rows if "to do" in row] == [
        "  – to do     0/45  transpose_padded, line 9: not written yet",
        "  – to do     0/20  transpose_tile16, line 13: not written yet",
    ]
    assert out.count(STUB_SAYS) == 1, "of the kernel that was edited"
    assert "0/0" not in out, "no points of a check that is worth none"


def test_once_a_kernel_is_right_the_next_is_named() -> None:
    lab = LABS["lab4"]
    text = stub_of(PROJECT, lab).read_text(encoding="utf-8").replace("// TODO: read", "out[0] = in[0];  //")
    out = screen(graded(lab, text, {"TransposeTiled": ""}))
    assert (
        "Next: lab4, write transpose_padded (45 points)\n      labs/lab4_tiled_transpose/tiled_transpose.cu:9"
        in out
    )


def test_a_check_that_waits_for_another_function_names_that() -> None:
    lab = LABS["lab9"]
    text = stub_of(PROJECT, lab).read_text(encoding="utf-8").replace("// TODO", "out[0] = in[0];  //")
    out = " ".join(screen(graded(lab, text, {"StencilWalk": "", "SmoothLine": ""})).split())
    assert "once `stencil_direct` is right" in out


def test_a_grading_error_is_no_first_screen() -> None:
    result = graded(LABS["lab1"])
    broken = replace(result.checks[0], status=Status.ERROR, message="This check did not report: a signal")
    out = screen(replace(result, checks=(broken, *result.checks[1:]), trouble="a signal", ours=True))
    assert "not begun" not in out and "error" in out


def test_a_lab_whose_manifest_does_not_know_its_functions_is_shown_whole() -> None:
    result = graded(LABS["lab1"])
    file = io.StringIO()
    print_results(Console(file=file, width=80, highlight=False), Results("simt", "clang", (result,)))
    assert file.getvalue().count("✗ failed") == 4
