"""Reading nvdisasm's and ptxas's words: instructions, their lines, loops, registers and spills."""

from __future__ import annotations

import pytest

from grader.machine.code_shape import CodeShape
from grader.machine.sass_listing import (
    CodePlace,
    Instruction,
    Resources,
    name_of_symbol,
    read_kernels,
    read_resources,
)
from grader.tests.sass_samples import KERNELS, line_of, sample_kernels, words_of

SAMPLE = sample_kernels()


def moves_of(name: str) -> list[str]:
    return [one.opcode for one in SAMPLE[name].instructions if one.move]


def test_every_kernel_is_found_with_its_instructions_in_order() -> None:
    assert {"merged", "unrolled", "hoisted", "atomics", "generic", "in_cpp"} <= set(SAMPLE)
    for kernel in SAMPLE.values():
        addresses = [one.address for one in kernel.instructions]
        assert addresses == list(range(0, 16 * len(addresses), 16))
    assert moves_of("merged") == ["STS", "LDS.128", "STG.E"]


def test_what_fills_up_a_section_is_no_code() -> None:
    assert SAMPLE["merged"].instructions[-1].name == "EXIT"
    assert all(one.name != "NOP" for one in SAMPLE["merged"].instructions)


def test_an_instruction_has_its_line_and_the_lines_it_was_inlined_at() -> None:
    load = next(one for one in SAMPLE["in_cpp"].instructions if one.name == "LDG")
    call = CodePlace(str(KERNELS), line_of("void in_cpp"))
    assert load.places == (CodePlace(str(KERNELS), line_of("float twice")), call)
    atomic = next(one for one in SAMPLE["atomics"].instructions if one.name == "REDG")
    header, own = atomic.places
    assert header.file.endswith("device_atomic_functions.hpp")
    assert own == CodePlace(str(KERNELS), line_of("atomicAdd(sum"))


@pytest.mark.parametrize(
    ("text", "move", "width"),
    [
        ("LDG.E.128.CONSTANT R4, desc[UR4][R2.64]", ("global", "load"), 16),
        ("LDG.E.64 R4, desc[UR4][R2.64]", ("global", "load"), 8),
        ("LDG.E R4, desc[UR4][R2.64]", ("global", "load"), 4),
        ("LDG.E.U8.CONSTANT R4, desc[UR4][R2.64]", ("global", "load"), 1),
        ("STS.U16 [R3], R4", ("shared", "store"), 2),
        ("REDG.E.ADD.F64.RN.STRONG.GPU desc[UR4][R2.64], R4", ("global", "atomic"), 8),
        ("ATOMS.POPC.INC.32 RZ, [R3]", ("shared", "atomic"), 4),
        ("LDGSTS.E.BYPASS.128 [R5], desc[UR4][R2.64]", ("global", "asynchronous copy"), 16),
        ("STL.64 [R1], R4", ("local", "store"), 8),
        ("LD.E R4, desc[UR4][R2.64]", ("generic", "load"), 4),
        ("IMAD.WIDE R2, R2, 0x4, R4", None, 4),
        ("LDC.64 R2, c[0x0][0x210]", None, 8),
    ],
)
def test_an_opcode_says_which_memory_and_how_wide(
    text: str, move: tuple[str, str] | None, width: int
) -> None:
    opcode, _, operands = text.partition(" ")
    one = Instruction(0, text, opcode, operands)
    assert (one.move, one.width) == (move, width)


def test_a_load_fills_as_many_registers_as_it_is_wide() -> None:
    wide = Instruction(0, "", "LDG.E.128", "R4, desc[UR4][R2.64]")
    assert wide.loaded == {4, 5, 6, 7}
    assert wide.mentioned >= {2, 3, 4, 5, 6, 7}
    assert Instruction(0, "", "STG.E", "desc[UR4][R2.64], R4").loaded == frozenset()


def test_ptxas_says_registers_stack_and_shared_memory() -> None:
    assert SAMPLE["merged"].resources == Resources(
        registers=14, stack=0, spill_stores=0, spill_loads=0, shared=512
    )
    local = SAMPLE["in_local_memory"].resources
    assert local is not None and (local.stack, local.spill_stores) == (256, 0)
    assert read_resources(words_of("spills"))["softmax_rows"] == Resources(24, 208, 332, 388, 0)


def test_a_functions_own_stack_is_not_a_kernels() -> None:
    words = words_of("spills").replace("properties for softmax_rows", "properties for helper")
    assert read_resources(words)["softmax_rows"] == Resources(24, 0, 0, 0, 0)


def test_what_is_no_listing_has_no_kernels() -> None:
    assert read_kernels("", "") == ()
    assert read_kernels("nvdisasm fatal   : not an ELF file\n", "ptxas fatal") == ()
    assert read_resources("ptxas info : Used 10 registers") == {}


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("transpose_tiled", "transpose_tiled"),
        ("_Z6in_cppPKfPf", "in_cpp"),
        ("_Z11in_templateILi4EEvPf", "_Z11in_templateILi4EEvPf"),
        ("_ZN3lab6kernelEv", "_ZN3lab6kernelEv"),
        ("_Z99short", "_Z99short"),
    ],
)
def test_a_simple_symbol_is_shown_by_its_name(symbol: str, name: str) -> None:
    assert name_of_symbol(symbol) == name


def test_a_loop_is_known_by_its_jump_back() -> None:
    hoisted = SAMPLE["hoisted"]
    shape = CodeShape(hoisted.instructions)
    load, store = (next(one for one in hoisted.instructions if one.name == name) for name in ("LDG", "STG"))
    assert not shape.may_repeat(load)
    assert shape.may_repeat(store)


def test_with_a_call_nothing_is_certain() -> None:
    kernel = SAMPLE["in_cpp"]
    shape = CodeShape(kernel.instructions)
    assert all(map(shape.may_repeat, kernel.instructions))
    assert shape.largest_round(kernel.instructions) == ()


def test_loads_are_in_flight_until_the_first_result_is_used() -> None:
    unrolled = SAMPLE["unrolled"]
    loads = [one for one in unrolled.instructions if one.name == "LDG"]
    shape = CodeShape(unrolled.instructions)
    assert len(shape.largest_round(loads)) == 16
    assert shape.most_in_flight(loads) == 16
    chain = [
        Instruction(0, "", "LDG.E", "R4, desc[UR4][R2.64]"),
        Instruction(16, "", "LDG.E", "R6, desc[UR4][R4.64]"),
        Instruction(32, "", "LDG.E", "R8, desc[UR4][R10.64]"),
    ]
    assert CodeShape(chain).most_in_flight(chain) == 2
