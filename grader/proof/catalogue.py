"""Reads grader/catalogue/<lab>/: answers with the verdict that each must get."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from grader.errors import GraderError
from grader.fields import Table
from grader.manifest import Lab
from grader.paths import Project
from grader.proof.measured_verdicts import MeasuredVerdict, read_measured
from grader.toml_file import read_toml

VERDICTS = ("passed", "failed", "skipped")


@dataclass(frozen=True)
class Expectation:
    """What the message of one check must say, and of which source line it must speak.

    line_of: a fragment of that line of the kernel file; '' leaves the line open.
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
    name: str
    kind: str
    summary: str
    kernel: Path
    verdicts: tuple[tuple[str, str], ...]
    messages: tuple[Expectation, ...]
    measured: tuple[MeasuredVerdict, ...]


def read_catalogue(project: Project, lab: Lab) -> tuple[Entry, ...]:
    """All entries of a lab by name. GraderError at a malformed entry or one without its partner."""
    folder = project.catalogue / lab.id
    kernels = {path.stem: path for path in folder.glob("*.cu")}
    tables = {path.stem: path for path in folder.glob("*.toml")}
    lonely = sorted(set(kernels) ^ set(tables))
    if lonely:
        raise GraderError(f"{project.shown(folder)}: '{lonely[0]}' needs both a .cu and a .toml file")
    return tuple(_entry(project, lab, kernels[n], tables[n]) for n in sorted(kernels))


def _entry(project: Project, lab: Lab, kernel: Path, file: Path) -> Entry:
    shown = project.shown(file)
    table = Table(read_toml(file, shown), shown)
    verdicts = _verdicts(table, lab)
    entry = Entry(
        lab=lab,
        name=kernel.stem,
        kind=table.one_of("kind", ("wrong", "right")),
        summary=table.filled("summary"),
        kernel=kernel,
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
    for name in (*fails, *skips):
        if name not in known:
            raise table.fail(f"names the unknown check '{name}'", f"Known: {', '.join(known)}.")
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
        raise table.fail(f"kind is '{entry.kind}' but {len(failed)} checks are to fail")
    for expected in entry.messages:
        if expected.check not in failed:
            raise table.fail(f"messages: '{expected.check}' is not a check that is to fail")
        if expected.line_of and expected.line_of not in entry.kernel.read_text(encoding="utf-8"):
            raise table.fail(f"line_of '{expected.line_of}' is no text of {entry.kernel.name}")
    if failed and not entry.messages:
        raise table.fail("a wrong answer needs the [[messages]] that the student must see")
