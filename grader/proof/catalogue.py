"""Reads a lab's catalogue: answers with the verdict that each must get, simulated and measured.

An answer is one file: the verdicts (grader/proof/front_matter.py) above the code (answer_text.py beside it).
They state that of every check, and what the messages of failed checks must say. A GPU must give the same
verdicts on the checks that it measures, unless the table `measured` states another one and the reason. An
entry that contradicts itself is an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.core.toml_file import Table
from grader.proof.answer_text import Answer, read_answers

VERDICTS = ("passed", "failed", "skipped")


@dataclass(frozen=True)
class Expectation:
    """What the message of one check must say, and which source line it must name.

    line_of: a fragment of that line of the answer's text; '' leaves the line open.
    """

    check: str
    contains: tuple[str, ...]
    line_of: str


@dataclass(frozen=True)
class Entry:
    """One catalogued answer. verdicts: every check of the lab, in the manifest's order.

    measured: what a GPU must say, of each check that it would measure.
    """

    lab: Lab
    answer: Answer
    kind: str
    summary: str
    verdicts: tuple[tuple[str, str], ...]
    messages: tuple[Expectation, ...]
    measured: tuple[MeasuredVerdict, ...]

    @property
    def name(self) -> str:
        return self.answer.name


def read_catalogue(project: Project, lab: Lab) -> tuple[Entry, ...]:
    """All entries of a lab by name. GraderError at a malformed one."""
    answers = sorted(read_answers(project, lab), key=lambda answer: answer.name)
    return tuple(_entry(lab, answer) for answer in answers)


def _entry(lab: Lab, answer: Answer) -> Entry:
    table = answer.verdict.table()
    verdicts = _verdicts(table, lab)
    entry = Entry(
        lab=lab,
        answer=answer,
        kind=table.one_of("kind", ("wrong", "right")),
        summary=table.filled("summary"),
        verdicts=verdicts,
        messages=tuple(
            _expectation(item) for item in (table.tables("messages") if table.has("messages") else ())
        ),
        measured=read_measured(table, lab, verdicts),
    )
    table.close()
    _validate(entry, table)
    return entry


def _verdicts(table: Table, lab: Lab) -> tuple[tuple[str, str], ...]:
    known = [check.id for check in lab.checks]
    if table.has("checks"):
        given = table.table("checks")
        verdicts = {check: given.one_of(check, VERDICTS) for check in known}
        given.close()
        return tuple(verdicts.items())
    fails = table.texts("fails") if table.has("fails") else ()
    skips = table.texts("skips") if table.has("skips") else ()
    for key, names in (("fails", fails), ("skips", skips)):
        for index, name in enumerate(names):
            if name not in known:
                fix = f"Known: {', '.join(known)}."
                raise table.fail(f"names the unknown check '{name}'", fix, (key, index))
    return tuple(
        (name, "failed" if name in fails else "skipped" if name in skips else "passed") for name in known
    )


def _expectation(table: Table) -> Expectation:
    expectation = Expectation(
        check=table.filled("check"),
        contains=table.texts("contains") if table.has("contains") else (),
        line_of=table.text("line_of") if table.has("line_of") else "",
    )
    table.close()
    return expectation


def _validate(entry: Entry, table: Table) -> None:
    failed = {check for check, verdict in entry.verdicts if verdict == "failed"}
    if (entry.kind == "wrong") != bool(failed):
        raise table.fail(f"kind is '{entry.kind}' but {len(failed)} checks are to fail", at=("kind",))
    for index, expected in enumerate(entry.messages):
        at = ("messages", index)
        if expected.check not in failed:
            raise table.fail(
                f"messages: '{expected.check}' is not a check that is to fail", at=(*at, "check")
            )
        if expected.line_of and expected.line_of not in entry.answer.text:
            raise table.fail(
                f"no line of the answer has line_of '{expected.line_of}'",
                f"See its lines: ./course prove {entry.lab.id} --show {entry.name}",
                (*at, "line_of"),
            )
    if failed and not entry.messages:
        raise table.fail("a wrong answer needs the [[messages]] that the student must see", at=("kind",))


# EITHER: the verdict may differ from run to run, as with a race that rarely shows.
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
    """A stub fails the checks that require no other; the others are skipped."""
    return tuple((check.id, "skipped" if check.requires else "failed") for check in lab.checks)


def solution_verdicts(lab: Lab) -> tuple[tuple[str, str], ...]:
    """A reference solution passes every check."""
    return tuple((check.id, "passed") for check in lab.checks)


def measured_verdicts(lab: Lab, simulated: tuple[tuple[str, str], ...]) -> tuple[MeasuredVerdict, ...]:
    """The verdicts on the checks that a GPU would measure: they have a measured form and are not skipped."""
    measured = {check.id for check in lab.checks if check.measured}
    return tuple(
        MeasuredVerdict(check, verdict)
        for check, verdict in simulated
        if check in measured and verdict in ("passed", "failed")
    )


def read_measured(
    table: Table, lab: Lab, simulated: tuple[tuple[str, str], ...]
) -> tuple[MeasuredVerdict, ...]:
    """The same, with the exceptions in the entry's table `measured`. GraderError for an impossible one."""
    expected = measured_verdicts(lab, simulated)
    if not table.has("measured"):
        return expected
    given = table.table("measured")
    exceptions = {name: _exception(given.table(name), name) for name in given.data}
    known = {one.check: one.verdict for one in expected}
    for one in exceptions.values():
        _validate_measured(given, one, known)
    return tuple(exceptions.get(one.check, one) for one in expected)


def _exception(table: Table, check: str) -> MeasuredVerdict:
    exception = MeasuredVerdict(
        check,
        verdict=table.one_of("verdict", MEASURED_VERDICTS),
        why=table.filled("why"),
        contains=table.texts("contains") if table.has("contains") else (),
    )
    table.close()
    return exception


def _validate_measured(table: Table, one: MeasuredVerdict, simulated: Mapping[str, str]) -> None:
    if one.check not in simulated:
        raise table.fail(
            f"'{one.check}' is not measured for this answer",
            f"Measured are: {', '.join(simulated) or 'none'}.",
            (one.check,),
        )
    if one.verdict == simulated[one.check]:
        raise table.fail(
            f"'{one.check}' is expected {one.verdict} already, as simulated", "Remove it.", (one.check,)
        )
    if one.contains and one.verdict != "failed":
        raise table.fail(f"'{one.check}' has a message only where it fails", at=(one.check, "contains"))
