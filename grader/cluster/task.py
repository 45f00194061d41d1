"""One task of a cluster: grades its share of the files.

Slurm's script starts it on a node as `python -m grader.cluster.task PLACE DIGEST`. PLACE is the folder that
node_work.py wrote, DIGEST the SHA-256 of its node-work.json; Slurm's environment says which share.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from grader.cluster.executor import LocalExecutor
from grader.cluster.node_work import read_work, work_of
from grader.cluster.share import deal_out, report_file, reported

INDEX = "SLURM_ARRAY_TASK_ID"


def run_task(place: Path, digest: str, index: int) -> None:
    """Grade the share; the report in the folder tells how far it is."""
    with reported(report_file(place, index)) as tell:
        order = read_work(place, digest)
        work = work_of(place, order)
        numbers = deal_out(range(len(order.jobs)), order.tasks)[index]
        for number in LocalExecutor(order.cores).run(numbers, lambda number: work(order.jobs[number])):
            tell(number)


if __name__ == "__main__":
    run_task(Path(sys.argv[1]), sys.argv[2], int(os.environ[INDEX]))
