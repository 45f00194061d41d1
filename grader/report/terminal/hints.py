"""A lab's hints in the terminal, below what the last check stopped at.

Which hints are shown, and how many were given before, the command knows; here they become lines, with what
else there is to do once none is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.core.wording import first_sentence
from grader.grading.guidance import first_to_mend, handout_of
from grader.grading.standing import LastCheck, is_done
from grader.report.terminal.console import indented, prose
from grader.schema.results import CheckResult, goal_of


@dataclass(frozen=True)
class HintView:
    """shown: the hints to print, from 0. given: how many the student has now had."""

    project: Project
    lab: Lab
    shown: tuple[int, ...]
    given: int
    last: LastCheck | None
    changed: bool


def hint_lines(console: Console, view: HintView) -> Iterator[Text]:
    """What the last check said, the hints, and what else there is."""
    yield Text(f"{view.lab.id}  {view.lab.title}", style="bold")
    yield from _last_check(console, view)
    for number in view.shown:
        yield Text(f"\nHint {number + 1} of {len(view.lab.hints)}", style="bold")
        yield indented(console, prose(console, view.lab.hints[number]), 2, "  ")
    yield Text("")
    yield from _what_else(console, view)


def _last_check(console: Console, view: HintView) -> Iterator[Text]:
    if view.last is None:
        return
    result = view.last.result
    if view.changed:
        words = f"Your file has changed since its last check; ./course check {view.lab.id} looks at it again."
        yield indented(console, Text(words, style="yellow"), 0)
    elif is_done(result):
        yield Text("Done: nothing failed in the last check.", style="green")
    check = first_to_mend(result)
    if check is not None:
        yield Text("\nThe last check stopped first at", style="bold")
        yield indented(console, Text(goal_of(result, check)), 2, "  ")
        yield from _advice(console, view.lab, check)


def _advice(console: Console, lab: Lab, check: CheckResult) -> Iterator[Text]:
    said = first_sentence(check.message)
    if said:
        yield indented(console, prose(console, said), 2, "  ")
    if check.file:
        place = f"{check.file}:{check.line}" if check.line else check.file
        yield indented(console, Text(f"at {place}", style="cyan"), 2, "  ")
    # The manifest of today, not the one of the day of the check.
    advice = next((known.advice for known in lab.checks if known.id == check.id), "")
    if advice and not check.message.startswith("The file does not compile"):
        yield indented(console, prose(console, advice), 2, "  ")


def _what_else(console: Console, view: HintView) -> Iterator[Text]:
    lab, left = view.lab, len(view.lab.hints) - view.given
    if left > 0:
        more = "one more" if left == 1 else f"{left} more"
        begun = "" if view.given else "No hint was given yet. "
        yield indented(
            console, Text(f"{begun}There {'is' if left == 1 else 'are'} {more}: ./course hint {lab.id}"), 0
        )
        return
    yield Text("These were all the hints." if view.shown else "You have had all the hints.")
    for command, use in (
        (f"./course hint {lab.id} --again", "shows them again"),
        (f"./course explain {lab.id}", "shows what each line of yours costs"),
        (handout_of(view.project, lab), "is the handout, with questions and answers"),
    ):
        yield indented(console, Text.assemble((command, "cyan"), f"  {use}"), 4, "  ")
