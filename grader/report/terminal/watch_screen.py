"""One run of `watch` in the terminal: what the save has changed, then the first thing to do.

Messages are cut to a screen; `./course check` shows more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from socket import gethostname

from rich.console import Console
from rich.text import Text

from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.core.visible import visible
from grader.grading.changes import was_judged
from grader.grading.guidance import first_to_fix, handout_of, kernel_of, move_in
from grader.grading.parts import Part, is_untouched, parts_of
from grader.grading.standing import is_done
from grader.report.terminal.console import bar, has_unicode, indented, prose, rule
from grader.report.terminal.failure_lines import Failures, place_of
from grader.report.terminal.first_screen import first_step_lines
from grader.report.terminal.verdicts import STYLES, symbols_of, try_line
from grader.report.watch_words import Run, changes_of, checks_passed, gain, points_gained
from grader.schema.results import CheckResult, goal_of

# The most lines of a screen for one message, or for the compiler. `check` shows more.
SHOWN_LINES = 12


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


def page_lines(console: Console, address: str, port: int) -> Iterator[Text]:
    """Where the live page is, and how another computer comes to it."""
    yield Text("")
    yield indented(console, Text(address), 6, Text("page  ", style="dim"))
    words = (
        f"From another computer, first: ssh -L {port}:127.0.0.1:{port} {gethostname()}. VS Code and "
        "Codespaces forward the port themselves."
    )
    yield indented(console, Text(words, style="dim"), 6, " " * 6)


def gone_lines(console: Console, file: str) -> Iterator[Text]:
    """The file was taken away."""
    yield Text("")
    yield indented(console, Text(gone_words(file), style="yellow"), 0)


def gone_words(file: str) -> str:
    """What to do about a file that was taken away."""
    return f"{file} is gone. It is checked again as soon as it is back: git checkout -- {file}"


def all_done_lines(console: Console, labs: Sequence[Lab]) -> Iterator[Text]:
    """Nothing is left to watch."""
    words = f"All {len(labs)} labs are done." if len(labs) > 1 else "The lab is done, and there is no other."
    yield Text("")
    yield indented(console, Text(words, style="bold green"), 0)
    yield indented(console, Text("./course progress shows them; ./course watch LAB goes back to one."), 0)


def _changes(console: Console, run: Run, parts: Sequence[Part]) -> Iterator[Text]:
    changes = changes_of(run, parts)
    if changes.heading and not changes.lines:
        yield Text(changes.heading, style="dim")
    elif changes.heading:
        yield indented(console, Text(changes.heading), 0)
    for line in changes.lines:
        style = STYLES[line.status]
        symbol = symbols_of(console)[line.status]
        yield indented(console, Text(line.words), 4, Text(f"  {symbol} ", style=style))
        if line.reason:
            yield indented(console, Text(line.reason), 4)
        if line.value:
            yield indented(console, Text(line.value, style=style), 4, "    ")


def _score(console: Console, run: Run) -> Text:
    points, most = run.result.course_points, run.result.course_max_points
    cells = 20 if console.width >= 60 else 8
    words = Text(f"{points}/{most}{gain(points_gained(run))}", style="bold")
    words.append(f"  {checks_passed(run.result)}", style="not bold")
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
