"""What a function may store to on the stack at a constant place: its own variables, nothing that it saved.

The compilers announce no store to a local variable whose address goes nowhere, and so the machine never sees
one past such a variable's end. Where the distance is a constant, it stands in the instruction.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from grader.vetting.guarded import MEMORY, stores, width_of
from grader.vetting.listing import Instruction

WORD = 8
# System V ABI, 3.2.1: what a function keeps for its caller, and so pushes first.
KEPT = frozenset(("%rbx", "%r12", "%r13", "%r14", "%r15"))
SUBTRACTED = re.compile(r"\$0x(?P<bytes>[0-9a-f]+),%rsp$")
# A large frame is probed page by page down to here (-fstack-clash-protection).
PROBED = re.compile(r"-0x(?P<bytes>[0-9a-f]+)\(%rsp\),%r\w+$")
# How compilers make and leave frames; nothing else may set these two registers.
SETS_STACK = re.compile(r"(?:.*,)?%(?:rbp|ebp|bp|bpl|rsp|esp|sp|spl)$")
FRAME_STEPS = re.compile(
    r"push %rbp|pop %rbp|mov %rsp,%rbp|mov %rbp,%rsp|(?:add|sub|and) \$-?0x[0-9a-f]+,%rsp"
    r"|lea -0x[0-9a-f]+\(%rbp\),%rsp"
)


@dataclass
class Frame:
    """One function's, as its instructions make it.

    kept: bytes of saved registers below the frame pointer. reserved: bytes for variables below these, as
    counted from the stack pointer; reachable: from the frame pointer, where a few too many do no harm.
    """

    kept: int = 0
    reserved: int = 0
    reachable: int = 0

    def grow(self, at: Instruction) -> None:
        if at.name == "push" and at.operands in KEPT:
            self.kept += WORD
            self.reserved = 0
        elif at.name == "push" and at.operands != "%rbp":
            self.reachable += WORD
        elif at.name == "sub" and (taken := SUBTRACTED.match(at.operands)):
            self.reserved += int(taken["bytes"], 16)
            self.reachable += int(taken["bytes"], 16)
        elif at.name == "lea" and (taken := PROBED.match(at.operands)):
            self.reachable += int(taken["bytes"], 16)

    def is_left_by(self, at: Instruction) -> bool:
        """Whether the instruction stores at a constant place that is none of the function's variables."""
        place = MEMORY.search(at.operands)
        if place is None or place["index"] or place["base"] not in ("%rbp", "%rsp"):
            return False
        if at.name == "lea" or not stores(at, place):
            return False
        others = at.operands[: place.start()] + at.operands[place.end() :]
        first = int(place["offset"] or "0", 16)
        end = first + width_of(at.name, others)
        if place["base"] == "%rbp":
            return not (-self.kept - self.reachable <= first and end <= -self.kept)
        return not (first >= 0 and end <= max(self.reserved, WORD))


def moves_stack(at: Instruction) -> bool:
    """Whether it sets the stack or the frame pointer otherwise than for variables of fixed size."""
    if at.name.startswith(("cmp", "test")) or SETS_STACK.match(at.operands) is None:
        return False
    return FRAME_STEPS.fullmatch(f"{at.name} {at.operands}") is None
