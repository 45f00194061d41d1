"""The catalogue of the real labs: enough of it, and no check that nothing can fail."""

from __future__ import annotations

import pytest

from grader.core.manifest import Lab, read_labs
from grader.core.paths import current_project
from grader.proof.catalogue import read_catalogue

PROJECT = current_project()
LABS = read_labs(PROJECT)
LEAST_WRONG = 8
LEAST_RIGHT = 2

pytestmark = pytest.mark.skipif(not PROJECT.catalogue.is_dir(), reason="a student edition has no catalogue")


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_each_check_is_failed_by_some_wrong_answer(lab: Lab) -> None:
    failed = {
        name
        for entry in read_catalogue(PROJECT, lab)
        for name, verdict in entry.verdicts
        if verdict == "failed"
    }
    assert [check.id for check in lab.checks if check.id not in failed] == []


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_there_are_wrong_answers_and_other_right_ones(lab: Lab) -> None:
    kinds = [entry.kind for entry in read_catalogue(PROJECT, lab)]
    assert kinds.count("wrong") >= LEAST_WRONG
    assert kinds.count("right") >= LEAST_RIGHT


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_each_measured_check_is_measured_to_fail_by_some_answer(lab: Lab) -> None:
    failed = {
        told.check
        for entry in read_catalogue(PROJECT, lab)
        for told in entry.measured
        if told.verdict == "failed"
    }
    assert [check.id for check in lab.checks if check.measured and check.id not in failed] == []
