"""Reads the bank of hostile answers, solutions/attacks: each a kernel file, with the outcome it must have.

A folder a kind (KINDS). Each file begins with what the attack tries, how it must end, and what the instructor
reads then (front_matter.py). NAME.cu is the kernel file. NAME.diff changes another of its folder, or a lab's
reference solution: `--- lab2`.
`.venv/bin/python -m grader.proof.attack_bank` writes the bank's table into docs/trust.md again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.core.paths import current_project
from grader.core.toml_file import Table
from grader.proof.answer_text import AnswerFolder

FOLDER = Path(__file__).parents[2] / "solutions" / "attacks"
# The folders, and what an attack in one is after.
KINDS = {
    "smuggling": "code that no check has seen",
    "memory": "memory that is not its own, or accesses that are not recorded",
    "verdicts": "points for what it does not do",
    "availability": "the class's time, memory or patience, while it runs",
    "text": "the same, with the text alone",
    "controls": "nothing: honest answers that look odd",
}
# The parts that can stop an attack. Where two can, either is right.
STOPPED_BY = {
    "compiler": "refused by simtcc",
    "failed": "stopped by the machine, or failed by a check",
    "limit": "a limit on time, memory or output",
    "passes": "nothing: an honest control",
}
# The outcomes of an attack's device code on a machine with a GPU.
ON_GPU = {
    "compiler": "nvcc refuses it",
    "failed": "nvcc compiles it, and no measured check passes",
}
BEGIN, END = "<!-- attacks -->\n", "<!-- end of attacks -->\n"


@dataclass(frozen=True)
class Repeat:
    """What stands for a marker in the kernel file: text, so many times, each with its number for `{i}`."""

    marker: bytes
    text: bytes
    times: int

    def within(self, source: bytes) -> bytes:
        numbered = b"{i}" in self.text
        whole = (
            b"".join(self.text.replace(b"{i}", b"%d" % i) for i in range(self.times))
            if numbered
            else self.text * self.times
        )
        return source.replace(self.marker, whole)


@dataclass(frozen=True)
class Attack:
    """One attack. says, line_of: part of the message for the instructor, and of the line that it names.

    file: the bank's; text: the kernel file.
    earns: points for what it does honestly, such as right values; the attack itself earns none. A control
        that fails a check must earn just these.
    known_gap: why the attack succeeds as yet; empty where it does not.
    """

    file: Path
    text: str
    summary: str
    outcome: str
    says: str
    line_of: str = ""
    earns: int = 0
    lab: str = "lab4"
    on_every_push: bool = False
    gpu: str = ""
    known_gap: str = ""
    repeats: tuple[Repeat, ...] = ()

    @property
    def name(self) -> str:
        return self.file.stem

    @property
    def kind(self) -> str:
        return self.file.parent.name

    @property
    def outcomes(self) -> tuple[str, ...]:
        """It must end in one of these."""
        return tuple(self.outcome.split("-or-"))

    def source(self) -> bytes:
        """What is handed in: the text with every marker replaced."""
        source = self.text.encode()
        for repeat in self.repeats:
            source = repeat.within(source)
        return source

    def written_to(self, folder: Path) -> Path:
        """The file to hand in, in the folder."""
        file = folder / f"{self.name}.cu"
        file.write_bytes(self.source())
        return file


def read_bank(folder: Path = FOLDER) -> tuple[Attack, ...]:
    """Every attack, by kind and name. Raises GraderError at a malformed file."""
    kinds = [AnswerFolder(kind, _shown) for kind in sorted(folder.iterdir()) if kind.is_dir()]
    return tuple(read_attack(file) for kind in kinds for file in kind.files())


def _reference_solutions(folder: Path) -> dict[str, Path]:
    """Each lab's reference, by the lab's name: a base of changes."""
    found = {}
    for lab in sorted(folder.parent.glob("lab*_*")):
        for file in sorted(lab.glob("*.cu")):
            found[lab.name.split("_")[0]] = file
    return found


def read_attack(file: Path) -> Attack:
    """The attack of one file. Raises GraderError."""
    answer = AnswerFolder(file.parent, _shown, _reference_solutions(file.parents[1])).read(file)
    table = answer.verdict.table()
    attack = Attack(
        file,
        answer.text,
        table.filled("summary"),
        table.filled("outcome"),
        table.text("says"),
        _optional_text(table, "line_of"),
        table.count("earns") if table.has("earns") else 0,
        table.filled("lab") if table.has("lab") else "lab4",
        table.flag("on_every_push") if table.has("on_every_push") else False,
        table.one_of("gpu", tuple(ON_GPU)) if table.has("gpu") else "",
        _optional_text(table, "known_gap"),
        tuple(_repeat(each) for each in table.tables("repeat")) if table.has("repeat") else (),
    )
    table.close()
    if unknown := set(attack.outcomes) - STOPPED_BY.keys():
        raise table.fail(
            f"'outcome' names {', '.join(sorted(unknown))}; known: {', '.join(STOPPED_BY)}", at=("outcome",)
        )
    if attack.kind not in KINDS:
        raise table.fail(f"is in '{attack.kind}', which is no kind", f"Kinds: {', '.join(KINDS)}.")
    for index, each in enumerate(attack.repeats):
        if each.marker not in attack.text.encode():
            raise table.fail(
                f"the attack has no '{each.marker.decode()}', which 'repeat' would replace",
                "Write the marker where the text is to stand.",
                ("repeat", index, "marker"),
            )
    return attack


def _shown(file: Path) -> str:
    return file.name


def _optional_text(table: Table, key: str) -> str:
    return table.text(key) if table.has(key) else ""


def _repeat(table: Table) -> Repeat:
    text = bytes.fromhex(table.text("hex")) if table.has("hex") else table.text("text").encode()
    repeat = Repeat(table.filled("marker").encode(), text, table.count("times") if table.has("times") else 1)
    table.close()
    return repeat


def bank_table(bank: tuple[Attack, ...]) -> str:
    """The bank in Markdown: a table for each kind, by what stops its attacks."""
    return "\n".join(_rows(bank)) + "\n"


def _rows(bank: tuple[Attack, ...]) -> Iterator[str]:
    counts = Counter(attack.kind for attack in bank)
    order = list(STOPPED_BY)
    for number, (kind, aim) in enumerate(KINDS.items()):
        if number > 0:
            yield ""
        yield f"### {kind.capitalize()}: {counts[kind]} after {aim}"
        yield ""
        yield "| attack | lab | what it tries | ends as |"
        yield "| --- | --- | --- | --- |"
        of_kind = [attack for attack in bank if attack.kind == kind]
        for attack in sorted(of_kind, key=lambda each: (order.index(each.outcomes[0]), each.name)):
            ends = ", or ".join(STOPPED_BY[outcome] for outcome in attack.outcomes)
            gap = f". **Not yet:** {attack.known_gap.rstrip('.')}" if attack.known_gap else ""
            yield f"| {attack.name} | {attack.lab[3:]} | {attack.summary.rstrip('.')} | {ends}{gap} |"


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
