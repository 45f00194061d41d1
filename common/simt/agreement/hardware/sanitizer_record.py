"""From compute-sanitizer's logs to a record: what the tool said first about each fault kernel, and where."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from pathlib import Path

PREFIX = "========= "
# The tool's own lines, which are no finding.
NO_FINDING = re.compile(
    r"COMPUTE-SANITIZER|ERROR SUMMARY|RACECHECK SUMMARY|Target application|No attachable|LEAK"
)
PLACE = re.compile(r"(?P<file>[^\s:()]+\.cuh?):(?P<line>\d+)")


class SanitizerError(Exception):
    """The tool itself failed: nothing is known about the kernel."""


@dataclass(frozen=True)
class Finding:
    """One case's verdict; `said` is empty when the tool found nothing, `places` holds FILE:LINE words."""

    case: str
    tool: str
    outcome: str  # found, nothing, timed out
    said: str
    places: str
    errors: int


def _places(text: str) -> list[str]:
    found: dict[str, None] = {}
    for match in PLACE.finditer(text):
        found[f"{Path(match['file']).name}:{match['line']}"] = None
    return list(found)


def _findings(log: str) -> list[list[str]]:
    """The tool's reports: each begins at its margin, and its details are indented."""
    reports: list[list[str]] = []
    for line in log.splitlines():
        if not line.startswith(PREFIX):
            continue
        text = line.removeprefix(PREFIX)
        if not text.startswith(" ") and text.strip():
            reports.append([text.strip()])
        elif reports and text.strip():
            reports[-1].append(text.strip())
    return [report for report in reports if not NO_FINDING.search(report[0])]


def finding(case: str, tool: str, log: str, *, timed_out: bool) -> Finding:
    """What one run of the tool says of one case."""
    reports = _findings(log)
    if "SUMMARY" not in log and not timed_out:
        raise SanitizerError(f"{tool} did not finish its run of {case}; it said:\n{log[-1000:]}")
    errors = re.search(r"SUMMARY: (\d+) (?:error|hazard)", log)
    if not reports:
        return Finding(case, tool, "timed out" if timed_out else "nothing", "", "", 0)
    return Finding(
        case,
        tool,
        "found",
        reports[0][0],
        " ".join(_places("\n".join(reports[0]))),
        int(errors[1]) if errors else len(reports),
    )


def write_findings(path: Path, remarks: Iterable[str], findings: Iterable[Finding]) -> None:
    """Writes the record, with how it was made in its first lines."""
    with path.open("w", newline="", encoding="utf-8") as file:
        file.writelines(f"# {line}\n" for line in remarks)
        table = csv.writer(file, lineterminator="\n")
        table.writerow([field.name for field in fields(Finding)])
        table.writerows(astuple(one) for one in findings)
