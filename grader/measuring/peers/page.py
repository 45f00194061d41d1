"""What a comparison leaves behind: libraries.json, and libraries.md with the rates side by side."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from grader.core.errors import GraderError
from grader.measuring.peers.libraries import Measured
from grader.schema.record import Reading

FORMAT = 1
RECORD = "libraries.json"
PAGE = "libraries.md"
TEMPLATES = Path(__file__).parent / "templates"
# How the names of a library's contenders start.
LIBRARIES = ("CUB ", "cuBLAS ", "PyTorch ")


@dataclass(frozen=True)
class Stamp:
    """On what and with what it was measured. What nobody told is ''. date: such as 2026-11-23, in UTC."""

    date: str
    command: str
    chip: str = ""
    driver: str = ""
    nvcc: str = ""
    torch: str = ""
    torch_cuda: str = ""
    commit: str = ""

    @property
    def tools(self) -> str:
        """In words, for those that are known."""
        built = f", built for CUDA {self.torch_cuda}" if self.torch_cuda else ""
        known = (
            (self.chip, self.chip),
            (self.driver, f"driver {self.driver}"),
            (self.nvcc, f"nvcc {self.nvcc}"),
            (self.torch, f"PyTorch {self.torch}{built}"),
            (self.commit, f"commit {self.commit}"),
        )
        return " · ".join(words for value, words in known if value)


@dataclass(frozen=True)
class Pair:
    """A reference and a library on one shape of a problem."""

    problem: str
    shape: str
    own: Reading
    library: Reading

    @property
    def ratio(self) -> float:
        return self.own.value / self.library.value


def pairs_of(measured: Sequence[Measured]) -> list[Pair]:
    """Each reference with each library, in the order of measuring."""
    shapes: dict[tuple[str, str], list[Reading]] = {}
    for one in measured:
        shapes.setdefault((one.problem, one.reading.shape), []).append(one.reading)
    return [
        Pair(problem, shape, own, library)
        for (problem, shape), readings in shapes.items()
        for own in readings
        for library in readings
        if library.name.startswith(LIBRARIES) and not own.name.startswith(LIBRARIES)
    ]


def others_of(measured: Sequence[Measured]) -> list[Measured]:
    """What stands beside no library: times, and readings whose library was left out."""
    paired = {id(reading) for pair in pairs_of(measured) for reading in (pair.own, pair.library)}
    return [one for one in measured if id(one.reading) not in paired]


def page_of(measured: Sequence[Measured], left_out: Sequence[str], stamp: Stamp) -> str:
    """The page, as Markdown."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # Markdown
    )
    environment.filters["rate"] = _rate
    environment.filters["marked"] = _marked
    pairs = pairs_of(measured)
    below = [one for one in pairs if one.ratio < 1]
    return environment.get_template("libraries.md.j2").render(
        chip=stamp.chip or "one GPU",
        date=stamp.date,
        tools=stamp.tools,
        command=stamp.command,
        pairs=pairs,
        below=below,
        at_least=len(pairs) - len(below),
        others=others_of(measured),
        left_out=left_out,
    )


def write(out: Path, measured: Sequence[Measured], left_out: Sequence[str], stamp: Stamp) -> None:
    """libraries.json and libraries.md. Raises GraderError when `out` cannot be written."""
    document = {
        "version": FORMAT,
        **asdict(stamp),
        "readings": [{"problem": one.problem, **asdict(one.reading)} for one in measured],
        "left_out": list(left_out),
    }
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / RECORD).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        (out / PAGE).write_text(page_of(measured, left_out, stamp), encoding="utf-8")
    except OSError as error:
        raise GraderError(f"cannot write to {out}: {error.strerror}", "Name another folder: --out") from error


def _rate(reading: Reading) -> str:
    digits = 0 if reading.unit == "GB/s" else 2
    return f"{reading.value:.{digits}f} ({reading.low:.{digits}f} – {reading.high:.{digits}f})"


def _marked(ratio: float) -> str:
    """Rounded down, so that what is below 1 does not read as 1."""
    rounded = f"{math.floor(ratio * 1000) / 1000:.3f}"
    return rounded if ratio >= 1 else f"**{rounded}**"
