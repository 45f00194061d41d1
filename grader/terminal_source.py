"""The student's source in the terminal, each line with what its accesses cost."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from grader.costs import LineCost, Weight, costs_by_line
from grader.results import LabResult
from grader.wording import figure, plural, printable

STYLES = {Weight.LEAST: "green", Weight.ABOVE: "yellow", Weight.HEAVY: "bold red"}


def print_source(console: Console, lab: LabResult) -> None:
    """Print the graded file with a cost line under each line that touches memory."""
    if lab.source is None:
        return
    costs = costs_by_line(lab)
    console.print(Text(lab.source.file, style="bold"))
    for number, line in enumerate(lab.source.text.split("\n"), start=1):
        console.print(Text(f"{number:>4}  {printable(line)}"), soft_wrap=True)
        for cost in costs.get(number, ()):
            words = Text(describe(cost), style=STYLES[cost.weight])
            console.print(Padding(words, (0, 0, 0, 6)))
    if not costs:
        console.print(Text("No check of this run recorded an access of this file.", style="yellow"))


def describe(cost: LineCost) -> str:
    """One access in words: its kernel, what it is, its cost and the least possible."""
    access = cost.access
    words = [f"{cost.launch.kernel}: {access.space} {access.op}, {access.width} bytes a lane"]
    if cost.measure:
        words.append(f"{figure(cost.amount)} {cost.unit} per request, least {figure(cost.least)}")
    if cost.conflicts:
        words.append(f"{figure(cost.conflicts)} bank conflicts per request")
    words.append(plural(access.requests, "request"))
    if not cost.measure:
        return " · ".join(words)
    mark = {Weight.HEAVY: "HEAVY", Weight.ABOVE: "above the least", Weight.LEAST: "least"}
    return " · ".join([*words, mark[cost.weight]])
