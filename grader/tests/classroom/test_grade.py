"""`grade`: what is written, what is graded how often, and the three outcomes."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from grader.classroom import begin_class
from grader.classroom.folder import ClassFolder, alone_in, open_folder
from grader.core.errors import GraderError
from grader.grading.grade_labs import Grading, Submission, grade_lab
from grader.intake.submission import Intake
from grader.intake.submission import Submission as IntakeSubmission
from grader.schema.class_results import GRADED
from grader.schema.document import read_document, write_document
from grader.tests.class_of_fakes import FORMATS, FakeClass, files_in
from grader.tests.fake_project import FakeProject


def table(out: Path) -> dict[str, dict[str, str]]:
    with (out / "class.csv").open(encoding="utf-8", newline="") as file:
        return {row["submission"]: row for row in csv.DictReader(file)}


def test_each_different_file_is_graded_once_and_everyone_has_a_card(
    school: FakeClass, tmp_path: Path
) -> None:
    for name, text in (("ann", "good"), ("bob", "good"), ("cy", "bad")):
        school.hands_in(name, text)
    out = tmp_path / "out"
    status, said = school.grade(out, "--formats", FORMATS)
    assert status == 0, said
    assert "3 submissions: 3 graded, 0 to be graded again" in said
    assert school.runs == 2
    rows = table(out)
    assert [rows[name]["total"] for name in ("ann", "bob", "cy")] == ["100", "100", "75"]
    for name in ("ann", "bob", "cy"):
        found = {path.name for path in (out / "students" / name).iterdir()}
        assert found == {"scorecard.html", "results.json", "gradescope.json", "classroom.txt", "junit.xml"}
    assert (out / "checks.csv").is_file()
    page = (out / "index.html").read_text(encoding="utf-8")
    assert 'href="students/ann/scorecard.html"' in page
    assert "3, 2 different" in page


def test_the_page_of_the_class_knows_the_stub_and_what_does_not_compile(
    school: FakeClass, tmp_path: Path
) -> None:
    school.hands_in("ann", school.fake.kernel.read_text(encoding="utf-8"))
    school.hands_in("bob", "bad")
    status, said = school.grade(tmp_path / "out")
    assert status == 0, said
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    cells = re.findall(
        r'scorecard\.html">(\w+)<.*?</td><td class="n \w*" data-sort="[^"]*"[^>]*>([^<]*)<', page
    )
    assert cells == [("ann", "stub"), ("bob", "75")]
    school.fake.refuses()
    school.hands_in("cy", "1 +")
    assert school.grade(tmp_path / "again")[0] == 0
    page = (tmp_path / "again" / "index.html").read_text(encoding="utf-8")
    assert ">compile error</td>" in page


def test_a_submission_that_could_not_be_read_has_failed_and_says_why(
    school: FakeClass, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = "reading it took longer than 25 s"
    ann = IntakeSubmission("ann", "ann", {"lab4": b"good"})
    bob = IntakeSubmission("bob", "bob", notes=(f"could not be read: {why}",), unread=why)
    monkeypatch.setattr(begin_class, "read_submissions", lambda *_: Intake("a folder", (ann, bob)))
    out = tmp_path / "out"
    school.submissions.mkdir()
    status, said = school.grade(out)
    assert status == 0, said
    rows = table(out)
    assert [rows[name]["total"] for name in ("ann", "bob")] == ["100", "0"]
    assert why in (out / "index.html").read_text(encoding="utf-8")
    card = (out / "students" / "bob" / "scorecard.html").read_text(encoding="utf-8")
    assert f"the submission could not be read: {why}" in card
    # Started again, it is still the failure that it was.
    assert school.grade(out)[0] == 0
    assert school.runs == 1


def test_formats_of_an_earlier_start_do_not_go_stale(school: FakeClass, tmp_path: Path) -> None:
    school.hands_in("ann", "good")
    out = tmp_path / "out"
    school.grade(out, "--formats", FORMATS)
    school.grade(out)
    assert {path.name for path in (out / "students" / "ann").iterdir()} == {"scorecard.html", "results.json"}
    assert not (out / "checks.csv").exists()


def test_canvas_knows_the_students_of_its_own_download(school: FakeClass, tmp_path: Path) -> None:
    for name, text in (("leeann_11_1_lab4", "good"), ("leeann_12_2_lab4", "bad"), ("11_13_3_lab4", "bad")):
        school.hands_in(name, text)
    out = tmp_path / "out"
    status, said = school.grade(out, "--formats", "canvas")
    assert status == 0, said
    with (out / "canvas.csv").open(encoding="utf-8", newline="") as file:
        _, _, *lines = csv.reader(file)
    assert sorted((line[1], line[5]) for line in lines) == [("11", "100"), ("12", "75"), ("13", "75")]


def test_a_class_that_canvas_cannot_tell_apart_is_graded_and_says_who_is_left_out(
    school: FakeClass, tmp_path: Path
) -> None:
    for name in ("leeann_11_1_lab4", "lee_11_12_2_lab4"):
        school.hands_in(name, "good")
    out = tmp_path / "out"
    status, said = school.grade(out, "--formats", "canvas,junit")
    assert status == 2
    assert "2 submissions: 2 graded, 0 to be graded again" in said
    assert "canvas.csv leaves out 1 student of 2" in said and "lee_11_or_12" in said
    assert {name: row["total"] for name, row in table(out).items()} == {
        "lee_11_or_12": "100",
        "leeann_11": "100",
    }
    assert (out / "students" / "lee_11_or_12" / "junit.xml").is_file()
    with (out / "canvas.csv").open(encoding="utf-8", newline="") as file:
        assert [line[1] for line in csv.reader(file)] == ["ID", "", "11"]
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "its name fits several Canvas users (11, 12)" in page


def test_results_name_the_labs_file_and_no_place_of_ours(school: FakeClass, tmp_path: Path) -> None:
    school.hands_in("ann", "good")
    school.fake.simtcc("#!/bin/sh\nfor a; do case $a in *.cu) f=$a ;; esac; done\n"
                       'printf "In file included\\n%s:3:1: error: ouut\\n" "$f" >&2\nexit 1\n')  # fmt: skip
    out = tmp_path / "out"
    assert school.grade(out)[0] == 0
    [check, *_] = json.loads((out / "students/ann/results.json").read_text())["labs"][0]["checks"]
    assert (check["file"], check["line"]) == ("labs/lab4_tiled_transpose/tiled_transpose.cu", 3)
    for name, data in files_in(out / "students").items():
        assert str(tmp_path).encode() not in data, name


def test_our_fault_is_no_0_is_told_and_is_tried_again(school: FakeClass, tmp_path: Path) -> None:
    school.hands_in("ann", "good")
    school.hands_in("bob", "crash")
    out = tmp_path / "out"
    status, said = school.grade(out, "--formats", FORMATS)
    assert status == 1, said
    assert "bob must be graded again because of a grading error" in said
    assert (table(out)["bob"]["total"], table(out)["bob"]["status"]) == ("", "regrade")
    assert table(out)["ann"]["total"] == "100"
    assert "To be graded again: 1" in (out / "index.html").read_text(encoding="utf-8")
    assert school.runs == 2
    school.fake.reports("passing", 0)
    assert school.grade(out)[0] == 0
    assert table(out)["bob"]["total"] == "100"
    assert school.runs == 2  # ann's was not run again, and the new program does not count


def test_a_lab_without_a_file_is_0_and_says_so(school: FakeClass, tmp_path: Path) -> None:
    school.hands_in("ann", "good")
    school.hands_in("bob", "good", "other.cu")
    out = tmp_path / "out"
    status, said = school.grade(out)
    assert status == 0
    assert "1 submission with notes on the page: bob" in said
    assert table(out)["bob"]["total"] == "0"
    assert "no file" in (out / "index.html").read_text(encoding="utf-8")
    card = (out / "students/bob/results.json").read_text(encoding="utf-8")
    assert "no file tiled_transpose.cu was handed in" in card


def test_an_exception_of_ours_costs_one_submission_only(school: FakeClass, tmp_path: Path) -> None:
    school.hands_in("ann", "good")
    school.hands_in("bob", "deep")
    (school.fake.root / "conflict.json").write_text("[" * 100_000, encoding="utf-8")
    out = tmp_path / "out"
    assert school.grade(out)[0] == 1
    assert (table(out)["ann"]["status"], table(out)["bob"]["status"]) == ("graded", "regrade")


def test_one_seed_is_drawn_for_the_class_and_kept(school: FakeClass, tmp_path: Path) -> None:
    school.hands_in("ann", "good")
    out = tmp_path / "out"
    assert school.grade(out)[0] == 0
    seed = json.loads((out / "students/ann/results.json").read_text())["seed"]
    school.hands_in("bob", "other")
    assert school.grade(out)[0] == 0
    assert json.loads((out / "students/bob/results.json").read_text())["seed"] == seed
    assert school.runs == 2
    status, said = school.grade(out, "--seed", seed + 1)
    assert status == 2 and f"was started with seed {seed}" in said


def test_who_left_the_class_leaves_no_card(school: FakeClass, tmp_path: Path) -> None:
    school.hands_in("ann", "good")
    school.hands_in("bob", "good")
    out = tmp_path / "out"
    school.grade(out)
    (school.submissions / "bob" / "tiled_transpose.cu").unlink()
    (school.submissions / "bob").rmdir()
    assert school.grade(out)[0] == 0
    assert [path.name for path in (out / "students").iterdir()] == ["ann"]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [2, pytest.param(3, marks=pytest.mark.full)])
def test_the_number_of_jobs_changes_nothing(school: FakeClass, tmp_path: Path, jobs: int) -> None:
    for number in range(12):
        school.hands_in(f"student{number}", f"{'good' if number % 3 else 'bad'} {number}")
    outs = tmp_path / "one", tmp_path / "many"
    school.grade(outs[0], "--seed", 3, "--jobs", 1, "--formats", FORMATS)
    school.grade(outs[1], "--seed", 3, "--jobs", jobs, "--formats", FORMATS)
    assert files_in(outs[0]) == files_in(outs[1])
    assert len(files_in(outs[0])) > 12 * 5


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--formats", "pdf"), "there is no format 'pdf'"),
        (("--shard", "3/2", "--seed", "1"), "'3/2' is not a shard"),
        (("--shard", "1/2"), "--shard needs --seed"),
        (("--labs", "lab9"), "there is no lab 'lab9'"),
    ],
)
def test_what_makes_no_sense_is_said_before_any_work(
    school: FakeClass, tmp_path: Path, more: tuple[str, ...], said: str
) -> None:
    school.hands_in("ann", "good")
    status, words = school.grade(tmp_path / "out", *more)
    assert (status, said in words, school.runs) == (2, True, 0)
    assert "Traceback" not in words


def test_without_bubblewrap_nothing_is_graded_and_the_way_on_is_said(
    school: FakeClass, tmp_path: Path
) -> None:
    school.hands_in("ann", "good")
    out = tmp_path / "out"
    ended = subprocess.run(
        [sys.executable, "-m", "grader", "grade", str(school.submissions), "--out", str(out)],
        env={"PATH": str(tmp_path), "PYTHONPATH": str(Path(__file__).resolve().parents[3])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert "bubblewrap is not installed" in ended.stderr
    assert "apt-get install bubblewrap" in ended.stderr and "--unsafe-no-sandbox" in ended.stderr
    assert not out.exists()


@pytest.mark.parametrize(("option", "name"), [([], "bubblewrap"), (["--unsafe-no-sandbox"], "none")])
def test_page_and_tables_say_whether_there_was_a_sandbox(
    school: FakeClass, tmp_path: Path, option: list[str], name: str
) -> None:
    school.hands_in("ann", "good")
    out = tmp_path / "out"
    assert school.grade(out, "--formats", "csv-long", *option)[0] == 0
    assert table(out)["ann"]["sandbox"] == name
    with (out / "checks.csv").open(encoding="utf-8", newline="") as file:
        assert {row["sandbox"] for row in csv.DictReader(file)} == {name}
    assert f"<dd>{name}" in (out / "index.html").read_text(encoding="utf-8")
    assert json.loads((out / "grading/class.json").read_text())["settings"]["sandbox"] == name


def test_what_was_graded_without_a_sandbox_is_graded_again_with_one(
    school: FakeClass, tmp_path: Path
) -> None:
    school.hands_in("ann", "good")
    out = tmp_path / "out"
    assert school.grade(out, "--seed", 3, "--unsafe-no-sandbox")[0] == 0
    status, said = school.grade(out, "--seed", 3)
    assert status == 0 and "everything is graded again" in said
    assert (school.runs, table(out)["ann"]["sandbox"]) == (2, "bubblewrap")


def test_a_folder_of_other_things_is_left_alone(school: FakeClass, tmp_path: Path) -> None:
    school.hands_in("ann", "good")
    out = tmp_path / "out"
    out.mkdir()
    (out / "thesis.tex").write_text("mine", encoding="utf-8")
    status, said = school.grade(out)
    assert status == 2 and "is not empty" in said
    assert list(files_in(out)) == ["thesis.tex"]


def test_two_graders_in_one_folder_the_second_is_refused(school: FakeClass, tmp_path: Path) -> None:
    school.hands_in("ann", "good")
    out = tmp_path / "out"
    with alone_in(open_folder(out)):
        status, said = school.grade(out)
    assert status == 2 and "another grader is at work" in said
    assert school.grade(out)[0] == 0


@pytest.mark.parametrize("record", ["passing", "conflict", "out_of_bounds", "strided"])
def test_a_kept_result_is_the_result(fake: FakeProject, record: str) -> None:
    fake.reports(record, 0 if record == "passing" else 1)
    graded = grade_lab(Grading(fake.project), Submission(fake.lab, fake.kernel))
    assert read_document(GRADED, write_document(GRADED, graded), "kept") == graded


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"result": 1, "compiler": "x"}', "[" * 100_000])
def test_a_spoilt_result_is_no_result(text: str, tmp_path: Path) -> None:
    with pytest.raises(GraderError, match=r"^kept: "):
        read_document(GRADED, text, "kept")
    folder = open_folder(tmp_path / "out")
    folder.result_file("key").write_bytes(text.encode())
    assert folder.read_result("key") is None


# Another write is the first to find no room: that of a kernel file, or that of a result.
@pytest.mark.slow
@pytest.mark.parametrize("kibibytes", [4, 6, 8, 10, 24])
def test_a_full_disk_is_told_and_loses_nothing(school: FakeClass, tmp_path: Path, kibibytes: int) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("needs the right to mount a small file system")
    try:
        for number in range(6):
            school.hands_in(f"student{number}", f"good {number}")
        out = disk / "out"
        (disk / "ballast").write_bytes(b"x" * (6 * 1024 * 1024 - kibibytes * 1024))
        status, said = school.grade(out, "--seed", 3)
        assert status == 2, said
        assert f"the disk is full: no space is left in {disk}" in said
        assert f"Free some space (df -h {disk}" in said
        assert "then run the same command again: nothing is lost." in said
        assert "Traceback" not in said
        before, kept = school.runs, len(list((out / "grading/results").glob("*.gz")))
        (disk / "ballast").unlink()
        assert school.grade(out, "--seed", 3)[0] == 0
        assert school.runs - before == 6 - kept
        school.grade(tmp_path / "other", "--seed", 3)
        assert files_in(out) == files_in(tmp_path / "other")
    finally:
        subprocess.run(["umount", str(disk)], check=False)


def test_a_folder_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    folder = ClassFolder(tmp_path)
    folder.run_file.parent.mkdir(parents=True)
    folder.run_file.write_text("{}", encoding="utf-8")
    with pytest.raises(GraderError, match=r"class\.json cannot be read"):
        folder.read_run()
