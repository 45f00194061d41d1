"""Verdicts in words: a check's symbol, what it weighed, and what it requires. The same in every renderer."""

from __future__ import annotations

import re

from grader.core.wording import figure, plural
from grader.schema.results import CheckResult, Status

SYMBOLS = {
    Status.PASSED: "✓",
    Status.FAILED: "✗",
    Status.SKIPPED: "–",
    Status.ERROR: "!",
}

# The nouns that checks count, in the singular.
ONE = re.compile(r"^(bank conflict|float|line|load|prediction|request|row|sector|wavefront)s\b")


def requirement(check: CheckResult) -> str:
    """'at most 4', or '' when nothing was required in numbers."""
    if check.required is None:
        return ""
    return f"{check.comparison} {figure(check.required)}".strip()


def measured(check: CheckResult) -> str:
    """'32 sectors per request, at most 4 allowed', as much of it as is known."""
    if check.value is None:
        return ""
    got = f"{figure(check.value)} {unit_of(check)}".strip()
    wanted = requirement(check)
    verb = "allowed" if check.comparison == "at most" else "required"
    return f"{got}, {wanted} {verb}" if wanted else got


def unit_of(check: CheckResult) -> str:
    """The unit of what a check weighed, without its plural for 1."""
    return ONE.sub(r"\1", check.unit) if check.value == 1 else check.unit


def words_of_others(check: CheckResult) -> str:
    """'2 more failures of this check', besides the one in its message."""
    others = max(check.failures - 1, len(check.others))
    told = "" if others == len(check.others) else f", the first {len(check.others)}"
    return f"{plural(others, 'more failure')} of this check{told}"
