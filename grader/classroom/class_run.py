"""What a run over a class has to do: the files that are to be graded, and how their results are named.

A result is named by all that it depends on: the next start knows what is graded, and takes nothing for it
that another grader, seed or compiler made.
"""

from __future__ import annotations

from collections.abc import Iterable

from grader.machine.cache_key import text_key
from grader.schema.class_results import ClassRun, Job, Settings
from grader.schema.results import CheckResult, LabResult, Status

# The names of sandboxes in the page and the tables, and what they mean.
BUBBLEWRAP, NO_SANDBOX = "bubblewrap", "none"
SANDBOXES = {
    BUBBLEWRAP: "bubblewrap",
    NO_SANDBOX: "none (--unsafe-no-sandbox)",
}


def result_key(settings: Settings, lab: str, kernel: str) -> str:
    """The name of a result: another one for another file, lab, seed, limit, compiler or course."""
    return text_key(
        lab,
        kernel,
        settings.course,
        settings.compiler_name,
        str(settings.seed),
        f"{settings.limit_s:g}",
        settings.machine,
        settings.sandbox,
    )


def jobs_of(run: ClassRun) -> tuple[Job, ...]:
    """Each different file once, in the order of the students."""
    return tuple(
        dict.fromkeys(
            Job(lab, entry.kernels[lab], result_key(run.settings, lab, entry.kernels[lab]))
            for entry in run.students
            for lab in run.labs
            if lab in entry.kernels
        )
    )


def is_ours(result: LabResult) -> bool:
    """Whether the grader itself failed, so that the lab must be graded again."""
    return result.ours or has_error(result.checks)


def has_error(checks: Iterable[CheckResult]) -> bool:
    """Whether a check did not report: it may have been passed."""
    return any(check.status is Status.ERROR for check in checks)
