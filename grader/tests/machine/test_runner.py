"""The test program run for real: its ends, told apart."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from grader.core import run_defaults
from grader.core.errors import GraderError
from grader.core.run_defaults import CLASS_LIMIT_S, far_stop_s
from grader.machine.runner import SUBMISSIONS, Fault, Outcome, run_program
from grader.schema.class_results import Settings
from grader.schema.document import read_document
from grader.schema.record import RUN_RECORD, Reading
from grader.tests.fake_project import FakeProject

# Uses processor time without end.
BURNS = "while :; do :; done"


def run(fake: FakeProject, ending: str, limit_s: float = 20) -> Outcome:
    return run_program(fake.program(ending), fake.kernel, Settings(limit_s=limit_s))


def test_a_normal_end_gives_the_record(fake: FakeProject) -> None:
    outcome = run_program(fake.reports("conflict", 1), fake.kernel, Settings())
    assert outcome.fault is None
    assert outcome.record is not None
    assert outcome.record.compiler == "clang 14.0.6"


@pytest.mark.parametrize(
    ("ending", "fault", "said"),
    [
        ("exit 0", Fault.BAD_RECORD, "wrote no record"),
        ("exit 1", Fault.BAD_RECORD, "wrote no record"),
        ("echo 'no kernel named transpose' >&2; exit 2", Fault.COULD_NOT_RUN, "no kernel named transpose"),
        ("exit 2", Fault.COULD_NOT_RUN, "said nothing"),
        ("kill -SEGV $$", Fault.CRASH, "SIGSEGV"),
        ("exit 77", Fault.CRASH, "status 77"),
        ("echo '{' > \"$results\"; exit 0", Fault.BAD_RECORD, "not valid JSON"),
        ('echo \'{"format": 9}\' > "$results"; exit 0', Fault.BAD_RECORD, "'format' is 9"),
    ],
)
def test_no_record_is_never_a_pass(fake: FakeProject, ending: str, fault: Fault, said: str) -> None:
    outcome = run(fake, ending)
    assert (outcome.record, outcome.fault) == (None, fault)
    assert said in outcome.message


def test_a_time_out_keeps_what_came_before(fake: FakeProject) -> None:
    fake.reports("incomplete", 0)
    record = fake.root / "incomplete.json"
    outcome = run(fake, f"cp '{record}' \"$results\"; {BURNS}", limit_s=0.5)
    assert outcome.fault is Fault.TIME_OUT
    assert outcome.message == "time-out: not finished within 0.5 s of processor time"
    assert outcome.record is not None
    assert len(outcome.record.checks) == 3
    assert outcome.processor_s >= 0.5


def test_a_run_that_waits_longer_than_its_processor_time_is_no_time_out(fake: FakeProject) -> None:
    file = fake.root / "passing.json"
    file.write_text(fake.data("passing.json"), encoding="utf-8")
    outcome = run(fake, f"sleep 1.5; cp '{file}' \"$results\"; exit 0", limit_s=0.5)
    assert outcome.fault is None


@pytest.mark.parametrize("written", ["incomplete", ""])
def test_a_run_at_the_far_stop_is_a_grading_error(
    fake: FakeProject, monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    monkeypatch.setattr(run_defaults, "LEAST_FAR_STOP_S", 0.7)
    fake.reports("incomplete", 0)
    (fake.root / "spoilt.json").write_text("{", encoding="utf-8")
    record = fake.root / f"{written or 'spoilt'}.json"
    outcome = run(fake, f"cp '{record}' \"$results\"; sleep 60", limit_s=0.05)
    assert (outcome.fault, outcome.record is not None) == (Fault.STALLED, written != "")
    assert Fault.STALLED not in SUBMISSIONS
    assert re.fullmatch(
        r"the run did not end within 0\.7 s and used only 0\.\d s of its 0\.05 s of processor time: .*",
        outcome.message,
    )


def test_the_far_stop_is_minutes_away() -> None:
    assert far_stop_s(CLASS_LIMIT_S) == 400
    assert far_stop_s(1) == 300


def test_a_crash_keeps_what_came_before(fake: FakeProject) -> None:
    fake.reports("incomplete", 0)
    outcome = run(fake, f"cp '{fake.root / 'incomplete.json'}' \"$results\"; kill -ABRT $$")
    assert (outcome.fault, outcome.record is not None) == (Fault.CRASH, True)


def test_a_refusal_in_the_record_is_the_submissions_fault(fake: FakeProject) -> None:
    reason = "x.cu: the kernel `transpose_tiled` is not defined"
    record = replace_key(fake, "refused", reason)
    outcome = run(fake, f"cp '{record}' \"$results\"; echo said elsewhere >&2; exit 2")
    assert (outcome.fault, outcome.message) == (Fault.REFUSED, reason)


def replace_key(fake: FakeProject, key: str, value: object) -> Path:
    fake.reports("incomplete", 0)
    record = json.loads((fake.root / "incomplete.json").read_text(encoding="utf-8"))
    changed = fake.root / "changed.json"
    changed.write_text(json.dumps({**record, "checks": [], key: value}), encoding="utf-8")
    return changed


def test_an_incomplete_record_is_our_fault(fake: FakeProject) -> None:
    outcome = run_program(fake.reports("incomplete", 0), fake.kernel, Settings())
    assert outcome.fault is Fault.BAD_RECORD


@pytest.mark.parametrize(("name", "status"), [("passing", 1), ("conflict", 0)])
def test_exit_status_and_record_have_to_agree(fake: FakeProject, name: str, status: int) -> None:
    outcome = run_program(fake.reports(name, status), fake.kernel, Settings())
    assert (outcome.record, outcome.fault) == (None, Fault.BAD_RECORD)


def test_a_missing_program_is_named_with_the_remedy(fake: FakeProject) -> None:
    with pytest.raises(GraderError, match=r"cannot start .*none[\s\S]*cmake --preset default"):
        run_program(Path("/none"), fake.kernel, Settings())


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"status": "passed"', '"status": "great"', "'status' is 'great'"),
        ('"requests": 32768', '"requests": -1', "'requests' is -1"),
        ('"grid": [', '"grid": [7,', "list of 3 whole numbers"),
        ('"TransposeTiled.IsCoalesced"', '"TransposeTiled.Values"', "reports twice"),
        ('"value": 4.0', '"value": "4"', "'value' must be a number"),
    ],
)
def test_a_malformed_record_is_named_by_its_place(fake: FakeProject, old: str, new: str, said: str) -> None:
    text = fake.data("passing.json")
    assert old in text
    with pytest.raises(GraderError, match=r"passing\.json") as caught:
        read_document(RUN_RECORD, text.replace(old, new), "passing.json")
    assert said in caught.value.message


def test_a_record_may_hold_readings(fake: FakeProject) -> None:
    data = json.loads(fake.data("passing.json"))
    data["checks"][0]["readings"] = [
        {
            "shape": "stride 4",
            "name": "strided_read",
            "unit": "GB/s",
            "value": 9.5,
            "low": 9,
            "high": 10,
            "runs": 21,
        }
    ]
    record = read_document(RUN_RECORD, json.dumps(data), "passing.json")
    assert record.checks[0].readings == (Reading("stride 4", "strided_read", "GB/s", 9.5, 9.0, 10.0, 21),)
    assert record.checks[1].readings == ()
