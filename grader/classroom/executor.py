"""Where jobs run.

An executor takes jobs and the work to do on each, and yields what is done, in any order. Results reach the
output folder by the work itself, so a queueing system whose nodes share that folder needs only another class
with this one method: submit each job, and yield as they end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import Protocol, TypeVar

J = TypeVar("J")
R = TypeVar("R")


class Executor(Protocol):
    """Runs work on jobs. The first exception of the work ends it."""

    def run(self, jobs: Sequence[J], work: Callable[[J], R]) -> Iterator[R]: ...


@dataclass(frozen=True)
class LocalExecutor:
    """This machine, `jobs` at once. Threads will do: the work is done by compilers and test programs."""

    jobs: int

    def run(self, jobs: Sequence[J], work: Callable[[J], R]) -> Iterator[R]:
        pool = ThreadPoolExecutor(self.jobs)
        left = iter(jobs)
        try:
            running = {pool.submit(work, job) for job in islice(left, self.jobs)}
            while running:
                ended, still = wait(running, return_when=FIRST_COMPLETED)
                running = still | {pool.submit(work, job) for job in islice(left, len(ended))}
                yield from _results(ended)
        finally:
            pool.shutdown(cancel_futures=True)


def _results(ended: set[Future[R]]) -> Iterator[R]:
    for future in ended:
        yield future.result()
