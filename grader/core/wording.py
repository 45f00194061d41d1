"""Numbers, times and texts of others in words, the same in every renderer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

US_IN_MS = 1000


def figure(value: float) -> str:
    """A number with thousands separators and at most three decimals: 32,768 or 0.48."""
    if value == int(value):
        return f"{int(value):,}"
    return f"{value:,.3f}".rstrip("0").rstrip(".") or "0"


def microseconds(us: float) -> str:
    """A time to three significant digits: '63 µs', and from 1000 on '1.25 ms'."""
    if float(f"{us:.3g}") < US_IN_MS:
        return f"{_three_digits(us)} µs"
    return f"{_three_digits(us / US_IN_MS)} ms"


def _three_digits(value: float) -> str:
    # Only a Decimal is written without an exponent and without zeros that are not significant.
    return f"{Decimal(f'{value:.3g}'):,f}"


def plural(count: int, noun: str) -> str:
    """A count and its noun, such as '1 sector' or '1,024 sectors'."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def some_of(names: Sequence[str], most: int = 5) -> str:
    """'ada, bela and 3 more': the first few names, and how many are left."""
    if len(names) <= most:
        return ", ".join(names)
    return f"{', '.join(names[: most - 1])} and {len(names) - most + 1:,} more"


def ago(then: datetime, now: datetime) -> str:
    """'5 minutes ago': the largest unit that fits, since the seconds of last week do not matter."""
    seconds = (now - then).total_seconds()
    for size, unit in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            return f"{plural(int(seconds // size), unit)} ago"
    return "just now"


def first_sentence(message: str) -> str:
    """The first line of a message; it names the cause."""
    return message.strip().partition("\n")[0]


def kind_of(value: object) -> str:
    """What a value is that was read from a file, such as 'text' or 'a table'."""
    names = {str: "text", bool: "true/false", int: "a number", float: "a number", list: "a list"}
    return names.get(type(value), "nothing" if value is None else "a table")
