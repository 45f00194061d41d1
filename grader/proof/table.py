"""Prints proofs, and what the catalogue expects: a table of answers x checks, then each mismatch in a line.

A terminal that is too narrow for the table gets a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from grader.core.manifest import Lab
from grader.core.visible import visible
from grader.core.wording import plural
from grader.proof.cases import Proof
from grader.proof.catalogue import EITHER, Entry, MeasuredVerdict
from grader.report.terminal.console import indented, print_all
from grader.report.terminal.verdicts import STYLES, symbols_of
from grader.schema.results import Status

ANY_WIDTH = 1000
VERDICT_COLOURS = {"passed": "green", "failed": "red", EITHER: "yellow"}


@dataclass(frozen=True)
class Row:
    """One answer. verdicts: one a check, in the lab's order. is_proved: None when it was not graded."""

    name: str
    verdicts: tuple[Status, ...]
    is_proved: bool | None = None

    @property
    def good(self) -> str:
        """What the column `good` says."""
        return "" if self.is_proved is None else "yes" if self.is_proved else "NO"


def print_proofs(console: Console, lab: Lab, proofs: Sequence[Proof]) -> None:
    """Print what was graded, and how it differs from what is expected."""
    rows = [_row(proof) for proof in proofs]
    _print_rows(console, lab, rows)
    for proof in proofs:
        for mismatch in proof.mismatches:
            words = Text(visible(f"{proof.case.name}: {mismatch}"), style="red")
            print_all(console, [indented(console, words, 2, "  ")])


def print_catalogue(console: Console, lab: Lab, entries: Sequence[Entry]) -> None:
    """Print which checks each wrong answer must fail. Nothing is graded."""
    rows = [Row(e.name, tuple(Status(verdict) for _, verdict in e.verdicts)) for e in entries]
    _print_rows(console, lab, rows)
    print_all(console, _unproved_checks(console, lab, rows))
    print_expected(console, lab, entries)


def _row(proof: Proof) -> Row:
    verdicts = tuple(check.status for check in proof.result.checks)
    return Row(proof.case.name, verdicts, is_proved=not proof.mismatches)


def _print_rows(console: Console, lab: Lab, rows: Sequence[Row]) -> None:
    table = _table(console, lab, rows)
    wanted = console.measure(table, options=console.options.update(max_width=ANY_WIDTH)).maximum
    if wanted > console.width:
        print_all(console, _list(console, lab, rows))
        return
    console.print(table)
    for number, check in enumerate(lab.checks, start=1):
        console.print(Text(f"  {number:>2}  {check.id}", style="dim"))


def _table(console: Console, lab: Lab, rows: Sequence[Row]) -> Table:
    """Numbered columns keep the table narrow; the numbers are explained below it."""
    graded = any(row.is_proved is not None for row in rows)
    symbols = symbols_of(console)
    table = Table(
        title=Text(f"{lab.id}  {lab.title}"), title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0)
    )
    table.add_column("answer", no_wrap=True)
    for number in range(1, len(lab.checks) + 1):
        table.add_column(str(number), justify="center", no_wrap=True)
    if graded:
        table.add_column("good", no_wrap=True)
    for row in rows:
        marks = [Text(symbols[verdict], style=STYLES[verdict]) for verdict in row.verdicts]
        table.add_row(row.name, *marks, *([row.good] if graded else []))
    return table


def _list(console: Console, lab: Lab, rows: Sequence[Row]) -> Iterator[Text]:
    """The same where the terminal is too narrow for a table: names whole, checks by name."""
    yield Text(f"{lab.id}  {lab.title}", style="bold")
    for row in rows:
        good = f"  {row.good}" if row.good else ""
        yield Text(row.name).append(good, style="green" if row.is_proved else "red")
        for status, word in ((Status.FAILED, "fails"), (Status.ERROR, "error"), (Status.SKIPPED, "skips")):
            names = [c.id for c, v in zip(lab.checks, row.verdicts, strict=True) if v is status]
            if names:
                yield indented(console, Text(", ".join(names)), 8, Text(f"  {word} ", style=STYLES[status]))


def _unproved_checks(console: Console, lab: Lab, rows: Sequence[Row]) -> Iterator[Text]:
    """The checks that no wrong answer fails: nothing proves that these can fail at all."""
    failing = [
        {c.id for c, v in zip(lab.checks, row.verdicts, strict=True) if v is Status.FAILED} for row in rows
    ]
    wrong = sum(bool(failed) for failed in failing)
    yield Text(f"{plural(wrong, 'wrong answer')}, {len(rows) - wrong} right")
    for check in lab.checks:
        if not any(check.id in failed for failed in failing):
            yield indented(console, Text(f"no wrong answer fails {check.id}", style="yellow"), 2, "  ")


def print_expected(console: Console, lab: Lab, entries: Sequence[Entry]) -> None:
    """Print every verdict that a GPU must give and that is not the simulated one, with its reason."""
    count = sum(len(entry.measured) for entry in entries)
    if not count:
        return
    exceptions = {entry.name: [one for one in entry.measured if one.why] for entry in entries}
    ending = ", as simulated but for these:" if any(exceptions.values()) else ", all as simulated"
    print_all(console, [Text(plural(count, "measured verdict") + ending)])
    for name, verdicts in exceptions.items():
        if verdicts:
            print_all(console, [Text(f"  {name}")])
        for one in verdicts:
            print_all(console, _why_lines(console, one))
    print_all(console, _unmeasured(console, lab, entries))


def _why_lines(console: Console, one: MeasuredVerdict) -> Iterator[Text]:
    words = Text(one.verdict, style=VERDICT_COLOURS[one.verdict])
    yield indented(console, words.append(f": {one.why}", style=""), 8, Text(f"    {one.check}  "))


def _unmeasured(console: Console, lab: Lab, entries: Sequence[Entry]) -> Iterator[Text]:
    """The measured checks that no answer is measured to fail: nothing proves that these can fail at all."""
    failed = {one.check for entry in entries for one in entry.measured if one.verdict == "failed"}
    for check in lab.checks:
        if check.measured and check.id not in failed:
            words = Text(f"no answer is measured to fail {check.id}", style="yellow")
            yield indented(console, words, 2, "  ")
