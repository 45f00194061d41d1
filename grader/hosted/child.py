"""Runs the grader as a child process that can be stopped, killed or hijacked without harm to this one.

The child gets a short list of environment variables, no input, and a time limit. When it ends, every process
that it started is ended too, including those that left its process group: this process adopts them.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pwd
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import GraderError

PR_SET_CHILD_SUBREAPER = 36
# The variables that the grader needs of this environment. A CI's tokens, and the files that control its later
# steps, are not among them.
PASSED_ON = (
    "PATH",
    "LANG",
    "LC_ALL",
    "PYTHONPATH",
    "PYTHONSAFEPATH",
    "COALESCE_BUILD_DIR",
    "CUDA_HOME",
    "CUDA_VISIBLE_DEVICES",
    "LD_LIBRARY_PATH",
    "SOURCE_DATE_EPOCH",
)
LONGEST_END_S = 10.0


@dataclass(frozen=True)
class Ended:
    """How the child ended. code: negative when a signal ended it."""

    code: int
    timed_out: bool = False


def run_child(command: Sequence[str | Path], limit_s: float, home: Path, user: str | None = None) -> Ended:
    """Run command for at most limit_s seconds, then end every process that it started, in every case.

    user: whose process it is, None for ours; only root may name another.
    """
    # Orphans among its descendants become our children, even if they left its process group.
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    before = set(_children())
    environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    environment |= {"HOME": str(home), "TMPDIR": str(home)}
    account = _account(user) if user is not None else None
    process = _started([str(part) for part in command], environment, home, account)
    timed_out = False
    try:
        process.wait(timeout=limit_s)
    except subprocess.TimeoutExpired:
        timed_out = True
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        process.wait()
        _end_children(before)
    return Ended(process.returncode, timed_out)


def _started(
    command: list[str], environment: dict[str, str], home: Path, account: pwd.struct_passwd | None
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command,
            env=environment,
            cwd=home,
            stdin=subprocess.DEVNULL,
            # It prints paths of a folder that will be removed; errors go to stderr.
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            user=account.pw_uid if account else None,
            group=account.pw_gid if account else None,
            extra_groups=[] if account else None,
        )
    except OSError as error:
        who = f" as user {account.pw_name}" if account else ""
        raise GraderError(
            f"cannot start {command[0]}{who}: {error.strerror}",
            "That user must be able to read the course, its .venv, and the Python that .venv was made with.",
        ) from error


def _account(user: str) -> pwd.struct_passwd:
    if os.geteuid() != 0:
        raise GraderError(f"only root may grade as user {user}", "Leave --container-user out.")
    try:
        return pwd.getpwnam(user)
    except KeyError:
        raise GraderError(
            f"there is no user {user}", f"Make it: useradd --system --no-create-home {user}"
        ) from None


def _end_children(before: set[int]) -> None:
    """Kill the children that we adopted, and those that we adopt when they end; not those from `before`."""
    until = time.monotonic() + LONGEST_END_S
    while time.monotonic() < until:
        children = set(_children()) - before
        if not children:
            return
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(child, 0)


def _children() -> list[int]:
    found = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return [int(child) for file in found for child in file.read_text(encoding="ascii").split()]
