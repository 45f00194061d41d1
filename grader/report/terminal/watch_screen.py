"""One run of `watch` in the terminal: what the save has changed, then the first thing to do.

A run is compared with the one before, so that a student sees at a glance what the save did. Messages are
cut to a screen; `./course check` shows more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rich.console import Console
from rich.text import Text

from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.core.points import Points, add, difference
from grader.core.visible import visible
from grader.core.wording import plural
from grader.grading.changes import Change, Kind, changes_between, was_judged
from grader.grading.guidance import first_to_fix, handout_of, kernel_of, move_in
from grader.grading.parts import Part, blocker_of, is_untouched, parts_of
from grader.grading.standing import fingerprint, is_done
from grader.report.terminal.console import bar, has_unicode, indented, prose, rule
from grader.report.terminal.failure_lines import Failures, place_of
from grader.report.terminal.first_screen import first_step_lines
from grader.report.terminal.verdicts import STYLES, symbols_of, try_line
from grader.schema.results import CheckResult, LabResult, Status, goal_of

# The most lines of a screen for one message, or for the compiler. `check` shows more.
SHOWN_LINES = 12
OF_KIND = {Kind.PASSES: Status.PASSED, Kind.FAILS: Status.FAILED, Kind.SKIPPED: Status.SKIPPED}


@dataclass(frozen=True)
class Before:
    """What a run is compared with. when: in words, behind 'since'. kernel: the text's fingerprint."""

    result: LabResult
    when: str
    kernel: str


@dataclass(frozen=True)
class Run:
    """One check after a save. hints: how many were given. seconds: from the save's notice to the verdict."""

    project: Project
    lab: Lab
    result: LabResult
    before: Before | None
    hints: int
    at: datetime
    seconds: float


def opening_lines(console: Console, project: Project, lab: Lab, shared: str) -> Iterator[Text]:
    """Once a lab. shared: the type of the file system that gives no notice of saves, or ''."""
    yield Text("")
    yield indented(console, Text(f"{lab.id}  {lab.title}", style="bold"), 0)
    how = f" ({shared} gives no notice of saves: it is looked at instead)" if shared else ""
    for name, words in (
        ("edit", kernel_of(project, lab) + how),
        ("read", handout_of(project, lab)),
        ("stop", "Ctrl-C"),
    ):
        yield indented(console, Text(words), 6, Text(f"{name:<6}", style="dim"))


def run_lines(console: Console, run: Run) -> Iterator[Text]:
    """The separator, what changed, where the lab stands, what to do next."""
    yield Text("")
    yield rule(console, f"{run.lab.id} {run.at:%H:%M:%S}")
    parts = parts_of(run.lab, run.result)
    if was_judged(run.result) and is_untouched(parts):
        # Nothing was written: there is neither a failure nor a change to tell.
        yield from first_step_lines(console, run.result, parts)
        yield Text(f"checked in {run.seconds:.1f} s", style="dim")
        return
    if was_judged(run.result):
        yield from _changes(console, run, parts)
        yield _score(console, run)
    if is_done(run.result):
        yield Text(f"{run.lab.id} is done.", style="bold green")
    else:
        yield from _to_do(console, run, parts)
    yield Text(f"checked in {run.seconds:.1f} s", style="dim")


def staying_lines(console: Console) -> Iterator[Text]:
    """The lab was done before anything was saved."""
    words = (
        "It was done already; it stays under watch, since you named it. ./course watch goes to the next lab."
    )
    yield indented(console, Text(words), 0)


def gone_lines(console: Console, file: str) -> Iterator[Text]:
    """The file was taken away."""
    words = f"{file} is gone. It is checked again as soon as it is back: git checkout -- {file}"
    yield Text("")
    yield indented(console, Text(words, style="yellow"), 0)


def all_done_lines(console: Console, labs: Sequence[Lab]) -> Iterator[Text]:
    """Nothing is left to watch."""
    words = f"All {len(labs)} labs are done." if len(labs) > 1 else "The lab is done, and there is no other."
    yield Text("")
    yield indented(console, Text(words, style="bold green"), 0)
    yield indented(console, Text("./course progress shows them; ./course watch LAB goes back to one."), 0)


def _changes(console: Console, run: Run, parts: Sequence[Part]) -> Iterator[Text]:
    if run.before is None:
        yield from _everything(console, run, parts)
        return
    same_file = run.result.source is not None and run.before.kernel == fingerprint(run.result.source.text)
    changes = changes_between(run.before.result, run.result, same_file=same_file)
    if not changes:
        words = f"No change since {run.before.when}: the file is the same, and so is every verdict."
        yield Text(words if same_file else f"No check has changed since {run.before.when}.", style="dim")
        return
    yield indented(console, Text(f"Since {run.before.when}:"), 0)
    waiting = [change for change in changes if change.kind is Kind.SKIPPED]
    for change in changes:
        # Checks that only wait for a failed one are one line, not ten.
        if change.kind is not Kind.SKIPPED or len(waiting) == 1:
            yield from _change(console, change)
    if len(waiting) > 1:
        lost = add(change.points for change in waiting)
        words = f"{plural(len(waiting), 'check')} wait for one that fails{_gain(lost)}"
        yield _line(console, waiting[0].check, words)


def _everything(console: Console, run: Run, parts: Sequence[Part]) -> Iterator[Text]:
    """The first run: a line a check, and one for what nobody has written and for checks that wait."""
    for part in parts:
        if part.to_write:
            yield _line(console, part.checks[-1], f"{part.name}: not written yet", Status.SKIPPED)
            continue
        waiting = [check for check in part.checks if blocker_of(run.result, check) is not None]
        for check in part.checks:
            if check not in waiting or len(waiting) == 1:
                yield _line(console, check, check.title)
        if len(waiting) > 1:
            yield _line(console, waiting[0], f"{plural(len(waiting), 'check')} wait for one that fails")


def _change(console: Console, change: Change) -> Iterator[Text]:
    check = change.check
    if change.kind is Kind.SAME:
        verdict = "still passes" if check.status is Status.PASSED else "still fails"
        yield _line(console, check, f"{verdict}: {check.title}")
        if not change.value and check.message:
            yield indented(console, Text("for another reason"), 4)
    else:
        yield _line(console, check, f"{change.kind.value}: {check.title}{_gain(change.points)}")
    if change.value:
        yield indented(console, Text(change.value, style=STYLES[check.status]), 4, "    ")


def _line(console: Console, check: CheckResult, words: str, shown: Status | None = None) -> Text:
    """shown: the status that the line has instead of the check's."""
    status = shown or check.status
    symbol = symbols_of(console)[status]
    return indented(console, Text(words), 4, Text(f"  {symbol} ", style=STYLES[status]))


def _gain(points: Points) -> str:
    return f" ({points:+})" if points else ""


def _score(console: Console, run: Run) -> Text:
    result = run.result
    passed = sum(check.status is Status.PASSED for check in result.checks)
    # The points that the lab counts may have changed since. Both results are weighed as of now.
    before = replace(run.before.result, worth=result.worth).course_points if run.before else None
    points, most = result.course_points, result.course_max_points
    gained = 0 if before is None else difference(points, before)
    cells = 20 if console.width >= 60 else 8
    words = Text(f"{points}/{most}{_gain(gained)}", style="bold")
    words.append(f"  {passed} of {plural(len(result.checks), 'check')}", style="not bold")
    meter = bar(console, points, most, cells)
    return indented(console, words, cells + 1, meter.append(" "))


def _to_do(console: Console, run: Run, parts: Sequence[Part]) -> Iterator[Text]:
    result, check = run.result, first_to_fix(run.result)
    if check is None:
        yield from _words(console, result.trouble or "No check passed, and none failed.")
        return
    yield Text("")
    part = next(part for part in parts if check in part.checks)
    if part.to_write and not result.compile_output and not result.trouble:
        yield from first_step_lines(console, result, (part,))
    else:
        yield indented(console, Text(goal_of(result, check)), 6, Text("Next: ", style="bold"))
        yield from _cause(console, run, check)
    move = move_in(run.lab, result, run.hints)
    # Watching is what the student does already.
    if "watch" not in move.command:
        yield try_line(console, move)


def _cause(console: Console, run: Run, check: CheckResult) -> Iterator[Text]:
    result = run.result
    # The compiler names files by their whole path.
    said = result.compile_output.replace(f"{run.project.root}/", "") or result.trouble
    if not said:
        yield from Failures(console, result, by=6, most=SHOWN_LINES).about(check)
        return
    yield from _words(console, said)
    if check.file:
        yield indented(console, Text(f"at {place_of(check)}", style="cyan"), 6, " " * 6)


def _words(console: Console, text: str) -> Iterator[Text]:
    lines = visible(text.strip("\n")).split("\n")
    more = "…" if has_unicode(console) else "..."
    shown = lines[:SHOWN_LINES] + (
        [f"{more} {len(lines) - SHOWN_LINES} lines more"] if len(lines) > SHOWN_LINES else []
    )
    for line in shown:
        yield indented(console, prose(console, line), 6, " " * 6)
