"""What became of kernels, lines, accesses and faults between two versions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.comparison.comparing import compare
from grader.core.errors import GraderError
from grader.schema.comparison import Comparison
from grader.tests.comparison.sides import AFTER, BEFORE, faster, launched, side
from grader.tests.program_document import FAULT, HOST_FAULT


def compared(folder: Path, before: dict[str, Any], after: dict[str, Any], **changes: Any) -> Comparison:
    return compare(
        side(folder, "a.cu", BEFORE, before), side(folder, "b.cu", AFTER, after, **changes)
    ).comparison


def test_a_line_is_found_again_below_an_added_one(tmp_path: Path) -> None:
    (kernel,) = faster(tmp_path).comparison.kernels
    line = kernel.lines[0]
    assert line.match == "changed"
    assert line.before is not None and (line.before.line, line.before.text) == (3, "  out[i * 32] = in[i];")
    assert line.after is not None and (line.after.line, line.after.text) == (4, "  out[i] = in[i];")
    assert (line.time_before.us, line.time_after.us) == (45.0, 22.5)
    waits = kernel.lines[1]
    assert (waits.match, waits.accesses) == ("same", ())


def test_accesses_are_compared_by_what_they_do(tmp_path: Path) -> None:
    (kernel,) = faster(tmp_path).comparison.kernels
    store, load = kernel.lines[0].accesses
    assert store.before is not None and store.after is not None
    assert (store.op, store.before.sectors, store.after.sectors) == ("store", 64, 8)
    assert (store.before.requests, store.after.requests) == (2, 2)
    assert load.op == "load" and load.before == load.after


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        (60.0, 30.0, "faster"),
        (30.0, 60.0, "slower"),
        (60.0, 60.0, "same"),
        (60.0, 55.0, "within_error"),
        (55.0, 60.0, "within_error"),
        (60.0, None, "unknown"),
    ],
)
def test_times_are_told_apart_only_beyond_their_errors(
    tmp_path: Path, before: float, after: float | None, verdict: str
) -> None:
    (kernel,) = compared(tmp_path, launched(3, 64, before), launched(4, 8, after)).kernels
    assert kernel.verdict == verdict


def test_the_error_of_the_difference_is_that_of_two_independent_times(tmp_path: Path) -> None:
    # 0.2 of 30 and of 40 are 6 and 8, which are 10 together: a difference of 10 is just not told.
    alike = compared(tmp_path, launched(3, 64, 40.0, error=0.2), launched(4, 8, 30.0, error=0.2)).kernels[0]
    assert alike.error_us == pytest.approx(10.0) and alike.verdict == "within_error"
    other = compared(tmp_path, launched(3, 64, 40.0, error=0.2), launched(4, 8, 28.0, error=0.2)).kernels[0]
    assert other.verdict == "faster"


def test_two_single_kernels_are_compared_whatever_their_names(tmp_path: Path) -> None:
    after = launched(4, 8, 30.0, kernel="better", signature="better(float* out)")
    found = compared(tmp_path, launched(3, 64, 60.0), after)
    assert [(one.before.kernel, one.after.kernel) for one in found.kernels] == [("k", "better")]


def test_kernels_are_matched_by_name_then_without_template_arguments(tmp_path: Path) -> None:
    names = [["k", "tile<32>", "gone", "of<1>", "of<2>"], ["tile<33>", "k", "new", "of<3>"]]
    sides = [
        side(tmp_path, name, text, *(launched(line, 8, 1.0, kernel=one, signature=one) for one in kernels))
        for name, text, line, kernels in (("a.cu", BEFORE, 3, names[0]), ("b.cu", AFTER, 4, names[1]))
    ]
    found = compare(*sides).comparison
    assert [(one.before.kernel, one.after.kernel) for one in found.kernels] == [
        ("k", "k"),
        ("tile<32>", "tile<33>"),
    ]
    assert found.only_before == ("gone", "of<1>", "of<2>") and found.only_after == ("new", "of<3>")


def test_versions_without_a_kernel_in_common_are_refused_in_a_sentence(tmp_path: Path) -> None:
    one = side(tmp_path, "a.cu", BEFORE, *(launched(3, 8, 1.0, kernel=name) for name in ("p", "q")))
    other = side(tmp_path, "b.cu", AFTER, *(launched(4, 8, 1.0, kernel=name) for name in ("r", "s")))
    with pytest.raises(GraderError, match=r"no kernel in common: a\.cu has `p`, `q`, b\.cu has `r`, `s`"):
        compare(one, other)
    with pytest.raises(GraderError, match=r"a\.cu launched no kernel"):
        compare(side(tmp_path, "a.cu", BEFORE), other)


def fault(line: int, **changes: Any) -> dict[str, Any]:
    return {**FAULT, "line": line, "other_line": 0, **changes}


def test_a_fault_of_the_second_version_alone_is_new(tmp_path: Path) -> None:
    found = compared(tmp_path, launched(3, 64, 60.0), launched(4, 8, 30.0, faults=[fault(4)]))
    assert [(one.kind, one.file, one.line, one.kernel) for one in found.new_faults] == [
        ("race", "b.cu", 4, "k")
    ]
    assert (found.gone_faults, found.kept_faults) == ((), 0)


def test_a_fault_of_both_stays_one_though_its_line_and_words_changed(tmp_path: Path) -> None:
    before = launched(3, 64, 60.0, faults=[fault(3)])
    after = launched(4, 8, 30.0, faults=[fault(4, message="race: other words")])
    found = compared(tmp_path, before, after)
    assert (found.new_faults, found.gone_faults, found.kept_faults) == ((), (), 1)


def test_a_second_fault_of_the_kind_in_another_line_is_new_and_one_that_is_no_more_is_gone(
    tmp_path: Path,
) -> None:
    before = launched(3, 64, 60.0, faults=[fault(3), fault(2)])
    after = launched(4, 8, 30.0, faults=[fault(4), fault(5)])
    found = compared(tmp_path, before, after)
    assert [one.line for one in found.new_faults] == [5]
    assert [one.line for one in found.gone_faults] == [2]


def test_host_code_and_the_programs_end_are_faults_too(tmp_path: Path) -> None:
    host = {**HOST_FAULT, "file": "@FILE@"}
    found = compared(
        tmp_path, launched(3, 64, 60.0), launched(4, 8, 30.0), host_faults=[host], ended_by="SIGSEGV"
    )
    assert [one.message for one in found.new_faults][1:] == ["The program was ended by SIGSEGV."]
    assert found.new_faults[0].kind == "memory never freed"
    ended = compared(tmp_path, launched(3, 64, 60.0), launched(4, 8, 30.0), status=3)
    assert [one.message for one in ended.new_faults] == ["The program ended with status 3."]


def test_a_program_that_crashes_before_its_first_launch_is_a_fault_and_no_refusal(tmp_path: Path) -> None:
    one = side(tmp_path, "a.cu", BEFORE, launched(3, 64, 60.0))
    found = compare(one, side(tmp_path, "b.cu", AFTER, ended_by="SIGSEGV")).comparison
    assert found.kernels == () and len(found.new_faults) == 1 and found.only_before == ("k",)


def test_different_output_is_noted_at_its_first_line(tmp_path: Path) -> None:
    one = side(tmp_path, "a.cu", BEFORE, launched(3, 64, 60.0), printed="sum\n12\n")
    other = side(tmp_path, "b.cu", AFTER, launched(4, 8, 30.0), printed="sum\n13\n")
    (note,) = compare(one, other).comparison.notes
    assert note == "The two print different text from line 2 on: `12` became `13`."
    assert compare(one, one).comparison.notes == ()


def test_lines_of_a_shared_header_are_the_same_lines(tmp_path: Path) -> None:
    header = tmp_path / "tile.cuh"
    header.write_text("// one\nfloat two;\n", encoding="utf-8")

    def in_header(line: int, sectors: int, us: float) -> dict[str, Any]:
        launch = launched(line, sectors, us)
        launch["accesses"] = [{**one, "file": str(header), "line": 2} for one in launch["accesses"]]
        return launch

    found = compared(tmp_path, in_header(3, 64, 60.0), in_header(4, 8, 30.0))
    line = next(line for line in found.kernels[0].lines if line.accesses)
    assert line.match == "same" and line.before == line.after
    assert line.after is not None and (line.after.file, line.after.text) == ("tile.cuh", "float two;")


def test_launches_of_several_shapes_are_summed(tmp_path: Path) -> None:
    many = [launched(3, 64, 60.0), launched(3, 32, 20.0, first=2, grid=[9, 1, 1])]
    found = compare(
        side(tmp_path, "a.cu", BEFORE, *many), side(tmp_path, "b.cu", AFTER, launched(4, 8, 30.0))
    )
    figures = found.comparison.kernels[0].before
    assert (figures.launches, figures.predicted_us, figures.grid) == (2, 80.0, ())
    assert figures.amounts.sectors == 64 + 32 + 16
