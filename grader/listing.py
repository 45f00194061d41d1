"""Compares a manifest with the tests that its program really holds."""

from __future__ import annotations

from grader.errors import GraderError
from grader.manifest import Lab


def parse_test_list(text: str) -> tuple[str, ...]:
    """The names 'Suite.Name' in the output of `--gtest_list_tests`."""
    names: list[str] = []
    suite = ""
    for line in text.splitlines():
        name = line.partition("#")[0].rstrip()
        if name.startswith("  ") and suite:
            names.append(suite + name.strip())
        elif name.endswith(".") and " " not in name:
            suite = name
    return tuple(names)


def compare_tests(lab: Lab, programs: tuple[str, ...], shown: str) -> None:
    """Raise GraderError when a test is listed on one side only. shown: the lab.toml's name."""
    listed = {check.test for check in lab.checks}
    held = set(programs)
    if listed - held:
        names = ", ".join(sorted(listed - held))
        raise GraderError(
            f"{shown}: {lab.id}_test has no test {names}", f"It has: {', '.join(sorted(held))}."
        )
    if held - listed:
        names = ", ".join(sorted(held - listed))
        raise GraderError(
            f"{shown}: {lab.id}_test holds {names}, which no check lists",
            "Add a [[checks]] table for it (points = 0 if it is worth none).",
        )
