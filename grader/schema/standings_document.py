"""What is kept in .course/progress.json: hints taken, and the last result of each lab.

Only the course writes this file: a key that it does not know stands for a damaged one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, ClassVar, Final, Literal

from pydantic import BeforeValidator, ConfigDict, PlainSerializer

from grader.schema.document import Count, Document, Flag, Items
from grader.schema.record import Launch
from grader.schema.results_json import SummedLab

FORMAT: Final = 1


def _time(value: object) -> datetime:
    if not isinstance(value, str):
        raise ValueError("must be text")
    try:
        at = datetime.fromisoformat(value)
    except ValueError as error:
        raise ValueError(f"is no time: {error}") from error
    if at.tzinfo is None:
        raise ValueError("names no time zone")
    return at


def _second(at: datetime) -> str:
    return at.isoformat(timespec="seconds")


@dataclass(frozen=True)
class KeptCost:
    """What one access of a source line cost in the largest launch that a check showed of it.

    spent, least: sectors, or wavefronts of shared and constant memory, of all requests together.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    line: Count
    kernel: str
    space: str
    op: str
    requests: Count
    spent: Count
    least: Count


@dataclass(frozen=True)
class KeptCheck:
    """A result. at: when. kernel: the fingerprint of the graded text.

    compile_output, trouble, refused: why it was not checked, as in LabResult.
    stuck: what the first failed check showed of the line that it points at, by the id of that check.
    text: that was graded, '' for one too long to keep. costs: of its lines.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    at: Annotated[datetime, BeforeValidator(_time), PlainSerializer(_second)]
    kernel: str
    compile_output: str
    trouble: str
    refused: Flag
    result: SummedLab
    stuck: Mapping[str, Items[Launch]] = field(default_factory=dict)
    text: str = ""
    costs: Items[KeptCost] = ()


@dataclass(frozen=True)
class KeptStanding:
    """One lab. hints: how many were given. before: the last result of another text than last's."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    hints: Count
    last: KeptCheck | None
    before: KeptCheck | None = None


@dataclass(frozen=True)
class KeptStandings:
    """All labs, by their ids."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    version: Literal[1]
    labs: Mapping[str, KeptStanding]


STANDINGS = Document(
    "standings",
    ".course/progress.json: hints taken, and the last result of each lab",
    KeptStandings,
    "version",
    FORMAT,
    indent=1,
    ascii=True,
    reader="this course",
)
