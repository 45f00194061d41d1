"""Numbers and verdicts in words, the same in every renderer."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime

from grader.results import CheckResult, Status

SYMBOLS = {
    Status.PASSED: "✓",
    Status.FAILED: "✗",
    Status.SKIPPED: "–",
    Status.ERROR: "!",
}

# What the checks count, where there is but one of it.
ONE = re.compile(r"^(bank conflict|float|line|load|prediction|request|row|sector|wavefront)s\b")


def figure(value: float) -> str:
    """A number with thousands separators and at most three decimals: 32,768 or 0.48."""
    if value == int(value):
        return f"{int(value):,}"
    return f"{value:,.3f}".rstrip("0").rstrip(".") or "0"


def plural(count: int, noun: str) -> str:
    """A count and its noun, such as '1 sector' or '1,024 sectors'."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def some_of(names: Sequence[str], most: int = 5) -> str:
    """'ada, bela and 3 more': the first few names, and how many are left."""
    if len(names) <= most:
        return ", ".join(names)
    return f"{', '.join(names[: most - 1])} and {len(names) - most + 1:,} more"


def requirement(check: CheckResult) -> str:
    """'at most 4', or '' when nothing was required in numbers."""
    if check.required is None:
        return ""
    return f"{check.comparison} {figure(check.required)}".strip()


def measured(check: CheckResult) -> str:
    """'32 sectors per request, at most 4 required', as much of it as is known."""
    if check.value is None:
        return ""
    got = f"{figure(check.value)} {unit_of(check)}".strip()
    wanted = requirement(check)
    return f"{got}, {wanted} required" if wanted else got


def unit_of(check: CheckResult) -> str:
    """The unit of what a check weighed, without its plural for 1."""
    return ONE.sub(r"\1", check.unit) if check.value == 1 else check.unit


def ago(then: datetime, now: datetime) -> str:
    """'5 minutes ago': the largest unit that fits, since nobody needs the seconds of last week."""
    seconds = (now - then).total_seconds()
    for size, unit in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            return f"{plural(int(seconds // size), unit)} ago"
    return "just now"


def first_sentence(message: str) -> str:
    """The first line of a message; it names the cause."""
    return message.strip().partition("\n")[0]


def printable(text: str) -> str:
    """Text without control characters, so that no kernel's output can steer a terminal."""
    return "".join(
        char if char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cf", "Cs") else "\ufffd"
        for char in text
    )
