"""A program's report as SARIF 2.1.0, which GitHub's code scanning and VS Code's SARIF viewer read.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html. Decisions:

- A rule for each kind of fault, for what host code did wrong, for remarks, and for the two kinds of waste:
  sectors and wavefronts beyond the least.
- Faults of kernels are errors, those of host code warnings, waste and remarks notes. A reader of results
  sees what is wrong before what is slow. What makes the run fail is no note: requests above a limit
  (--max-sectors-per-request) are errors, in place of the note on their waste, and remarks are warnings if
  --fail-on names them.
- Files below the present folder have paths relative to %SRCROOT%, as GitHub requires of files that it is to
  show; others are absolute.
- One result for a line and rule, however many kernels or launches had it: `occurrenceCount` says how many.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from grader.program.limits import Excess
from grader.report.costs import LineCost, costs_of
from grader.schema.program_report import HostFault, LaunchGroup, ProgramFault, ProgramReport

Json = dict[str, object]

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT: Final = "%SRCROOT%"
NAME: Final = "Coalesce Labs SIMT machine"
SECTORS: Final = "uncoalesced-access"
CONFLICTS: Final = "bank-conflict"
CONSTANTS: Final = "divergent-constant"
LOCAL: Final = "local-memory"
REMARK: Final = "remark"
LIMIT: Final = "sectors-above-limit"
WASTE: Final = {
    SECTORS: "A request touches more sectors than the least possible.",
    CONFLICTS: "A request of shared memory takes more wavefronts than the least possible.",
    CONSTANTS: "The lanes of a warp want different words of constant memory, which come one after another.",
    LOCAL: "An array of each thread, or a spilled register, is in local memory.",
    REMARK: "Seldom meant, and no fault.",
    LIMIT: "A request touches more sectors, on average, than --max-sectors-per-request allows.",
}


# A word of English at the beginning of a sentence; a name has capitals, digits, underscores or brackets.
WORD: Final = re.compile(r"[a-z-]+[,:;.]?(?=\s|$)")


@dataclass(frozen=True)
class Result:
    """One result. level: error, warning or note. line: 0 when not known. other: a race's other place."""

    rule: str
    level: str
    message: str
    file: str
    line: int
    other: tuple[str, int] | None = None
    count: int = 1


@dataclass(frozen=True)
class Failing:
    """What makes the run fail beside faults. remarks: whether they do."""

    remarks: bool = False
    too_costly: tuple[Excess, ...] = ()


def rule_of(kind: str) -> str:
    """A fault's kind as an id: 'out of bounds' is 'out-of-bounds'."""
    return kind.replace(" ", "-")


def sarif(report: ProgramReport, version: str, failing: Failing = Failing()) -> str:
    """The document as text. version: the course's."""
    above = [_excess(excess) for excess in failing.too_costly]
    remarks = _remarks(report, "warning" if failing.remarks else "note")
    waste = _waste(report, failing.too_costly)
    results = _joined([*_faults(report), *_host_faults(report), *above, *remarks, *waste])
    rules = list(dict.fromkeys(result.rule for result in results))
    levels = {result.rule: result.level for result in results}
    run: Json = {
        "tool": {
            "driver": {
                "name": NAME,
                "semanticVersion": version,
                "rules": [_rule(rule, levels[rule]) for rule in rules],
            }
        },
        "originalUriBaseIds": {ROOT: {"uri": Path.cwd().as_uri() + "/"}},
        "columnKind": "utf16CodeUnits",
        "results": [_result(result, rules.index(result.rule)) for result in results],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _faults(report: ProgramReport) -> Iterator[Result]:
    for group in report.launches:
        for fault in group.faults:
            yield _fault(fault, group)


def _fault(fault: ProgramFault, group: LaunchGroup) -> Result:
    other = (fault.other_file, fault.other_line) if fault.other_line else None
    text = _sentences(f"{fault.message}, in {group.kernel}", fault.advice)
    return Result(rule_of(fault.kind), "error", text, fault.file, fault.line, other, fault.count)


def _host_faults(report: ProgramReport) -> Iterator[Result]:
    for fault in report.host_faults:
        yield _host_fault(fault)


def _host_fault(fault: HostFault) -> Result:
    text = _sentences(fault.message, fault.advice)
    return Result(rule_of(fault.kind), "warning", text, fault.file, fault.line, None, fault.count)


def _excess(excess: Excess) -> Result:
    text = _sentences(f"{excess.what}, in {excess.kernel}")
    return Result(LIMIT, "error", text, excess.file, excess.line)


def _remarks(report: ProgramReport, level: str) -> Iterator[Result]:
    for group in report.launches:
        for remark in group.remarks:
            text = _sentences(f"{remark.message}, in {group.kernel}", "")
            yield Result(REMARK, level, text, remark.file, remark.line)


def _waste(report: ProgramReport, too_costly: Iterable[Excess]) -> Iterator[Result]:
    told = {(excess.file, excess.line, excess.kernel, excess.kind) for excess in too_costly}
    # A kernel's launches have one name here: a result tells the largest of each line.
    for cost in costs_of(replace(group, label="").launch for group in report.launches):
        access = cost.access
        if cost.is_wasteful and (access.file, access.line, cost.launch.kernel, access.kind) not in told:
            yield _wasteful(cost)


def _rule_of_waste(cost: LineCost) -> str:
    if cost.reason:
        return LOCAL
    if cost.access.space == "constant":
        return CONSTANTS
    return SECTORS if cost.measure == "sector" else CONFLICTS


def _wasteful(cost: LineCost) -> Result:
    access = cost.access
    least = f"{cost.least:.3g}"
    text = f"{cost.what}: {cost.amount_words} a request, where {least} would do, in {cost.launch.kernel}"
    return Result(_rule_of_waste(cost), "note", _sentences(text, cost.reason), access.file, access.line)


def _sentences(*parts: str) -> str:
    whole = [part.strip() for part in parts if part.strip()]
    ends = ("." if part[-1] not in ".!?" else "" for part in whole)
    return " ".join(f"{_capitalised(part)}{end}" for part, end in zip(whole, ends, strict=True))


def _capitalised(sentence: str) -> str:
    """The sentence with a capital letter at its beginning, unless it begins with a name such as cudaFree."""
    is_word = WORD.match(sentence) is not None
    return f"{sentence[0].upper()}{sentence[1:]}" if is_word else sentence


def _joined(results: Iterable[Result]) -> list[Result]:
    """Results of one rule, line and text are one."""
    found: dict[tuple[str, str, int, str], Result] = {}
    for result in results:
        key = (result.rule, result.file, result.line, result.message)
        known = found.get(key)
        found[key] = result if known is None else replace(known, count=known.count + result.count)
    return list(found.values())


def _rule(rule: str, level: str) -> Json:
    text = WASTE.get(rule, f"{rule.replace('-', ' ').capitalize()}.")
    return {"id": rule, "shortDescription": {"text": text}, "defaultConfiguration": {"level": level}}


def _result(result: Result, index: int) -> Json:
    whole: Json = {
        "ruleId": result.rule,
        "ruleIndex": index,
        "level": result.level,
        "message": {"text": result.message},
        "occurrenceCount": result.count,
        "partialFingerprints": {"ruleAndLine/v1": f"{result.rule}:{Path(result.file).name}:{result.line}"},
    }
    if result.line:
        whole["locations"] = [_location(result.file, result.line)]
    if result.other is not None:
        related = _location(*result.other)
        whole["relatedLocations"] = [{"id": 0, **related, "message": {"text": "the other access"}}]
    return whole


def _location(file: str, line: int) -> Json:
    path, here = Path(file), Path.cwd()
    if path.is_absolute() and path.is_relative_to(here):
        artifact: Json = {"uri": path.relative_to(here).as_posix(), "uriBaseId": ROOT}
    else:
        artifact = {"uri": path.as_uri() if path.is_absolute() else path.as_posix()}
    return {"physicalLocation": {"artifactLocation": artifact, "region": {"startLine": line}}}
