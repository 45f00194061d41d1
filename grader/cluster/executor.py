"""Where jobs run.

An executor takes jobs and the work to do on each, and yields the jobs that are done, in any order. Results
reach the output folder by the work itself, so a queueing system whose nodes share that folder needs only
another class with this one method: submit the jobs, and yield each as it ends. `slurm.py` has one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import Protocol, TypeVar

from grader.classroom.grade_submission import GradeOne
from grader.schema.class_results import Job

J = TypeVar("J")


class Executor(Protocol):
    """Runs work on jobs. The first exception of the work ends it. Who stops early closes the generator.

    A job whose machine was lost is not yielded.
    """

    def run(self, jobs: Sequence[Job], work: GradeOne) -> Generator[Job, None, None]: ...


@dataclass(frozen=True)
class LocalExecutor:
    """This machine, `jobs` at once. Threads will do: the work is done by compilers and test programs."""

    jobs: int

    def run(self, jobs: Sequence[J], work: Callable[[J], object]) -> Generator[J, None, None]:
        pool = ThreadPoolExecutor(self.jobs)
        left = iter(jobs)
        try:
            running = _started(pool, work, islice(left, self.jobs))
            while running:
                ended, _ = wait(running, return_when=FIRST_COMPLETED)
                done = [(future, running.pop(future)) for future in ended]
                running.update(_started(pool, work, islice(left, len(ended))))
                for future, job in done:
                    future.result()
                    yield job
        finally:
            pool.shutdown(cancel_futures=True)


def _started(
    pool: ThreadPoolExecutor, work: Callable[[J], object], jobs: islice[J]
) -> dict[Future[object], J]:
    return {pool.submit(work, job): job for job in jobs}
