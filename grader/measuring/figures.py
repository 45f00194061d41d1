"""Every measured or modelled figure by the name of its home, for the texts that quote it.

In: a reference, as a role of the handbook or a marker in plain Markdown writes it. Out: the figure. Nothing
is stored twice: the homes are the records themselves.

    lab1; fast_copy                            a median in h200/measurements.json
    lab1; fast_copy / copy_floats              the ratio of two kernels that took turns
    lab4; transpose_padded; 16384 x 16384      at a shape: a part of the reading's own
    lab1; check copy-bandwidth                 the ratio that a measured check found
    limits; L2, reads; 132 SMs                 the row and the column of a table on the page h200/limits.md
    limiters; fast_copy; GB/s; 2               the second figure of that cell
    latency; DRAM & 4 GiB; cycles a load       a row that only two of its cells tell from others
    modelled; lab2; soa-bandwidth; reference; h200      a ratio by the model of time, in modelled_checks.csv
    modelled; lab10; bandwidth; reference; better; 2    of its second launch, the better of H200 and H100
    h100/lab2; update_soa                      the same homes of the H100
    [latency; L2 & 8 MiB; cycles a load] / 2   arithmetic, each reference in brackets

A row or a column is named in full, without its marks for code and bold.
"""

from __future__ import annotations

import ast
import csv
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from grader.measuring.claims import NoReading, Readings
from grader.measuring.survey_table import number
from grader.schema.document import read_document
from grader.schema.measurements import MEASUREMENTS, Measurements

RECORDS = Path("docs/measurements")
MODELLED = RECORDS / "modelled_checks.csv"
DEVICE = "h200"
# Either GPU: a modelled check is passed if one of them reaches the ratio.
BETTER = "better"
OF_A_RUN = re.compile(r"lab\d+|others")
# The pages that compare devices.
OF_NO_DEVICE = {"device_profiles", "modelled_verdicts"}
FIGURE = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:/\d+(?:\.\d+)?)*")
REFERENCE = re.compile(r"\[([^\[\]]+)\]")
RULE = re.compile(r"\|[ :|-]+\|")
OPERATIONS: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


class NoFigure(Exception):
    """A reference that no record answers, in one sentence."""


@dataclass(frozen=True)
class Row:
    """A row of a table in a record: its cells by their columns' heads, in order."""

    cells: tuple[tuple[str, str], ...]

    def is_named(self, name: str) -> bool:
        """Whether it holds each of the cells that 'A & B' names; a single name is the first cell."""
        wanted = [part.strip() for part in name.split(" & ")]
        if len(wanted) == 1:
            return self.cells[0][1] == name
        return set(wanted) <= {cell for _, cell in self.cells}


def file_of(reference: str) -> str:
    """The file that answers a reference, from the project's root: what a page that quotes it depends on."""
    source = reference.partition(";")[0].strip()
    if source == "modelled":
        return str(MODELLED)
    device, name = _device_and_name(source)
    if OF_A_RUN.fullmatch(name):
        return str(RECORDS / device / "measurements.json")
    if source in OF_NO_DEVICE:
        return str(RECORDS / f"{source}.md")
    return str(RECORDS / device / f"{name}.md")


def files_of(text: str) -> list[str]:
    """The files that answer all references of an arithmetic expression, or of a single reference."""
    return [file_of(one) for one in REFERENCE.findall(text) or [text]]


def figure_text(text: str, root: Path) -> str:
    """The figure as a text shows it: of a table as it stands there, else with three or four digits."""
    if "[" in text:
        return number(figure_value(text, root))
    source, *rest = (part.strip() for part in text.split(";"))
    if _is_page(source):
        return _of_page(root / file_of(text), text, rest)
    return number(figure_value(text, root))


def figure_value(text: str, root: Path) -> float:
    """The figure as a number. Raises NoFigure."""
    if "[" in text:
        return _computed(text, root)
    source, *rest = (part.strip() for part in text.split(";"))
    if _is_page(source):
        return float(_of_page(root / file_of(text), text, rest).split("/")[0].replace(",", ""))
    if source == "modelled":
        return _modelled(root, text, rest)
    return _of_run(root / file_of(text), text, _device_and_name(source)[1], rest)


def _is_page(source: str) -> bool:
    return source != "modelled" and not OF_A_RUN.fullmatch(_device_and_name(source)[1])


def _device_and_name(source: str) -> tuple[str, str]:
    device, slash, name = source.partition("/")
    return (device, name) if slash else (DEVICE, source)


@cache
def _run(file: Path) -> Measurements:
    return read_document(MEASUREMENTS, file.read_text(encoding="utf-8"), str(file))


def _of_run(file: Path, text: str, lab: str, rest: list[str]) -> float:
    if not file.is_file() or not rest:
        raise NoFigure(f"'{text}': there is no {file.name}, or the reference names no kernel")
    run, name, shape = _run(file), rest[0], rest[1] if len(rest) > 1 else ""
    if name.startswith("check "):
        return _of_check(run, text, lab, name.removeprefix("check ").strip())
    of, _, against = (part.strip() for part in name.partition(" / "))
    readings = Readings(run)
    try:
        return readings.ratio(lab, of, against, shape) if against else readings.of(lab, of, shape)
    except NoReading as error:
        raise NoFigure(f"{file.name} has no '{text}'") from error


def _of_check(run: Measurements, text: str, lab: str, check: str) -> float:
    values = [one.value for of in run.labs if of.id == lab for one in of.checks if one.id == check]
    if not values or values[0] is None:
        raise NoFigure(f"'{text}': the record has no value of that check")
    return values[0]


def _modelled(root: Path, text: str, rest: list[str]) -> float:
    if len(rest) not in (4, 5):
        raise NoFigure(
            f"'{text}' is not modelled; LAB; CHECK; ANSWER; DEVICE, with the launch's number if need be"
        )
    *answer, device = rest[:4]
    number = rest[4] if len(rest) == 5 else "1"
    with (root / MODELLED).open(encoding="utf-8", newline="") as file:
        ratios = [
            float(line["ratio"])
            for line in csv.DictReader(file)
            if [line["lab"], line["check"], line["answer"]] == answer
            and line["number"] == number
            and device in (line["device"], BETTER)
        ]
    if not ratios:
        raise NoFigure(f"{MODELLED.name} has no '{text}'")
    return max(ratios)


def _of_page(file: Path, text: str, rest: list[str]) -> str:
    """The text of a figure in a table. The same figure may stand in several tables of its page."""
    if not file.is_file():
        raise NoFigure(f"'{text}': there is no record {file.name}")
    if len(rest) not in (2, 3):
        raise NoFigure(
            f"'{text}' is not RECORD; ROW; COLUMN, with the figure's number in its cell if need be"
        )
    row, column = rest[:2]
    place = int(rest[2]) - 1 if len(rest) == 3 else 0
    found = {
        figures[place]
        for one in table_rows(file)
        if one.is_named(row)
        for head, cell in one.cells
        if head == column and len(figures := FIGURE.findall(cell)) > place
    }
    if len(found) != 1:
        what = "has no such figure" if not found else f"has {', '.join(sorted(found))} for it"
        raise NoFigure(f"'{text}': {file.name} {what}")
    return str(found.pop())


@cache
def table_rows(file: Path) -> tuple[Row, ...]:
    """Every row of every table of a Markdown page."""
    return tuple(_rows(file.read_text(encoding="utf-8").splitlines()))


def _rows(lines: list[str]) -> Iterator[Row]:
    heads: list[str] = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if not line.startswith("|"):
            heads = []
        elif RULE.fullmatch(following):
            heads = cells_of(line)
        elif heads and not RULE.fullmatch(line):
            yield Row(tuple(zip(heads, cells_of(line), strict=False)))


def cells_of(line: str) -> list[str]:
    """The cells of a row of a Markdown table, without the marks for code and bold."""
    return [re.sub(r"\*\*|`", "", cell).strip() for cell in line.strip().strip("|").split("|")]


def _computed(text: str, root: Path) -> float:
    values: dict[str, float] = {}

    def named(found: re.Match[str]) -> str:
        values[f"v{len(values)}"] = figure_value(found[1], root)
        return f"v{len(values) - 1}"

    try:
        return _evaluated(ast.parse(REFERENCE.sub(named, text).strip(), mode="eval").body, values)
    except (SyntaxError, KeyError) as error:
        raise NoFigure(f"'{text}' is no arithmetic of numbers and [references]") from error


def _evaluated(node: ast.expr, values: Mapping[str, float]) -> float:
    if isinstance(node, ast.Name):
        return values[node.id]
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return node.value
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        return OPERATIONS[type(node.op)](_evaluated(node.left, values), _evaluated(node.right, values))
    raise SyntaxError
