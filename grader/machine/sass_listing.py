"""Reads what nvdisasm and ptxas say of a compiled kernel file.

In go the listing of `nvdisasm -gi -c` and the words of `ptxas -v`. Out come, for each kernel, its
instructions in order, each with the source lines that it comes from, and its resources: registers, spills,
stack, static shared memory. What is not understood is left out, never guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

SECTION = re.compile(r'^\s*\.section\s+"?\.text\.(?P<symbol>[^",\s]+)"?,')
ANY_SECTION = re.compile(r"^\s*\.section\s")
LABEL = re.compile(r"^(?P<label>\.L_\w+):")
LINE = re.compile(r'^\s*//## File "(?P<file>[^"]*)", line (?P<line>\d+)(?P<inlined> inlined at )?')
INSTRUCTION = re.compile(r"^\s*/\*(?P<address>[0-9a-f]+)\*/\s+(?P<text>\S.*?)\s*;")
PARTS = re.compile(r"^(?:(?P<guard>@!?\w+)\s+)?(?P<opcode>[A-Z][\w.]*)\s*(?P<operands>.*)$")
TARGET = re.compile(r"`\((?P<label>\.L_\w+)\)")
# An address of two registers, a register, and the number of a vector register's first part.
REGISTER = re.compile(r"\bR(?P<number>\d+)(?P<pair>\.64\b)?")

ENTRY = re.compile(r"Compiling entry function '(?P<symbol>[^']+)'")
PROPERTIES = re.compile(r"Function properties for (?P<symbol>\S+)")
STACK = re.compile(
    r"(?P<stack>\d+) bytes stack frame, (?P<stores>\d+) bytes spill stores, (?P<loads>\d+) bytes spill loads"
)
USED = re.compile(r"Used (?P<registers>\d+) registers(?P<rest>.*)")
SHARED = re.compile(r"(?P<bytes>\d+) bytes smem")

# The memory and the operation of each instruction that accesses memory. LD, ST, ATOM and RED find out at run
# time which memory an address is in.
MOVES = {
    "LDG": ("global", "load"),
    "STG": ("global", "store"),
    "ATOMG": ("global", "atomic"),
    "REDG": ("global", "atomic"),
    "LDS": ("shared", "load"),
    "STS": ("shared", "store"),
    "ATOMS": ("shared", "atomic"),
    "LDL": ("local", "load"),
    "STL": ("local", "store"),
    "LD": ("generic", "load"),
    "ST": ("generic", "store"),
    "ATOM": ("generic", "atomic"),
    "RED": ("generic", "atomic"),
    "LDGSTS": ("global", "asynchronous copy"),
    "LDSM": ("shared", "matrix load"),
    "STSM": ("shared", "matrix store"),
}
WIDTHS = {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "F64": 8, "128": 16}
USUAL_WIDTH = 4
# Instructions after which a program may go on at a place that the listing does not name.
INDIRECT = ("BRX", "BRXU", "JMX", "JMXU", "JMP", "CALL", "RET")


@dataclass(frozen=True)
class CodePlace:
    """A line of a source file, as nvcc names the file."""

    file: str
    line: int


@dataclass(frozen=True)
class Instruction:
    """One instruction. text: as nvdisasm writes it. labels: those in front of it.

    places: the line that it comes from, then the line of the call that was inlined there, and so on.
    """

    address: int
    text: str
    opcode: str
    operands: str
    places: tuple[CodePlace, ...] = ()
    labels: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The opcode without its modifiers, such as LDG."""
        return self.opcode.partition(".")[0]

    @property
    def move(self) -> tuple[str, str] | None:
        """The memory and the operation; None for an instruction that accesses none."""
        return MOVES.get(self.name)

    @property
    def width(self) -> int:
        """The bytes that each lane moves."""
        found = (WIDTHS[part] for part in self.opcode.split(".")[1:] if part in WIDTHS)
        return next(found, USUAL_WIDTH)

    @property
    def target(self) -> str:
        """The label that the instruction names; '' for none."""
        found = TARGET.search(self.operands)
        return found["label"] if found else ""

    @property
    def loaded(self) -> frozenset[int]:
        """The registers that a load from memory fills; none for any other instruction."""
        if self.move is None or self.move[1] != "load":
            return frozenset()
        found = re.match(r"R(\d+)\b", self.operands)
        if found is None:
            return frozenset()
        first = int(found[1])
        return frozenset(range(first, first + max(1, self.width // USUAL_WIDTH)))

    @property
    def mentioned(self) -> frozenset[int]:
        """Every register that the instruction may read or write.

        A 64-bit operation names the first register of a pair, and a store of 16 bytes the first of four.
        """
        numbers: set[int] = set()
        for found in REGISTER.finditer(self.operands):
            first = int(found["number"])
            wide = 2 if found["pair"] else self._registers_of_an_operand
            numbers.update(range(first, first + wide))
        return frozenset(numbers)

    @property
    def _registers_of_an_operand(self) -> int:
        if self.move is not None:
            return max(1, self.width // USUAL_WIDTH)
        return 4 if "MMA" in self.name else 2

    @property
    def is_indirect(self) -> bool:
        """Whether the program may go on at a place that is not known."""
        return self.name in INDIRECT


@dataclass(frozen=True)
class Resources:
    """What one kernel takes, as ptxas says. spill_stores, spill_loads: bytes of a thread."""

    registers: int
    stack: int
    spill_stores: int
    spill_loads: int
    shared: int


@dataclass(frozen=True)
class CompiledKernel:
    """One kernel. resources: None where ptxas did not say."""

    symbol: str
    instructions: tuple[Instruction, ...]
    resources: Resources | None = None

    @property
    def name(self) -> str:
        return name_of_symbol(self.symbol)


def read_kernels(listing: str, words: str) -> tuple[CompiledKernel, ...]:
    """The kernels of a file, in the order of their names. words: ptxas's."""
    resources = read_resources(words)
    kernels = (
        CompiledKernel(symbol, instructions, resources.get(symbol))
        for symbol, instructions in _read_listing(listing)
        if instructions
    )
    return tuple(sorted(kernels, key=lambda kernel: kernel.name))


def read_resources(words: str) -> dict[str, Resources]:
    """What `ptxas -v` says, by the kernel's symbol."""
    found: dict[str, Resources] = {}
    entry, is_own = "", False
    frame = (0, 0, 0)
    for line in words.splitlines():
        if named := ENTRY.search(line):
            entry, is_own, frame = named["symbol"], False, (0, 0, 0)
        elif named := PROPERTIES.search(line):
            # A function that was not inlined has properties of its own.
            is_own = named["symbol"] == entry
        elif (said := STACK.search(line)) and is_own:
            frame = (int(said["stack"]), int(said["stores"]), int(said["loads"]))
        elif (said := USED.search(line)) and entry:
            shared = SHARED.search(said["rest"])
            found[entry] = Resources(int(said["registers"]), *frame, int(shared["bytes"]) if shared else 0)
            entry, is_own = "", False
    return found


def name_of_symbol(symbol: str) -> str:
    """A kernel's name: of a C++ function its plain name, where the symbol is simple enough to tell."""
    found = re.match(r"_Z(\d+)", symbol)
    if found is None:
        return symbol
    first, length = found.end(), int(found[1])
    rest = symbol[first + length :]
    # An I begins the arguments of a template: two instances would have one name.
    return symbol if rest.startswith("I") or len(symbol) < first + length else symbol[first : first + length]


def _read_listing(listing: str) -> Iterator[tuple[str, tuple[Instruction, ...]]]:
    symbol, found = "", list[Instruction]()
    places, labels = list[CodePlace](), list[str]()
    is_complete = True  # whether the next line directive begins another chain of places
    for line in listing.splitlines():
        if ANY_SECTION.match(line):
            if symbol:
                yield symbol, _without_padding(found)
            named = SECTION.match(line)
            symbol = named["symbol"] if named else ""
            found, places, labels, is_complete = [], [], [], True
        elif not symbol:
            continue
        elif named := LINE.match(line):
            if is_complete:
                places = []
            places.append(CodePlace(named["file"], int(named["line"])))
            is_complete = named["inlined"] is None
        elif named := LABEL.match(line):
            labels.append(named["label"])
        elif (written := INSTRUCTION.match(line)) and (parts := PARTS.match(written["text"])):
            place = (int(written["address"], 16), written["text"], parts["opcode"], parts["operands"])
            found.append(Instruction(*place, tuple(places), tuple(labels)))
            labels = []
    if symbol:
        yield symbol, _without_padding(found)


def _without_padding(instructions: list[Instruction]) -> tuple[Instruction, ...]:
    """The instructions without what fills the section: a jump to itself, which nobody reaches, and NOPs."""
    end = len(instructions)
    while end and instructions[end - 1].name == "NOP":
        end -= 1
    last = instructions[end - 1] if end else None
    if last is not None and last.name == "BRA" and last.target in last.labels and end > 1:
        end -= 1
    return tuple(instructions[:end])
