"""Finds measured figures that are typed in a text, and compares those that must be with their homes.

    python -m tools.typed_figures [FOLDER]

In: README.md, the labs' handouts and docs/, of this checkout unless FOLDER is another. Out: a line for
each figure without a home and for each that differs from it; exit status 1 if there is one.

The handbook's pages quote a figure by {measured}`REFERENCE`, which the build replaces. Handouts and README.md
are read on GitHub too, so there the figure is typed, and a comment in front of its paragraph, list or table
names its home (grader/measuring/figures.py has the forms of a reference):

    <!-- measured: lab1; fast_copy | lab1; copy_floats -->
    Four times as many bytes are on their way: 4294 GB/s instead of 2693.

Each reference must be shown in that block, rounded as the text rounds it. `{a, b}` stands for several. A
figure that is not measured has its reason instead, after the figure as it is typed, or `all:` for the block:

    <!-- measured: "16 times" counts sectors -->
    <!-- measured: all: a drawn example, of no GPU -->

What counts as a measured figure is any of these, outside code, roles and comments:

- a number before GB/s, TB/s, a time's unit, or cycles with a decimal;
- a number in a column or a row of a table whose head names one of these, or says modelled, measured on,
  or relative;
- "3.2 times", "31 times as fast", "0.81 of"; and "4 %" in a sentence about speed.

Not so the requirements: tables of checks, and sentences that say at least, at most or required.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.measuring.figures import NoFigure, cells_of, figure_value

ROOT = Path(__file__).resolve().parent.parent
# The records are the homes; the other pages say of what tools did in a test, not on a GPU.
NOT_READ = ("docs/measurements/", "docs/trust.md", "docs/_")

DIGITS = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
NUMBER = rf"(?<![\w.,/-])(?P<figure>{DIGITS})"
DECIMAL = r"(?<![\w.,/-])(?P<figure>\d+\.\d+)"
UNIT = r"(?:[GT]B/s|µs|us|ms|ns)(?!\w)"
TYPED = (
    re.compile(rf"{NUMBER} {UNIT}"),
    re.compile(rf"{DECIMAL} (?:cycles|times)\b"),
    re.compile(rf"{NUMBER} times (?:as (?:fast|slow|long)\b|(?:fast|slow|long|short)er\b)"),
    re.compile(rf"{DECIMAL} of\b"),
)
SHARE = re.compile(rf"{NUMBER} ?%")
OF_SPEED = re.compile(r"\b(?:fast(?:er)?|slow(?:er)?|gain(?:s|ed)?|costs?|los(?:t|es?)|busy|peak)\b")
NAMED_BY_UNIT = re.compile(
    rf"(?<!\w)(?<!\d ){UNIT}|\bcycles\b|^relative$|^of the copy$|\bmodelled\b|^measured(?:,| on)"
)
REQUIRED = re.compile(r"\b(?:at least|at most|required?|requires|must|limit|allowed|within)\b")
OF_CHECKS = re.compile(r"\| check \| points \|")
SENTENCE = re.compile(r"(?<=[.;:!?|])\s+")
OPENING, CLOSING = "<!-- measured:", "-->"
REASON = re.compile(r'"(?P<words>[^"]+)"\s+\S')
WHOLE_BLOCK = re.compile(r"all: \S")
CHOICES = re.compile(r"\{([^{}]*)\}")
# What is no text: the code of a block and of a line, roles, the targets of links, comments of other kinds.
FENCE = re.compile(r"^ *(?P<fence>`{3,}|~{3,})[^\n]*\n.*?^ *(?P=fence)[ \t]*$", re.MULTILINE | re.DOTALL)
NO_TEXT = re.compile(r"\{[\w-]+\}`[^`]*`|``.*?``|`[^`]*`|\]\([^)]*\)|\$[^$\n]+\$", re.DOTALL)
OTHER_COMMENT = re.compile(r"<!-- (?!measured:).*?-->", re.DOTALL)


@dataclass(frozen=True)
class Block:
    """Lines without a blank one between. line: the first one's number. marker: what names its figures."""

    line: int
    text: str
    marker: str


@dataclass(frozen=True)
class Typed:
    """A figure in a block. words: the figure with what follows it, as much as shows what it is."""

    number: str
    words: str

    def shows(self, value: float) -> bool:
        """Whether it is the value, rounded as this number is."""
        decimals = len(self.number.partition(".")[2])
        return abs(float(self.number.replace(",", "")) - value) <= 0.5 * 10.0**-decimals * (1 + 1e-6)


def pages(root: Path) -> Iterator[Path]:
    """Every page that is read, in order."""
    found = [root / "README.md", *root.glob("labs/*/README.md"), *(root / "docs").rglob("*.md")]
    for page in sorted(found):
        if page.is_file() and not page.relative_to(root).as_posix().startswith(NOT_READ):
            yield page


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a page, each with the marker in front of it. Code is left out."""
    for blank in (FENCE, OTHER_COMMENT):
        text = blank.sub(lambda found: "\n" * found[0].count("\n"), text)
    lines: list[str] = []
    marker: list[str] = []
    is_open = False
    for number, line in enumerate([*text.split("\n"), ""], start=1):
        begins = line.lstrip().startswith(OPENING)
        if lines and (begins or not line.strip()):
            yield Block(number - len(lines), "\n".join(lines), "\n".join(marker))
            lines, marker = [], []
        if begins or is_open:
            marker.append(line.strip().removeprefix(OPENING).removesuffix(CLOSING))
            is_open = CLOSING not in line
        elif line.strip():
            lines.append(line)


def typed_figures(block: str) -> Iterator[Typed]:
    """The measured figures of a block, by the rules above."""
    if OF_CHECKS.match(block.lstrip()):
        return
    heads: list[str] = []
    for line in block.split("\n") if block.lstrip().startswith("|") else []:
        yield from _in_row(heads, NO_TEXT.sub(" ", line))
        heads = heads or cells_of(line)
    for sentence in SENTENCE.split(" ".join(NO_TEXT.sub(" ", block).split())):
        if not REQUIRED.search(sentence):
            yield from _in_sentence(sentence)


def _in_row(heads: Sequence[str], line: str) -> Iterator[Typed]:
    """The figures in the columns that a unit names, and all of a row that one names."""
    cells = cells_of(line)
    is_named = bool(heads) and bool(NAMED_BY_UNIT.search(cells[0]))
    for place, cell in enumerate(cells[1:], start=1):
        head = heads[place] if place < len(heads) else ""
        if is_named or NAMED_BY_UNIT.search(head):
            for found in re.finditer(DIGITS, cell):
                yield Typed(found[0], cell)


def _in_sentence(sentence: str) -> Iterator[Typed]:
    rules = (*TYPED, SHARE) if OF_SPEED.search(sentence) else TYPED
    for rule in rules:
        for found in rule.finditer(sentence):
            yield Typed(found["figure"], found[0])


def references(marker: str) -> Iterator[str]:
    """The entries of a marker, with their choices spelled out."""
    for entry in re.split(r"\n| \| ", marker):
        yield from _spelled_out(entry.strip()) if entry.strip() else ()


def _spelled_out(entry: str) -> Iterator[str]:
    found = CHOICES.search(entry)
    if not found:
        yield entry
        return
    for choice in found[1].split(","):
        yield from _spelled_out(entry[: found.start()] + choice.strip() + entry[found.end() :])


def wrong_in(block: Block, root: Path) -> Iterator[str]:
    """What is wrong with the figures of a block: each in a sentence."""
    text = " ".join(block.text.split())
    shown = [Typed(found[0], found[0]) for found in re.finditer(DIGITS, text)]
    if WHOLE_BLOCK.match(block.marker.strip()):
        return
    values: list[float] = []
    reasons: list[str] = []
    for entry in references(block.marker):
        if reason := REASON.match(entry):
            reasons.append(reason["words"])
            if reason["words"] not in text:
                yield f'the marker has a reason for "{reason["words"]}", which the text does not hold'
            continue
        try:
            values.append(figure_value(entry, root))
        except NoFigure as error:
            yield str(error)
            continue
        if not any(one.shows(values[-1]) for one in shown):
            yield f"'{entry}' is {values[-1]:.5g}, which the text does not show"
    for typed in typed_figures(block.text):
        if not any(typed.shows(value) for value in values) and not any(
            typed.words in one or one in typed.words for one in reasons
        ):
            yield f'"{typed.words}" is typed: quote it from its record, or name its home in a marker'


def main(arguments: list[str]) -> int:
    """Prints what is wrong. Returns the exit status."""
    root = Path(arguments[0]).resolve() if arguments else ROOT
    found = [
        f"{page.relative_to(root)}:{block.line}: {sentence}"
        for page in pages(root)
        for block in blocks(page.read_text(encoding="utf-8"))
        for sentence in wrong_in(block, root)
    ]
    print(*found, sep="\n", end="\n" if found else "")
    if found:
        print("how figures are quoted: tools/typed_figures.py", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
