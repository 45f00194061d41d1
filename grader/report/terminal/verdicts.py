"""The results of a check in a terminal: narrow or wide, with or without colour, over ssh too.

Each lab's checks with their points, values and messages, then the total, the first thing to do next and the
command that helps most with it. A cause that many checks share is shown once, below them. What there is
nothing to say about yet is one line: a function that nobody has edited, the checks of a function that wait
for another check, and among several labs one that was not begun.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.console import Console
from rich.text import Text

from grader.core.manifest import Lab
from grader.core.points import Points, add
from grader.core.visible import visible
from grader.core.wording import first_sentence, plural
from grader.grading.guidance import Move
from grader.grading.parts import Part, blocker_of, is_untouched, parts_of
from grader.grading.verdict_words import SYMBOLS
from grader.report.terminal.console import has_unicode, indented, print_all
from grader.report.terminal.failure_lines import INDENT, SHOWN_LINES, Failures, place_of
from grader.report.terminal.first_screen import (
    MOST_ROWS,
    first_step_lines,
    opening_lines,
    place_of_part,
    rows_of,
)
from grader.schema.results import CheckResult, LabResult, Results, Status, goal_of, next_step

STYLES = {
    Status.PASSED: "green",
    Status.FAILED: "bold red",
    Status.SKIPPED: "dim",
    Status.ERROR: "bold yellow",
}
PLAIN_SYMBOLS = {Status.PASSED: "+", Status.FAILED: "x", Status.SKIPPED: "-", Status.ERROR: "!"}
PRINTED_LINES = 12
# A narrower terminal has a check's title below its verdict.
ROOM_BESIDE = 50
# In the place of a verdict, where nobody has edited the function: a stub, and code that was given whole.
TO_WRITE, AS_GIVEN = "to do", "given"
STATUS_CELLS = max(len(status.value) for status in Status)


def print_results(
    console: Console,
    results: Results,
    move: Move | None = None,
    ending: str = ": continue with the next lab.",
    handout: str = "",
    labs: Sequence[Lab] = (),
) -> None:
    """Print every lab, then the total, the first thing to do next, and the command that helps with it.

    ending: what is said after "all checks passed". handout: the text to read first, if any. labs: the
    manifests, which know what a stub is; without a lab's own, its functions count as edited.
    """
    print_all(console, _lines(_Shown(console, results, labs), move, ending, handout))


class _Shown:
    """The results, and each lab's parts."""

    def __init__(self, console: Console, results: Results, labs: Sequence[Lab]) -> None:
        self.console, self.results = console, results
        known = {lab.id: lab for lab in labs}
        self.parts = {lab.id: parts_of(known.get(lab.id), lab) for lab in results.labs}
        self.symbols = symbols_of(console)

    def is_untouched(self, lab: LabResult) -> bool:
        """Whether nothing was written, and the run came to its end: there is no fault to show.

        The first screen of one lab needs to know its functions; one line among others does not.
        """
        told = lab.compile_output or lab.trouble or any(c.status is Status.ERROR for c in lab.checks)
        known = is_untouched(self.parts[lab.id])
        return not told and (known or (lab.untouched and len(self.results.labs) > 1))


def _lines(shown: _Shown, move: Move | None, ending: str, handout: str) -> Iterator[Text]:
    console, results = shown.console, shown.results
    untouched = [lab for lab in results.labs if shown.is_untouched(lab)]
    alone = len(results.labs) == 1
    for lab in results.labs:
        if lab not in untouched:
            yield from _lab(shown, lab)
            yield Text("")
        elif alone:
            yield from opening_lines(console, lab)
            yield from _given(shown, lab)
    if not alone:
        yield from (_not_begun(console, lab) for lab in untouched)
        if untouched:
            yield Text("")
    if not alone or not untouched:
        yield indented(console, _evidence(results), 0)
        yield Text(f"Total {results.course_points}/{results.course_max_points}", style="bold")
    yield from _next(shown, untouched, ending)
    if handout:
        words = Text.assemble((handout, "cyan"), "  (what the lab asks)")
        yield indented(console, words, 6, Text("Read: ", style="bold"))
    if move is not None:
        yield try_line(console, move)


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


def _lab(shown: _Shown, lab: LabResult) -> Iterator[Text]:
    console = shown.console
    points = f"{lab.course_points}/{lab.course_max_points}"
    yield indented(console, Text(f"{lab.id}  {lab.title}  {points}", style="bold"), 0)
    if lab.source:
        yield indented(console, Text(lab.source.file, style="dim"), 2, "  ")
    if lab.compile_output:
        yield from _refusal(shown, lab)
        return
    failures = Failures(console, lab)
    printing = _whose_words(lab)
    for part in shown.parts[lab.id]:
        if _is_one_line(part):
            yield _to_write(shown, part)
        else:
            yield from _part(shown, lab, part, failures, printing)
    if lab.trouble:
        yield Text("")
        yield indented(console, Text(visible(lab.trouble), style="yellow"), 2, "  ")


def _refusal(shown: _Shown, lab: LabResult) -> Iterator[Text]:
    """The compiler's words, which name the line, and one row for all checks."""
    yield indented(shown.console, _cut(lab.compile_output), 2, "  ")
    failed = lab.checks[0]
    title = f"{failed.message.partition(':')[0]}: no check was run"
    points = (lab.course_points, lab.course_max_points)
    yield _row(shown, failed.status, points, title)


def _is_one_line(part: Part) -> bool:
    return part.to_write and all(check.status in (Status.FAILED, Status.SKIPPED) for check in part.checks)


def _to_write(shown: _Shown, part: Part) -> Text:
    line = f", line {part.function.line}" if part.function else ""
    title = f"{part.name}{line}: not written yet"
    return _row(shown, Status.SKIPPED, (part.points, part.max_points), title, TO_WRITE)


def _part(
    shown: _Shown, lab: LabResult, part: Part, failures: Failures, printing: CheckResult | None
) -> Iterator[Text]:
    """A row a check; the checks that wait are one row for each check that they wait for."""
    waiting: list[tuple[str, CheckResult]] = []
    for check in part.checks:
        if blocker := blocker_of(lab, check):
            waiting.append((_condition(shown, lab, blocker), check))
            continue
        yield from _check(shown, lab, part, check, failures)
        if check is printing:
            yield indented(shown.console, Text("The kernel printed:"), INDENT, " " * INDENT)
            yield indented(shown.console, _cut(check.printed, PRINTED_LINES), INDENT, " " * INDENT)
    for condition, group in groupby(sorted(waiting, key=lambda one: one[0]), key=lambda one: one[0]):
        yield _waiting(shown, lab, [check for _, check in group], condition)


def _condition(shown: _Shown, lab: LabResult, blocker: CheckResult) -> str:
    name = next(part.name for part in shown.parts[lab.id] if blocker in part.checks)
    return f"once `{name}` is right" if name else f"once this passes: {blocker.title}"


def _waiting(shown: _Shown, lab: LabResult, checks: Sequence[CheckResult], condition: str) -> Text:
    what = f"{plural(len(checks), 'more check')} {'follows' if len(checks) == 1 else 'follow'}"
    worth = add(lab.share_of(check).max_points for check in checks)
    return _row(shown, Status.SKIPPED, (0, worth), f"{what} {condition}")


def _given(shown: _Shown, lab: LabResult) -> Iterator[Text]:
    """Of an untouched lab, the functions that were given whole and fail: looking at them is what it asks."""
    for part in shown.parts[lab.id]:
        if part.name and part.is_given and not part.to_write:
            yield from _part(shown, lab, part, Failures(shown.console, lab), None)


def _said_below(lab: LabResult, check: CheckResult) -> bool:
    # A broken run, the one cause of many failures, is shown once, below them.
    return bool(lab.trouble and (check.status is Status.ERROR or lab.trouble in check.message))


def _row(shown: _Shown, status: Status, points: tuple[Points, Points], title: str, word: str = "") -> Text:
    """word: what stands in the place of the verdict's own. Of what is worth nothing no points are shown."""
    verdict = f"  {shown.symbols[status]} {word or status.value:<{STATUS_CELLS}}"
    worth = f"{points[0]:>3}/{points[1]:<3}" if points[1] else " " * 7
    lead = Text.assemble((verdict, STYLES[status]), f" {worth} ")
    if shown.console.width < ROOM_BESIDE:
        return Text("\n").join((lead, indented(shown.console, Text(title), INDENT, " " * INDENT)))
    return indented(shown.console, Text(title), len(lead), lead)


def _check(
    shown: _Shown, lab: LabResult, part: Part, check: CheckResult, failures: Failures
) -> Iterator[Text]:
    share = lab.share_of(check)
    points = (share.points, share.max_points)
    if part.is_given and check.status is Status.FAILED and not _said_below(lab, check):
        # What the lab gave away whole: its cause, and no advice on code that nobody has looked at.
        cause = first_sentence(visible(check.message)) or check.title
        at = f" (line {check.line})" if check.line and f"line {check.line}" not in cause else ""
        yield _row(shown, check.status, points, f"{cause}{at}", AS_GIVEN)
        return
    yield _row(shown, check.status, points, check.title)
    if not _said_below(lab, check):
        yield from failures.about(check)


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


def _evidence(results: Results) -> Text:
    kinds = {check.evidence for lab in results.labs for check in lab.checks}
    note = "measured on a GPU" if "measured" in kinds else "not timed on a GPU"
    return Text(
        f"machine {results.machine} ({note}), compiler {results.compiler}, seed {results.seed}", style="dim"
    )


def _next(shown: _Shown, untouched: Iterable[LabResult], ending: str) -> Iterator[Text]:
    console, results = shown.console, shown.results
    found = next_step(results)
    if found is None:
        yield Text(f"All checks passed{ending}")
        return
    lab, check = found
    parts = shown.parts[lab.id]
    if lab in untouched or lab.untouched:
        alone = len(results.labs) == 1
        begin = "" if alone else f"begin with {lab.id}, {lab.title}: "
        room = MOST_ROWS - rows_of(list(opening_lines(console, lab))) if alone else 0
        yield from first_step_lines(console, lab, parts, begin, room)
        return
    part = next((part for part in parts if check in part.checks), None)
    if part is not None and _is_one_line(part) and not lab.compile_output:
        words = f"{lab.id}, write {part.name} ({part.max_points} points)\n{place_of_part(lab, part)}"
    else:
        words = f"{lab.id}, {goal_of(lab, check)}{_cause_again(results, check)}"
        words += f"\n{place_of(check)}" if check.file else ""
    yield indented(console, Text(words), 6, Text("Next: ", style="bold"))


def _cause_again(results: Results, check: CheckResult) -> str:
    """The cause, where it is far above: of a lab that was graded alone it is on the screen."""
    cause = first_sentence(visible(check.message))
    return f"\n{cause}" if cause and cause != check.title and len(results.labs) > 1 else ""


def try_line(console: Console, move: Move) -> Text:
    """The one command that helps most, and what it is good for."""
    words = Text.assemble((move.command, "cyan"), f"  ({move.why})")
    return indented(console, words, 6, Text("Try:  ", style="bold"))
