"""Publishes a class with several processes: drawing keeps a core busy, and Matplotlib knows no threads."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice

from grader.classroom.publish import Publisher
from grader.classroom.view import Row

PR_SET_PDEATHSIG = 1
# Fewer are drawn sooner than a process has started.
WORTH_A_PROCESS = 8
CHUNK = 4


def publish_students(publisher: Publisher, jobs: int) -> Iterator[Row]:
    """Write each student's files; yields their rows in the students' order."""
    students = publisher.run.students
    if jobs == 1 or len(students) < WORTH_A_PROCESS:
        yield from map(publisher, students)
        return
    # Started afresh rather than forked: a fork would share our lock, and outlive us with it.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_prepare_worker, initargs=(os.getpid(),)
    ) as pool:
        left = iter(students)
        while chunk := list(islice(left, CHUNK * jobs)):
            yield from pool.map(publisher, chunk, chunksize=CHUNK)


def _prepare_worker(parent: int) -> None:
    # Ctrl-C is the grader's to answer; and when it is killed nothing of it stays behind (prctl(2), Linux).
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)  # it was killed before we asked to be told
