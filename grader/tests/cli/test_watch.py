"""`watch`: what it says of each save, when it goes on, and how it ends."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.cli.commands import watch
from grader.grading.standing_file import read_standings
from grader.tests.cli.conftest import Step
from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject

Capture = pytest.CaptureFixture[str]


def saves(fake: FakeProject, record: str, status: int) -> Step:
    """The student saves a file that gets this record."""

    def step() -> None:
        fake.kernel.write_text(f"// {record} {time.monotonic()}", encoding="utf-8")
        fake.simtcc()
        fake.reports(record, status)

    return step


def said(course: Command, capsys: Capture, *arguments: str) -> str:
    assert course("watch", *arguments) == 0
    return capsys.readouterr().out


def test_the_first_run_shows_every_check_and_what_to_do(
    course: Command, steps: list[Step], capsys: Capture
) -> None:
    assert not steps
    out = said(course, capsys)
    assert "edit  labs/lab4_tiled_transpose/tiled_transpose.cu" in out
    assert "read  labs/lab4_tiled_transpose/README.md" in out
    assert out.count("✓") == 5
    assert "75/100  5 of 7 checks" in out
    assert "Next: transpose_padded has no bank conflict" in out
    assert "31 bank conflicts per request, exactly 0 required" in out
    assert "at labs/lab4_tiled_transpose/tiled_transpose.cu:42" in out
    assert "Try:  ./course explain lab4" in out
    assert out.rstrip().endswith("Stopped. Run ./course watch again to resume.")


def test_a_save_shows_what_moved_and_in_the_end_that_all_is_done(
    course: Command, fake: FakeProject, steps: list[Step], capsys: Capture
) -> None:
    steps += [saves(fake, "out_of_bounds", 1), saves(fake, "passing", 0)]
    runs = said(course, capsys).split("── lab4 ")
    assert "✗ now fails: transpose_tiled gives the exact transpose (-20)" in runs[2]
    assert "✓ now passes: transpose_padded has no bank conflict (+15)" in runs[2]
    assert "31 to 0 bank conflicts per request" in runs[2]
    assert "2 checks wait for one that fails (-20)" in runs[2]
    assert "60/100 (-15)  4 of 7 checks" in runs[2]
    assert "100/100 (+40)  7 of 7 checks" in runs[3]
    assert "lab4 is done." in runs[3]
    assert "there is no other" in runs[3]
    assert "Stopped" not in runs[3]


def test_a_refused_file_is_told_in_the_compilers_words_and_is_no_measure_for_the_next(
    course: Command, fake: FakeProject, steps: list[Step], capsys: Capture
) -> None:
    def breaks() -> None:
        fake.kernel.write_text("// broken", encoding="utf-8")
        fake.refuses()

    steps += [breaks, saves(fake, "conflict", 1)]
    runs = said(course, capsys).split("── lab4 ")
    assert "Next: make the file compile" in runs[2]
    assert "tiled_transpose.cu:13:72: error: expected ';'" in " ".join(runs[2].split())
    assert str(fake.root) not in runs[2]
    assert "now fails" not in runs[2]
    assert "Try:" not in runs[2], "to watch is what one does already"
    assert "No check has changed since the last run." in runs[3]


def test_a_save_without_a_change_says_nothing(
    course: Command, fake: FakeProject, steps: list[Step], capsys: Capture
) -> None:
    steps += [fake.kernel.touch, fake.kernel.touch]
    assert said(course, capsys).count("checked in") == 1


def test_a_file_that_is_gone_is_told_and_waited_for(
    course: Command, fake: FakeProject, steps: list[Step], capsys: Capture
) -> None:
    steps += [fake.kernel.unlink, saves(fake, "passing", 0)]
    out = " ".join(said(course, capsys).split())
    assert "tiled_transpose.cu is gone" in out
    assert "git checkout -- labs/lab4_tiled_transpose/tiled_transpose.cu" in out
    assert "lab4 is done." in out


def test_a_missing_tool_is_told_and_the_watch_goes_on(
    course: Command, fake: FakeProject, steps: list[Step], capsys: Capture
) -> None:
    def breaks() -> None:
        fake.kernel.write_text("// other", encoding="utf-8")
        fake.simtcc("#!/bin/sh\necho 'simtcc: no compiler was found' >&2\nexit 2\n")

    steps += [breaks, saves(fake, "passing", 0)]
    assert course("watch") == 0
    captured = capsys.readouterr()
    assert "no compiler was found" in captured.err
    assert "lab4 is done." in captured.out


def test_it_goes_on_to_the_next_lab_that_is_not_done(
    course: Command, fake: FakeProject, steps: list[Step], capsys: Capture
) -> None:
    fake.another_lab("lab5", "passing", 0)
    fake.another_lab("lab6", "conflict", 1)
    steps += [saves(fake, "passing", 0)]
    out = said(course, capsys)
    assert out.index("lab4 is done.") < out.index("edit  labs/lab5_more") < out.index("lab5 is done.")
    assert out.index("lab5 is done.") < out.index("edit  labs/lab6_more")
    assert out.rstrip().endswith("Stopped. Run ./course watch again to resume.")


def test_without_a_name_it_begins_where_one_left_off(
    course: Command, fake: FakeProject, steps: list[Step], capsys: Capture
) -> None:
    assert not steps
    fake.reports("passing", 0)
    fake.another_lab("lab5", "conflict", 1)
    assert course("check", "lab4") == 0
    capsys.readouterr()
    out = said(course, capsys)
    assert "labs/lab4" not in out
    assert "edit  labs/lab5_more/tiled_transpose.cu" in out


def test_a_lab_that_is_done_and_named_stays_under_watch(
    course: Command, fake: FakeProject, steps: list[Step], capsys: Capture
) -> None:
    fake.reports("passing", 0)
    fake.another_lab("lab5", "conflict", 1)
    steps += [saves(fake, "passing", 0), saves(fake, "conflict", 1), saves(fake, "passing", 0)]
    out = said(course, capsys, "lab4")
    assert "stays under watch" in out
    assert out.count("── lab4 ") == 4
    assert out.count("── lab5 ") == 1


def test_all_done_ends_at_once(
    course: Command, fake: FakeProject, steps: list[Step], capsys: Capture
) -> None:
    assert not steps
    fake.reports("passing", 0)
    course("check")
    capsys.readouterr()
    assert "The lab is done, and there is no other." in said(course, capsys)


def test_where_nothing_can_be_remembered_no_lab_comes_twice(
    course: Command, fake: FakeProject, steps: list[Step], capsys: Capture
) -> None:
    assert not steps
    fake.reports("passing", 0)
    for lab in ("lab5", "lab6"):
        fake.another_lab(lab, "passing", 0)
    (fake.root / ".course").write_text("in the way", encoding="utf-8")
    out = said(course, capsys)
    assert [out.count(f"── lab{number} ") for number in (4, 5, 6)] == [1, 1, 1]
    assert "All 3 labs are done." in out


def test_a_run_is_compared_with_the_check_before_the_watch(
    course: Command, fake: FakeProject, steps: list[Step], capsys: Capture
) -> None:
    course("check")
    capsys.readouterr()
    steps += [saves(fake, "passing", 0)]
    out = said(course, capsys)
    assert "No change since the last check, just now: the file is the same" in " ".join(out.split())
    assert "Since the last run:" in out


def test_other_inputs_for_the_same_file_are_no_change(
    course: Command, fake: FakeProject, steps: list[Step], capsys: Capture
) -> None:
    """A watch that is started again draws other inputs: a value may differ without an edit."""
    assert not steps
    course("check")
    capsys.readouterr()
    record = fake.root / "conflict.json"
    moved = record.read_text(encoding="utf-8").replace('"value": 31.0', '"value": 30.5')
    record.write_text(moved, encoding="utf-8")
    out = said(course, capsys)
    assert "30.5 bank conflicts per request, exactly 0 required" in out
    assert "31 to 30.5" not in out
    assert "Since the last check" not in out
    assert "No change since the last check, just now" in out


def test_a_verdict_that_moved_is_a_change_whatever_the_file(
    course: Command, fake: FakeProject, steps: list[Step], capsys: Capture
) -> None:
    assert not steps
    course("check")
    capsys.readouterr()
    fake.reports("out_of_bounds", 1)
    out = said(course, capsys)
    assert "now fails: transpose_tiled gives the exact transpose (-20)" in out


def test_each_run_is_remembered(
    course: Command, fake: FakeProject, steps: list[Step], capsys: Capture
) -> None:
    steps += [saves(fake, "strided", 1)]
    said(course, capsys)
    last = read_standings(fake.project, print).of(fake.lab).last
    assert last is not None
    assert last.result.points == 60


def test_all_runs_of_a_watch_draw_the_same_inputs(
    course: Command, fake: FakeProject, steps: list[Step], capsys: Capture
) -> None:
    seeds = fake.root / "seeds"
    fake.program(f"""cp '{fake.root / "conflict.json"}' "$results"; exit 1\n""")
    program = fake.project.build / "labs" / "lab4_tiled_transpose" / "lab4_test"
    text = program.read_text(encoding="utf-8").replace(
        "#!/bin/sh\n", f"#!/bin/sh\necho \"$*\" >> '{seeds}'\n", 1
    )
    program.write_text(text, encoding="utf-8")

    def save() -> None:
        fake.kernel.write_text("// other", encoding="utf-8")

    steps += [save]
    said(course, capsys)
    drawn = [line.split("--seed ")[1] for line in seeds.read_text(encoding="utf-8").splitlines()]
    assert len(drawn) == 2
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("width", [30, 40, 80])
def test_no_line_is_wider_than_the_terminal_but_for_paths(
    course: Command,
    fake: FakeProject,
    steps: list[Step],
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    width: int,
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    steps += [saves(fake, "out_of_bounds", 1), fake.kernel.unlink, saves(fake, "strided", 1)]
    for line in said(course, capsys).splitlines():
        assert len(line) <= width or "/" in line.split()[-1], line


def test_a_network_drive_is_polled_unasked(
    course: Command, steps: list[Step], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not steps
    polled: list[object] = []

    def noted(_file: Path, _known: str, poll: bool, _say: object) -> Iterator[str | None]:
        polled.append(poll)
        raise KeyboardInterrupt

    monkeypatch.setattr(watch, "saved_texts", noted)
    said(course, capsys)
    said(course, capsys, "--poll")
    monkeypatch.setattr(watch, "shared_file_system", lambda _: "nfs4")
    assert "nfs4 gives no notice of saves" in " ".join(said(course, capsys).split())
    assert polled == [False, True, True]
