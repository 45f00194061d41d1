"""A module's instructions, as objdump lists them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from grader.core.errors import GraderError

# objdump -d --no-show-raw-insn --line-numbers: a section, a function, an instruction, the line of the next
SECTION = re.compile(r"^Disassembly of section (?P<name>\S+):$", re.M)
FUNCTION = re.compile(r"^[0-9a-f]+ <.*>:$")
INSTRUCTION = re.compile(r"^\s*(?P<address>[0-9a-f]+):\t(?P<words>.*)$")
PLACE = re.compile(r"^(?P<file>/.*):(?P<line>\d+)(?: \(discriminator \d+\))?$")
# Prefixes that compilers lengthen nops and calls of __tls_get_addr with.
PADDING = frozenset(("cs", "data16", "rex.W"))
# A stub goes to an imported function through its slot of the global offset table.
STUB = re.compile(r"^\s*(?P<address>[0-9a-f]+):\t(?:bnd )?jmp\s+\*.*\(%rip\)\s+# (?P<slot>[0-9a-f]+) ", re.M)
STUB_BYTES, SMALL_STUB_BYTES = 16, 8
JUMP = re.compile(r"call|j[a-z]+")


@dataclass(frozen=True)
class Instruction:
    """name, operands: as objdump has them. file, line: of its source, '' and 0 when unknown."""

    address: int
    name: str
    operands: str
    file: str = ""
    line: int = 0

    @property
    def target(self) -> int | None:
        """Where a call or jump goes. Only its address tells: objdump may name a variable there."""
        first = self.operands.partition(" ")[0]
        if JUMP.fullmatch(self.name) is None or re.fullmatch("[0-9a-f]+", first) is None:
            return None
        return int(first, 16)


@dataclass(frozen=True)
class Listing:
    """functions: each one's instructions. targets: of calls and jumps. stubs: imported functions' names."""

    functions: tuple[tuple[Instruction, ...], ...]
    targets: frozenset[int]
    stubs: Mapping[int, str]


def read_listing(text: str, slots: Mapping[int, str]) -> Listing:
    """slots: names by the addresses of slots. Raises GraderError at words that are not understood."""
    _, *parts = SECTION.split(text)
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    functions = tuple(_functions(sections.get(".text", "")))
    if not functions:
        raise GraderError(
            "objdump's words on a compiled module could not be understood",
            "Update it: apt-get install --only-upgrade binutils",
        )
    stubs: dict[int, str] = {}
    for name, rows in sections.items():
        if name.startswith(".plt"):
            stubs |= _stubs(rows, slots, SMALL_STUB_BYTES if name == ".plt.got" else STUB_BYTES)
    targets = frozenset(at.target for function in functions for at in function if at.target is not None)
    return Listing(functions, targets, stubs)


def _stubs(rows: str, slots: Mapping[int, str], size: int) -> dict[int, str]:
    found = ((int(stub["address"], 16), int(stub["slot"], 16)) for stub in STUB.finditer(rows))
    return {address // size * size: slots[slot] for address, slot in found if slot in slots}


def _functions(rows: str) -> list[tuple[Instruction, ...]]:
    functions: list[list[Instruction]] = []
    file, line = "", 0
    for row in rows.split("\n"):
        place = PLACE.match(row)
        if place:
            file, line = place["file"], int(place["line"])
        elif FUNCTION.match(row):
            functions.append([])
        elif functions and (found := INSTRUCTION.match(row)):
            name, _, operands = _without_padding(found["words"].partition("#")[0].strip()).partition(" ")
            functions[-1].append(Instruction(int(found["address"], 16), name, operands.strip(), file, line))
    return [tuple(function) for function in functions if function]


def _without_padding(words: str) -> str:
    name, _, rest = words.partition(" ")
    return _without_padding(rest.strip()) if name in PADDING and rest else words
