"""Compares two versions: pairs their kernels, lines, accesses and faults, and says what became of each.

Kernels are paired by name; where each version has one kernel, these two are compared whatever their names.
Lines are paired by a diff of the sources (line_matching.py). Counts are exact. Two times are told apart only
if they differ by more than the errors that the model of time expects of them, taken as independent.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

from grader.comparison.line_matching import SAME, MatchedSource, lines_of, match_source
from grader.comparison.side import Side, SideAccess, SideFault, SideKernel
from grader.core.errors import GraderError
from grader.core.wording import some_of
from grader.schema.comparison import (
    Amounts,
    ComparedAccess,
    ComparedFault,
    ComparedKernel,
    ComparedLine,
    Comparison,
    KernelFigures,
    LineShare,
    Place,
)

# Times that differ by less come from rounding.
LEAST_DIFFERENCE = 0.0005
SHOWN_LETTERS = 60


@dataclass(frozen=True)
class Compared:
    """A comparison, and the sources that it is about: the first is the compared file itself."""

    comparison: Comparison
    sources: tuple[MatchedSource, ...]


@dataclass(frozen=True)
class _Both:
    """Two versions, and where a line of either is in the sources of both."""

    before: Side
    after: Side
    sources: Mapping[str, MatchedSource]

    def key(self, side: Side, file: str, line: int) -> tuple[str, int, int]:
        """The same for a line of one version and its counterpart in the other: file, both numbers."""
        name = _name(side, file)
        source = self.sources.get(name)
        if source is not None:
            row = (source.of_before if side is self.before else source.of_after).get(line)
            if row is not None:
                return (name, row.before, row.after)
        return (name, line, line)

    def place(self, side: Side, name: str, line: int) -> Place | None:
        """The line in that version; None where the version lacks it."""
        if not line:
            return None
        source = self.sources.get(name)
        if source is None:
            return Place(name, line, "")
        is_before = side is self.before
        lines = lines_of(source.text_before if is_before else source.text_after)
        text = lines[line - 1] if line <= len(lines) else ""
        return Place(source.file_before if is_before else source.file_after, line, text)

    def match(self, key: tuple[str, int, int]) -> str:
        source = self.sources.get(key[0])
        row = source and (source.of_after.get(key[2]) or source.of_before.get(key[1]))
        return row.match if row else SAME


def compare(before: Side, after: Side) -> Compared:
    """Compare two versions. Raises GraderError when they have no kernel in common, and no fault says why."""
    both = _Both(before, after, _sources(before, after))
    pairs = _pairs(before.kernels, after.kernels)
    new, gone, kept = _faults(both, pairs)
    if not pairs and not new:
        raise _nothing_in_common(before, after)
    paired = [{pair[at].name for pair in pairs} for at in (0, 1)]
    comparison = Comparison(
        device=after.device or before.device,
        counted=before.counted and after.counted,
        before=before.told,
        after=after.told,
        new_faults=tuple(_told(fault, after) for fault in new),
        gone_faults=tuple(_told(fault, before) for fault in gone),
        kept_faults=kept,
        kernels=tuple(_kernel(both, *pair) for pair in pairs),
        only_before=tuple(kernel.name for kernel in before.kernels if kernel.name not in paired[0]),
        only_after=tuple(kernel.name for kernel in after.kernels if kernel.name not in paired[1]),
        notes=tuple(_notes(before, after)),
    )
    return Compared(comparison, tuple(both.sources.values()))


def _name(side: Side, file: str) -> str:
    """The name by which a file of one version is found in the other: '' for the compared file itself."""
    return "" if file == side.main else side.shown(file)


def _sources(before: Side, after: Side) -> dict[str, MatchedSource]:
    texts = [
        {_name(side, file): (side.shown(file), text) for file, text in side.texts.items()}
        for side in (before, after)
    ]
    found = {}
    for name in dict.fromkeys([*texts[0], *texts[1]]):
        (file_before, text_before), (file_after, text_after) = (side.get(name, ("", "")) for side in texts)
        found[name] = match_source(file_before, file_after, text_before, text_after)
    return found


def _pairs(before: Sequence[SideKernel], after: Sequence[SideKernel]) -> list[tuple[SideKernel, SideKernel]]:
    """Kernels of the same name; then those whose names differ in template arguments alone, if each is one."""
    if len(before) == len(after) == 1:
        return [(before[0], after[0])]
    named = {kernel.name: kernel for kernel in after}
    pairs = {kernel.name: (kernel, named[kernel.name]) for kernel in before if kernel.name in named}
    left = [[kernel for kernel in kernels if kernel.name not in pairs] for kernels in (before, after)]
    bare = [Counter(kernel.bare_name for kernel in kernels) for kernels in left]
    for one in left[0]:
        others = [other for other in left[1] if other.bare_name == one.bare_name]
        if len(others) == bare[0][one.bare_name] == 1:
            pairs[one.name] = (one, others[0])
    return [pairs[kernel.name] for kernel in before if kernel.name in pairs]


def _nothing_in_common(before: Side, after: Side) -> GraderError:
    for side in (before, after):
        if not side.kernels:
            return GraderError(
                f"{side.told.label} launched no kernel that could be compared",
                "Check --kernel and the program's arguments, which stand behind --.",
            )
    names = [", ".join(f"`{kernel.name}`" for kernel in side.kernels) for side in (before, after)]
    return GraderError(
        f"no kernel in common: {before.told.label} has {names[0]}, {after.told.label} has {names[1]}",
        "Name the kernel of each: --kernel BEFORE --kernel AFTER",
    )


def _kernel(both: _Both, before: SideKernel, after: SideKernel) -> ComparedKernel:
    one, other = _figures(before), _figures(after)
    error = math.hypot(
        (one.predicted_us or 0.0) * one.predicted_error, (other.predicted_us or 0.0) * other.predicted_error
    )
    return ComparedKernel(
        one,
        other,
        _verdict(one, other, error),
        one.predicted_us / other.predicted_us if one.predicted_us and other.predicted_us else None,
        error,
        tuple(_lines(both, before, after)),
    )


def _figures(kernel: SideKernel) -> KernelFigures:
    longest = kernel.longest
    shapes = {
        (group.grid, group.block, getattr(group, "alike", "costs") == "kernel") for group in kernel.groups
    }
    is_one_shape = len(shapes) == 1 and not next(iter(shapes))[2]
    return KernelFigures(
        kernel.name,
        kernel.signature,
        kernel.launches,
        longest.grid if is_one_shape else (),
        longest.block if is_one_shape else (),
        all(group.completed for group in kernel.groups),
        kernel.predicted_us,
        longest.predicted_error,
        longest.predicted_by,
        longest.predicted_next,
        next((group.predicted_why_not for group in kernel.groups if group.predicted_why_not), ""),
        sum(group.least_us for group in kernel.groups),
        kernel.amounts,
    )


def _verdict(before: KernelFigures, after: KernelFigures, error: float) -> str:
    if not before.predicted_us or not after.predicted_us:
        return "unknown"
    change = after.predicted_us - before.predicted_us
    if abs(change) <= LEAST_DIFFERENCE * before.predicted_us:
        return "same"
    if abs(change) <= error:
        return "within_error"
    return "faster" if change < 0 else "slower"


_Key = tuple[str, int, int]


def _lines(both: _Both, before: SideKernel, after: SideKernel) -> Iterator[ComparedLine]:
    """The lines that cost something in either version: first the one whose time changes most."""
    accesses: dict[_Key, tuple[list[SideAccess], list[SideAccess]]] = {}
    shares: dict[_Key, list[float]] = {}
    for at, (side, kernel) in enumerate(((both.before, before), (both.after, after))):
        for access in kernel.accesses:
            accesses.setdefault(both.key(side, access.file, access.line), ([], []))[at].append(access)
        for (file, line), share in kernel.shares.items():
            shares.setdefault(both.key(side, file, line), [0.0, 0.0])[at] += share
    times = (before.predicted_us, after.predicted_us)
    found = [
        ComparedLine(
            both.match(key),
            both.place(both.before, key[0], key[1]),
            both.place(both.after, key[0], key[2]),
            _share(shares.get(key, (0.0, 0.0))[0], times[0]),
            _share(shares.get(key, (0.0, 0.0))[1], times[1]),
            tuple(_accesses(*accesses.get(key, ((), ())))),
        )
        for key in dict.fromkeys([*accesses, *shares])
        if key[1] or key[2]
    ]
    yield from sorted(found, key=_order)


def _share(share: float, us: float | None) -> LineShare:
    return LineShare(share, None if us is None else share * us)


def _order(line: ComparedLine) -> tuple[float, int, int]:
    moved = abs((line.time_after.us or 0.0) - (line.time_before.us or 0.0))
    costs = sum(abs(_total(access.after) - _total(access.before)) for access in line.accesses)
    place = line.after or line.before
    return (-moved, -costs, place.line if place else 0)


def _total(amounts: Amounts | None) -> int:
    return amounts.sectors + amounts.wavefronts if amounts else 0


def _accesses(before: Sequence[SideAccess], after: Sequence[SideAccess]) -> Iterator[ComparedAccess]:
    """A line's accesses in pairs: those of the same array, then those that do the same to another."""
    left = list(before)
    for access in after:
        same = [one for one in left if (one.space, one.op) == (access.space, access.op)]
        known = {other.array for other in after if other is not access}
        exact = [one for one in same if one.array == access.array]
        chosen = next(iter(exact or [one for one in same if one.array not in known][:1]), None)
        if chosen is not None:
            left.remove(chosen)
        yield ComparedAccess(
            access.space, access.op, access.array, chosen.amounts if chosen else None, access.amounts
        )
    for one in left:
        yield ComparedAccess(one.space, one.op, one.array, one.amounts, None)


def _faults(
    both: _Both, pairs: Sequence[tuple[SideKernel, SideKernel]]
) -> tuple[list[SideFault], list[SideFault], int]:
    """The faults of the version after alone, those of the one before alone, and how many both have."""
    numbers = [{pair[which].name: at for at, pair in enumerate(pairs)} for which in (0, 1)]

    def key(side: Side, fault: SideFault) -> Hashable:
        kernels = numbers[0 if side is both.before else 1]
        place = both.key(side, fault.file, fault.line) if fault.file else None
        return (fault.kind, kernels.get(fault.kernel, fault.kernel), place)

    keys = [[key(side, fault) for fault in side.faults] for side in (both.before, both.after)]
    known = Counter(keys[0]) & Counter(keys[1])
    gone = _beyond(both.before.faults, keys[0], known)
    return _beyond(both.after.faults, keys[1], known), gone, sum(known.values())


def _beyond(
    faults: Sequence[SideFault], keys: Sequence[Hashable], known: Counter[Hashable]
) -> list[SideFault]:
    left = Counter(known)
    beyond = []
    for fault, key in zip(faults, keys, strict=True):
        if left[key]:
            left[key] -= 1
        else:
            beyond.append(fault)
    return beyond


def _told(fault: SideFault, side: Side) -> ComparedFault:
    values = {one.name: getattr(fault, one.name) for one in fields(ComparedFault)}
    return ComparedFault(**{**values, "file": side.shown(fault.file) if fault.file else ""})


def _notes(before: Side, after: Side) -> Iterator[str]:
    ones, others = before.printed.splitlines(), after.printed.splitlines()
    if ones != others:
        at = next((n for n, pair in enumerate(zip(ones, others, strict=False)) if pair[0] != pair[1]), None)
        if at is None:
            at = min(len(ones), len(others))
        said = [_quoted(lines[at]) if at < len(lines) else "nothing" for lines in (ones, others)]
        yield f"The two print different text from line {at + 1} on: {said[0]} became {said[1]}."
    if both_lack := [side.told.label for side in (before, after) if not side.counted]:
        yield f"Costs were not counted: {some_of(both_lack)}."


def _quoted(line: str) -> str:
    cut = line if len(line) <= SHOWN_LETTERS else f"{line[: SHOWN_LETTERS - 1]}…"
    return f"`{cut}`" if cut.strip() else "an empty line"
