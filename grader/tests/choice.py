"""Which tests run: in every ./course test or in the full one only, and on this machine or not.

A test whose cases are all alike keeps some of them in every run; the others carry the marker `full`. The full
run leaves nothing out, so a case that fails there and nowhere else is found the next morning.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
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


def is_root_of_all() -> bool:
    """Root, and not only of a user namespace of one user, where root can become nobody else."""
    users = sum(int(line.split()[2]) for line in Path("/proc/self/uid_map").read_text().splitlines())
    return os.geteuid() == 0 and users > 1
