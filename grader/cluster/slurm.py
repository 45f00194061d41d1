"""Grades on a cluster: the jobs go to Slurm as one job array.

The command stays and follows the tasks: by their reports, which lie on the shared folder, and by squeue.
"""

from __future__ import annotations

import contextlib
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.classroom.folder import GO_ON, ClassFolder
from grader.classroom.grade_submission import GradeOne
from grader.cluster.node_work import write_work
from grader.cluster.share import Report, deal_out, report_file, task_count
from grader.cluster.slurm_words import (
    FORGOTTEN,
    TaskState,
    cancel_tasks,
    is_at_work,
    send_array,
    task_states,
)
from grader.core.errors import GraderError
from grader.core.wording import plural
from grader.machine.cache_key import text_key
from grader.schema.class_results import Job

ROOT = Path(__file__).resolve().parents[2]
LOOK_S = 1.0
# A controller with many users should be asked no more often.
ASK_S = 10.0
FIRST_ASK_S = 2.0
# A file that was written elsewhere may be seen so late over NFS (acregmax is 60 s).
LATE_S = 75.0
# Temporary files are on the node's own disk, and are removed with the task even if it is cancelled.
SETUP = (
    f"export PYTHONPATH={shlex.quote(str(ROOT))} PYTHONSAFEPATH=1",
    'own=$(mktemp -d "${TMPDIR:-/tmp}/coalesce-XXXXXX") || exit 1',
    'export TMPDIR="$own"',
    "trap 'rm -rf \"$own\"' EXIT",
    "trap 'exit 143' TERM",
)


@dataclass
class _Task:
    """A task of the array. log: what it printed. lost: how it ended, when that was before its work did."""

    id: str
    log: Path
    report: Report
    files: int
    lost: TaskState | None = None

    @property
    def words(self) -> str:
        """What is reported of a task that was lost."""
        state = self.lost.state if self.lost else ""
        where = f"on {self.report.host} " if self.report.host else ""
        return (
            f"Slurm's task {self.id} {where}ended ({state}) with {self.report.ended} of its "
            f"{plural(self.files, 'file')} graded; its log, {self.log}, ends: {_last_line(self.log)}"
        )


@dataclass(frozen=True)
class SlurmExecutor:
    """cores: of each task. tasks: None to choose by count. options: more of sbatch's. say: tells a line."""

    folder: ClassFolder
    cores: int
    say: Callable[[str], None]
    partition: str = ""
    tasks: int | None = None
    options: Mapping[str, str | bool] = field(default_factory=dict)

    def run(self, jobs: Sequence[Job], work: GradeOne) -> Generator[Job, None, None]:
        if not jobs:
            return
        self._end_tasks("an earlier start's tasks still wait or run: they are cancelled")
        _make_empty(self._place)
        try:
            tasks = self._submitted(jobs, work)
            for number in self._follow(tasks):
                yield jobs[number]
        finally:
            self._end_tasks("cancelling the tasks that still wait or run")
        self._judge(tasks)

    @property
    def _place(self) -> Path:
        return self.folder.grading / "slurm"

    @property
    def _name(self) -> str:
        # The name is the same at each start, so that the tasks of a killed one are found.
        return f"grade-{text_key(str(self.folder.root))[:10]}"

    def _submitted(self, jobs: Sequence[Job], work: GradeOne) -> list[_Task]:
        parts = deal_out(range(len(jobs)), self.tasks or task_count(len(jobs), self.cores))
        digest = write_work(self._place, jobs, work, len(parts), self.cores)
        try:
            array = send_array(self._script(digest), self._options(len(parts)))
        except GraderError:
            shutil.rmtree(self._place, ignore_errors=True)
            raise
        sizes = dict.fromkeys(sorted((len(parts[-1]), len(parts[0]))))
        self.say(
            f"Slurm array {array}: {plural(len(parts), 'task')} of "
            f"{' to '.join(map(str, sizes))} files each, {plural(self.cores, 'core')} a task"
        )
        return [
            _Task(
                f"{array}_{index}",
                self._place / f"{array}_{index}.log",
                Report(report_file(self._place, index)),
                len(numbers),
            )
            for index, numbers in enumerate(parts)
        ]

    def _script(self, digest: str) -> str:
        # Slurm keeps the script: nobody can change on the shared folder what it starts. No srun: its step has
        # one core only, as it does not take --cpus-per-task from sbatch any more, since 22.05.
        command = [sys.executable, "-m", "grader.cluster.task", str(self._place), digest]
        return "\n".join(("#!/bin/bash", *SETUP, shlex.join(command), ""))

    def _options(self, tasks: int) -> dict[str, str | bool]:
        log = f"{self._place}/".replace("%", "%%") + "%A_%a.log"
        own: dict[str, str | bool] = {
            "job-name": self._name,
            "array": f"0-{tasks - 1}",
            "cpus-per-task": str(self.cores),
            "output": log,
            # A lost task's files are graded at the next start, and not by a task that nobody waits for.
            "no-requeue": True,
            # The array has no time limit except the partition's own.
            **({"partition": self.partition} if self.partition else {}),
        }
        return {**own, **self.options}

    def _follow(self, tasks: Sequence[_Task]) -> Iterator[int]:
        """The numbers of the jobs as they end, until every task is over."""
        left, reported = list(tasks), set[str]()
        # The first time soon: what never begins is then reported at once.
        asked = time.monotonic() - ASK_S + FIRST_ASK_S
        while left:
            time.sleep(LOOK_S)
            _look_afresh(self._place)
            for task in left:
                yield from task.report.news()
            if time.monotonic() - asked < ASK_S and not all(task.report.whole for task in left):
                continue
            asked, states = time.monotonic(), task_states(self._name)
            if states is None:
                continue
            self._report_waiting(states, reported)
            for task in [task for task in left if states.get(task.id, FORGOTTEN).is_over]:
                left.remove(task)
                yield from self._last_news(task, states.get(task.id, FORGOTTEN))

    def _last_news(self, task: _Task, state: TaskState) -> Iterator[int]:
        until = time.monotonic() + LATE_S
        yield from task.report.news()
        while state.state == "COMPLETED" and not task.report.whole and time.monotonic() < until:
            time.sleep(LOOK_S)
            _look_afresh(self._place)
            yield from task.report.news()
        if not task.report.whole:
            task.lost = state

    def _report_waiting(self, states: Mapping[str, TaskState], reported: set[str]) -> None:
        # Each reason once: Resources is only a queue, PartitionTimeLimit never ends.
        reasons = [state.reason for state in states.values() if state.reason not in ("", "None")]
        for reason in sorted(set(reasons) - reported):
            reported.add(reason)
            self.say(f"{plural(reasons.count(reason), 'task')} waiting, says Slurm, for: {reason}")

    def _end_tasks(self, words: str) -> None:
        if is_at_work(self._name):
            self.say(words)
            if not cancel_tasks(self._name):
                self.say(f"Slurm has not ended them yet: scancel --name={self._name}")

    def _judge(self, tasks: Sequence[_Task]) -> None:
        """Say which tasks were lost. Raises GraderError when none could even begin."""
        _look_afresh(self.folder.grading / "results")
        lost = [task for task in tasks if task.lost]
        if not lost:
            shutil.rmtree(self._place, ignore_errors=True)
        elif all(task.lost == TaskState("FAILED") and not task.report.host for task in tasks):
            raise GraderError(
                f"no task could begin on its node, or write into {self.folder.root}. {lost[0].words}",
                _UNSHARED,
            )
        for task in lost:
            self.say(task.words)


_UNSHARED = f"The nodes need {ROOT} and the --out folder under these paths: put both on a shared file system."


def _make_empty(place: Path) -> None:
    shutil.rmtree(place, ignore_errors=True)
    try:
        place.mkdir(parents=True)
    except OSError as error:
        raise GraderError(f"cannot make the folder {place}: {error.strerror or error}", GO_ON) from error


def _look_afresh(place: Path) -> None:
    # A change to a folder makes NFS drop what this machine remembers of it, also which files were missing.
    with contextlib.suppress(OSError):
        place.chmod(place.stat().st_mode & 0o7777)


def _last_line(log: Path) -> str:
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return "(there is no such file)"
    return next((line.strip() for line in reversed(lines) if line.strip()), "(it is empty)")
