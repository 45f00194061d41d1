"""A Slurm cluster of one node, this machine: Debian's packages, a folder and ports of its own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

PARTITION = "work"
NEEDED = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "sinfo", "setpriv")
UP_S = 60.0
# Two cores whatever the machine has: config_overrides lets slurmd take them for granted.
CONF = """\
ClusterName=course
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ctld_port}
SlurmdPort={slurmd_port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.sock
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,bf_interval=1
SlurmdParameters=config_overrides
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
KillWait=5
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=2000 State=UNKNOWN
PartitionName={partition} Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def find_program(name: str) -> str | None:
    """Daemons are in /usr/sbin, which a plain user's PATH leaves out."""
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")


def missing_programs() -> list[str]:
    return [name for name in NEEDED if find_program(name) is None]


@contextmanager
def one_node_cluster() -> Iterator[Path]:
    """Yields the slurm.conf of a cluster that takes jobs; all of it is ended afterwards."""
    missing = missing_programs()
    assert not missing, f"Slurm is not installed: no {', '.join(missing)}"
    # Not below pytest's folder: the path of a socket may have 107 letters only.
    with tempfile.TemporaryDirectory(prefix="slurm-", dir="/tmp") as name, ExitStack() as stack:
        folder = Path(name)
        conf = _written_conf(folder)
        environment = {**os.environ, "SLURM_CONF": str(conf)}
        key, socket_file = folder / "munge.key", folder / "munge.sock"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        munged = ["--foreground", "--force", f"--socket={socket_file}", f"--key-file={key}"]
        munged += [f"--{kind}-file={folder / kind}" for kind in ("pid", "log", "seed")]
        stack.enter_context(_daemon(folder, "munged", munged, environment))
        _wait_for(socket_file.exists, folder)
        stack.enter_context(_daemon(folder, "slurmctld", ["-D", "-i"], environment))
        stack.enter_context(_daemon(folder, "slurmd", ["-D"], environment))
        _wait_for(lambda: "idle" in said(environment, "sinfo", "--noheader", "--format=%T"), folder)
        stack.callback(_end_all_jobs, environment)
        yield conf


def said(environment: dict[str, str], *command: str) -> str:
    """What one of Slurm's commands prints; '' when it fails."""
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    return ended.stdout if ended.returncode == 0 else ""


def _written_conf(folder: Path) -> Path:
    for name in ("state", "spool"):
        (folder / name).mkdir()
    with socket.socket() as one, socket.socket() as other:
        for each in (one, other):
            each.bind(("127.0.0.1", 0))
        ports = one.getsockname()[1], other.getsockname()[1]
    conf = folder / "slurm.conf"
    conf.write_text(
        CONF.format(
            host=socket.gethostname().split(".")[0],
            ctld_port=ports[0],
            slurmd_port=ports[1],
            user=said(dict(os.environ), "id", "-un").strip(),
            folder=folder,
            partition=PARTITION,
        ),
        encoding="utf-8",
    )
    return conf


@contextmanager
def _daemon(folder: Path, name: str, arguments: Sequence[str], environment: dict[str, str]) -> Iterator[None]:
    # With our death its own: no daemon stays behind a test that is killed.
    command = ["setpriv", "--pdeathsig", "TERM", find_program(name) or name, *arguments]
    with (folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(ready: Callable[[], object], folder: Path) -> None:
    until = time.monotonic() + UP_S
    while not ready():
        if time.monotonic() > until:
            logs = (f"{log.name}: {log.read_text(errors='replace')[-1500:]}" for log in folder.glob("*.log"))
            raise AssertionError("the cluster does not come up:\n" + "\n".join(logs))
        time.sleep(0.1)


def _end_all_jobs(environment: dict[str, str]) -> None:
    said(environment, "scancel", f"--partition={PARTITION}")
    until = time.monotonic() + 30
    while said(environment, "squeue", "--noheader") and time.monotonic() < until:
        time.sleep(0.2)
