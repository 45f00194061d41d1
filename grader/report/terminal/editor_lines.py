"""Each thing to fix as one line, as compilers write it: for an editor that jumps to the place.

`./course check --problems` and `watch --problems` print them. The compiler's own errors stand for a lab
that does not compile; else each failed check is one line at the place that its message names:

    labs/lab4_tiled_transpose/tiled_transpose.cu:42:33-55: error: lab4, no bank conflict: …

33 is the first column of what is wrong, 55 the one after its last, as VS Code counts them: in UTF-16 units,
from 1. Without a place in the line, there is the line alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.text import Text

from grader.core.paths import Project
from grader.core.visible import visible
from grader.core.wording import first_sentence
from grader.report.terminal.quoted_source import named_code
from grader.schema.results import CheckResult, LabResult, Results, Status

# Matches an error by clang, and by simtcc in the same form.
COMPILER_LINE = re.compile(
    r"^(?P<file>[^\s:][^:]*)(?P<place>:\d+(?::\d+)?): (?:fatal )?error: (?P<words>.+)$"
)


def problem_lines(project: Project, results: Results) -> Iterator[Text]:
    """`file:line:from-to: error: what is wrong`, each once, in the order of the labs' checks."""
    shown: set[str] = set()
    for lab in results.labs:
        for line in _problems(project, lab):
            if line not in shown:
                shown.add(line)
                yield Text(visible(line))


def _problems(project: Project, lab: LabResult) -> Iterator[str]:
    refused = [found for line in lab.compile_output.splitlines() if (found := COMPILER_LINE.match(line))]
    for found in refused:
        yield f"{project.shown(found['file'])}{found['place']}: error: {found['words']}"
    if refused:
        return
    for check in lab.checks:
        if check.status in (Status.FAILED, Status.ERROR):
            yield f"{_place(lab, check)}: error: {lab.id}, {check.title}: {_cause(lab, check)}"


def _place(lab: LabResult, check: CheckResult) -> str:
    # An editor lists no problem without a file.
    file = check.file or (lab.source.file if lab.source else f"{lab.id}.cu")
    return f"{file}:{check.line or 1}{_columns(lab, check)}"


def _columns(lab: LabResult, check: CheckResult) -> str:
    """':33-55', where the line has what the message names; else its code from end to end. '' without code."""
    if lab.source is None or check.file != lab.source.file:
        return ""
    lines = lab.source.text.split("\n")
    line = lines[check.line - 1] if 0 < check.line <= len(lines) else ""
    start, end = named_code(line, first_sentence(check.message))
    if start == end:
        code = line.strip()
        start = line.find(code)
        end = start + len(code)
    return f":{_units(line[:start]) + 1}-{_units(line[:end]) + 1}" if end > start else ""


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _cause(lab: LabResult, check: CheckResult) -> str:
    return first_sentence(check.message) or first_sentence(lab.trouble) or check.status.value
