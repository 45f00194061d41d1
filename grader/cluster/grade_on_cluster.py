"""What may be said about where a class is graded, and the executor that follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from grader.classroom.folder import ClassFolder
from grader.cluster.executor import Executor, LocalExecutor
from grader.cluster.slurm import SlurmExecutor
from grader.cluster.slurm_words import require_slurm
from grader.core.errors import GraderError

EXECUTORS = ("local", "slurm")
# The cores of each task if --jobs does not say: hardly a node has fewer.
CORES = 4
# The options that would break the array that the grader makes.
OURS = frozenset(
    {
        "array",
        "chdir",
        "cpus-per-task",
        "error",
        "input",
        "job-name",
        "no-requeue",
        "nodes",
        "ntasks",
        "ntasks-per-node",
        "open-mode",
        "output",
        "partition",
        "requeue",
        "signal",
        "wrap",
    }
)


@dataclass(frozen=True)
class Cluster:
    """Slurm, as requested.

    options: of sbatch; True for one without a value. tasks: of the array, None to choose by count.
    """

    partition: str = ""
    options: Mapping[str, str | bool] = field(default_factory=dict)
    tasks: int | None = None


def read_cluster(
    executor: str, partition: str, options: Sequence[str], tasks: int | None = None
) -> Cluster | None:
    """None for this machine alone. Raises GraderError when the options do not fit together."""
    if executor not in EXECUTORS:
        raise GraderError(f"there is no executor '{executor}'", f"Known: {', '.join(EXECUTORS)}.")
    if executor == "slurm":
        return Cluster(partition, dict(map(_option, options)), tasks)
    if partition or options or tasks:
        raise GraderError("the --slurm options are for --executor slurm", "Add --executor slurm.")
    return None


def _option(text: str) -> tuple[str, str | bool]:
    name, has_value, value = text.partition("=")
    name = name.strip().lstrip("-").replace("_", "-")
    if not name or any(letter.isspace() for letter in text):
        raise GraderError(f"'{text}' is not an option of sbatch", "Write --slurm-option account=physics.")
    if name in OURS:
        raise GraderError(
            f"--slurm-option {name} cannot be given: the grader sets it itself",
            "There are --slurm-partition, --slurm-tasks, and --jobs for the cores of a task.",
        )
    return name, value if has_value else True


def require_cluster(cluster: Cluster | None, machine: str) -> None:
    """Raises GraderError, before any work, where the cluster cannot be used from here, or not for that."""
    if cluster is None:
        return
    if machine != "simt":
        raise GraderError(
            "a cluster's nodes count on the SIMT machine: they measure nothing",
            "Measure on one machine with a GPU: ./course grade … --machine cuda, without --executor slurm.",
        )
    require_slurm(cluster.partition)


def choose_executor(
    cluster: Cluster | None, folder: ClassFolder, jobs: int | None, cores: int, say: Callable[[str], None]
) -> Executor:
    """jobs: as requested, if at all; cores: of this machine."""
    if cluster is None:
        return LocalExecutor(jobs or cores)
    return SlurmExecutor(folder, jobs or CORES, say, cluster.partition, cluster.tasks, cluster.options)
