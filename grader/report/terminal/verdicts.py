"""The results of a check in a terminal: narrow or wide, with or without colour, over ssh too.

Each lab's checks with their points, values and messages, then the total, the first thing to do next and the
command that helps most with it. A cause that many checks share is shown once, below them. Among several labs,
one that was not begun is a single line.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.core.visible import visible
from grader.core.wording import first_sentence, plural
from grader.grading.guidance import Move
from grader.grading.verdict_words import SYMBOLS, measured, words_of_others
from grader.report.terminal.console import has_unicode, indented
from grader.schema.results import CheckResult, LabResult, Results, Status, goal_of, next_step

STYLES = {
    Status.PASSED: "green",
    Status.FAILED: "bold red",
    Status.SKIPPED: "dim",
    Status.ERROR: "bold yellow",
}
PLAIN_SYMBOLS = {Status.PASSED: "+", Status.FAILED: "x", Status.SKIPPED: "-", Status.ERROR: "!"}
SHOWN_LINES = 30
PRINTED_LINES = 12


def print_results(
    console: Console,
    results: Results,
    move: Move | None = None,
    ending: str = ": continue with the next lab.",
    handout: str = "",
) -> None:
    """Print every lab, then the total, the first thing to do next, and the command that helps with it.

    ending: what is said after "all checks passed". handout: the text to read first, if any.
    """
    # Only Text objects reach rich, so that its markup in a student's message stays words.
    untouched = [lab for lab in results.labs if lab.untouched and len(results.labs) > 1]
    for lab in results.labs:
        if lab not in untouched:
            console.print(_lab(lab, symbols_of(console)))
    for lab in untouched:
        console.print(_not_begun(console, lab))
    if untouched:
        console.print()
    console.print(_evidence(results))
    console.print(_total(results))
    console.print(_next(console, results, ending))
    if handout:
        console.print(
            Text.assemble(("Read: ", "bold"), (handout, "cyan"), "  (what the lab asks)", overflow="fold")
        )
    if move is not None:
        console.print(try_line(console, move))


def symbols_of(console: Console) -> dict[Status, str]:
    """The sign of each verdict; ASCII where the terminal knows no more."""
    return SYMBOLS if has_unicode(console) else PLAIN_SYMBOLS


def _not_begun(console: Console, lab: LabResult) -> Text:
    words = Text.assemble(
        (f"{lab.title}  {lab.course_points}/{lab.course_max_points}", "bold"), "  not begun: ",
        (f"./course watch {lab.id}", "cyan"),
    )  # fmt: skip
    first = Text(f"{lab.id}  ", style="bold")
    return indented(console, words, len(first), first)


def _lab(lab: LabResult, symbols: dict[Status, str]) -> RenderableType:
    points = f"{lab.course_points}/{lab.course_max_points}"
    head = Text(f"{lab.id}  {lab.title}  {points}", style="bold")
    parts: list[RenderableType] = [head]
    if lab.source:
        parts.append(Padding(Text(lab.source.file, style="dim", overflow="fold"), (0, 0, 0, 2)))
    if lab.compile_output:
        return Padding(Group(*parts, *_refusal(lab, symbols)), (0, 0, 1, 0))
    printing = _whose_words(lab)
    for check in lab.checks:
        parts.extend(_check(lab, check, symbols[check.status]))
        if check is printing:
            printed = _cut(check.printed, PRINTED_LINES)
            parts.append(Padding(Text("The kernel printed:\n").append_text(printed), (0, 0, 0, 4)))
    if lab.trouble:
        parts.append(Padding(Text(visible(lab.trouble), style="yellow"), (1, 0, 0, 2)))
    return Padding(Group(*parts), (0, 0, 1, 0))


def _refusal(lab: LabResult, symbols: dict[Status, str]) -> Iterator[RenderableType]:
    """The compiler's words, which name the line, and one row for all checks."""
    yield Padding(_cut(lab.compile_output), (0, 0, 0, 2))
    failed = lab.checks[0]
    title = f"{failed.message.partition(':')[0]}: no check was run"
    yield _row(failed, symbols[failed.status], f"{lab.course_points:>3}/{lab.course_max_points:<3}", title)


def _said_below(lab: LabResult, check: CheckResult) -> bool:
    # A broken run, the one cause of many failures, is shown once, below them.
    return bool(lab.trouble and (check.status is Status.ERROR or lab.trouble in check.message))


def _row(check: CheckResult, symbol: str, points: str, title: str) -> RenderableType:
    row = Table.grid(padding=(0, 1, 0, 0))
    row.add_column(no_wrap=True)
    row.add_column(no_wrap=True)
    row.add_column(overflow="fold")
    row.add_row(
        Text(f"{symbol} {check.status.value:<7}", style=STYLES[check.status]), Text(points), Text(title)
    )
    return Padding(row, (0, 0, 0, 2))


def _check(lab: LabResult, check: CheckResult, symbol: str) -> Iterator[RenderableType]:
    share = lab.share_of(check)
    yield _row(check, symbol, f"{share.points:>3}/{share.max_points:<3}", check.title)
    if not _said_below(lab, check):
        yield from (Padding(line, (0, 0, 0, 4)) for line in _about(check))


def _about(check: CheckResult) -> Iterator[RenderableType]:
    weighed = measured(check)
    if weighed:
        yield Text(f"{weighed} ({check.evidence})", style="" if check.message else "dim")
    if check.message:
        for line in visible(check.message.strip()).split("\n")[:SHOWN_LINES]:
            own = len(line) - len(line.lstrip(" "))  # a line's continuation begins below its first word
            yield Padding(Text(line[own:], overflow="fold"), (0, 0, 0, own))
    if check.advice and check.message:
        yield Text(visible(check.advice), style="bold", overflow="fold")
    if check.file:
        yield Text(f"at {_place(check)}", style="cyan", overflow="fold")
    if check.others:
        following, _, _ = check.others[0].message.strip().partition("\n")
        yield Text(visible(f"{words_of_others(check)}: {following}"), style="dim", overflow="fold")


def _whose_words(lab: LabResult) -> CheckResult | None:
    """The check whose kernel's printed words are shown: the first that failed, else the first at all.

    The checks of a kernel launch it with much the same arguments: each prints much the same.
    """
    printing = [check for check in lab.checks if check.printed.strip()]
    failed = (check for check in printing if check.status is not Status.PASSED)
    return next(failed, printing[0] if printing else None)


def _cut(text: str, most: int = SHOWN_LINES) -> Text:
    lines = visible(text.strip("\n")).split("\n")
    left = len(lines) - most
    more = f"\n… and {plural(left, 'line')} more" if left > 0 else ""
    return Text("\n".join(lines[:most]) + more, overflow="fold")


def _place(check: CheckResult) -> str:
    return f"{check.file}:{check.line}" if check.line else check.file


def _evidence(results: Results) -> Text:
    kinds = {check.evidence for lab in results.labs for check in lab.checks}
    note = "measured on a GPU" if "measured" in kinds else "not timed on a GPU"
    return Text(
        f"machine {results.machine} ({note}), compiler {results.compiler}, seed {results.seed}", style="dim"
    )


def _total(results: Results) -> Text:
    return Text(f"Total {results.course_points}/{results.course_max_points}", style="bold")


def _next(console: Console, results: Results, ending: str) -> Text:
    found = next_step(results)
    if found is None:
        return Text(f"All checks passed{ending}")
    lab, check = found
    if lab.untouched:
        return indented(console, Text(f"begin with {lab.id}, {lab.title}"), 6, Text("Next: ", style="bold"))
    place = f"\n{_place(check)}" if check.file else ""
    cause = first_sentence(visible(check.message)) or check.title
    said = f"\n{cause}" if cause != check.title else ""
    words = Text(f"{lab.id}, {goal_of(lab, check)}{said}{place}")
    return indented(console, words, 6, Text("Next: ", style="bold"))


def try_line(console: Console, move: Move) -> Text:
    """The one command that helps most, and what it is good for."""
    words = Text.assemble((move.command, "cyan"), f"  ({move.why})")
    return indented(console, words, 6, Text("Try:  ", style="bold"))
