"""Reads what the preprocessor made of a kernel file: which of it is the file's own, and what it included."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

# GCC's manual, "Preprocessor Output": # line "file" flags; 1 enters a file, 2 returns to one.
MARKER = re.compile(r'# (?P<line>\d+) "(?P<file>(?:[^"\\]|\\.)*)"(?P<flags>(?: \d)*)$')

IDENTIFIER = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True)
class Line:
    """A line of the kernel file itself, with its macros replaced."""

    number: int
    text: str


@dataclass(frozen=True)
class Include:
    """A file that the kernel file had opened. late: something of its own stood before it."""

    number: int
    file: str
    late: bool


@dataclass
class Expanded:
    """own: the kernel file's lines, #define and #pragma among them. offered: the names in trusted headers."""

    own: list[Line] = field(default_factory=list)
    includes: list[Include] = field(default_factory=list)
    offered: set[str] = field(default_factory=set)


def read_expanded(text: str, kernel: str, trusted: str) -> Expanded:
    """kernel: as the compiler was told. trusted: the folder of CUDA's headers.

    Forged markers are refused before, in the file's raw text.
    """
    found = Expanded()
    file, number = "", 0
    for line in text.split("\n"):
        marker = MARKER.match(line)
        if marker is None:
            if file == kernel and line.strip():
                found.own.append(Line(number, line))
            elif file.startswith(trusted):
                found.offered.update(IDENTIFIER.findall(line))
            number += 1
            continue
        entered = re.sub(r"\\(.)", r"\1", marker["file"])
        if file == kernel and "1" in marker["flags"].split() and not entered.startswith("<"):
            found.includes.append(Include(number, entered, _has_content(found.own)))
        file, number = entered, int(marker["line"])
    return found


def _has_content(lines: list[Line]) -> bool:
    return any(not line.text.lstrip().startswith("#pragma") for line in lines)


# After the preprocessor: no comment, no line that goes on in the next. Raw strings are refused before.
TOKEN = re.compile(
    r"""(?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*")|(?P<char>(?:u8|[uUL])?'(?:[^'\\\n]|\\.)*')"""
    r"""|(?P<name>[^\W\d][\w$]*|\$[\w$]*)|(?P<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)|(?P<sign>\[\[|\]\]|&&|::|\S)"""
)


@dataclass(frozen=True)
class Token:
    """kind: string, char, name, number or sign."""

    kind: str
    text: str
    line: int


def tokens_of(lines: list[Line]) -> Iterator[Token]:
    """The kernel file's own tokens. Directives that are still there are not among them."""
    for line in lines:
        if line.text.lstrip().startswith("#"):
            continue
        for found in TOKEN.finditer(line.text):
            yield Token(found.lastgroup or "sign", found.group(), line.number)
