"""What the user asked to have traced: a file, its launches, and options of the whole trace.

Several launches are written one behind another, apart by --then. A common parser knows no such groups, so
that they are folded into values before it reads the command line, and taken apart after.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import GraderError

# These options belong to one launch; all others to the whole trace.
LAUNCH_OPTIONS = ("--kernel", "--grid", "--block", "--shared", "--arg")
ONCE = LAUNCH_OPTIONS[:-1]


@dataclass(frozen=True)
class LaunchRequest:
    """One launch. kernel: '' where the file's only kernel is meant. grid, block: as written."""

    kernel: str
    grid: str
    block: str
    shared: str = ""
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True)
class TraceRequest:
    """A kernel file and its launches. options: further arguments of the tracing program."""

    file: Path
    launches: tuple[LaunchRequest, ...]
    includes: tuple[Path, ...] = ()
    defines: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


def fold_launches(arguments: Sequence[str]) -> list[str]:
    """Make each group behind a --then into that option's value, so that a common parser can take it.

    --then --kernel k --grid 4  becomes  --then '--kernel k --grid 4', which may also be written so.
    A --json without a file is made to name the standard output.
    """
    folded: list[str] = []
    groups: list[list[str]] = []
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        name, _, value = word.partition("=")
        if word == "--then":
            groups.append([rest.pop(0)] if _is_group(rest[:1]) else [])
        elif groups and name in LAUNCH_OPTIONS:
            groups[-1] += [name, value] if "=" in word else [word, *rest[:1]]
            rest = rest if "=" in word else rest[1:]
        elif word == "--json" and not _is_file_name(rest[:1]):
            folded.append("--json=-")
        else:
            folded.append(word)
    for group in groups:
        folded += ["--then", group[0] if _is_group(group) else shlex.join(group)]
    return folded


def parse_group(text: str) -> LaunchRequest:
    """One launch from the value of a --then."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise GraderError(f"--then {text}: {error}", "Close the quotation.") from error
    given: dict[str, list[str]] = {name: [] for name in LAUNCH_OPTIONS}
    while words:
        name = words.pop(0)
        if name not in given:
            known = ", ".join(LAUNCH_OPTIONS)
            raise GraderError(f"--then: '{name}' is not an option of a launch", f"They are {known}.")
        if not words:
            raise GraderError(f"--then: {name} needs a value", "")
        given[name].append(words.pop(0))
    for name in ONCE:
        if len(given[name]) > 1:
            raise GraderError(f"--then: {name} is given twice", "Begin another launch with another --then.")
    for name in ("--grid", "--block"):
        if not given[name]:
            raise GraderError(f"the launch behind --then has no {name}", "Each launch needs its own.")
    one = {name: (given[name] or [""])[0] for name in ONCE}
    return LaunchRequest(
        one["--kernel"], one["--grid"], one["--block"], one["--shared"], tuple(given["--arg"])
    )


def _is_file_name(words: Sequence[str]) -> bool:
    """Whether what follows --json is its file, rather than another option or the kernel file."""
    return bool(words) and not words[0].endswith(".cu") and (words[0] == "-" or not words[0].startswith("-"))


def _is_group(words: Sequence[str]) -> bool:
    """Whether the first word is a whole launch in quotation marks."""
    return len(words) == 1 and words[0].startswith("--") and " " in words[0]
