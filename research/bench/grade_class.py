"""Generates a class: answers of the catalogue, stubs and solutions, many with a change of their own.

Grades generated classes with the command line, and states time and memory.

From the repository: .venv/bin/python -m research.bench.grade_class 30 100 [--lab lab4]
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from grader.classroom.class_run import jobs_of
from grader.classroom.folder import ClassFolder
from grader.core.lab_files import solution_of, stub_of
from grader.core.manifest import Lab, read_labs
from grader.core.paths import Project, current_project
from grader.proof.answer_text import read_answers

Change = Callable[[str, random.Random], str]
# How many of the files are changed; the others are equal to somebody's.
CHANGED = 0.6


def make_class(project: Project, labs: tuple[Lab, ...], students: int, seed: int, out: Path) -> None:
    """One folder a student below `out`, with a kernel file for every lab. The same for the same seed."""
    dice = random.Random(seed)
    answers = {lab.id: _answers(project, lab) for lab in labs}
    for number in range(1, students + 1):
        place = out / f"student{number:03}"
        place.mkdir(parents=True)
        for lab in labs:
            text = dice.choice(answers[lab.id])
            changed = dice.choice(CHANGES)(text, dice) if dice.random() < CHANGED else text
            (place / lab.kernel_file).write_text(changed, encoding="utf-8")


def _answers(project: Project, lab: Lab) -> list[str]:
    files = (stub_of(project, lab), solution_of(project, lab))
    texts = [file.read_text(encoding="utf-8") for file in files]
    return texts + [answer.text for answer in read_answers(project, lab)]


def _number_changed(text: str, dice: random.Random) -> str:
    """A whole number by one more or less."""
    return _one_changed(r"\b\d+\b", text, dice, lambda found: str(max(0, int(found) + dice.choice((-1, 1)))))


def _sign_changed(text: str, dice: random.Random) -> str:
    return _one_changed(r" [+-] ", text, dice, lambda found: " - " if "+" in found else " + ")


def _statement_lost(text: str, dice: random.Random) -> str:
    return _one_changed(r"(?m)^ +[^\n{}]*;\n", text, dice, lambda _: "")


def _remark_added(text: str, dice: random.Random) -> str:
    return f"{text}// {dice.randrange(10**9)}\n"


CHANGES: tuple[Change, ...] = (_number_changed, _sign_changed, _statement_lost, _remark_added)


def _one_changed(pattern: str, text: str, dice: random.Random, change: Callable[[str], str]) -> str:
    places = list(re.finditer(pattern, text))
    if not places:
        return text
    place = dice.choice(places)
    return text[: place.start()] + change(place[0]) + text[place.end() :]


SEED = 4
SAMPLE_EVERY_S = 0.25
KIB_A_MIB = 1024


def main(arguments: list[str]) -> None:
    """One row a size of class."""
    given = _parser().parse_args(arguments)
    project = current_project()
    labs = tuple(lab for lab in read_labs(project) if not given.lab or lab.id in given.lab)
    heads = ("submissions", "kernel files", "different", "seconds", "files/min", "the machine's CPU seconds")
    print(f"| {' | '.join((*heads, 'grader, MiB', 'all processes, MiB'))} |")
    print(f"|{' ---: |' * 8}", flush=True)
    for size in given.size:
        with tempfile.TemporaryDirectory() as folder:
            print(row(project, labs, size, Path(folder)), flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="research.bench.grade_class", description=__doc__)
    parser.add_argument("size", type=int, nargs="*", default=[30, 100], help="students of a class")
    parser.add_argument("--lab", action="append", metavar="LAB", help="they hand in this lab (default: all)")
    return parser


def row(project: Project, labs: tuple[Lab, ...], size: int, folder: Path) -> str:
    """Grade a class of that size."""
    make_class(project, labs, size, SEED, folder / "class")
    command = ["grade", str(folder / "class"), "--out", str(folder / "out"), "--seed", str(SEED)]
    began, before = time.monotonic(), cpu_seconds()
    process = subprocess.Popen([sys.executable, "-m", "grader", *command], stdout=subprocess.DEVNULL)
    own, whole = watch_memory(process)
    seconds = time.monotonic() - began
    if process.returncode not in (0, 1):
        raise SystemExit(f"the grader ended with status {process.returncode}")
    run = ClassFolder(folder / "out").read_run()
    assert run is not None
    files = sum(len(entry.kernels) for entry in run.students)
    times = f"{seconds:.0f} | {files / seconds * 60:.0f} | {cpu_seconds() - before:.0f}"
    return f"| {size} | {files} | {len(jobs_of(run))} | {times} | {own} | {whole} |"


def cpu_seconds() -> float:
    """What all processes of the machine have used: those of a sandbox are nobody's children in the end."""
    user, nice, system, _, _, irq, softirq = map(int, Path("/proc/stat").read_text().split()[1:8])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def watch_memory(process: subprocess.Popen[bytes]) -> tuple[int, int]:
    """The most MiB that the grader, and it with all it started, ever held."""
    own = whole = 0
    while process.poll() is None:
        held = held_kib(process.pid)
        own, whole = max(own, held.get(process.pid, 0)), max(whole, sum(held.values()))
        time.sleep(SAMPLE_EVERY_S)
    return own // KIB_A_MIB, whole // KIB_A_MIB


def held_kib(root: int) -> dict[int, int]:
    """KiB held by the process and each of its descendants. Shared pages count in each."""
    parents, sizes = {}, {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            text = (folder / "status").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue  # it has ended meanwhile
        pid = int(folder.name)
        parents[pid] = _field(text, "PPid")
        sizes[pid] = _field(text, "VmRSS")
    ours = {root}
    while more := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return {pid: sizes[pid] for pid in ours if pid in sizes}


def _field(text: str, name: str) -> int:
    found = re.search(rf"^{name}:\s+(\d+)", text, re.MULTILINE)
    return int(found[1]) if found else 0


if __name__ == "__main__":
    main(sys.argv[1:])
