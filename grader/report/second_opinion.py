"""What nvcc makes of each source line, beside what the SIMT machine counted there.

In go the kernels that nvcc compiled and a lab's results. Out come, by line, each kernel's instructions, and
notes where nvcc's code differs from what the SIMT machine counted: nvcc merged or split accesses, unrolled a
loop, hoisted an access out of one, or kept an array in registers. A note says only what is certain from both
sides: how many instructions there are and how wide, whether they are in a loop, and how often the machine's
were run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.core.wording import figure, plural
from grader.machine.code_shape import CodeShape
from grader.machine.sass_listing import CodePlace, CompiledKernel, Instruction
from grader.schema.record import LANES, Access, Launch
from grader.schema.results import LabResult

# Tensor-core instructions move rows of a matrix, and several lanes' parts of them at once.
NOT_COMPARED = ("matrix load", "matrix store")
COPY = "asynchronous copy"
MOST_LINES = 5


@dataclass(frozen=True)
class KernelCode:
    """One kernel as nvcc compiles it. takes: its registers, spills and memory, in words.

    instructions, notes: by line of the file.
    """

    name: str
    takes: str
    instructions: Mapping[int, tuple[Instruction, ...]]
    notes: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True)
class Row:
    """A sentence on a line, and the kernels that it holds for: '' where there is only one."""

    who: str
    words: str


@dataclass(frozen=True)
class SecondOpinion:
    """One kernel file as nvcc compiles it. compiler: which one, and for which GPUs."""

    compiler: str
    kernels: tuple[KernelCode, ...]

    def summaries(self, line: int) -> tuple[Row, ...]:
        """What the line became, in short."""
        found = [(one.name, one.instructions[line]) for one in self.kernels if line in one.instructions]
        if any(instruction.move for _, code in found for instruction in code):
            return self._rows((name, summary_of(code)) for name, code in found)
        counts = self._rows((name, str(len(code))) for name, code in found)
        if len(counts) < 2:
            return tuple(Row(one.who, plural(int(one.words), "instruction")) for one in counts)
        return (Row("", ", ".join(f"{one.who} {one.words}" for one in counts) + " instructions"),)

    def notes(self, line: int) -> tuple[Row, ...]:
        """Where nvcc's code differs from what the SIMT machine counted."""
        return self._rows((one.name, note) for one in self.kernels for note in one.notes.get(line, ()))

    def of(self, name: str) -> SecondOpinion:
        """The same of one kernel alone."""
        return replace(self, kernels=tuple(one for one in self.kernels if one.name == name))

    def _rows(self, said: Iterable[tuple[str, str]]) -> tuple[Row, ...]:
        """A line of a helper is part of several kernels: what is the same in each is said once."""
        kernels: dict[str, list[str]] = {}
        for name, words in said:
            kernels.setdefault(words, []).append(name)
        alone = len(self.kernels) == 1
        return tuple(Row("" if alone else ", ".join(names), words) for words, names in kernels.items())


def second_opinion(
    compiler: str, kernels: Iterable[CompiledKernel], lab: LabResult, include: Path
) -> SecondOpinion:
    """include: the folder of the lab's headers, whose lines are told from the file's own."""
    source = Path(lab.source.path).resolve() if lab.source else Path()
    launches = [launch for check in lab.checks for launch in check.launches]
    found = []
    for kernel in kernels:
        own = [launch for launch in launches if launch.kernel == kernel.name]
        by_line = _by_line(kernel.instructions, source, include)
        notes = _Comparison(kernel, by_line, _counted(own, source)).notes()
        found.append(KernelCode(kernel.name, takes_words(kernel), by_line, notes))
    return SecondOpinion(compiler, tuple(found))


def summary_of(instructions: Sequence[Instruction]) -> str:
    """What a line became, in short: its accesses, and how many other instructions there are."""
    moves = Counter(one.opcode for one in instructions if one.move is not None)
    words = [opcode if count == 1 else f"{count} x {opcode}" for opcode, count in moves.items()]
    others = len(instructions) - moves.total()
    if others:
        words.append(plural(others, "other instruction") if words else plural(others, "instruction"))
    return ", ".join(words)


def takes_words(kernel: CompiledKernel) -> str:
    """'26 registers per thread, 1,088 bytes of static shared memory, no spills'."""
    takes = kernel.resources
    if takes is None:
        return "ptxas does not say what it takes"
    words = [f"{plural(takes.registers, 'register')} per thread"]
    if takes.shared:
        words.append(f"{plural(takes.shared, 'byte')} of static shared memory")
    if takes.stack:
        words.append(f"a stack frame of {plural(takes.stack, 'byte')}")
    if takes.spill_stores or takes.spill_loads:
        stores, loads = plural(takes.spill_stores, "byte"), plural(takes.spill_loads, "byte")
        words.append(f"spills: {stores} of stores, {loads} of loads")
    else:
        words.append("no spills")
    return ", ".join(words)


def _by_line(
    instructions: Iterable[Instruction], source: Path, include: Path
) -> dict[int, tuple[Instruction, ...]]:
    """The instructions of the file's own lines: of each the innermost line that is no header of CUDA's."""
    found: dict[int, list[Instruction]] = {}
    own: dict[str, bool] = {}
    for instruction in instructions:
        place = _own_place(instruction.places, source, include, own)
        if place is not None and Path(place.file) == source:
            found.setdefault(place.line, []).append(instruction)
    return {line: tuple(found[line]) for line in sorted(found)}


def _own_place(
    places: Iterable[CodePlace], source: Path, include: Path, own: dict[str, bool]
) -> CodePlace | None:
    """The SIMT machine attributes an access in the same way (common/simt/compiler/front/source_lines.cpp)."""
    for place in places:
        if place.file not in own:
            own[place.file] = Path(place.file) == source or Path(place.file).is_relative_to(include)
        if own[place.file]:
            return place
    return None


@dataclass
class _Moves:
    """What a line does to one memory on one side. widths: how many instructions of each width."""

    widths: Counter[int] = field(default_factory=Counter)
    per_warp: float = 0.0  # the most that a launch ran for each warp; 0 where nobody counted

    @property
    def count(self) -> int:
        return self.widths.total()

    @property
    def bytes(self) -> int:
        return sum(width * count for width, count in self.widths.items())


_Key = tuple[int, str, str]


@dataclass
class _Counted:
    """By line, memory and operation. not_compared: lines whose accesses of a memory follow other rules."""

    moves: dict[_Key, _Moves] = field(default_factory=dict)
    not_compared: set[tuple[int, str]] = field(default_factory=set)


def _counted(launches: Iterable[Launch], source: Path) -> _Counted:
    """A launch runs what its data and its shape require: the launch that runs most counts."""
    counted = _Counted()
    found = counted.moves
    files: dict[str, bool] = {}
    for launch in launches:
        warps = _warps(launch)
        requests: Counter[_Key] = Counter()
        for access in launch.accesses:
            if access.file not in files:
                files[access.file] = Path(access.file).resolve() == source
            if not files[access.file]:
                continue
            if access.instruction:
                counted.not_compared.add((access.line, access.space))
            key = _key(access)
            if key is None:
                continue
            moves = found.setdefault(key, _Moves())
            moves.widths[access.width] = max(moves.widths[access.width], access.instructions)
            requests[key] += access.requests - access.split_requests
        for key, count in requests.items():
            found[key].per_warp = max(found[key].per_warp, count / warps)
    return counted


def _key(access: Access) -> _Key | None:
    """None for what is not compared: an asynchronous copy counts by its source alone."""
    if access.instruction or access.space not in ("global", "shared", "local"):
        return None
    if access.asynchronous:
        return (access.line, "global", COPY) if access.space == "global" else None
    return (access.line, access.space, access.op)


def _warps(launch: Launch) -> int:
    (gx, gy, gz), (bx, by, bz) = launch.grid, launch.block
    return max(1, gx * gy * gz * -(-(bx * by * bz) // LANES))


@dataclass(frozen=True)
class _Kind:
    line: int
    space: str
    op: str

    @property
    def words(self) -> str:
        if self.op == COPY:
            return COPY
        return f"{self.space} atomic operation" if self.op == "atomic" else f"{self.space} {self.op}"


class _Comparison:
    """One kernel's instructions beside what the machine counted of it."""

    def __init__(
        self, kernel: CompiledKernel, by_line: Mapping[int, Sequence[Instruction]], counted: _Counted
    ) -> None:
        self.kernel = kernel
        self.code = CodeShape(kernel.instructions)
        self.by_line = by_line
        self.counted = counted.moves
        self.not_compared = counted.not_compared
        self.compiled: dict[_Key, list[Instruction]] = {}
        for line, instructions in by_line.items():
            for one in instructions:
                if one.move is not None and one.move[1] not in NOT_COMPARED:
                    self.compiled.setdefault((line, *one.move), []).append(one)

    def notes(self) -> dict[int, tuple[str, ...]]:
        """What differs, by line."""
        found: dict[int, list[str]] = {}
        for key in sorted({*self.compiled, *self.counted}):
            if said := self._note(_Kind(*key)):
                found.setdefault(key[0], []).append(said)
        for line, instructions in self.by_line.items():
            if said := _atomic_note(instructions):
                found.setdefault(line, []).append(said)
        return {line: tuple(said) for line, said in found.items()}

    def _note(self, kind: _Kind) -> str:
        key = (kind.line, kind.space, kind.op)
        ours, theirs = self.counted.get(key), self.compiled.get(key, [])
        if kind.space == "generic":
            return _generic_words(kind.op)
        if kind.space == "local":
            return self._local_note(ours is not None, theirs)
        if not self.counted or (kind.line, kind.space) in self.not_compared:
            return ""
        # Which memory it is, or how often it is tried, is only known when it runs.
        if self._is_generic(kind) or _is_retried(self.by_line.get(kind.line, ())):
            return ""
        if ours is None:
            return ""  # Either no launch came here, or the machine counts it at a line where nvcc has none.
        return self._difference(kind, ours, theirs) if theirs else self._missing_note(kind)

    def _is_generic(self, kind: _Kind) -> bool:
        if kind.line in {line for line, space, op in self.compiled if (space, op) == ("generic", kind.op)}:
            return True
        # An access that is missing here may be a generic one at any other line.
        is_missing = (kind.line, kind.space, kind.op) not in self.compiled
        return is_missing and any(one.move == ("generic", kind.op) for one in self.kernel.instructions)

    def _elsewhere(self, kind: _Kind) -> tuple[Instruction, ...]:
        """Such accesses of nvcc's at no line where the machine has some: they may belong to any line."""
        lines = {line for line, space, op in self.counted if (space, op) == (kind.space, kind.op)}
        placed = {one.address for line in lines for one in self.compiled.get((line, kind.space, kind.op), ())}
        return tuple(
            one
            for one in self.kernel.instructions
            if one.move == (kind.space, kind.op) and one.address not in placed
        )

    def _local_note(self, is_counted: bool, theirs: Sequence[Instruction]) -> str:
        takes = self.kernel.resources
        if theirs and not is_counted:
            may_spill = takes is None or takes.spill_stores + takes.spill_loads > 0
            what = "registers that were spilled, or an array" if may_spill else "an array"
            return f"nvcc makes {_list_of(theirs, 'local access')} here: {what} in local memory."
        in_memory = any(one.move is not None and one.move[0] == "local" for one in self.kernel.instructions)
        if is_counted and not in_memory:
            return "nvcc keeps this array in registers: its code for the kernel accesses no local memory."
        return ""

    def _missing_note(self, kind: _Kind) -> str:
        """An access that nvcc moves out of a loop has the line of the loop's head, or none of the file's."""
        elsewhere = self._elsewhere(kind)
        if not any(one.move == (kind.space, kind.op) for one in self.kernel.instructions):
            end = ": it needs none" if kind.op == "load" else ""
            return f"nvcc has no {kind.words} at this line, nor anywhere else in the kernel{end}."
        words = f"nvcc has no {kind.words} at this line"
        if not elsewhere:
            return f"{words}. All that it has are at other lines where the machine has some, too."
        lines = [line for line in self.by_line if set(self.by_line[line]) & set(elsewhere)]
        where = "elsewhere"
        if 0 < len(lines) <= MOST_LINES:
            where = f"at line {', '.join(map(str, lines))}"
        words = f"{words}. It has some {where}, where the machine counted none"
        if self._is_hoisted(kind, elsewhere):
            return f"{words}; they are outside every loop: nvcc hoisted the {kind.op}."
        return f"{words}."

    def _is_hoisted(self, kind: _Kind, elsewhere: Iterable[Instruction]) -> bool:
        """The machine's is in a loop, and nvcc's in none, whichever of those elsewhere it is."""
        ours = self.counted[(kind.line, kind.space, kind.op)]
        return 0 < ours.count < ours.per_warp and not any(map(self.code.may_repeat, elsewhere))

    def _difference(self, kind: _Kind, ours: _Moves, theirs: Sequence[Instruction]) -> str:
        """What differs between the instructions of both; '' where nothing does, or nothing is certain."""
        widths = Counter(one.width for one in theirs)
        if set(widths) != set(ours.widths):
            return _width_note(kind, ours, _Moves(widths), theirs)
        if not ours.count:
            return ""
        if len(theirs) > ours.count:
            return self._copies_note(kind, ours, theirs)
        if self._elsewhere(kind):
            return ""
        repeats = any(self.code.may_repeat(one) for one in theirs)
        # The machine's instructions are in a loop if a warp made more requests than there are instructions.
        if not repeats and ours.per_warp > ours.count and kind.op != "atomic":
            return (
                f"nvcc hoisted this {kind.words} out of the loop: a thread runs it at most "
                f"{_times(len(theirs))}, the machine counted {figure(round(ours.per_warp, 1))} requests per "
                "warp."
            )
        if len(theirs) < ours.count:
            return (
                f"nvcc has {plural(len(theirs), 'instruction')} for this {kind.words}; the machine ran "
                f"{ours.count}: nvcc unrolled less, or merged equal accesses."
            )
        return ""

    def _copies_note(self, kind: _Kind, ours: _Moves, theirs: Sequence[Instruction]) -> str:
        """Copies alone say nothing: the machine may have some that no launch came to."""
        often = f"{figure(round(ours.per_warp, 1))} requests per warp"
        ran = f"the machine ran {plural(ours.count, 'instruction')}, {often}"
        copies = self.code.largest_round(theirs)
        if ours.per_warp > ours.count and not any(self.code.may_repeat(one) for one in theirs):
            words = f"nvcc unrolled the loop completely, to {_list_of(theirs, kind.words)}; {ran}."
        elif len(copies) > ours.count and ours.per_warp >= len(copies):
            made = _list_of(copies, kind.words)
            words = f"nvcc unrolled the loop: one iteration of its code has {made}; {ran}."
        else:
            return ""
        return self._with_flight(words, theirs)

    def _with_flight(self, words: str, theirs: Sequence[Instruction]) -> str:
        most = self.code.most_in_flight(theirs)
        if most < 2:
            return words
        return f"{words} {most} of them are in flight before the first result is needed."


def _atomic_note(instructions: Sequence[Instruction]) -> str:
    if _is_retried(instructions):
        return (
            "nvcc implements this atomic operation as a compare-and-swap loop: a thread retries while others "
            "interfere."
        )
    names = {one.name for one in instructions}
    if "REDUX" in names and any(one.move is not None and one.move[1] == "atomic" for one in instructions):
        return "nvcc combines the values of a warp first (REDUX): one lane does the atomic operation for all."
    return ""


def _is_retried(instructions: Iterable[Instruction]) -> bool:
    return any(one.opcode.startswith("ATOMS.CAST.SPIN") for one in instructions)


def _generic_words(op: str) -> str:
    return (
        f"nvcc cannot tell which memory this {op} accesses: the GPU finds out at run time (a generic {op})."
    )


def _width_note(kind: _Kind, ours: _Moves, compiled: _Moves, theirs: Sequence[Instruction]) -> str:
    made = _list_of(theirs, kind.words)
    if len(ours.widths) > 1 or len(compiled.widths) > 1 or not ours.count:
        counted = " and ".join(str(width) for width in sorted(ours.widths, reverse=True))
        return f"nvcc makes {made} here; the machine counted accesses of {counted} bytes."
    (our_width,), (their_width,) = ours.widths, compiled.widths
    counted = f"{ours.count:,} of {plural(our_width, 'byte')}"
    did = "merged" if their_width > our_width else "split"
    whom = "them" if compiled.bytes == ours.bytes else "some"
    return f"nvcc makes {made} here; the machine counted {counted}: nvcc {did} {whom}."


def _list_of(instructions: Sequence[Instruction], noun: str) -> str:
    """'1 shared load of 16 bytes and 2 of 4 bytes', the widest first."""
    widths = sorted(Counter(one.width for one in instructions).items(), reverse=True)
    (width, count), *more = widths
    first = f"{count:,} {_plural_of(noun, count)} of {plural(width, 'byte')}"
    return " and ".join([first, *(f"{count:,} of {plural(width, 'byte')}" for width, count in more)])


def _plural_of(noun: str, count: int) -> str:
    if count == 1:
        return noun
    return {COPY: "asynchronous copies", "local access": "local accesses"}.get(noun, f"{noun}s")


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
