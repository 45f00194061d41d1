"""Names that strangers chose: shown, checked and made into ids."""

from __future__ import annotations

import re
import unicodedata

from grader.intake.member import Path

# In characters: with an ending such as .html, and at four bytes each, still a file name's 255 bytes.
ID_LENGTH = 48
SHOWN_LENGTH = 200
NOTE_LENGTH = 600
NO_NAME = "submission"
# Names in scripts such as Persian and Devanagari need these two; what else has no width steers the reader.
JOINERS = "\u200c\u200d"
# Names that Windows keeps for devices; a scorecard of that name could not be written there.
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


def shown(name: str, length: int = SHOWN_LENGTH) -> str:
    """A name fit for one line of a report: what cannot be shown becomes U+FFFD, and long ones are cut."""
    line = "".join(char if _can_show(char) else "\ufffd" for char in name)
    return line if len(line) <= length else f"{line[: length - 1]}…"


def _can_show(char: str) -> bool:
    return char.isprintable() or char in JOINERS or unicodedata.category(char) == "Zs"


def shown_path(path: Path) -> str:
    """The path as a reader writes it."""
    return shown("/".join(path))


def has_control(name: str) -> bool:
    """Whether the name holds control characters, such as a newline."""
    return any(unicodedata.category(char) == "Cc" for char in name)


def is_text(name: str) -> bool:
    """Whether the name was valid UTF-8 on disk: Python keeps other bytes as lone surrogates."""
    return not any("\ud800" <= char <= "\udfff" for char in name)


def split_path(name: str) -> tuple[Path, str]:
    """An archive member's name as a path, and why that may not be read ('' when it may).

    Backslashes separate as well: some Windows programs write them.
    """
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
    plain = unicodedata.normalize("NFC", name)
    slug = re.sub(r"[^\w.-]+", "_", plain).strip("._-")[:ID_LENGTH].rstrip("._-")
    return f"{slug}_" if RESERVED.fullmatch(slug) else slug or NO_NAME


def unique_ids(wanted: list[str]) -> list[str]:
    """The ids, in order; all but the first of equal ones get a number. Large and small letters are equal."""
    reserved = {name.casefold() for name in wanted}
    used: set[str] = set()
    return [_unique(name, reserved, used) for name in wanted]


def _unique(name: str, reserved: set[str], used: set[str]) -> str:
    candidate, number = name, 1
    while candidate.casefold() in used or (number > 1 and candidate.casefold() in reserved):
        number += 1
        candidate = f"{name}-{number}"
    used.add(candidate.casefold())
    return candidate
