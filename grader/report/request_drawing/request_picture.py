"""A drawing of one warp request as plain shapes and texts, which the templates print as they are.

The drawings of all spaces are made of these (_request_drawing.html.j2, _request_figure.html.j2). Lengths
are user units of the SVG, which are CSS pixels at full size. Each shape names the steps in which it has a
part, for who steps through the request (step.js).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grader.report.costs import LineCost, Weight
from grader.schema.record import LANES


@dataclass(frozen=True)
class Columns:
    """Where the 32 lanes, or banks, stand. left: room for labels; pitch: from one to the next."""

    left: float
    pitch: float
    cell: float

    @property
    def width(self) -> float:
        """Of the whole drawing."""
        return self.left + self.span + 10.0

    @property
    def span(self) -> float:
        return LANES * self.pitch

    def x(self, lane: int) -> float:
        """The left edge of a lane's (or a bank's) column."""
        return self.left + lane * self.pitch


FULL = Columns(left=76.0, pitch=20.0, cell=18.0)
# The columns for two drawings beside each other.
HALF = Columns(left=70.0, pitch=14.0, cell=13.0)


@dataclass(frozen=True)
class Box:
    """A rectangle with an optional text in its middle. css names what it stands for.

    at: the steps that it has a part in, from 1, in order; none for what is always there.
    """

    x: float
    y: float
    width: float
    height: float
    css: str
    text: str = ""
    at: tuple[int, ...] = ()

    @property
    def text_x(self) -> float:
        return self.x + self.width / 2

    @property
    def text_y(self) -> float:
        return self.y + self.height / 2


@dataclass(frozen=True)
class Link:
    """A line from a lane down to the bytes that it touches. at: as of a Box."""

    x1: float
    y1: float
    x2: float
    y2: float
    at: tuple[int, ...] = ()


@dataclass(frozen=True)
class Label:
    """A text. css: how it is anchored and sized; turn: degrees around its own point."""

    x: float
    y: float
    text: str
    css: str
    turn: int = 0


@dataclass(frozen=True)
class Picture:
    """One warp request. table_head, table_rows: the same in text, for who cannot see it.

    cost: what the line costs over the whole launch, '' where the page says so elsewhere. steps: the request
    explained piece by piece; first what it is as a whole. name: the drawing's, '' for heading and where.
    explorer: a link to this request in the explorer, '' where there is none.
    """

    id: str
    heading: str
    where: str
    caption: str
    waste: str
    desc: str
    weight: str
    width: float
    height: float
    boxes: tuple[Box, ...]
    links: tuple[Link, ...]
    labels: tuple[Label, ...]
    table_head: tuple[str, ...]
    table_rows: tuple[tuple[str, ...], ...]
    cost: str = ""
    steps: tuple[str, ...] = ()
    name: str = ""
    explorer: str = ""

    @property
    def title(self) -> str:
        """What a screen reader calls the drawing."""
        return self.name or f"{self.heading}, {self.where}"

    @property
    def can_step(self) -> bool:
        """Whether there are pieces to tell one after the other."""
        return len(self.steps) > 2

    @property
    def heavy(self) -> bool:
        return self.weight == Weight.HEAVY.value

    @property
    def asked(self) -> bool:
        """Whether the lab asks for what it costs."""
        return self.weight == Weight.ASKED.value


def heading_of(cost: LineCost) -> str:
    """The kernel and the kind of access, such as 'transpose_tiled: shared load'."""
    return f"{cost.launch.kernel}: {cost.access.kind}"


def where_of(cost: LineCost) -> str:
    """Which request it is: its line, launch, block and warp, and its array where known."""
    example = cost.access.example
    block = ", ".join(str(index) for index in example.block)
    array = f", array {example.array}" if example.array else ""
    shape = f" at {cost.launch.shape}" if cost.launch.shape else ""
    return f"line {cost.access.line}{shape}, block ({block}), warp {example.warp}{array}"


def ranges(numbers: Iterable[int]) -> str:
    """Sorted numbers in short: '0-3, 7'."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs)
