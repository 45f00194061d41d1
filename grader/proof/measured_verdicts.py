"""What a measurement must say of an answer: its simulated verdict, unless its toml gives another one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.fields import Table
from grader.manifest import Lab

# EITHER: hardware may say one thing today and another tomorrow, as of a race that seldom shows.
EITHER = "either"
MEASURED_VERDICTS = ("passed", "failed", EITHER)


@dataclass(frozen=True)
class MeasuredVerdict:
    """The verdict that a measurement of one check must give.

    why: the reason where it is not the simulated verdict, else ''. contains: texts of its message.
    """

    check: str
    verdict: str
    why: str = ""
    contains: tuple[str, ...] = ()


def stub_verdicts(lab: Lab) -> tuple[tuple[str, str], ...]:
    """A stub fails what requires nothing; all else is skipped for it."""
    return tuple((check.id, "skipped" if check.requires else "failed") for check in lab.checks)


def solution_verdicts(lab: Lab) -> tuple[tuple[str, str], ...]:
    """A reference solution passes every check."""
    return tuple((check.id, "passed") for check in lab.checks)


def measured_verdicts(lab: Lab, simulated: tuple[tuple[str, str], ...]) -> tuple[MeasuredVerdict, ...]:
    """Of the checks that a GPU would measure: those that have a measured form and are not skipped."""
    measured = {check.id for check in lab.checks if check.measured}
    return tuple(
        MeasuredVerdict(check, verdict)
        for check, verdict in simulated
        if check in measured and verdict in ("passed", "failed")
    )


def read_measured(
    table: Table, lab: Lab, simulated: tuple[tuple[str, str], ...]
) -> tuple[MeasuredVerdict, ...]:
    """The same, with what the entry's table `measured` says otherwise. GraderError at what cannot be."""
    expected = measured_verdicts(lab, simulated)
    if not table.has("measured"):
        return expected
    given = table.table("measured")
    told = {name: _told(given.table(name), name) for name in given.data}
    known = {one.check: one.verdict for one in expected}
    for one in told.values():
        _validate(given, one, known)
    return tuple(told.get(one.check, one) for one in expected)


def _told(table: Table, check: str) -> MeasuredVerdict:
    told = MeasuredVerdict(
        check,
        verdict=table.one_of("verdict", MEASURED_VERDICTS),
        why=table.filled("why"),
        contains=table.texts("contains") if table.has("contains") else (),
    )
    table.close()
    return told


def _validate(table: Table, told: MeasuredVerdict, simulated: Mapping[str, str]) -> None:
    if told.check not in simulated:
        raise table.fail(
            f"'{told.check}' is not measured for this answer",
            f"Measured are: {', '.join(simulated) or 'none'}.",
        )
    if told.verdict == simulated[told.check]:
        raise table.fail(f"'{told.check}' is expected {told.verdict} already, as simulated", "Remove it.")
    if told.contains and told.verdict != "failed":
        raise table.fail(f"'{told.check}' has a message only where it fails")
