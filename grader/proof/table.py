"""The proof as a table of cases x checks, then each mismatch in words."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from grader.manifest import Lab
from grader.proof.cases import Proof
from grader.wording import SYMBOLS, printable


def print_proofs(console: Console, lab: Lab, proofs: Sequence[Proof]) -> None:
    """Numbered columns keep the table narrow; the numbers are explained below it."""
    table = Table(
        title=Text(f"{lab.id}  {lab.title}"), title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0)
    )
    table.add_column("case", overflow="fold")
    for number in range(1, len(lab.checks) + 1):
        table.add_column(str(number), justify="center")
    table.add_column("good")
    for proof in proofs:
        marks = [SYMBOLS[check.status] for check in proof.result.checks]
        table.add_row(proof.case.name, *marks, "NO" if proof.mismatches else "yes")
    console.print(table)
    for number, check in enumerate(lab.checks, start=1):
        console.print(Text(f"  {number:>2}  {check.id}", style="dim"))
    for proof in proofs:
        for mismatch in proof.mismatches:
            console.print(Text(printable(f"{proof.case.name}: {mismatch}"), style="red"))
