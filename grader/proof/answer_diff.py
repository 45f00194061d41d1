"""Reads the changes that make a catalogued answer of a base, and applies them.

Such a file is NAME.diff. Below its verdict (front_matter.py) it has:

    Thought: a sector is 32 bytes, so divide by 32.
    --- plain
    @@ in gather_sectors
    -  const int sector = element < 0 ? -1 : element / 8;
    +  const int sector = element < 0 ? -1 : element / 32;

The text above `---` becomes the answer's opening comment, in place of the base's. `---` names the base. Each
change starts with the place where it applies:

    @@ in NAME        a function of the base
    @@ all of NAME    the whole function, which the change's `+` lines replace
    @@ in the file    anywhere

Lines with ' ' or '-' must be in that place exactly once, in this order and letter for letter; an empty line
counts as one with ' '. A base that has changed there makes the answer an error, which names the line of the
change: an answer never becomes another one unnoticed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile

from grader.core.errors import GraderError

BASE = re.compile(r"--- (\S+)")
PLACE = re.compile(r"@@ (?:(?P<file>in the file)|(?P<how>in|all of) (?P<function>\w+))")
# Kernels of a reference that only the survey times are no part of an answer. MARK: tools/quoted_code.py.
SURVEY, END_OF_SURVEY = "// [survey]", "// [/survey]"
MARK = re.compile(r"// \[/?\w+\]")
ABOVE = ("// ", "template <")


@dataclass(frozen=True)
class Change:
    """One change. line: of the diff; function: '' for anywhere; old: empty for the whole function."""

    line: int
    function: str
    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True)
class Diff:
    """A file's changes. shown: its name in messages; comment: the answer's opening comment, without //."""

    shown: str
    comment: tuple[str, ...]
    base: str
    changes: tuple[Change, ...]


def read_diff(text: str, shown: str, above: int = 0) -> Diff:
    """above: how many lines the file has above the text. Raises GraderError, with the file's line."""
    lines = [""] * above + text.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith("---")), None)
    named = BASE.fullmatch(lines[start]) if start is not None else None
    if start is None or named is None:
        where = f"{shown}:{(above if start is None else start) + 1}"
        raise GraderError(f"{where}: no line '--- BASE'", "Name there what the changes are of: --- solution")
    return Diff(shown, tuple(lines[above:start]), named[1], tuple(_changes(lines, start + 1, shown)))


def _changes(lines: Sequence[str], start: int, shown: str) -> Iterator[Change]:
    heads = [i for i in range(start, len(lines)) if lines[i].startswith("@@")]
    if heads[:1] != [start]:
        raise GraderError(f"{shown}:{start + 1}: a change must start here", "Write: @@ in FUNCTION")
    for head, end in zip(heads, [*heads[1:], len(lines)], strict=True):
        yield _change(lines[head:end], f"{shown}:{head + 1}", head + 1)


def _change(lines: Sequence[str], where: str, number: int) -> Change:
    place = PLACE.fullmatch(lines[0])
    if place is None:
        raise GraderError(
            f"{where}: '{lines[0]}' names no place", "Write @@ in NAME, @@ all of NAME, or @@ in the file."
        )
    body = [line or " " for line in lines[1:]]
    if strange := [line for line in body if line[0] not in " -+"]:
        raise GraderError(f"{where}: '{strange[0]}' is no line of a change", "Start it with ' ', '-' or '+'.")
    old = tuple(line[1:] for line in body if line[0] in " -")
    new = tuple(line[1:] for line in body if line[0] in " +")
    if place["how"] == "all of" and (old or not new):
        raise GraderError(f"{where}: 'all of' takes '+' lines alone: the whole function as it becomes")
    if place["how"] != "all of" and (not old or old == new):
        raise GraderError(f"{where}: the change needs lines of the base, and must change them")
    return Change(number, place["function"] or "", old, new)


def composed(diff: Diff, base: str, base_shown: str) -> str:
    """The answer's text: the base with every change made. Raises GraderError where one does not fit."""
    lines = _changeable(base.splitlines(), base_shown)
    made = [f"// {line}".rstrip() for line in diff.comment]
    done = 0
    # Each change is looked up in the base, not in what the changes before it have made.
    for place, change in sorted(
        ((_place_of(change, diff.shown, lines, base_shown), change) for change in diff.changes),
        key=lambda found: found[0].start,
    ):
        if place.start < done:
            raise GraderError(f"{diff.shown}:{change.line}: another change has changed these lines already")
        made += [*lines[done : place.start], *change.new]
        done = place.stop
    return "\n".join([*made, *lines[done:]]) + "\n"


def _changeable(lines: list[str], shown: str) -> list[str]:
    """The base without its opening comment, the marks of quoted regions, and what only the survey times."""
    if SURVEY in lines:
        if END_OF_SURVEY not in lines:
            raise GraderError(f"{shown}: no line '{END_OF_SURVEY}' ends the region '{SURVEY}'", "Add it.")
        start, end = lines.index(SURVEY), lines.index(END_OF_SURVEY) + 1
        lines = [*lines[: start - 1], *lines[end:]]  # the empty line before them goes too
    unmarked = (line for line in lines if not MARK.fullmatch(line))
    return list(dropwhile(lambda line: line.startswith("//"), unmarked))


def _place_of(change: Change, shown: str, lines: Sequence[str], base_shown: str) -> range:
    """The lines of the base that the change replaces."""
    where = f"{shown}:{change.line}"
    within = range(len(lines))
    if change.function:
        found = functions_called(change.function, lines)
        if len(found) != 1:
            raise GraderError(
                f"{where}: {base_shown} has {len(found)} functions '{change.function}', not one",
                "Correct the name, or adapt the answer to the base.",
            )
        within = found[0]
    if not change.old:
        return within
    size = len(change.old)
    places = [within[i : i + size] for i in range(len(within) - size + 1)]
    places = [place for place in places if tuple(lines[place.start : place.stop]) == change.old]
    if len(places) != 1:
        held = f"'{change.function}' of {base_shown}" if change.function else base_shown
        raise GraderError(
            f"{where}: {held} has these lines {len(places)} times, not once: {change.old[0].strip()}",
            "Add the lines around them." if places else "The base has changed: adapt the answer to it.",
        )
    return places[0]


def functions_called(name: str, lines: Sequence[str]) -> list[range]:
    """The lines of each definition of that name, and of the comment above it, in a formatted file."""
    head = re.compile(rf"\w(?:[^()]|__launch_bounds__\([^()]*\))*\b{re.escape(name)}\(")
    code = [line.partition("//")[0].rstrip() for line in lines]
    found = []
    for start in (i for i, line in enumerate(lines) if head.match(line)):
        opened = next((i for i in range(start, len(lines)) if code[i].endswith((";", "{", "}"))), start)
        if code[opened].endswith("{"):
            end = next((i for i in range(opened, len(lines)) if code[i] == "}"), len(lines) - 1)
            found.append(range(_first_above(start, lines), end + 1))
        elif code[opened].endswith("}"):
            found.append(range(_first_above(start, lines), opened + 1))
        # Code that ends with a semicolon is a declaration, or a constant.
    return found


def _first_above(start: int, lines: Sequence[str]) -> int:
    """Where the comment above a definition starts."""
    while start > 0 and lines[start - 1].startswith(ABOVE):
        start -= 1
    return start
