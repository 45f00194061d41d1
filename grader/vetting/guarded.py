"""Whether each access at a computed address is one that the machine is asked about first (simtcc --guard).

The compilers announce no access to a local array, and clang++ none of an odd size, so the address alone does
not tell a counted access from one past the machine. The questions do; here nobody may have lost one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.vetting.listing import Instruction, Listing

MEMORY = re.compile(r"(?P<offset>-?0x[0-9a-f]+|)\((?P<base>%\w+)?(?P<index>,%\w+(?:,[1248])?)?\)")
# Without brackets: an address that is itself in the instruction.
ABSOLUTE = re.compile(r"(?:^|[ ,])(?:%\w\w:)?-?0x[0-9a-f]+(?:$|,)")
QUESTION = re.compile(r"simt_guard_(?P<kind>load|store)(?P<bytes>\d+)")
EXEMPT = re.compile(r"lea|nop[wl]?|call|j[a-z]+")
# The last operand of these is read, or is no memory.
READERS = re.compile(r"(?:cmp|test|push|u?comis|bt[wlq]?$|i?mul[bwlq]?$|i?div[bwlq]?$).*")
SUFFIX = {"b": 1, "w": 2, "l": 4, "d": 4, "q": 8}
KEPT = 4
"""Instructions of a question, before the one that it is about."""


def is_at_a_constant(at: Instruction) -> bool:
    """Whether the address stands in the instruction itself: no register holds it to ask about."""
    return EXEMPT.fullmatch(at.name) is None and ABSOLUTE.search(at.operands) is not None


def is_unasked(before: Sequence[Instruction], at: Instruction, listing: Listing) -> bool:
    """Whether `at` accesses memory at a computed address, and the instructions before it do not ask.

    A question that a jump goes past is none.
    """
    place = MEMORY.search(at.operands)
    if EXEMPT.fullmatch(at.name) or place is None:
        return False
    if place["index"] is None and place["base"] in ("%rip", "%rbp", "%rsp"):
        return False
    asked = before[-KEPT:]
    if len(asked) < KEPT or listing.targets & {step.address for step in (*asked[1:], at)}:
        return True
    push, lea, call, pop = asked
    question = QUESTION.fullmatch(listing.stubs.get(call.target or 0, ""))
    return not (
        (push.name, push.operands) == ("push", "%rax")
        and (lea.name, lea.operands) == ("lea", f"{_after_push(place)},%rax")
        and call.name == "call"
        and question is not None
        and question["kind"] == ("store" if stores(at, place) else "load")
        and int(question["bytes"]) >= width_of(at.name, _others(at.operands, place))
        and (pop.name, pop.operands) == ("pop", "%rax")
    )


def _after_push(place: re.Match[str]) -> str:
    if place["base"] != "%rsp":
        return place[0]
    return f"0x{int(place['offset'] or '0', 16) + 8:x}({place['base']}{place['index'] or ''})"


def _others(operands: str, place: re.Match[str]) -> str:
    return operands[: place.start()] + operands[place.end() :]


def stores(at: Instruction, place: re.Match[str]) -> bool:
    """Whether the memory operand, which is the last one then, is written."""
    return place.end() == len(at.operands) and READERS.fullmatch(at.name) is None


def width_of(name: str, others: str) -> int:
    """Bytes that an instruction accesses. others: its operands but the memory."""
    for pattern, width in WIDTHS:
        if pattern.match(name):
            return width
    if name.startswith(("pinsr", "pextr")) or re.match(r"(sh|sa|ro)[lr]", name):
        return SUFFIX.get(name[-1], 16)
    if "%xmm" in others:
        return {"ss": 4, "sd": 8}.get(name[-2:], 16)
    register = re.search(r"%\w+", others)
    return _width_of_register(register[0]) if register else SUFFIX.get(name[-1], 16)


WIDTHS = tuple(
    (re.compile(pattern), width)
    for pattern, width in (
        (r"mov[sz]b|set", 1),
        (r"mov[sz]w", 2),
        (r"movslq$|movd$", 4),
        (r"movq$|mov[lh]p[sd]$", 8),
        (r"cvtsi2s[sd]q$", 8),
        (r"cvtsi2s[sd]|cvtt?ss2", 4),
        (r"cvtt?sd2|cvt(ps2pd|dq2pd)$", 8),
    )
)


def _width_of_register(name: str) -> int:
    if re.fullmatch(r"%([a-d][lh]|[sd]il|[sb]pl|r\d+b)", name):
        return 1
    if re.fullmatch(r"%([a-d]x|[sd]i|[sb]p|r\d+w)", name):
        return 2
    return 4 if re.fullmatch(r"%(e[a-z]+|r\d+d)", name) else 8
