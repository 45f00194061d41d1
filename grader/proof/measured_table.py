"""Measured verdicts in words: what was measured, what is expected, and why where it is not as simulated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from grader.manifest import Lab
from grader.proof.catalogue import Entry
from grader.proof.measured_verdicts import EITHER, MeasuredVerdict
from grader.proof.on_gpu import NO_VERDICT, MeasuredCheck, MeasuredProof
from grader.record import CheckReport
from grader.terminal_console import indented, print_all
from grader.wording import figure, first_sentence, plural, printable

COLOURS = {"passed": "green", "failed": "red", EITHER: "yellow", NO_VERDICT: "bold yellow"}


def print_measured(console: Console, lab: Lab, device: str, proofs: Sequence[MeasuredProof]) -> None:
    """Each answer with each of its measurements, and how these differ from what is expected."""
    print_all(console, [Text(f"{lab.id}  {lab.title}, measured on this {device}", style="bold")])
    unmeasured = [proof.case.name for proof in proofs if not proof.case.measured]
    for proof in proofs:
        if not proof.case.measured:
            continue
        good = ("NO", "red") if proof.mismatches else ("yes", "green")
        print_all(console, [Text.assemble(proof.case.name, "  ", good)])
        for check in proof.checks:
            print_all(console, _check_lines(console, check))
        for mismatch in proof.mismatches:
            print_all(console, [indented(console, Text(printable(mismatch), style="red"), 4, "    ")])
    if unmeasured:
        words = Text(f"nothing to measure: {', '.join(unmeasured)}", style="dim")
        print_all(console, [indented(console, words, 2)])


def print_expected(console: Console, lab: Lab, entries: Sequence[Entry]) -> None:
    """What the catalogue asks of a GPU: every verdict that is not the simulated one, and its reason."""
    count = sum(len(entry.measured) for entry in entries)
    if not count:
        return
    told = {entry.name: [one for one in entry.measured if one.why] for entry in entries}
    ending = ", as simulated but for these:" if any(told.values()) else ", all as simulated"
    print_all(console, [Text(plural(count, "measured verdict") + ending)])
    for name, verdicts in told.items():
        if verdicts:
            print_all(console, [Text(f"  {name}")])
        for one in verdicts:
            print_all(console, _why_lines(console, one))
    print_all(console, _untold(console, lab, entries))


def _check_lines(console: Console, check: MeasuredCheck) -> Iterator[Text]:
    words = Text(check.verdict, style=COLOURS[check.verdict])
    words.append(f"  {_figures(check.report)}", style="")
    yield indented(console, words, 8, Text(f"  {check.expected.check}  "))
    if check.expected.why:
        yield indented(console, Text(_reason(check.expected), style="dim"), 8, "        ")


def _why_lines(console: Console, told: MeasuredVerdict) -> Iterator[Text]:
    words = Text(told.verdict, style=COLOURS[told.verdict])
    yield indented(console, words.append(f": {told.why}", style=""), 8, Text(f"    {told.check}  "))


def _reason(expected: MeasuredVerdict) -> str:
    return f"{expected.verdict} is expected: {expected.why}"


def _figures(report: CheckReport) -> str:
    """The value, its requirement, and where; the first line of what was wrong where nothing was weighed."""
    if report.value is None:
        return printable(first_sentence(report.message))
    asked = f", {report.comparison} {figure(report.required)}" if report.required is not None else ""
    said = f"  ({printable(first_sentence(report.message))})" if report.status == "failed" else ""
    return f"{figure(report.value)} {report.unit}{asked}{said}"


def _untold(console: Console, lab: Lab, entries: Sequence[Entry]) -> Iterator[Text]:
    """Measured checks that no answer is measured to fail: nothing shows that they can tell."""
    failed = {told.check for entry in entries for told in entry.measured if told.verdict == "failed"}
    for check in lab.checks:
        if check.measured and check.id not in failed:
            words = Text(f"no answer is measured to fail {check.id}", style="yellow")
            yield indented(console, words, 2, "  ")
