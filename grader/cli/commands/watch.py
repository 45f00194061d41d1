"""`watch`: re-checks a lab on every save, shows what changed, and moves on when the lab is done."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from datetime import datetime, timezone
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from grader.cli import browser
from grader.cli.options import CourseFile, Limit, NextLab, Problems, Seed
from grader.cli.saves import saved_texts, shared_file_system
from grader.cli.session import (
    Course,
    choose_files,
    notice,
    open_course,
    progress_line,
    remember,
)
from grader.core.errors import GraderError
from grader.core.manifest import Lab
from grader.core.run_defaults import DEFAULT_LIMIT_S, chosen_seed, graded_at
from grader.core.wording import ago
from grader.grading.changes import was_judged
from grader.grading.grade_labs import Grading, grade
from grader.grading.standing import fingerprint, is_done, next_open
from grader.grading.standing_file import read_standings, standing_path
from grader.machine.toolchain import build_programs
from grader.report.terminal.console import make_console, print_all
from grader.report.terminal.editor_lines import problem_lines
from grader.report.terminal.watch_screen import (
    all_done_lines,
    gone_lines,
    gone_words,
    opening_lines,
    page_lines,
    run_lines,
    staying_lines,
)
from grader.report.watch_words import Before, Run
from grader.schema.class_results import Settings
from grader.schema.results import LabResult, Results

if TYPE_CHECKING:
    from grader.report.live_page.live_page import LivePage


def watch(
    lab: NextLab = None,
    poll: Annotated[
        bool, typer.Option("--poll", help="Poll the file instead of waiting for file system events.")
    ] = False,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
    page: Annotated[
        bool,
        typer.Option(
            "--page", help="Also show the scorecard in a browser, on a page that follows each save."
        ),
    ] = False,
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="N", min=0, help="Port of the page. Default: a free one."),
    ] = None,
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Print the page's address, and open no browser.")
    ] = False,
    problems: Problems = False,
    course_file: CourseFile = None,
) -> int:
    """Re-check on every save, show what changed, and move on to the next lab.

    Network drives report no saves, so files there are polled. Exit status: 0 when all labs are done, or after
    Ctrl-C; 2 when the page's port is taken.
    """
    if not page and (port is not None or no_open):
        raise GraderError("--port and --no-open are about the page", "Add --page.")
    with suppress(KeyboardInterrupt):
        course = open_course(course_file)
        named = course.find(lab) if lab is not None else None
        with _page(course, port or 0, opens=not no_open) if page else nullcontext() as live:
            # A seed that was requested is that of each lab's watch; else each draws its own.
            watches = partial(
                _Watch, course, live, poll=poll, limit_s=time_limit, seed=seed, problems=problems
            )
            _watch_labs(course, named, watches)
        return 0
    # The terminal shows ^C, so the message starts on a new line.
    make_console().print("\nStopped. Run ./course watch again to resume.")
    return 0


@contextmanager
def _page(course: Course, port: int, *, opens: bool) -> Iterator[LivePage]:
    """The page, served until the watch ends for whatever reason. opens: in a browser, if there is one."""
    # The page draws pictures: a watch without one need not load what that takes.
    from grader.cli.surroundings import explorer_folder
    from grader.report.live_page.live_page import LivePage

    live = LivePage(port, explorer_folder(course.project))
    words = "the watch has ended"
    try:
        console = make_console()
        print_all(console, page_lines(console, live.address, live.port))
        way = browser.way_to_open() if opens else browser.Way.NOTHING
        with browser.opened(live.address, way, standing_path(course.project).parent):
            yield live
        words = "all labs are done, and the watch has ended"
    except KeyboardInterrupt:
        words = "stopped; ./course watch --page resumes"
        raise
    finally:
        live.ends(words)


def _watch_labs(course: Course, named: Lab | None, watches: Callable[[Lab], _Watch]) -> None:
    """The named lab first, then each that is not done."""
    finished: list[Lab] = []
    lab, stays = named or _next(course, finished), named is not None
    while lab is not None:
        watches(lab).until_done(stays)
        finished.append(lab)
        lab, stays = _next(course, finished), False
    console = make_console()
    print_all(console, all_done_lines(console, course.labs))


def _next(course: Course, finished: list[Lab]) -> Lab | None:
    """The next lab that is not done. Those that this watch finished are done, even if that was not saved."""
    after = finished[-1] if finished else None
    labs = [lab for lab in course.labs if lab is after or lab not in finished]
    lab = next_open(course.project, labs, read_standings(course.project, notice), after)
    return None if lab is after else lab


class _Watch:
    """One lab under watch, and its last result that a new one can be compared with.

    live: what a browser shows, if anything. poll: read the file regularly, without events. problems: also
    print each thing to fix as a line that an editor can read.
    """

    def __init__(
        self,
        course: Course,
        live: LivePage | None,
        lab: Lab,
        *,
        poll: bool,
        limit_s: float,
        seed: int | None,
        problems: bool,
    ) -> None:
        self.course, self.live, self.console, self.lab = course, live, make_console(), lab
        (self.submission,) = choose_files(course.project, (lab,))
        # One seed for the whole watch, so that only the student's edits can change a result.
        self.grading = Grading(course.project, Settings(seed=chosen_seed(seed), limit_s=limit_s))
        self.shared = shared_file_system(self.submission.kernel.parent)
        self.poll = poll or bool(self.shared)
        self.problems = problems
        self.before = _remembered(course, lab)
        self.graded = ""

    def until_done(self, stays: bool) -> None:
        """Check now and at each save, until a check finds nothing to fix.

        stays: the lab was named on the command line; if it is done already, it is watched all the same.
        """
        file = self.submission.kernel
        print_all(self.console, opening_lines(self.console, self.course.project, self.lab, self.shared))
        if self.live:
            self.live.opens(self.lab.id)
        with progress_line() as progress:
            build_programs(self.course.project, [self.lab], progress)
        done = _is_done(self._check())
        if done and not stays:
            return
        if done:
            print_all(self.console, staying_lines(self.console))
        for text in saved_texts(file, self.graded, self.poll, notice):
            if text is None:
                self._gone()
            # The last of several quick saves may have been graded before it was noticed.
            elif text != self.graded:
                was_done, done = done, _is_done(self._check())
                if done and not was_done:
                    return

    def _show_page(self, live: LivePage, run: Run, results: Results) -> None:
        # As in _page().
        from grader.cli.surroundings import own_surroundings

        around = own_surroundings(self.course, results, live.explorer)
        live.checked(run, results, graded_at(), around)

    def _gone(self) -> None:
        file = self.course.project.shown(self.submission.kernel)
        print_all(self.console, gone_lines(self.console, file))
        if self.live:
            self.live.failed(gone_words(file))

    def _check(self) -> LabResult | None:
        """Grade, save the result and show it; None, with a notice, when the file could not be graded."""
        began = time.monotonic()
        if self.problems:
            # An editor clears the problems of the last run at this line, and has the new ones at "checked
            # in".
            print_all(self.console, [Text(f"checking {self.lab.id}")])
        if self.live:
            self.live.checks()
        try:
            with progress_line() as progress:
                results = grade(self.grading, [self.submission], progress)
        except GraderError as error:
            notice(str(error))
            if self.live:
                self.live.failed(str(error))
            return None
        seconds = time.monotonic() - began
        (result,) = results.labs
        self.graded = result.source.text if result.source else ""
        hints = remember(self.course.project, results).of(self.lab).hints
        run = Run(self.course.project, self.lab, result, self.before, hints, datetime.now(), seconds)
        if self.problems:
            print_all(self.console, problem_lines(self.course.project, results))
        print_all(self.console, run_lines(self.console, run))
        if self.live:
            self._show_page(self.live, run, replace(results, title=self.course.title))
        if was_judged(result):
            self.before = Before(result, "the last run", fingerprint(self.graded))
        return result


def _remembered(course: Course, lab: Lab) -> Before | None:
    last = read_standings(course.project, notice).of(lab).last
    if last is None or not was_judged(last.result):
        return None
    when = f"the last check, {ago(last.at, datetime.now(timezone.utc))}"
    return Before(last.result, when, last.kernel)


def _is_done(result: LabResult | None) -> bool:
    return result is not None and is_done(result)
