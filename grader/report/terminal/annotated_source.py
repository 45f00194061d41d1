"""The student's source in the terminal, each line with what its accesses cost and what it is at fault for.

`./course explain` prints it: below a line stand its costs, judged in words as well as in colours, and the
checks that point at it; with --sass also what nvcc makes of the line, and where that differs from what the
SIMT machine counted. What has no line, and where to look first, comes last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from grader.core.visible import visible
from grader.core.wording import figure, first_sentence, plural
from grader.report.costs import LineCost, Weight, costs_by_line
from grader.report.in_flight import in_flight_words, shortfall_words
from grader.report.launch_times import kernel_shares, longest_modelled, percent_words, slowest_line_words
from grader.report.second_opinion import Row, SecondOpinion
from grader.report.terminal.console import has_unicode, indented, print_all, prose
from grader.schema.results import CheckResult, LabResult, Status, fewest_in_flight

STYLES = {Weight.LEAST: "green", Weight.ASKED: "cyan", Weight.ABOVE: "yellow", Weight.HEAVY: "bold red"}
# Words, not colours alone: they stand where a glance along the margin finds them.
MARKS = {Weight.LEAST: "least", Weight.ASKED: "asked", Weight.ABOVE: "above", Weight.HEAVY: "HEAVY"}
FAULT = "FAILS"
CODE, NOTE, TAKES = "SASS", "note", "ptxas"
TIME, TIME_WORDS = "time", "the line's share of the time that its kernel would take on a GPU, by the model"
NOTE_STYLE = "magenta"
GUTTER = 6
MARK_CELLS = 7
LEGEND = (
    (MARKS[Weight.LEAST], STYLES[Weight.LEAST], "no request can cost less"),
    (MARKS[Weight.ASKED], STYLES[Weight.ASKED], "more than the least, because the lab asks for it"),
    (MARKS[Weight.ABOVE], STYLES[Weight.ABOVE], "more than the least, less than twice as much"),
    (MARKS[Weight.HEAVY], STYLES[Weight.HEAVY], "twice the least, or more"),
    (FAULT, "bold red", "a check that points at this line, and why it fails"),
)
UNITS = {
    "sector": "32 bytes of global memory: 32 neighbouring floats are 4",
    "wavefront": "one turn of the 32 banks: more than the least are bank conflicts",
}


# What the legend says while nobody has asked for nvcc's code.
OFFER = "with --sass, what nvcc makes of each line, and each kernel's registers and spills"


@dataclass(frozen=True)
class Compiled:
    """What nvcc makes of the file. in_full: list every instruction, rather than count them by line."""

    opinion: SecondOpinion
    in_full: bool = False


def print_source(console: Console, lab: LabResult, compiled: Compiled | None = None) -> None:
    """Print the graded file: under each line what its accesses cost, and the checks that point at it."""
    if lab.source is None:
        return
    print_all(console, source_lines(console, lab, compiled))


def source_lines(console: Console, lab: LabResult, compiled: Compiled | None = None) -> Iterator[Text]:
    """The legend, the lines, then what has no line and where to look first."""
    source = lab.source
    if source is None:
        return
    costs, faults, remarks = costs_by_line(lab), faults_by_line(lab), remarks_by_line(lab)
    percents = kernel_shares(lab).in_file(source.path)
    yield Text(source.file, style="bold")
    measures = {cost.measure for of_line in costs.values() for cost in of_line}
    reasons = set[str]()
    yield from _legend(console, measures, compiled, has_times=bool(percents))
    lines = source.text.removesuffix("\n").split("\n")
    for number, line in enumerate(lines, start=1):
        code = visible(line.rstrip("\r").expandtabs(4))
        yield indented(console, Text(code), GUTTER, f"{number:>4}  ")
        if number in percents:
            yield _marked(console, TIME, time_bar(percents[number], has_unicode(console)), "bold")
        for cost in costs.get(number, ()):
            yield _marked(
                console, MARKS[cost.weight], describe(cost, has_unicode(console)), STYLES[cost.weight]
            )
            if cost.reason and cost.reason not in reasons:
                reasons.add(cost.reason)
                yield _marked(console, "", cost.reason, "dim")
        for words in remarks.get(number, ()):
            yield _marked(console, NOTE, words, NOTE_STYLE)
        for check in faults.get(number, ()):
            said = first_sentence(check.message) or check.title
            yield _marked(console, FAULT, said, "bold red")
        if compiled is not None:
            yield from _code_of_line(console, compiled, number)
    yield Text("")
    if not costs:
        words = "No check of this run recorded an access of this file: a kernel is measured once it is right."
        yield indented(console, Text(words, style="yellow"), 0)
    yield from _ending(console, lab, faults)
    yield from _costliest(console, [cost for of_line in costs.values() for cost in of_line])
    for kernel, modelled in longest_modelled(lab).items():
        if words := slowest_line_words(kernel, modelled):
            yield indented(console, Text(visible(words)), 0)
    yield from _in_flight(console, lab)
    if compiled is not None:
        yield from _takes(console, compiled.opinion)


def faults_by_line(lab: LabResult) -> dict[int, tuple[CheckResult, ...]]:
    """The checks that failed at a line of the graded file; of those with the same words the first."""
    found: dict[int, tuple[CheckResult, ...]] = {}
    for check in lab.checks:
        failed = check.status in (Status.FAILED, Status.ERROR)
        if failed and lab.source is not None and check.file == lab.source.file and check.line:
            known = found.get(check.line, ())
            if check.message not in [other.message for other in known]:
                found[check.line] = (*known, check)
    return found


def remarks_by_line(lab: LabResult) -> dict[int, tuple[str, ...]]:
    """What the machine remarks on lines of the graded file, such as registers that spill; each once."""
    found: dict[int, dict[str, None]] = {}
    for check in lab.checks:
        for launch in check.launches:
            for remark in launch.remarks:
                if lab.source is not None and remark.file == lab.source.path and remark.line:
                    found.setdefault(remark.line, {})[remark.message] = None
    return {line: tuple(words) for line, words in found.items()}


def describe(cost: LineCost, unicode: bool = True) -> str:
    """One access in words: its kernel, what it is, its cost and the least possible."""
    access = cost.access
    words = [
        f"{cost.launch.kernel}: {cost.what}, {access.width} bytes per {access.mover}{access.also}",
        f"{cost.amount_words} per request, least {figure(cost.least)}",
        plural(access.requests, "request"),
    ]
    if cost.conflicts:
        conflicts = "bank conflict" if cost.conflicts == 1 else "bank conflicts"
        words.insert(2, f"{figure(cost.conflicts)} {conflicts} per request")
    return (" · " if unicode else ", ").join(words)


def time_bar(percent: int, unicode: bool = True) -> str:
    """A line's share of its kernel's time: a bar of up to 20 cells, and the percentage."""
    cells = max(1, round(percent / 5))
    return f"{('█' if unicode else '#') * cells} {percent_words(percent)}"


def _legend(
    console: Console, measures: set[str], compiled: Compiled | None, *, has_times: bool
) -> Iterator[Text]:
    yield indented(
        console, Text("Under a line: what one request of a warp costs there, on average."), 2, "  "
    )
    for mark, style, words in LEGEND:
        lead = Text(f"  {mark:<11}", style=style)
        yield indented(console, Text(words, style="dim"), 13, lead)
    for unit, words in UNITS.items():
        if unit in measures:
            yield indented(console, Text(words, style="dim"), 13, f"  {unit:<11}")
    if has_times:
        lead = Text(f"  {TIME:<11}", style="bold")
        yield indented(console, Text(TIME_WORDS, style="dim"), 13, lead)
    told = ((CODE, OFFER),) if compiled is None else _compiled_legend(compiled.opinion)
    for mark, words in told:
        lead = Text(f"  {mark:<11}", style=NOTE_STYLE if mark == NOTE else "dim")
        yield indented(console, Text(words, style="dim"), 13, lead)
    yield Text("")


def _compiled_legend(opinion: SecondOpinion) -> tuple[tuple[str, str], ...]:
    return (
        (CODE, f"the line's machine instructions: {opinion.compiler}"),
        (NOTE, "where nvcc's code differs from what the SIMT machine counted"),
    )


def _code_of_line(console: Console, compiled: Compiled, line: int) -> Iterator[Text]:
    """What the line became, and where that is not what the SIMT machine counted."""
    opinion = compiled.opinion
    if compiled.in_full:
        for kernel in opinion.kernels:
            for at, one in enumerate(kernel.instructions.get(line, ())):
                words = f"{one.address:04x}  {one.text}"
                yield _marked(console, "" if at else CODE, words, "" if one.move else "dim")
    else:
        for row in opinion.summaries(line):
            yield _marked(console, CODE, _said(row), "dim")
    for row in opinion.notes(line):
        yield _marked(console, NOTE, _said(row), NOTE_STYLE)


def _said(row: Row) -> str:
    return f"{row.who}: {row.words}" if row.who else row.words


def _takes(console: Console, opinion: SecondOpinion) -> Iterator[Text]:
    """The registers, spills and memory of each kernel."""
    for kernel in opinion.kernels:
        words = Text(visible(f"{kernel.name}: {kernel.takes}"), style="dim")
        yield indented(console, words, MARK_CELLS, Text(f"{TAKES:<{MARK_CELLS}}", style="dim"))


def _marked(console: Console, mark: str, words: str, style: str) -> Text:
    by = GUTTER + MARK_CELLS
    lead = Text(" " * GUTTER).append(f"{mark:<{MARK_CELLS}}", style=style)
    return indented(console, Text(visible(words), style=style), by, lead)


def _ending(console: Console, lab: LabResult, faults: dict[int, tuple[CheckResult, ...]]) -> Iterator[Text]:
    shown = {check.message for of_line in faults.values() for check in of_line}
    for check in lab.checks:
        if check.status in (Status.FAILED, Status.ERROR) and check.message not in shown:
            shown.add(check.message)
            said = first_sentence(check.message) or check.title
            place = f" (at {check.file}:{check.line})" if check.file and check.line else ""
            yield indented(
                console, prose(console, said + place), MARK_CELLS, Text(f"{FAULT:<{MARK_CELLS}}", "bold red")
            )


def _in_flight(console: Console, lab: LabResult) -> Iterator[Text]:
    """Of the launches that a bandwidth bound is weighed for, the one with the fewest bytes in flight."""
    launch = fewest_in_flight(launch for check in lab.checks for launch in check.launches)
    if launch is None:
        return
    shape = f", {launch.shape}" if launch.shape else ""
    words = f"{launch.kernel}{shape}. {in_flight_words(launch)} {shortfall_words(launch)}".rstrip()
    yield indented(console, Text(visible(words), style="yellow" if shortfall_words(launch) else "dim"), 0)


def _costliest(console: Console, costs: list[LineCost]) -> Iterator[Text]:
    """The access that wastes most, whatever other faults the checks point at."""
    worst = max(costs, key=lambda cost: cost.rank, default=None)
    if worst is None:
        return
    if not worst.is_wasteful:
        more = ", or what the lab asks for" if worst.weight is Weight.ASKED else ""
        yield indented(console, Text(f"Every access costs the least it can{more}.", style="bold"), 0)
        return
    words = (
        f"Costliest: line {worst.access.line}, the {worst.access.kind} of"
        f" {worst.launch.kernel}: {figure(worst.amount)} {worst.unit} per request; the least is"
        f" {figure(worst.least)}."
    )
    words = f"{words} {worst.reason}".rstrip()
    yield indented(console, Text(words, style="bold"), 0)
