"""Vets a compiled module by what readelf says of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from grader.core.errors import GraderError
from grader.vetting.rules import Finding, Rules

# readelf --wide, binutils 2.35 and newer: the columns of each of its tables.
SECTION = re.compile(
    r"^\s*\[\s*\d+\] (\S+)\s+([A-Z_0-9]+)\s+[0-9a-f]+ [0-9a-f]+ ([0-9a-f]+) [0-9a-f]+\s+([A-Za-z]*)"
    r"\s+\d+\s+\d+\s+\d+$",
    re.M,
)
SEGMENT = re.compile(
    r"^  ([A-Z_]+)\s+0x[0-9a-f]+ 0x[0-9a-f]+ 0x[0-9a-f]+ 0x[0-9a-f]+ 0x([0-9a-f]+) ([RWE ]{3}) 0x[0-9a-f]+$",
    re.M,
)
DYNAMIC = re.compile(r"^ 0x[0-9a-f]+ \((\w+)\)\s+(.*)$", re.M)
SYMBOL = re.compile(
    r"^\s*\d+: ([0-9a-f]+)\s+(?:0x)?[0-9a-fA-F]+ (\S+)\s+(\S+)\s+(\S+)\s+(?:\[.*\] )?(\S+)(?: (.*))?$", re.M
)
# Any row of the two, whatever its columns.
SECTION_ROW = re.compile(r"^\s*\[\s*\d+\] ", re.M)
SYMBOL_ROW = re.compile(r"^\s*\d+: [0-9a-f]", re.M)
# A slot of the global offset table, and the imported function whose address it will hold.
SLOT = re.compile(r"^([0-9a-f]+)\s+[0-9a-f]+ R_X86_64_(?:JUMP_SLOT?|GLOB_DAT)\s+[0-9a-f]+ ([^\s@]+)", re.M)
LIBRARY = re.compile(r"\[(.*)\]")


@dataclass(frozen=True)
class Symbol:
    """undefined: imported. address: hexadecimal digits."""

    address: str
    kind: str
    bind: str
    undefined: bool
    name: str


@dataclass(frozen=True)
class ElfFile:
    """What readelf says. slots: names of imported functions by the address of their slot."""

    sections: tuple[tuple[str, str, int, str], ...]
    segments: tuple[tuple[str, int, str], ...]
    dynamic: tuple[tuple[str, str], ...]
    symbols: tuple[Symbol, ...]
    relocations: str
    slots: dict[int, str]


def parse_readelf(text: str) -> ElfFile:
    """Raises GraderError at words that are not understood: nothing may pass for want of input."""
    symbols = tuple(
        Symbol(address, kind, bind, index == "UND", (name or "").split("@")[0].strip())
        for address, kind, bind, _, index, name in SYMBOL.findall(text)
    )
    elf = ElfFile(
        sections=tuple((n, t, int(size, 16), flags) for n, t, size, flags in SECTION.findall(text)),
        segments=tuple((kind, int(size, 16), flags) for kind, size, flags in SEGMENT.findall(text)),
        dynamic=tuple(DYNAMIC.findall(text)),
        symbols=symbols,
        relocations=text,
        slots={int(address, 16): name for address, name in SLOT.findall(text)},
    )
    names = {symbol.name for symbol in symbols if not symbol.undefined}
    understood = [
        # The first section is of no kind and has no name.
        len(SECTION_ROW.findall(text)) == len(elf.sections) + 1,
        len(SYMBOL_ROW.findall(text)) == len(symbols),
        elf.segments,
        elf.dynamic,
        "simt_module_stamp" in names,
    ]
    if not all(understood):
        raise GraderError(
            "readelf's words on a compiled module could not be understood",
            "Update it: apt-get install --only-upgrade binutils",
        )
    return elf


def vet_module(rules: Rules, elf: ElfFile) -> list[Finding]:
    """The module's own: its symbols, initialisers, libraries, sections and sizes."""
    return [
        *_symbols(rules, elf),
        *_initialisers(rules, elf),
        *_dynamic(rules, elf),
        *_sections(rules, elf),
    ]


def _symbols(rules: Rules, elf: ElfFile) -> Iterable[Finding]:
    for name in sorted({symbol.name for symbol in elf.symbols if symbol.undefined and symbol.name}):
        if not rules.imports.fullmatch(name):
            yield Finding(
                f"`{name}` is not there for kernels: it is neither CUDA's nor a function of numbers"
            )
    for name in sorted({symbol.name for symbol in elf.symbols if not symbol.undefined}):
        if rules.imports.fullmatch(name):
            yield Finding(f"`{name}` is the machine's own and must not be defined")
    for symbol in elf.symbols:
        if symbol.kind in ("IFUNC", "<OS") or symbol.bind not in ("LOCAL", "GLOBAL", "WEAK"):
            yield Finding(
                f"`{symbol.name}` is a symbol of kind {symbol.kind}, which would run before any kernel"
            )


def _initialisers(rules: Rules, elf: ElfFile) -> Iterable[Finding]:
    address_bytes = 8
    sizes = [size for _, kind, size, _ in elf.sections if kind == "INIT_ARRAY"]
    named = [symbol for symbol in elf.symbols if symbol.name in rules.initialisers]
    # The dynamic linker fills the array: an entry that is not relocated would be a bare number.
    if sizes and sizes != [address_bytes]:
        yield Finding(
            "code that runs when the module is loaded is refused: a constructor, or a variable that needs one"
        )
    if sizes and len({symbol.address for symbol in named}) != 1:
        yield Finding("the module's initialiser is not the compiler's own")
    if "IRELATIV" in elf.relocations:
        yield Finding("functions that are chosen when the module is loaded (ifunc) are refused")


def _dynamic(rules: Rules, elf: ElfFile) -> Iterable[Finding]:
    for tag, value in elf.dynamic:
        library = LIBRARY.search(value)
        if tag not in rules.dynamic_tags:
            yield Finding(f"the module asks the dynamic linker for {tag}, which no kernel needs")
        elif tag == "NEEDED" and (library is None or library[1] not in rules.libraries):
            yield Finding(f"the module wants the library {value}, which no kernel needs")


def _sections(rules: Rules, elf: ElfFile) -> Iterable[Finding]:
    for name, _, _, flags in elf.sections:
        if name not in rules.sections and not name.startswith(".debug_"):
            yield Finding(f"the section {name} is refused: no kernel needs one of its own")
        if "X" in flags and name not in rules.code_sections:
            yield Finding(f"the section {name} holds code where only data belongs")
        if "X" in flags and "W" in flags:
            yield Finding(f"the section {name} could be written and executed")
    for kind, _, flags in elf.segments:
        if kind == "GNU_STACK" and "E" in flags:
            yield Finding("an executable stack is refused")
    if sum(size for kind, size, _ in elf.segments if kind in ("LOAD", "TLS")) > rules.largest_bytes:
        yield Finding(f"the file's variables take more than {rules.largest_bytes >> 20} MiB")
