"""Vets a module's instructions by what objdump says of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from grader.vetting.frame import Frame, moves_stack
from grader.vetting.guarded import KEPT, is_at_a_constant, is_unasked
from grader.vetting.listing import Instruction, Listing
from grader.vetting.rules import Finding, Rules

PREFIXES = frozenset(("rep", "repz", "repnz", "lock", "bnd", "notrack"))
# Segments (thread-local storage of others, string instructions), control and debug registers.
SPECIAL = re.compile(r"%(?:[cdefgs]s:|cr\d|dr\d|[cdefgs]s\b)")
# How a variable's stack of unknown size is probed, page by page.
PROBE = re.compile(r"or[wlq]? \$0x0,-?(?:0x[0-9a-f]+)?\(%rsp,.*")
SAME = re.compile(r"(%\w+),\1$")


def vet_code(rules: Rules, kernel: str, listing: Listing) -> list[Finding]:
    """Each kind of unwanted instruction once, at the first line that has it."""
    found: dict[str, Finding] = {}
    for function in listing.functions:
        frame, line = Frame(), 0
        for number, at in enumerate(function):
            line = at.line if at.file == kernel else line
            before = function[max(0, number - KEPT) : number]
            for message in _judge(rules, frame, at, before, listing):
                found.setdefault(message, Finding(message, line))
    return list(found.values())


def _judge(
    rules: Rules, frame: Frame, at: Instruction, before: Sequence[Instruction], listing: Listing
) -> Iterable[str]:
    name, operands = at.name, at.operands
    if name == "ret" or name.startswith("nop"):
        return
    frame.grow(at)
    words = f"{name} {operands}".strip()
    if name in ("call", "jmp") and operands.startswith("*"):
        yield "a call or jump to a computed address is refused: no function pointers, no virtual functions"
    elif name in PREFIXES or not rules.instructions.fullmatch(name) or SPECIAL.search(operands):
        yield f"the instruction `{words}` is refused: no CUDA C++ needs it"
    elif name == "xchg" and not SAME.search(operands):
        yield f"the instruction `{words}` is refused: it goes round the machine's atomics"
    elif moves_stack(at) or PROBE.fullmatch(words):
        yield "alloca(), arrays of variable length and variables aligned to more than 16 bytes are refused"
    elif frame.is_left_by(at):
        yield "a store past the function's own local variables is refused"
    elif is_at_a_constant(at):
        yield "an access at a constant address, as through a null pointer, is refused"
    elif is_unasked(before, at, listing):
        yield f"the access `{words}` goes past the machine"
