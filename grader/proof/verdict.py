"""Compares what a run said with what it had to say. A mismatch is one line of text."""

from __future__ import annotations

from grader.proof.catalogue import Entry, Expectation
from grader.schema.results import CheckResult, LabResult, Status


def entry_mismatches(entry: Entry, result: LabResult) -> list[str]:
    """Every difference between an entry's expected verdicts and messages and the result."""
    checks = {check.id: check for check in result.checks}
    found = [
        _verdict_line(checks[name], expected)
        for name, expected in entry.verdicts
        if checks[name].status.value != expected
    ]
    for expectation in entry.messages:
        found.extend(_message_lines(expectation, checks[expectation.check], result))
    return found


def solution_mismatches(result: LabResult) -> list[str]:
    """A reference solution passes every check."""
    return [_verdict_line(check, "passed") for check in result.checks if check.status is not Status.PASSED]


def stub_mismatches(result: LabResult) -> list[str]:
    """A stub compiles, and earns no point: each check worth some is failed, or skipped for one."""
    if result.compile_output:
        return [f"the stub does not compile:\n{result.compile_output}"]
    lost = (Status.FAILED, Status.SKIPPED)
    found = [
        _verdict_line(check, "failed")
        for check in result.checks
        if check.max_points and check.status not in lost
    ]
    if not any(check.status is Status.FAILED for check in result.checks):
        found.append("the stub fails no check at all")
    return found


def _verdict_line(check: CheckResult, expected: str) -> str:
    said = f": {check.message}" if check.message else ""
    return f"{check.id}: expected {expected}, got {check.status.value}{said}"


def _message_lines(expected: Expectation, check: CheckResult, result: LabResult) -> list[str]:
    found = [
        f"{check.id}: the message lacks '{text}'. It is: {check.message!r}"
        for text in expected.contains
        if text not in check.message
    ]
    if expected.line_of and not _speaks_of(expected.line_of, check, result):
        found.append(f"{check.id}: expected the line of '{expected.line_of}', got {check.file}:{check.line}")
    return found


def _speaks_of(fragment: str, check: CheckResult, result: LabResult) -> bool:
    if result.source is None or check.file != result.source.file:
        return False
    lines = result.source.text.split("\n")
    return 0 < check.line <= len(lines) and fragment in lines[check.line - 1]
