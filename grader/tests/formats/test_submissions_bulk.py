"""Bulk downloads as Gradescope, Moodle and Canvas give them, as a folder and as a .zip."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from grader.formats.gradescope import METADATA, parse_metadata
from grader.intake.submission import Intake, Submission
from grader.schema.class_results import Person
from grader.tests.handed_in import CODE, COPY, TILED, Files, folder, read, tarred, zipped

FORMS = ["folder", "zip"]

# As Gradescope writes it: what tests printed may look like anything, but is indented further.
METADATA_TEXT = """---
submission_101:
  :submitters:
  - :name: Ann Lee
    :sid: '3031'
    :email: ann@example.edu
  :created_at: 2026-02-03 10:11:12.000000000 Z
  :score: 4.0
  :results:
    tests:
    - output: |-
        submission_102:
          :submitters:
          - :name: Mallory
  :history:
  - :id: 1
    :submitters:
    - :name: Mallory
submission_102:
  :submitters:
  - :name: "Zo\\xEB \\"Z\\" O'Hara"
    :sid: ''
    :email: zoe@example.edu
  - :name: 'Bob ''B'' Stone'
    :sid: 77
    :email: bob@example.edu
  :created_at: 2026-02-03
submission_103:
  :submitters: []
submission_104:
  :submitters:
  - :name: Gone
"""
GRADESCOPE: Files = {
    METADATA: METADATA_TEXT.encode(),
    f"submission_101/{TILED}": b"ann\n",
    f"submission_102/{TILED}": b"zoe\n",
    f"submission_102/{COPY}": CODE,
    "submission_103/lab4.zip": zipped({TILED: b"anon\n"}),
}
MOODLE: Files = {
    f"Ann Lee_12345_assignsubmission_file/{TILED}": b"ann\n",
    "Ann Lee_12345_assignsubmission_onlinetext/onlinetext.html": b"<p>hi</p>",
    "Bob O'Hara_12346_assignsubmission_file_/day4.tar.gz": tarred({TILED: b"bob\n"}),
    "Participant_12347_assignsubmission_file/tiled.cu": b"blind\n",
    "Zoë Nuñez_12348_assignsubmission_file_tiled.cu": b"zoe\n",
    "Zoë Nuñez_12348_assignsubmission_file_copy.cu": b"copy\n",
    "grades.csv": b"",
}
CANVAS: Files = {
    "leeann_12345_67890_lab4.zip": zipped({TILED: b"ann\n"}),
    "leeann_12345_67891_copy-2.cu": b"copy\n",
    "o_hara_bob_LATE_12346_67892_tiled.cu": b"bob\n",
    "LATE_anon_Xy12z_67893_tiled.cu": b"anon\n",
    "anon_Ab34c_67894_tiled.cu": b"anon too\n",
    "nunezzoe_12348_text.html": b"<p>hi</p>",
}


def read_form(root: Path, form: str, files: Files, above: str = "") -> Intake:
    if form == "folder":
        return read(folder(root / "download", {above + name: data for name, data in files.items()}))
    folder(root, {"download.zip": zipped({above + name: data for name, data in files.items()})})
    return read(root / "download.zip")


def kernels(intake: Intake) -> dict[str, bytes]:
    return {found.id: found.kernels.get("lab4", b"") for found in intake.submissions}


def by_id(intake: Intake, name: str) -> Submission:
    return next(found for found in intake.submissions if found.id == name)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("above", ["", "assignment_9_export/"])
def test_a_gradescope_export(tmp_path: Path, form: str, above: str) -> None:
    intake = read_form(tmp_path, form, GRADESCOPE, above)
    assert intake.source == "a Gradescope export"
    assert kernels(intake) == {
        "submission_101": b"ann\n",
        "submission_102": b"zoe\n",
        "submission_103": b"anon\n",
        "submission_104": b"",
    }
    ann, pair, nobody, gone = intake.submissions
    assert ann.people == (Person("Ann Lee", sid="3031", email="ann@example.edu"),)
    assert pair.student == "Zoë \"Z\" O'Hara, Bob 'B' Stone"
    assert [person.sid for person in pair.people] == ["", "77"]
    assert (nobody.student, nobody.people) == ("submission_103", (Person("submission_103"),))
    assert f"{METADATA} does not tell whose submission_103 is" in nobody.notes
    assert f"{METADATA} lists submission_104, which is not there" in gone.notes


@pytest.mark.parametrize(
    "text",
    [
        "",
        "---\n",
        "submission_1:\n",
        ":\n  :submitters:\n  - :name: x\n",
        "submission_1:\n  :submitters:\n    :name: x\n",
        "\x00\xff:::",
        'submission_1:\n  :submitters:\n  - :name: "\\q"\n  - :name: !binary |\n  - {}\n',
    ],
)
def test_odd_metadata_is_read_as_far_as_it_goes(text: str) -> None:
    assert all(person.name for people in parse_metadata(text).values() for person in people)


def test_metadata_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    root = folder(tmp_path / "download", {f"submission_101/{TILED}": CODE})
    (root / METADATA).symlink_to("/etc/passwd")
    intake = read(root)
    assert kernels(intake) == {"submission_101": CODE}
    assert intake.notes == (
        f"{METADATA}: is a symbolic link: not followed; submissions are called by their folders",
    )


@pytest.mark.parametrize("form", FORMS)
def test_a_moodle_download(tmp_path: Path, form: str) -> None:
    intake = read_form(tmp_path, form, MOODLE)
    assert intake.source == "a Moodle download"
    assert kernels(intake) == {
        "Ann_Lee_12345": b"ann\n",
        "Bob_O_Hara_12346": b"bob\n",
        "Participant_12347": b"blind\n",
        "Zoë_Nuñez_12348": b"zoe\n",
    }
    assert by_id(intake, "Zoë_Nuñez_12348").kernels["lab1"] == b"copy\n"
    ann = by_id(intake, "Ann_Lee_12345")
    assert (ann.student, ann.people) == ("Ann Lee", (Person("Ann Lee", number="12345"),))
    assert (
        "Ann Lee_12345_assignsubmission_onlinetext: is text typed into Moodle, not read: ask for the file"
        in ann.notes
    )
    assert intake.notes == ("grades.csv: is not named as Moodle names submissions: passed over",)


@pytest.mark.parametrize("form", FORMS)
def test_a_canvas_download(tmp_path: Path, form: str) -> None:
    intake = read_form(tmp_path, form, CANVAS)
    assert intake.source == "a Canvas download"
    assert kernels(intake) == {
        "anon_Ab34c_anon_Ab34c": b"anon too\n",
        "anon_Xy12z_anon_Xy12z": b"anon\n",
        "leeann_12345": b"ann\n",
        "nunezzoe_12348": b"",
        "o_hara_bob_12346": b"bob\n",
    }
    ann, bob = by_id(intake, "leeann_12345"), by_id(intake, "o_hara_bob_12346")
    assert (ann.people, ann.late) == ((Person("leeann", number="12345"),), False)
    assert ann.kernels["lab1"] == b"copy\n"
    assert (bob.late, "was handed in late" in bob.notes) == (True, True)
    assert by_id(intake, "anon_Xy12z_anon_Xy12z").late
    assert "nunezzoe_12348_text.html: is a page, not a file, not read: ask for the file" in (
        by_id(intake, "nunezzoe_12348").notes
    )


def test_an_archive_unpacked_in_a_canvas_download(tmp_path: Path) -> None:
    intake = read_form(tmp_path, "folder", {f"leeann_12345_67890_lab4/{TILED}": b"ann\n"})
    assert kernels(intake) == {"leeann_12345": b"ann\n"}


@pytest.mark.parametrize("files", [GRADESCOPE, MOODLE, CANVAS], ids=["Gradescope", "Moodle", "Canvas"])
def test_folder_and_zip_tell_the_same(tmp_path: Path, files: Files) -> None:
    one, other = read_form(tmp_path, "folder", files), read_form(tmp_path, "zip", files)
    assert one == other


@pytest.mark.parametrize("files", [MOODLE, CANVAS], ids=["Moodle", "Canvas"])
def test_links_in_a_download_are_kept_but_not_followed(tmp_path: Path, files: Files) -> None:
    name = "Eve_9_assignsubmission_file" if files is MOODLE else "eve_9_8_tiled.cu"
    root = folder(tmp_path / "download", files)
    (root / name).symlink_to("/etc/passwd")
    (eve,) = (found for found in read(root).submissions if found.id.lower() == "eve_9")
    assert not eve.kernels
    assert f"{name}: is a symbolic link: not followed" in eve.notes


def test_a_file_that_looks_like_a_zips_list_stops_nobodys_download(tmp_path: Path) -> None:
    bad = {"Eve_9_assignsubmission_file/tiled.cu": b"PK\x01\x02" * 200_000, **MOODLE}
    folder(tmp_path, {"download.zip": zipped(bad, zipfile.ZIP_STORED)})
    assert kernels(read(tmp_path / "download.zip"))["Ann_Lee_12345"] == b"ann\n"


def test_one_bad_submission_costs_the_others_nothing(tmp_path: Path) -> None:
    bad: Files = {
        "Eve_9_assignsubmission_file/a.zip": b"no zip",
        "Eve_9_assignsubmission_file/tiled.cu/x": b"",
        "../Eve_10_assignsubmission_file/tiled.cu": b"out",
    }
    folder(tmp_path, {"download.zip": zipped({**MOODLE, **bad})})
    intake = read(tmp_path / "download.zip")
    assert kernels(intake)["Ann_Lee_12345"] == b"ann\n"
    assert by_id(intake, "Eve_9").kernels == {}
    assert "..: is not named as Moodle names submissions: passed over" in intake.notes
