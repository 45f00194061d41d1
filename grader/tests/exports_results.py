"""Results for the tests of the exports: hand-made ones, and random ones with hostile texts."""

from __future__ import annotations

from hypothesis import strategies as st

from grader.schema.class_results import Person
from grader.schema.results import CheckResult, LabResult, Results, Status

# Everything that a student's program can print, lone surrogates and control characters with it.
TEXT = st.text(st.characters(), max_size=40)
HOSTILE = st.one_of(
    TEXT,
    st.sampled_from(
        ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "]]>", "<b>&amp;", "\x00\x1b[31m", "\ufffe", "'"]
    ),
)
PERSON = st.builds(Person, *[HOSTILE] * 6)


@st.composite
def checks(draw: st.DrawFn, number: int) -> CheckResult:
    """One check whose points fit its status, as the grader gives them."""
    status = draw(st.sampled_from(list(Status)))
    worth = draw(st.integers(0, 40))
    return CheckResult(
        id=f"check-{number}",
        title=draw(HOSTILE),
        status=status,
        points=worth if status is Status.PASSED else 0,
        max_points=worth,
        message=draw(HOSTILE),
        file=draw(st.sampled_from(["", "labs/lab1_x/x.cu"])),
        line=draw(st.integers(0, 99)),
    )


@st.composite
def labs(draw: st.DrawFn, number: int) -> LabResult:
    count = draw(st.integers(1, 4))
    return LabResult(
        id=f"lab{number}",
        title=f"Lab {number} {draw(st.sampled_from(['', '<i>', '=x']))}",
        checks=tuple(draw(checks(index)) for index in range(count)),
        trouble=draw(HOSTILE),
        ours=draw(st.integers(0, 9)) == 0,
    )


@st.composite
def results(draw: st.DrawFn) -> Results:
    count = draw(st.integers(1, 4))
    return Results("simt", "clang 14.0.6", tuple(draw(labs(number)) for number in range(1, count + 1)))


def check(name: str, status: Status, worth: int, message: str = "") -> CheckResult:
    """A check worth so many points, all of them earned if it passed."""
    points = worth if status is Status.PASSED else 0
    return CheckResult(name, f"title of {name}", status, points, worth, message=message)


def lab(number: int, *parts: CheckResult, ours: bool = False) -> LabResult:
    trouble = "the test program was killed" if ours else ""
    return LabResult(f"lab{number}", f"Lab {number}", parts, trouble=trouble, ours=ours)


def given(*parts: LabResult) -> Results:
    return Results("simt", "clang 14.0.6", parts)


GOOD = lab(
    1, check("safe", Status.PASSED, 40), check("fast", Status.FAILED, 60, "32 sectors per request\nmore")
)
SKIPPED = lab(2, check("values", Status.FAILED, 30), check("gpu", Status.SKIPPED, 70, "needs a GPU"))
OURS = lab(3, check("safe", Status.PASSED, 50), check("values", Status.ERROR, 50, "did not report"))
KILLED = lab(4, check("safe", Status.FAILED, 100), ours=True)
ANN = Person("Ann Lee", number="12345", sid="S1", login="ann", email="ann@example.edu", section="Section 1")
