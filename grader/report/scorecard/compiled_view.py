"""The view-model of what nvcc makes of a lab's file: beside its lines, and of each kernel as a whole.

Without nvcc's code, which a page has only where it was requested, it says what that would add.
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.machine.sass_listing import Instruction
from grader.report.second_opinion import Row, SecondOpinion


@dataclass(frozen=True)
class InstructionView:
    """One instruction. css: 'move' where it accesses memory."""

    address: str
    text: str
    css: str


@dataclass(frozen=True)
class ListingView:
    """One kernel's instructions at a line."""

    kernel: str
    instructions: tuple[InstructionView, ...]


@dataclass(frozen=True)
class CodeView:
    """What nvcc makes of a line. rows: in short. notes: where that is not what the SIMT machine counted."""

    rows: tuple[Row, ...]
    notes: tuple[Row, ...]
    listings: tuple[ListingView, ...]


@dataclass(frozen=True)
class CompiledView:
    """What nvcc makes of a file. offer: the command that adds it to the page; the rest is then empty."""

    offer: str
    compiler: str = ""
    kernels: tuple[Row, ...] = ()


def compiled_view(lab: str, opinion: SecondOpinion | None) -> CompiledView:
    """What stands below the source."""
    if opinion is None:
        return CompiledView(f"./course scorecard {lab} --sass")
    kernels = tuple(Row(one.name, one.takes) for one in opinion.kernels)
    return CompiledView("", opinion.compiler, kernels)


def code_view(opinion: SecondOpinion | None, line: int, *, listed: bool = True) -> CodeView | None:
    """What stands at a line. listed: with every instruction."""
    if opinion is None:
        return None
    rows, notes = opinion.summaries(line), opinion.notes(line)
    if not rows and not notes:
        return None
    listings = tuple(
        ListingView(one.name, tuple(map(_instruction, one.instructions[line])))
        for one in opinion.kernels
        if listed and line in one.instructions
    )
    return CodeView(rows, notes, listings)


def _instruction(one: Instruction) -> InstructionView:
    return InstructionView(f"{one.address:04x}", one.text, "move" if one.move else "")
