"""What a scorecard shows of a lab at most: a page opens in any browser, whatever the submission printed.

In go a lab's result and limits; out comes the same result, cut to them, and sentences on what was left out,
which the card prints. An honest result passes unchanged. The longest texts are the submission's own: what its
kernels printed, its source, the compiler's words, the names of its kernels and arrays; and it decides how
many accesses there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from grader.core.visible import cut, cut_middle, visible, visible_line
from grader.core.wording import plural
from grader.schema.record import Access, Chart, Launch
from grader.schema.results import CheckResult, LabResult, Source

# The largest page in bytes. One lab has some two hundred thousand, all eleven solved 1.9 million.
LARGEST_PAGE = 2_800_000
NAME_LENGTH = 160
MOST_REMARKS = 20
Key = tuple[str, str, int, str, str, int, str]


@dataclass(frozen=True)
class PageLimits:
    """How much of a lab is shown.

    message, printed, compiler, line: in characters, of a check's message and of what its kernels printed, of
    the compiler's words, and of a source line. lines, source: of a source, its lines and characters.
    accesses: of a lab. charts: of a check. points: of a chart.
    """

    message: int
    printed: int
    compiler: int
    line: int
    lines: int
    source: int
    accesses: int
    charts: int
    points: int


# Each for the case that the page is still too large with the one before it.
LADDER = (
    PageLimits(8_000, 8_000, 20_000, 400, 3_000, 200_000, 400, 12, 400),
    PageLimits(2_000, 1_000, 8_000, 200, 400, 12_000, 60, 4, 100),
    PageLimits(500, 200, 2_000, 100, 0, 0, 0, 0, 0),
)


@dataclass(frozen=True)
class Bounded:
    """A lab's result that fits a page, and what was left out of it, in sentences."""

    lab: LabResult
    left_out: tuple[str, ...]


def bounded(lab: LabResult, limits: PageLimits) -> Bounded:
    """The result within these limits."""
    source, notes = _source(lab.source, limits) if lab.source else (None, [])
    known = {_key(launch, access) for launch, access in _accesses(lab)}
    kept = _costliest(lab, limits.accesses) if len(known) > limits.accesses else known
    if len(kept) < len(known):
        notes.append(f"Of {len(known):,} memory accesses the {len(kept):,} costliest are shown.")
    charts = sum(len(check.charts) for check in lab.checks)
    checks = tuple(_check(check, kept, limits) for check in lab.checks)
    left = charts - sum(len(check.charts) for check in checks)
    if left:
        notes.append(f"{plural(left, 'chart')} left out: too large, or too many.")
    shown = replace(
        lab,
        source=source,
        checks=checks,
        compile_output=cut_middle(visible(lab.compile_output), limits.compiler),
        trouble=cut(visible(lab.trouble), limits.message),
    )
    return Bounded(shown, tuple(notes))


def _source(source: Source, limits: PageLimits) -> tuple[Source | None, list[str]]:
    """The source up to the first line that has no room, its long lines cut."""
    lines = source.text.removesuffix("\n").split("\n")
    kept: list[str] = []
    room, long_lines = limits.source, 0
    for line in lines[: limits.lines]:
        # A carriage return at its end is part of the line's end.
        short = visible(line[: limits.line + 1].removesuffix("\r"))
        if len(short) > limits.line:
            short, long_lines = f"{short[: limits.line]}…", long_lines + 1
        room -= len(short)
        if room < 0:
            break
        kept.append(short)
    notes = []
    if len(kept) < len(lines):
        what = f"lines {len(kept) + 1:,} to {len(lines):,} are" if kept else "it is"
        notes.append(f"The source is too long to be shown whole: {what} left out.")
    if long_lines:
        notes.append(f"Source lines are cut after {limits.line} characters: {plural(long_lines, 'line')}.")
    return (replace(source, text="\n".join(kept) + "\n") if kept else None), notes


def _accesses(lab: LabResult) -> Iterator[tuple[Launch, Access]]:
    for check in lab.checks:
        for launch in check.launches:
            for one in (launch, launch.before):
                yield from ((one, access) for access in one.accesses) if one else ()


def _key(launch: Launch, access: Access) -> Key:
    place = (launch.kernel, access.file, access.line)
    return (*place, access.space, access.op, access.width, access.instruction)


def _costliest(lab: LabResult, most: int) -> set[Key]:
    costs: dict[Key, int] = {}
    for launch, access in _accesses(lab):
        key = _key(launch, access)
        costs[key] = max(costs.get(key, 0), access.sectors + access.wavefronts)
    return set(sorted(costs, key=lambda key: (-costs[key], key))[:most])


def _check(check: CheckResult, kept: set[Key], limits: PageLimits) -> CheckResult:
    charts = [chart for chart in check.charts if _fits(chart, limits)]
    return replace(
        check,
        message=cut(visible(check.message), limits.message),
        printed=cut_middle(visible(check.printed), limits.printed),
        file=visible_line(check.file, NAME_LENGTH),
        others=tuple(
            replace(
                one,
                message=cut(visible(one.message), limits.message),
                file=visible_line(one.file, NAME_LENGTH),
            )
            for one in check.others
        ),
        launches=tuple(_launch(launch, kept) for launch in check.launches) if limits.accesses else (),
        charts=tuple(charts[: limits.charts]),
    )


def _fits(chart: Chart, limits: PageLimits) -> bool:
    return len(chart.x) * len(chart.series) <= limits.points and all(
        len(text) <= NAME_LENGTH for text in (*chart.x, *(one.name for one in chart.series))
    )


def _launch(launch: Launch, kept: set[Key]) -> Launch:
    return replace(
        launch,
        kernel=visible_line(launch.kernel, NAME_LENGTH),
        shape=visible_line(launch.shape, NAME_LENGTH),
        accesses=tuple(_access(access) for access in launch.accesses if _key(launch, access) in kept),
        before=_launch(launch.before, kept) if launch.before else None,
        remarks=launch.remarks[:MOST_REMARKS],
    )


def _access(access: Access) -> Access:
    example = replace(access.example, array=visible_line(access.example.array, NAME_LENGTH))
    return replace(access, example=example)
