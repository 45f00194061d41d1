"""What nvcc makes of a line beside the machine's counts: a note where they certainly differ, else none."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

import pytest

from grader.machine.sass_listing import Instruction, read_kernels
from grader.report.scorecard.page_limits import LARGEST_PAGE
from grader.report.scorecard.scorecard_page import render_scorecard
from grader.report.second_opinion import Row, SecondOpinion, second_opinion, takes_words
from grader.schema.record import Access, Example, Launch
from grader.schema.results import CheckResult, LabResult, Results, Source, Status
from grader.tests.sass_samples import KERNELS, line_of, listing_of, sample_kernels, words_of

EXAMPLE = Example(
    sectors=4,
    least_sectors=4,
    wavefronts=1,
    bank_conflicts=0,
    array="in",
    base=0,
    block=(0, 0, 0),
    warp=0,
    addresses=tuple(range(0, 128, 4)),
)
INCLUDE = KERNELS.parent / "include"
NOW = datetime(2026, 11, 26, tzinfo=timezone.utc)


def access(at: str, what: str, width: int, *, requests: int = 1, instructions: int = 1) -> Access:
    """An access of the line of kernels.cu that contains `at`. what: 'shared load', say."""
    space, op = what.split()
    return Access(
        str(KERNELS),
        line_of(at),
        space,
        op,
        width,
        EXAMPLE,
        requests=requests,
        lanes=32 * requests,
        sectors=4 * requests,
        least_sectors=4 * requests,
        wavefronts=requests,
        bank_conflicts=0,
        instructions=instructions,
    )


def lab_of(kernel: str, *accesses: Access, grid: int = 1) -> LabResult:
    launch = Launch(kernel, (grid, 1, 1), (32, 1, 1), "", accesses)
    check = CheckResult("costs", "Costs", Status.PASSED, 10, 10, launches=(launch,))
    text = KERNELS.read_text(encoding="utf-8")
    return LabResult("lab4", "A lab", (check,), source=Source("kernels.cu", str(KERNELS), text))


def opinion_of(lab: LabResult) -> SecondOpinion:
    return second_opinion("nvcc 13.0.88 -O3 for sm_90", sample_kernels().values(), lab, INCLUDE)


def notes(kernel: str, at: str, *accesses: Access, grid: int = 1) -> tuple[str, ...]:
    """What is said at the line of kernels.cu that contains `at`."""
    opinion = opinion_of(lab_of(kernel, *accesses, grid=grid)).of(kernel)
    return tuple(row.words for row in opinion.notes(line_of(at)))


SUM_TILE = "sum += tile"
SUM_IN = "sum += in[i]"
SCALED = "out[i] = scale"


def test_four_loads_that_became_one_are_merged() -> None:
    four = access(SUM_TILE, "shared load", 4, requests=4, instructions=4)
    assert notes("merged", SUM_TILE, four) == (
        "nvcc makes 1 shared load of 16 bytes here; the machine counted 4 of 4 bytes: nvcc merged them.",
    )


def test_where_not_all_were_merged_it_says_so() -> None:
    three = access(SUM_TILE, "shared load", 4, requests=3, instructions=3)
    (said,) = notes("merged", SUM_TILE, three)
    assert said.endswith("the machine counted 3 of 4 bytes: nvcc merged some.")


def test_the_same_on_both_sides_needs_no_note() -> None:
    assert notes("merged", SUM_TILE, access(SUM_TILE, "shared load", 16)) == ()


def test_a_loop_that_only_nvcc_unrolled_says_how_many_loads_are_on_their_way() -> None:
    (said,) = notes("unrolled", SUM_IN, access(SUM_IN, "global load", 4, requests=64))
    assert said == (
        "nvcc unrolled the loop: one iteration of its code has 16 global loads of 4 bytes; the machine ran "
        "1 instruction, 64 requests per warp. 16 of them are in flight before the first result is needed."
    )


@pytest.mark.parametrize(("requests", "instructions"), [(64, 16), (3, 1), (1, 1)])
def test_copies_of_a_load_alone_say_nothing(requests: int, instructions: int) -> None:
    # The machine unrolled as far, or its loop had too few rounds to come to the copies that it has as well.
    one = access(SUM_IN, "global load", 4, requests=requests, instructions=instructions)
    assert notes("unrolled", SUM_IN, one) == ()


def test_a_load_that_left_the_loop_is_found_at_the_loops_head() -> None:
    load = access(SCALED, "global load", 4, requests=8)
    store = access(SCALED, "global store", 4, requests=8)
    (said,) = notes("hoisted", SCALED, load, store)
    head = line_of(SCALED) - 1
    assert said == (
        f"nvcc has no global load at this line. It has some at line {head}, where the machine counted none; "
        "they are outside every loop: nvcc hoisted the load."
    )


def test_a_loop_of_one_round_is_no_loop_to_leave() -> None:
    (said,) = notes("hoisted", SCALED, access(SCALED, "global load", 4, requests=8), grid=8)
    assert "hoisted" not in said


def test_an_array_in_registers_costs_nothing() -> None:
    at = "window[0] * window[3]"
    assert notes("in_registers", at, access(at, "local load", 4)) == (
        "nvcc keeps this array in registers: its code for the kernel accesses no local memory.",
    )
    at = "window[in[threadIdx.x] & 63]"
    assert notes("in_local_memory", at, access(at, "local load", 4)) == ()


def test_local_memory_that_the_machine_does_not_know_is_named() -> None:
    at = "window[in[threadIdx.x] & 63]"
    assert notes("in_local_memory", at) == (
        "nvcc makes 1 local access of 4 bytes here: an array in local memory.",
    )


def test_a_load_of_unknown_memory_is_compared_with_nothing() -> None:
    at = "from[threadIdx.x]"
    loads = (access(at, "shared load", 4), access(at, "global load", 4, requests=3))
    (said,) = notes("generic", at, *loads)
    assert said.startswith("nvcc cannot tell which memory this load accesses")


def test_an_atomic_addition_of_floats_in_shared_memory_is_a_loop() -> None:
    at = "atomicAdd(&part"
    (said,) = notes("atomics", at, access(at, "shared atomic", 4))
    assert said.startswith("nvcc implements this atomic operation as a compare-and-swap loop")


def test_a_warp_that_adds_up_first_makes_one_atomic_operation() -> None:
    at = "atomicAdd(sum"
    (said,) = notes("atomics", at, access(at, "global atomic", 4))
    assert "one lane does the atomic operation for all" in said


def test_a_store_that_is_nowhere_is_said_to_be_missing() -> None:
    at = "sum += tile"
    (said,) = notes("merged", at, access(SUM_TILE, "shared load", 16), access(at, "global atomic", 4))
    assert said == "nvcc has no global atomic operation at this line, nor anywhere else in the kernel."


def test_what_follows_rules_of_its_own_is_not_compared() -> None:
    plain = access(SUM_TILE, "shared load", 4, requests=4, instructions=4)
    assert notes("merged", SUM_TILE, plain) != ()
    assert notes("merged", SUM_TILE, plain, replace(plain, instruction="ldmatrix.x4")) == ()


def test_older_records_say_no_number_of_instructions() -> None:
    old = access(SUM_TILE, "shared load", 4, requests=4, instructions=0)
    assert notes("merged", SUM_TILE, old) == (
        "nvcc makes 1 shared load of 16 bytes here; the machine counted accesses of 4 bytes.",
    )
    assert notes("unrolled", SUM_IN, access(SUM_IN, "global load", 4, requests=64, instructions=0)) == ()


def test_a_kernel_that_was_not_launched_has_code_and_no_notes() -> None:
    opinion = opinion_of(lab_of("merged")).of("unrolled")
    assert opinion.notes(line_of(SUM_IN)) == ()
    assert opinion.summaries(line_of(SUM_IN))[0].words.startswith("29 x LDG.E.CONSTANT, ")


def test_lines_of_other_files_are_not_the_files() -> None:
    lab = lab_of("merged")
    assert lab.source is not None
    elsewhere = replace(lab, source=replace(lab.source, path="/elsewhere/kernels.cu"))
    opinion = second_opinion("nvcc", sample_kernels().values(), elsewhere, INCLUDE)
    assert all(not kernel.instructions for kernel in opinion.kernels)


def test_a_line_is_summed_up_for_each_kernel_and_equal_kernels_together() -> None:
    opinion = opinion_of(lab_of("merged"))
    at = line_of("out[threadIdx.x] = N;")
    both = "_Z11in_templateILi3EEvPf, _Z11in_templateILi4EEvPf"
    assert opinion.summaries(at) == (Row(both, "STG.E, 5 other instructions"),)
    one = opinion.of("merged")
    assert one.summaries(line_of("tile[threadIdx.x] = threadIdx.x"))[0].who == ""
    assert one.summaries(1) == ()


def test_what_a_kernel_takes_is_said_with_its_spills() -> None:
    kernels = sample_kernels()
    assert takes_words(kernels["merged"]) == (
        "14 registers per thread, 512 bytes of static shared memory, no spills"
    )
    assert "a stack frame of 256 bytes, no spills" in takes_words(kernels["in_local_memory"])
    listing = listing_of("kernels", KERNELS).replace(".text.merged", ".text.softmax_rows")
    named = {one.symbol: one for one in read_kernels(listing, words_of("spills"))}
    assert takes_words(named["softmax_rows"]).endswith("spills: 332 bytes of stores, 388 bytes of loads")
    assert takes_words(named["unrolled"]) == "ptxas does not say what it takes"


def sample_page(lab: LabResult, opinion: SecondOpinion | None) -> str:
    results = Results(machine="simt", seed=1, compiler="clang", labs=(lab,))
    return render_scorecard(results, NOW, {lab.id: opinion} if opinion else {})


def sample_lab() -> LabResult:
    """A lab with a line that nvcc merged."""
    return lab_of("merged", access(SUM_TILE, "shared load", 4, requests=4, instructions=4))


def test_the_page_shows_the_code_below_its_line_and_what_kernels_take() -> None:
    lab = sample_lab()
    html = sample_page(lab, opinion_of(lab))
    line = html.partition(f'id="lab4-L{line_of(SUM_TILE)}"')[2].partition('id="lab4-L')[0]
    assert "nvcc merged them." in line
    assert "LDS.128" in line and '<li class="move">' in line
    assert "14 registers per thread, 512 bytes of static shared memory, no spills" in html
    assert "--sass" not in html


def test_the_page_without_it_says_what_it_would_add() -> None:
    html = sample_page(lab_of("merged"), None)
    assert "<code>./course scorecard lab4 --sass</code>" in html
    assert "./course setup --nvcc" in html
    assert 'class="sass"' not in html


def test_a_page_with_no_room_for_all_instructions_counts_them() -> None:
    lab = sample_lab()
    opinion = opinion_of(lab)
    (merged,) = opinion.of("merged").kernels
    long = tuple(
        Instruction(16 * number, "MOV R1, R2" + " " * 30, "MOV", "R1, R2") for number in range(60_000)
    )
    large = replace(merged, instructions={**merged.instructions, line_of(SUM_TILE): long})
    html = sample_page(lab, replace(opinion, kernels=(large,)))
    assert len(html.encode()) <= LARGEST_PAGE
    assert "60,000 instructions" in html
    assert "nvcc merged them." in html
    assert Path(KERNELS).read_text(encoding="utf-8").splitlines()[-1].split()[0] in html
