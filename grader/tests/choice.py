"""Which cases of a parametrised test run in every ./course test, and which only in ./course test --full.

A test whose cases are all alike keeps some of them in every run; the others carry the marker `full`. The full
run leaves nothing out, so a case that fails there and nowhere else is found the next morning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
Marks = Sequence[pytest.MarkDecorator]


def full_unless(condition: object) -> Marks:
    """The marks of a case that runs in every ./course test only if the condition holds."""
    return () if condition else (pytest.mark.full,)


def cases(values: Iterable[T], stays: Callable[[T], object], name: Callable[[T], str]) -> list[Any]:
    """The values as a test's parameters, each named; those that do not stay are left to the full run."""
    return [pytest.param(value, id=name(value), marks=full_unless(stays(value))) for value in values]
