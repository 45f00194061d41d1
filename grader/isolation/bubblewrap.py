"""The sandbox: bubblewrap, with the limits that the kernel keeps."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.process import Finished, run_limited
from grader.isolation.confinement import Limits, Places
from grader.isolation.syscalls import syscall_filter

PROBE_LIMIT_S = 20.0
# Tool chain and libraries; /etc's two are what says which program an alternative is, and where libraries lie.
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache")
WAY_OUT = "Or go without, on a machine that has nothing to lose: --unsafe-no-sandbox"
# bubblewrap reports a signal as a shell does: this number and the signal's.
SIGNAL_BASE = 128


@dataclass(frozen=True)
class Sandbox:
    """bwrap: bubblewrap's program; prlimit: util-linux's, which sets the limits inside.

    reads_any_owner: root without a user namespace, which takes CAP_SYS_ADMIN, can be made as well.
    """

    bwrap: str
    prlimit: str
    reads_any_owner: bool = False

    def run(self, command: Sequence[str | Path], limits: Limits, places: Places) -> Finished:
        # Files without a name: bubblewrap tells there how the command ended, and reads the filter.
        with tempfile.TemporaryFile() as status, tempfile.TemporaryFile() as calls:
            calls.write(syscall_filter())
            calls.seek(0)
            line = [
                *(self.bwrap, "--json-status-fd", str(status.fileno()), "--seccomp", str(calls.fileno())),
                *self._bwrap_args(places),
                *self.limited(limits),
                *command,
            ]
            try:
                files = (status.fileno(), calls.fileno())
                ended = run_limited(line, limits.wall_s, processor_s=limits.total_s, pass_fds=files)
            except OSError as error:
                raise GraderError(f"cannot start {self.bwrap}: {error.strerror}") from error
            status.seek(0)
            code = _exit_code(status.read().decode("utf-8", errors="replace"))
        if ended.timed_out or ended.used_up:
            return ended
        if code is None:
            raise GraderError(f"the sandbox could not be set up: {ended.errors.strip()}", WAY_OUT)
        return replace(ended, code=_as_signal(code))

    def words(self, limits: Limits, places: Places) -> list[str]:
        # The process that runs kernels filters its own system calls: it needs few.
        return [self.bwrap, *map(str, self._bwrap_args(places)), *self.limited(limits)]

    def _bwrap_args(self, places: Places) -> list[str | Path]:
        args: list[str | Path] = []
        # Namespaces of its own: users, processes, network, IPC, host name, control groups. All ends with us.
        if places.any_owner and self.reads_any_owner:
            # A namespace of users is not used here: the reader would be nobody in it, who may not read what
            # only its owner may read.
            args += [
                "--unshare-ipc",
                "--unshare-pid",
                "--unshare-net",
                "--unshare-uts",
                "--unshare-cgroup-try",
            ]
            args += ["--cap-drop", "ALL", "--cap-add", "CAP_DAC_READ_SEARCH"]
        else:
            args += ["--unshare-user", "--unshare-all", "--uid", "65534", "--gid", "65534"]
            args += ["--cap-drop", "ALL"]
        args += ["--die-with-parent", "--new-session", "--hostname", "sandbox"]
        args += ["--clearenv", "--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin"]
        args += ["--setenv", "LC_ALL", "C.UTF-8"]
        args += _system()
        args += ["--dev", "/dev"]
        for path in places.read:
            args += ["--ro-bind", path, path]
        if places.write is not None:
            args += ["--bind", places.write, places.write, "--setenv", "TMPDIR", str(places.write)]
            args += ["--chdir", places.write]
        # There is no /proc, because nothing that runs here needs it. The root itself was writable so far.
        return [*args, "--remount-ro", "/dev", "--remount-ro", "/", "--"]

    def limited(self, limits: Limits) -> list[str]:
        # prlimit runs inside the sandbox, where processes are counted from none.
        return [
            self.prlimit,
            f"--cpu={limits.cpu_s}:{limits.cpu_s + 1}",
            f"--data={limits.data_bytes}",
            f"--fsize={limits.file_bytes}",
            f"--nproc={limits.processes}",
            f"--nofile={limits.open_files}",
            "--core=0",
            "--",
        ]


def find_sandbox() -> Sandbox:
    """The sandbox, tried out. Raises GraderError that says what to do where there can be none."""
    bwrap, prlimit = shutil.which("bwrap"), shutil.which("prlimit")
    if bwrap is None or prlimit is None:
        package = "bubblewrap" if bwrap is None else "util-linux"
        raise GraderError(
            f"submissions are run in a sandbox, and {package} is not installed",
            f"Install it: apt-get install {package}\n{WAY_OUT}",
        )
    sandbox = Sandbox(bwrap, prlimit)
    if why := _trouble(sandbox, Places()):
        raise GraderError(
            f"submissions are run in a sandbox, and bubblewrap cannot make one here: {why}",
            "It needs user namespaces: sysctl -w kernel.unprivileged_userns_clone=1 "
            "kernel.apparmor_restrict_unprivileged_userns=0 as root (Ubuntu 24.04 restricts them), "
            f"or docker run --security-opt seccomp=unconfined in a container.\n{WAY_OUT}",
        )
    # Root in a container may lack CAP_SYS_ADMIN. A user namespace needs none, and confines no less.
    as_root = replace(sandbox, reads_any_owner=True)
    if os.geteuid() == 0 and not _trouble(as_root, Places(any_owner=True)):
        return as_root
    return sandbox


def _trouble(sandbox: Sandbox, places: Places) -> str:
    """Why such a sandbox cannot be made here; '' where it can."""
    try:
        ended = sandbox.run(["true"], Limits(PROBE_LIMIT_S, 10, 1 << 30, 1 << 20), places)
    except GraderError as error:
        return error.message
    return "" if ended.code == 0 else ended.errors.strip() or f"`true` ended with status {ended.code}"


def _system() -> list[str]:
    """The system's own folders; /bin and its like are links into /usr today."""
    found: list[str] = []
    for name in SYSTEM:
        path = Path(name)
        if path.is_symlink():
            found += ["--symlink", str(path.readlink()), name]
        elif path.is_dir():
            found += ["--ro-bind", name, name]
    for name in SETTINGS:
        found += ["--ro-bind-try", name, name]
    return found


def _exit_code(status: str) -> int | None:
    """What bubblewrap says of how the command ended; None when it never ran."""
    for line in status.splitlines():
        entry = json.loads(line)
        if isinstance(entry, dict) and isinstance(entry.get("exit-code"), int):
            return int(entry["exit-code"])
    return None


def _as_signal(code: int) -> int:
    return SIGNAL_BASE - code if code > SIGNAL_BASE else code


def sandbox_trouble() -> str:
    """Why `grade` would find no sandbox here; '' where it would.

    Docker's default profile, for one, refuses containers new namespaces: docs/instructors/gradescope.md.
    """
    try:
        find_sandbox()
    except GraderError as error:
        return error.message
    return ""
