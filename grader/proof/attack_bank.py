"""Reads the bank of hostile answers, grader/attacks: each a kernel file, with the outcome that it must have.

Each NAME.toml beside a NAME.cu says what the attack tries, how it must end, and what the instructor reads
then. `.venv/bin/python -m grader.proof.attack_bank` writes the bank's table into docs/trust.md again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.core.paths import current_project
from grader.core.toml_file import Table, read_toml

FOLDER = Path(__file__).parents[1] / "attacks"
# What stops an attack. Where two can, either is right.
STOPPED_BY = {
    "compiler": "refused by simtcc",
    "failed": "stopped by the machine, or failed by a check",
    "limit": "a limit on time, memory or output",
    "passes": "nothing: an honest control",
}
BEGIN, END = "<!-- attacks -->\n", "<!-- end of attacks -->\n"


@dataclass(frozen=True)
class Attack:
    """One attack. says, line_of: part of the message for the instructor, and of the line that it names.

    earns: points for what it does honestly, such as accesses in bounds; the attack itself earns none.
    """

    kernel: Path
    summary: str
    outcome: str
    says: str
    line_of: str = ""
    earns: int = 0

    @property
    def outcomes(self) -> tuple[str, ...]:
        """It must end in one of these."""
        return tuple(self.outcome.split("-or-"))


def read_bank(folder: Path = FOLDER) -> tuple[Attack, ...]:
    """Raises GraderError at a malformed file."""
    return tuple(_read(kernel) for kernel in sorted(folder.glob("*.cu")))


def _read(kernel: Path) -> Attack:
    file = kernel.with_suffix(".toml")
    table = Table(read_toml(file, file.name), file.name)
    attack = Attack(
        kernel,
        table.filled("summary"),
        table.filled("outcome"),
        table.text("says"),
        table.text("line_of") if table.has("line_of") else "",
        table.count("earns") if table.has("earns") else 0,
    )
    table.close()
    if unknown := set(attack.outcomes) - STOPPED_BY.keys():
        raise table.fail(f"'outcome' names {', '.join(sorted(unknown))}; known: {', '.join(STOPPED_BY)}")
    return attack


def bank_table(bank: tuple[Attack, ...]) -> str:
    """The bank in Markdown, by what stops its attacks."""
    return "\n".join(_rows(bank)) + "\n"


def _rows(bank: tuple[Attack, ...]) -> Iterator[str]:
    yield "| attack | what it tries | ends as |"
    yield "| --- | --- | --- |"
    order = list(STOPPED_BY)
    for attack in sorted(bank, key=lambda attack: (order.index(attack.outcomes[0]), attack.kernel.stem)):
        ends = ", or ".join(STOPPED_BY[outcome] for outcome in attack.outcomes)
        yield f"| {attack.kernel.stem} | {attack.summary.rstrip('.')} | {ends} |"


def with_table(page: str, bank: tuple[Attack, ...]) -> str:
    """The page with the bank's table between its two marks."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n{bank_table(bank)}\n{END}{rest.partition(END)[2]}"


def main() -> None:
    """Write the table."""
    page = current_project().root / "docs" / "trust.md"
    page.write_text(with_table(page.read_text(encoding="utf-8"), read_bank()), encoding="utf-8")


if __name__ == "__main__":
    main()
