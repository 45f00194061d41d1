"""A lab's hints in the terminal, below the check to fix first.

Which hints are shown, and how many were given before, the command knows; here they become lines, with what
else there is to do once none is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rich.console import Console
from rich.text import Text

from grader.core.errors import GraderError
from grader.core.files import read_source
from grader.core.lab_files import stub_of
from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.core.visible import visible
from grader.core.wording import plural
from grader.grading.guidance import first_to_fix, handout_of, kernel_of
from grader.grading.parts import Part, parts_of
from grader.grading.standing import LastCheck, is_done
from grader.report.terminal.console import indented, prose
from grader.report.terminal.request_rows import costly_request, request_rows
from grader.schema.results import CheckResult, Source, goal_of

# The most lines of a message. `check` shows more.
MOST_LINES = 16


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
    judged = view.last is not None and not view.last.result.compile_output
    stuck = first_to_fix(view.last.result) if view.last is not None and judged else None
    for number in view.shown:
        about, hint = hint_for(view.lab, number, stuck)
        yield Text(f"\nHint {number + 1} of {len(view.lab.hints)}{about}", style="bold")
        yield indented(console, prose(console, hint), 2, "  ")
    yield Text("")
    yield from _what_else(console, view)


def hint_for(lab: Lab, number: int, stuck: CheckResult | None) -> tuple[str, str]:
    """What a hint is about, and its words: those on the kernel that is stuck, where it has its own."""
    suite = next((known.suite for known in lab.checks if stuck and known.id == stuck.id), "")
    if suite in lab.kernel_hints:
        own = lab.kernel_hints[suite]
        return f", on {own.kernel}", own.hints[number]
    return "", lab.hints[number]


def _last_check(console: Console, view: HintView) -> Iterator[Text]:
    if view.last is None:
        return
    result = view.last.result
    if view.changed:
        words = f"Your file has changed since its last check; ./course check {view.lab.id} looks at it again."
        yield indented(console, Text(words, style="yellow"), 0)
    elif is_done(result):
        yield Text("Done: nothing failed in the last check.", style="green")
    check = first_to_fix(result)
    stub = _still_to_write(view, check)
    if stub is not None:
        yield Text("\nFirst to write", style="bold")
        kernel = kernel_of(view.project, view.lab)
        yield indented(console, prose(console, "\n".join(_task_of(stub, kernel))), 2, "  ")
    elif check is not None:
        yield Text("\nFirst to fix, from the last check", style="bold")
        yield indented(console, Text(goal_of(result, check)), 2, "  ")
        yield from _stuck_at(console, view.lab, check)
        if result.compile_output and not view.changed:
            words = "Correct this first. The hints are about kernels that compile, so none was used up."
            yield indented(console, Text(words), 0)


def _still_to_write(view: HintView, check: CheckResult | None) -> Part | None:
    """The function that the check is about, if it is as it was handed out: its message says no more."""
    if check is None or view.last is None or view.last.result.compile_output:
        return None
    file = stub_of(view.project, view.lab)
    try:
        source = Source(view.project.shown(file), str(file), read_source(file))
    except GraderError:
        return None
    parts = parts_of(view.lab, replace(view.last.result, source=source))
    return next((part for part in parts if check in part.checks and part.to_write), None)


def _task_of(part: Part, kernel: str) -> Iterator[str]:
    if part.function is not None:
        yield f"{part.name}, for {part.max_points} points, at {kernel}:{part.function.line}"
        yield f"TODO: {visible(part.function.task)}"


def _stuck_at(console: Console, lab: Lab, check: CheckResult) -> Iterator[Text]:
    """What that check said, whole: the addresses or the two lines that it shows are half of the answer."""
    lines = visible(check.message.strip()).split("\n")
    left = len(lines) - MOST_LINES
    if left > 0:
        lines[MOST_LINES:] = [f"… and {plural(left, 'line')} more: ./course check {lab.id}"]
    yield indented(console, prose(console, "\n".join(lines)), 2, "  ")
    if check.file:
        place = f"{check.file}:{check.line}" if check.line else check.file
        yield indented(console, Text(f"at {place}", style="cyan"), 2, "  ")
    if (cost := costly_request(check)) is not None:
        for row in request_rows(cost):
            yield indented(console, Text(visible(row), style="dim"), 4, "  ")
    # The manifest of today, not the one of the day of the check.
    known = next((known for known in lab.checks if known.id == check.id), None)
    if known is not None and (advice := known.advice_on(check.fault)):
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
