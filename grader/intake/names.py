"""Untrusted names: those of students, and of the files and archive members that they hand in.

A name is shown so that it cannot steer a terminal or a page, a path is refused if it leads out of its folder,
and an id is a file name that is safe on every system. Nothing here touches a file.
"""

from __future__ import annotations

import re
import unicodedata

from grader.core.visible import visible_line
from grader.intake.member import Path

# The length in characters: at four bytes each, and with an ending such as .html, a file name has at most 255
# bytes.
ID_LENGTH = 48
SHOWN_LENGTH = 200
NOTE_LENGTH = 600
NO_NAME = "submission"
# No file system has longer paths, and no honest archive.
LONGEST_PATH = 4_096
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
SURROGATE = re.compile(r"[\ud800-\udfff]")
# Windows reserves these names for devices: no file can have one there.
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


def shown(name: str, length: int = SHOWN_LENGTH) -> str:
    """The name as one line of a report shows it: hidden characters spelt out, long names cut."""
    return visible_line(name, length)


def shown_path(path: Path) -> str:
    """The path with slashes, as a report shows it."""
    # One name adds a character at least: more of them than that are not shown anyway.
    return shown("/".join(path[: SHOWN_LENGTH + 1]))


def has_control(name: str) -> bool:
    """Whether the name holds control characters, such as a newline."""
    return CONTROL.search(name) is not None


def is_text(name: str) -> bool:
    """Whether the name was valid UTF-8 on disk: Python keeps other bytes as lone surrogates."""
    return SURROGATE.search(name) is None


def split_path(name: str) -> tuple[Path, str]:
    """An archive member's name as a path, and why it must not be read ('' when it may be).

    Backslashes separate as well: some Windows programs write them.
    """
    if len(name) > LONGEST_PATH:
        return (name[:SHOWN_LENGTH],), f"has a name of {len(name):,} characters: not read"
    parts = name.replace("\\", "/").split("/")
    path = tuple(part for part in parts if part not in ("", "."))
    if has_control(name):
        return path, "has control characters in its name: not read"
    if name[:1] in ("/", "\\") or re.match(r"[A-Za-z]:", name):
        return path, "has an absolute path: not read"
    if ".." in parts:
        return path, "has '..' in its path: not read"
    return path, ""


def make_id(name: str) -> str:
    """The name as an id that is also a safe file name on every system."""
    # Cut first: normalising takes time with the square of the marks that follow one another.
    plain = unicodedata.normalize("NFC", name[: 4 * ID_LENGTH])
    slug = re.sub(r"[^\w.-]+", "_", plain).strip("._-")[:ID_LENGTH].rstrip("._-")
    return f"{slug}_" if RESERVED.fullmatch(slug) else slug or NO_NAME


def unique_ids(wanted: list[str]) -> list[str]:
    """The ids, in order; all but the first of equal ones get a number. Upper and lower case are equal."""
    reserved = {name.casefold() for name in wanted}
    used: set[str] = set()
    # The number that a name tries next: thousands of equal names must not each count up from 1.
    tried: dict[str, int] = {}
    return [_unique(name, reserved, used, tried) for name in wanted]


def _unique(name: str, reserved: set[str], used: set[str], tried: dict[str, int]) -> str:
    key = name.casefold()
    candidate, number = name, tried.get(key, 1)
    while candidate.casefold() in used or (number > 1 and candidate.casefold() in reserved):
        number += 1
        candidate = f"{name}-{number}"
    tried[key] = number
    used.add(candidate.casefold())
    return candidate
