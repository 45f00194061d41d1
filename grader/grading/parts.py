"""A lab's checks by the function that they are about, and which of those functions nobody has edited yet.

A check's title begins with its function, as in "fast_copy: no more sectors than the floats need". Checks
about the file as a whole are a part without a name, unless one function alone is left to write.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.core.kernel_text import Function, functions_of, unedited
from grader.core.manifest import Lab
from grader.core.points import Points, add
from grader.schema.results import CheckResult, LabResult, Status


@dataclass(frozen=True)
class Part:
    """name: the function's, '' for the file as a whole. function: where it is; None where it was not found.

    is_given: its code is the one that was handed out, and earned no point so far.
    """

    name: str
    checks: tuple[CheckResult, ...]
    points: Points
    max_points: Points
    function: Function | None = None
    is_given: bool = False

    @property
    def to_write(self) -> bool:
        """Whether it is a stub: what was handed out says what to write."""
        return self.is_given and self.function is not None and bool(self.function.task)


def parts_of(lab: Lab | None, result: LabResult) -> tuple[Part, ...]:
    """The parts in the order of their first checks. lab: None where no manifest is known."""
    text = result.source.text if result.source else ""
    functions = {function.name: function for function in functions_of(text)}
    given = unedited(text, lab.stub_code) if lab else ()
    by_name: dict[str, list[CheckResult]] = {}
    for check in result.checks:
        by_name.setdefault(_function_of(check, functions), []).append(check)
    if list(by_name) == [""] and len(tasks := [one for one in given if one.task]) == 1:
        by_name = {tasks[0].name: by_name[""]}
    return tuple(
        _part(result, functions.get(name), [one.name for one in given], name, checks)
        for name, checks in by_name.items()
    )


def first_to_write(parts: Sequence[Part]) -> Part | None:
    """The stub to begin with; None where every function was written or given whole."""
    return next((part for part in parts if part.to_write), None)


def is_untouched(parts: Sequence[Part]) -> bool:
    """Whether nothing was written yet, whatever became of comments and spacing."""
    named = [part for part in parts if part.name]
    return bool(named) and all(part.is_given for part in named)


def blocker_of(result: LabResult, check: CheckResult) -> CheckResult | None:
    """The check that fails and that this one waits for; None where it does not wait for any."""
    titles = {f"needs {other.title}": other for other in result.checks}
    seen: set[str] = set()
    while check.status is Status.SKIPPED and check.id not in seen and check.message in titles:
        seen.add(check.id)
        check = titles[check.message]
    return check if seen and check.id not in seen else None


def _function_of(check: CheckResult, functions: dict[str, Function]) -> str:
    name = check.title.partition(":")[0]
    return name if name in functions else ""


def _part(
    result: LabResult, function: Function | None, given: Sequence[str], name: str, checks: list[CheckResult]
) -> Part:
    shares = [result.share_of(check) for check in checks]
    points = add(share.points for share in shares)
    return Part(
        name,
        tuple(checks),
        points,
        add(share.max_points for share in shares),
        function,
        is_given=name in given and not points,
    )
