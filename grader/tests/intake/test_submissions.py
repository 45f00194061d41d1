"""Reading honest submissions: every form that they come in, and which file is taken."""

from __future__ import annotations

import hashlib
import os
import subprocess
import tarfile
from pathlib import Path

import pytest

from grader.core.errors import GraderError
from grader.formats.downloads import read_submissions
from grader.intake.submission import Submission
from grader.tests.handed_in import (
    CODE,
    COPY,
    LAB4,
    LABS,
    TILED,
    Files,
    folder,
    gzipped,
    read,
    read_archive,
    read_one,
    tarred,
    zipped,
)

BOTH: Files = {COPY: b"copy\n", TILED: b"tiled\n", "README.md": b"", "course": b"x"}
TAKEN = {"lab1": b"copy\n", "lab4": b"tiled\n"}


def notes_of(submission: Submission) -> str:
    return "\n".join(submission.notes)


def test_a_folder_is_read(tmp_path: Path) -> None:
    folder(tmp_path / "class" / "ann", BOTH)
    found = read_one(tmp_path / "class")
    assert (found.id, found.student, dict(found.kernels), found.notes) == ("ann", "ann", TAKEN, ())


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("ann.zip", zipped(BOTH)),
        ("ann.ZIP", zipped(BOTH)),
        ("ann.tar", tarred(BOTH, "w")),
        ("ann.tar.gz", tarred(BOTH, "w:gz")),
        ("ann.tgz", tarred(BOTH, "w:gz", tarfile.GNU_FORMAT)),
        ("ann.tar.xz", tarred(BOTH, "w:xz", tarfile.USTAR_FORMAT)),
        ("ann.tar.bz2", tarred(BOTH, "w:bz2")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_archive_is_read(tmp_path: Path, name: str, data: bytes) -> None:
    found = read_archive(tmp_path, name, data)
    assert (found.id, dict(found.kernels), found.notes) == ("ann", TAKEN, ())


@pytest.mark.parametrize("form", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_long_names_in_a_tar_are_read(tmp_path: Path, form: int) -> None:
    deep = "/".join(["a" * 60] * 5)
    found = read_archive(
        tmp_path, "ann.tar.gz", tarred({f"{deep}/{TILED}": CODE, f"{deep}/{COPY}": CODE}, form=form)
    )
    assert set(found.kernels) == {"lab1", "lab4"}


def test_a_tar_by_the_systems_own_program_is_read(tmp_path: Path) -> None:
    folder(tmp_path / "ann", BOTH)
    (tmp_path / "class").mkdir()
    subprocess.run(
        ["tar", "-C", str(tmp_path / "ann"), "-czf", str(tmp_path / "class" / "ann.tar.gz"), "."], check=True
    )
    assert dict(read_one(tmp_path / "class").kernels) == TAKEN


def test_a_gzip_of_several_streams_is_read_to_its_end(tmp_path: Path) -> None:
    whole = tarred(BOTH, "w")
    data = gzipped(whole[:700]) + gzipped(whole[700:])
    assert dict(read_archive(tmp_path, "ann.tar.gz", data).kernels) == TAKEN


def test_a_git_checkout_is_read_without_its_history(tmp_path: Path) -> None:
    root = folder(
        tmp_path / "class" / "ann", {**BOTH, ".git/modules/x/tiled.cu": b"older\n", ".git/HEAD": b"ref"}
    )
    (root / ".git" / "link").symlink_to("/etc")
    found = read_one(tmp_path / "class")
    assert (dict(found.kernels), found.notes) == (TAKEN, ())


def test_bare_kernel_files_are_joined_by_their_author(tmp_path: Path) -> None:
    folder(
        tmp_path / "class", {"ann_tiled.cu": b"tiled\n", "ann_copy.cu": b"copy\n", "bob-tiled.cu": b"bob\n"}
    )
    ann, bob = read(tmp_path / "class").submissions
    assert (ann.id, dict(ann.kernels)) == ("ann", TAKEN)
    assert (bob.id, dict(bob.kernels)) == ("bob", {"lab4": b"bob\n"})


def test_a_bare_file_must_tell_its_lab_unless_there_is_but_one(tmp_path: Path) -> None:
    root = folder(tmp_path / "class", {"ann.cu": CODE})
    (found,) = read(root).submissions
    assert not found.kernels
    assert "ann.cu: does not tell its lab: name it ann_copy.cu, ann_tiled.cu" in notes_of(found)
    (alone,) = read_submissions(root, [LAB4]).submissions
    assert dict(alone.kernels) == {"lab4": CODE}


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    folder(tmp_path / "class" / "ann", {TILED: CODE})
    found = read_one(tmp_path / "class")
    assert found.missing(LABS) == ("found no copy.cu (lab1)",)
    assert found.missing([LAB4]) == (), "lab 1 is not asked for"
    assert found.notes == ()


def test_a_kernel_file_under_a_name_of_its_own_is_told(tmp_path: Path) -> None:
    folder(tmp_path / "class" / "ann", {TILED: CODE, "copy_final_v2.cu": CODE})
    (_, note) = read_one(tmp_path / "class").missing(LABS)
    assert note.startswith(
        "there is ann/copy_final_v2.cu: a kernel file is recognised only by its exact name"
    )


def test_stray_files_are_passed_over_with_a_note(tmp_path: Path) -> None:
    root = folder(tmp_path / "class", {"ann/tiled.cu": CODE, "grades.csv": b"", ".DS_Store": b""})
    intake = read(root)
    assert [submission.id for submission in intake.submissions] == ["ann"]
    assert intake.notes == ("grades.csv: is no folder, archive or .cu file: passed over",)


@pytest.mark.parametrize(
    ("files", "taken"),
    [
        ({TILED: b"lab", "tiled.cu": b"top"}, b"lab"),
        ({f"day4/{TILED}": b"lab", "tiled.cu": b"top"}, b"lab"),
        ({"lab4_tiled/tiled.cu": b"folder", "tiled.cu": b"top"}, b"folder"),
        ({TILED: b"lab", "lab4_tiled/tiled.cu": b"folder"}, b"lab"),
        ({"old/deep/tiled.cu": b"deep", "new/tiled.cu": b"shallow"}, b"shallow"),
        ({"b/tiled.cu": b"b", "a/tiled.cu": b"a"}, b"a"),
        ({TILED: b"now", f"old.zip/{TILED}": b"older"}, b"now"),
        ({"tiled (1).cu": b"copy", "deep/er/tiled.cu": b"named"}, b"named"),
    ],
)
def test_the_labs_own_folder_comes_first_then_the_shallowest(
    tmp_path: Path, files: Files, taken: bytes
) -> None:
    for name in ("ann", "zip"):
        root = tmp_path / name
        if name == "ann":
            folder(root / "ann", files)
        else:
            folder(root, {"ann.zip": zipped(files)})
        found = read_one(root)
        assert found.kernels["lab4"] == taken
        assert "others differ from it" in notes_of(found)


def test_the_choice_does_not_depend_on_the_order(tmp_path: Path) -> None:
    files = {f"{name}/tiled.cu": name.encode() for name in "dbeca"}
    forwards = read_archive(tmp_path / "1", "ann.zip", zipped(files))
    backwards = read_archive(tmp_path / "2", "ann.zip", zipped(dict(reversed(files.items()))))
    assert forwards == backwards
    assert forwards.kernels["lab4"] == b"a"


def test_equal_copies_need_no_note(tmp_path: Path) -> None:
    folder(tmp_path / "class" / "ann", {COPY: CODE, TILED: CODE, "backup/tiled.cu": CODE})
    assert read_one(tmp_path / "class").notes == ()


def test_a_copys_name_is_understood(tmp_path: Path) -> None:
    found = read_archive(tmp_path, "ann.zip", zipped({"copy (2).cu": b"copy\n", "tiled-1.cu": b"tiled\n"}))
    assert dict(found.kernels) == TAKEN
    assert found.notes == (
        "ann.zip/copy (2).cu: taken as copy.cu",
        "ann.zip/tiled-1.cu: taken as tiled.cu",
    )


def test_the_courses_own_files_are_nobodys_submission(tmp_path: Path) -> None:
    own = {"solutions/lab4_tiled/tiled.cu": b"reference", "grader/tests/data/tiled.cu": b"sample", COPY: CODE}
    folder(tmp_path / "class", {f"ann/{name}": data for name, data in own.items()})
    folder(tmp_path / "class", {"bob.zip": zipped({**own, TILED: b"mine"})})
    ann, bob = read(tmp_path / "class").submissions
    assert set(ann.kernels) == {"lab1"}
    assert "ann/solutions/lab4_tiled/tiled.cu: is the course's own file: not taken" in ann.notes
    assert (bob.kernels["lab4"], bob.notes) == (b"mine", ())


def test_an_archive_inside_a_folder_is_opened(tmp_path: Path) -> None:
    inner = zipped({TILED: b"tiled\n", "more.tar.gz": tarred({COPY: b"copy\n"})})
    folder(tmp_path / "class" / "ann", {"day 4.zip": inner})
    assert dict(read_one(tmp_path / "class").kernels) == TAKEN


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b" \r\n\n", "is empty"),
        (b"\xef\xbb\xbfint a;\n", "begins with a byte order mark"),
        (b"int a;\r\nint b;\r\n", "has Windows line ends"),
        (b"int a;\rint b;\r", "carriage returns that end no line"),
        ("int a;\n".encode("utf-16"), "is UTF-16 text"),
        (b"int a;\0\n", "holds null bytes"),
    ],
)
def test_unusual_text_is_noted_and_left_as_it_is(tmp_path: Path, data: bytes, said: str) -> None:
    folder(tmp_path / "class" / "ann", {TILED: data, COPY: CODE})
    found = read_one(tmp_path / "class")
    assert found.kernels["lab4"] == data
    assert f"ann/{TILED}: " in notes_of(found)
    assert said in notes_of(found)


def test_equal_files_have_equal_hashes(tmp_path: Path) -> None:
    folder(
        tmp_path / "class",
        {"ann/tiled.cu": CODE, "bob.zip": zipped({TILED: CODE}), "cy/tiled.cu": CODE + b" "},
    )
    ann, bob, cy = (submission.hashes["lab4"] for submission in read(tmp_path / "class").submissions)
    assert ann == bob == hashlib.sha256(CODE).hexdigest()
    assert cy != ann


def test_two_of_one_name_are_both_kept(tmp_path: Path) -> None:
    folder(
        tmp_path / "class",
        {"ann/tiled.cu": b"1", "ann.zip": zipped({"tiled.cu": b"2"}), "ann-2/tiled.cu": b"3"},
    )
    found = read(tmp_path / "class").submissions
    assert {submission.id: submission.kernels["lab4"] for submission in found} == {
        "ann": b"1",
        "ann-3": b"2",
        "ann-2": b"3",
    }
    assert "several submissions are called ann; this one is kept as ann-3" in found[1].notes


def test_the_order_is_that_of_the_ids_whatever_the_file_system_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder(tmp_path / "class", {f"{name}/tiled.cu": CODE for name in ("bob", "Ann", "ärger", "ann2", "zoë")})
    plain = os.scandir

    class Backwards:
        def __init__(self, where: int) -> None:
            self.found = sorted(plain(where), key=lambda entry: entry.name, reverse=True)

        def __enter__(self) -> list[os.DirEntry[str]]:
            return self.found

        def __exit__(self, *_: object) -> None: ...

    before = read(tmp_path / "class")
    monkeypatch.setattr(os, "scandir", Backwards)
    assert read(tmp_path / "class") == before
    assert [submission.id for submission in before.submissions] == ["Ann", "ann2", "bob", "zoë", "ärger"]


@pytest.mark.parametrize(
    ("source", "said"), [("nothing", "there is no such place"), ("file.txt", "neither a folder nor a")]
)
def test_an_input_that_is_none_is_an_error_with_a_remedy(tmp_path: Path, source: str, said: str) -> None:
    folder(tmp_path, {"file.txt": b""})
    with pytest.raises(GraderError, match=said) as caught:
        read(tmp_path / source)
    assert "Name the folder" in caught.value.fix


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (zipped(BOTH), "not a download of Gradescope, Moodle or Canvas"),
        (b"no zip", "is damaged or no .zip archive"),
    ],
)
def test_a_zip_that_is_no_download_is_an_error(tmp_path: Path, data: bytes, said: str) -> None:
    folder(tmp_path, {"class.zip": data})
    with pytest.raises(GraderError, match=said):
        read(tmp_path / "class.zip")
