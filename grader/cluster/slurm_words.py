"""What Slurm's commands say, and what we ask of them.

Tasks are followed by squeue: sacct needs an accounting database, which not every cluster keeps.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from grader.core.errors import GraderError

ANSWER_S = 60.0
# How long cancelled tasks may take to go: Slurm gives them KillWait (30 s as installed) from the first signal
# on.
GONE_S = 120.0
REFUSED = "Options for sbatch: --slurm-partition P, --slurm-option account=A, --slurm-option time=2:00:00"
ENDED = frozenset(
    {
        "BOOT_FAIL",
        "CANCELLED",
        "COMPLETED",
        "DEADLINE",
        "FAILED",
        "NODE_FAIL",
        "OUT_OF_MEMORY",
        "PREEMPTED",
        "REVOKED",
        "TIMEOUT",
    }
)


@dataclass(frozen=True)
class TaskState:
    """A task as squeue shows it. reason: why it waits, '' where it does not."""

    state: str
    reason: str = ""

    @property
    def is_over(self) -> bool:
        return self.state in ENDED


# A task that squeue no longer shows: it was over some minutes ago (MinJobAge).
FORGOTTEN = TaskState("COMPLETED")


def require_slurm(partition: str = "") -> None:
    """Raises GraderError where there is no Slurm, it does not answer, or has no such partition."""
    if shutil.which("sbatch") is None:
        raise GraderError(
            "there is no sbatch on this machine, so that it can hand nothing to Slurm",
            "Start the command on a login node of the cluster, or without --executor slurm.",
        )
    known = _said("sinfo", "--noheader", "--format=%R").split()
    if partition and not set(partition.split(",")) <= set(known):
        raise GraderError(
            f"Slurm has no partition '{partition}' here", f"Its partitions: {', '.join(sorted(set(known)))}."
        )


def send_array(script: str, options: Mapping[str, str | bool]) -> str:
    """Send a job array; returns its number. Raises GraderError, in Slurm's words, when it is refused."""
    given = [f"--{name}" if value is True else f"--{name}={value}" for name, value in options.items()]
    ended = _run("sbatch", *given, script=script)
    found = re.search(r"job (\d+)", ended.stdout)
    if ended.returncode != 0 or found is None:
        said = (ended.stderr or ended.stdout).strip().splitlines()
        words = [line.removeprefix("sbatch: error: ") for line in said]
        raise GraderError(f"Slurm refused the tasks: {'; '.join(words)}", REFUSED)
    return found[1]


def task_states(name: str) -> dict[str, TaskState] | None:
    """The tasks of that name by their id, such as 12_3; None when Slurm does not answer now."""
    try:
        said = _said(
            "squeue",
            "--noheader",
            "--array",
            "--states=all",
            f"--user={_user()}",
            f"--name={name}",
            "--format=%i|%T|%r",
        )
    except GraderError:
        return None
    found = {}
    for line in said.splitlines():
        task, state, reason = line.strip().split("|", 2)
        found[task] = TaskState(state, reason if state == "PENDING" else "")
    return found


def is_at_work(name: str) -> bool:
    """Whether any task of that name waits or runs; also when Slurm does not answer."""
    states = task_states(name)
    return states is None or any(not state.is_over for state in states.values())


def cancel_tasks(name: str, sleep: Callable[[float], None] = time.sleep) -> bool:
    """Cancel all tasks of that name; whether they have gone."""
    _run("scancel", f"--user={_user()}", f"--name={name}")
    until = time.monotonic() + GONE_S
    while is_at_work(name):
        if time.monotonic() > until:
            return False
        sleep(0.5)
    return True


def _user() -> str:
    # The user is named by number, because the name may be unknown here while a directory service is away.
    return str(os.getuid())


def _said(*command: str) -> str:
    ended = _run(*command)
    if ended.returncode != 0:
        why = ended.stderr.strip().splitlines()[-1:] or [f"{command[0]} ended with {ended.returncode}"]
        raise GraderError(f"Slurm does not answer: {why[0]}", "Ask for its state: sinfo")
    return ended.stdout


def _run(*command: str, script: str = "") -> subprocess.CompletedProcess[str]:
    # The user's formats and filters are left out, because the output is read here.
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("SQUEUE_", "SINFO_"))}
    try:
        return subprocess.run(
            command,
            input=script,
            capture_output=True,
            text=True,
            timeout=ANSWER_S,
            check=False,
            env=plain,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return subprocess.CompletedProcess(command, 1, "", f"{command[0]}: {error}")
