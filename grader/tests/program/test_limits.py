"""What makes `run` fail."""

from __future__ import annotations

import re
from typing import Any

import pytest

from grader.core.errors import GraderError
from grader.core.paths import current_project
from grader.program.limits import (
    KERNEL_KINDS,
    NOT_WRITTEN,
    excesses,
    is_failure,
    kinds_of,
    limit_of,
    refuse_uncounted,
)
from grader.schema.program_report import ProgramReport, parse_report
from grader.tests.program_document import HOST_FAULT, document, group


def report(**changes: Any) -> ProgramReport:
    return parse_report(document("/k.cu", **changes), "the report")


def test_the_kinds_are_the_machines() -> None:
    source = current_project().root / "common/simt/machine/faults/fault_kinds.cpp"
    names = re.findall(r'FaultKind::\w+,\s*"([a-z ]+)"', source.read_text(encoding="utf-8"))
    assert tuple(name.replace(" ", "-") for name in names) == KERNEL_KINDS


@pytest.mark.parametrize(
    ("kinds", "fails"),
    [
        ("faults", True),
        ("race", True),
        ("race,out-of-bounds", True),
        ("out-of-bounds", False),
        ("host", False),
        ("none", False),
        ("remarks", False),
    ],
)
def test_a_race_fails_where_it_is_asked_for(kinds: str, fails: bool) -> None:
    assert is_failure(report(faults=True), kinds_of(kinds)) is fails
    assert not is_failure(report(), kinds_of(kinds))


def test_host_code_and_remarks_have_kinds_of_their_own() -> None:
    assert is_failure(report(host=True), kinds_of("faults, host"))
    assert not is_failure(report(host=True), kinds_of("faults"))
    remark = {"message": "seldom meant", "file": "/k.cu", "line": 1}
    assert is_failure(report(launches=[group(1, remarks=[remark])]), kinds_of("remarks"))


def test_an_unknown_kind_is_named_with_those_that_there_are() -> None:
    with pytest.raises(GraderError, match="--fail-on races") as error:
        kinds_of("race,races")
    assert "uninitialised-read" in str(error.value.fix)


@pytest.mark.parametrize("text", ["", " ", ","])
def test_an_empty_list_of_kinds_is_refused(text: str) -> None:
    with pytest.raises(GraderError, match="names no kind") as error:
        kinds_of(text)
    assert "--fail-on none" in str(error.value.fix)


def test_a_line_above_the_limit_is_named() -> None:
    (excess,) = excesses(report(), [limit_of("k=8")])
    assert excess.words == "/k.cu:3: k: global store: 32 sectors a request, at most 8 allowed"
    assert not list(excesses(report(), [limit_of("k=32")]))


@pytest.mark.parametrize("name", ["k", "n::k", "k<4>", "n::k<4>"])
def test_a_kernel_is_named_with_or_without_namespaces_and_template_arguments(name: str) -> None:
    costly = report(launches=[group(1, kernel="n::k<4>")])
    (excess,) = excesses(costly, [limit_of(f"{name}=8")])
    assert "32 sectors a request" in excess.words


def test_a_kernel_that_never_ran_cannot_pass() -> None:
    with pytest.raises(GraderError, match="no launch of such a kernel"):
        refuse_uncounted(report(), [limit_of("other=8")])


@pytest.mark.parametrize("text", ["k", "k=", "=4", "k=no", "k=0", "k=-1"])
def test_a_limit_names_a_kernel_and_a_number(text: str) -> None:
    with pytest.raises(GraderError, match="is no limit"):
        limit_of(text)


@pytest.mark.parametrize("kinds", ["faults,host", "faults", "none"])
def test_an_output_that_was_to_be_written_fails_whatever_else_does(kinds: str) -> None:
    unwritten = {**HOST_FAULT, "kind": NOT_WRITTEN}
    assert is_failure(report(host_faults=[unwritten]), kinds_of(kinds))
    assert not is_failure(report(), kinds_of(kinds))


def test_the_machine_has_that_name_for_it() -> None:
    source = current_project().root / "common/simt/runtime/state/expected_outputs.cpp"
    assert f'"{NOT_WRITTEN}"' in source.read_text(encoding="utf-8")
