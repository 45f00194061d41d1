"""Where the loops and the straight stretches of a compiled kernel are.

In go a kernel's instructions in order. What is answered is certain or not said: an instruction that no jump
back spans is run once at most, since every loop needs such a jump.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.machine.sass_listing import Instruction


class CodeShape:
    """Where a kernel's loops and its straight stretches are."""

    def __init__(self, instructions: Sequence[Instruction]) -> None:
        self.instructions = instructions
        # The program may come back to an address that nobody names: nothing is certain then.
        self.is_open = any(one.is_indirect for one in instructions)
        begins = {label: one.address for one in instructions for label in one.labels}
        self.loops = [
            (begins[one.target], one.address)
            for one in instructions
            if one.target in begins and begins[one.target] <= one.address
        ]
        self.stretches = tuple(_stretches(instructions))

    def may_repeat(self, one: Instruction) -> bool:
        """Whether a warp may run it twice: each loop has a jump back, from behind it to it or before it."""
        return self.is_open or any(first <= one.address <= last for first, last in self.loops)

    def largest_round(self, some: Sequence[Instruction]) -> tuple[Instruction, ...]:
        """Of these the most that are in one stretch without a jump that is in a loop; none if none is."""
        wanted = {one.address for one in some}
        rounds = (
            tuple(one for one in stretch if one.address in wanted)
            for stretch in self.stretches
            if not self.is_open and self.may_repeat(stretch[0])
        )
        return max(rounds, key=len, default=())

    def most_in_flight(self, some: Sequence[Instruction]) -> int:
        """The most of these loads that are issued one after the other before one's result is used."""
        wanted = {one.address for one in some}
        most = 0
        for stretch in self.stretches:
            waited_for: set[int] = set()
            issued = 0
            for one in stretch:
                if waited_for & one.mentioned:
                    waited_for, issued = set(), 0
                waited_for |= one.loaded
                issued += one.address in wanted and bool(one.loaded)
                most = max(most, issued)
        return most


def _stretches(instructions: Sequence[Instruction]) -> Iterator[tuple[Instruction, ...]]:
    """The instructions cut in front of each label and behind each that may go on elsewhere."""
    run: list[Instruction] = []
    for one in instructions:
        if one.labels and run:
            yield tuple(run)
            run = []
        run.append(one)
        # BSSY names where lanes will meet again, and goes on with the next instruction.
        if one.name in ("BSYNC", "EXIT") or one.is_indirect or (one.target and one.name != "BSSY"):
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)
