"""Each thing to fix as one line, as compilers write it: for an editor that jumps to the place.

`./course check --problems` and `watch --problems` print them. The compiler's own errors stand for a lab
that does not compile; else each failed check is one line at the place that its message names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.text import Text

from grader.core.paths import Project
from grader.core.visible import visible
from grader.core.wording import first_sentence
from grader.schema.results import CheckResult, LabResult, Results, Status

# Matches an error by clang, and by simtcc in the same form.
COMPILER_LINE = re.compile(
    r"^(?P<file>[^\s:][^:]*)(?P<place>:\d+(?::\d+)?): (?:fatal )?error: (?P<words>.+)$"
)


def problem_lines(project: Project, results: Results) -> Iterator[Text]:
    """`file:line: error: what is wrong`, each once, in the order of the labs' checks."""
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
    return f"{file}:{check.line or 1}"


def _cause(lab: LabResult, check: CheckResult) -> str:
    return first_sentence(check.message) or first_sentence(lab.trouble) or check.status.value
