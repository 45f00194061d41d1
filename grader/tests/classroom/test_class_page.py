"""The class page: one file, hostile names as text, bars to scale, and failures counted fairly."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timezone

from grader.classroom.class_page import class_page, class_view
from grader.classroom.class_row import Row, Stuck
from grader.classroom.class_run import BUBBLEWRAP
from grader.classroom.same_files import SameFiles
from grader.formats.exported import record_of
from grader.schema.class_results import RUN_FORMAT, ClassRun, Entry, Person, Settings
from grader.schema.results import LabResult, Results, Status
from grader.tests.exports_results import GOOD, KILLED, SKIPPED, check, lab

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)
FULL = lab(1, check("safe", Status.PASSED, 40), check("fast", Status.PASSED, 60))


def entry(name: str, *labs: str, notes: tuple[str, ...] = (), late: bool = False) -> Entry:
    return Entry(name, name, (), late, notes, dict.fromkeys(labs, "0"))


def row(of: Entry, *labs: LabResult) -> Row:
    results = Results("simt", "clang 14.0.6", labs)
    missing = tuple(lab.id for lab in labs if lab.id not in of.kernels)
    return Row(of, (record_of(Person(of.student), results, submission=of.id),), missing, drawn=True)


def run_of(rows: list[Row], labs: tuple[str, ...] = ("lab1",)) -> ClassRun:
    settings = Settings("v", "clang 14.0.6", 7, 120.0, BUBBLEWRAP)
    entries = tuple(row.entry for row in rows)
    return ClassRun(RUN_FORMAT, settings, NOW.isoformat(), labs, (1, 1), "w", "a folder", (), entries)


def page(rows: list[Row]) -> str:
    return class_page(run_of(rows), NOW, rows)


def test_what_strangers_wrote_stays_text_and_nothing_is_loaded() -> None:
    hostile = '<script>alert(1)</script>"onload="x'
    who = Entry("eve_1", hostile, (), True, (f"{hostile}.zip: is encrypted",), {"lab1": "0"})
    html = page([row(who, GOOD)])
    assert "<script>alert" not in html and '"onload="' not in html
    assert html.count("<script>") == 1
    assert not re.search(r"(src|href)=\"(https?:)?//|@import|url\(", html)
    assert 'href="students/eve_1/scorecard.html"' in html


def test_the_link_of_a_name_beyond_ascii_is_quoted() -> None:
    assert 'href="students/%C3%A7elik/scorecard.html"' in page([row(entry("çelik", "lab1"), GOOD)])


def test_our_fault_is_shown_as_such_and_counts_nowhere() -> None:
    rows = [row(entry("ann", "lab1"), FULL), row(entry("bob", "lab4"), KILLED)]
    view = class_view(run_of(rows), NOW, rows)
    assert [person.name for person in view.again] == ["bob"]
    assert view.students[1].total.text == "again"
    assert view.students[1].cells[0].text == "again"
    assert view.median == "100"
    assert sum(bin.count for bin in view.bins) == 1
    assert not [failure for failure in view.failures if failure.lab == "lab4"]
    assert "To be graded again: 1" in page(rows)
    assert "To be graded again" not in page(rows[:1])


def test_the_distribution_counts_each_once_and_is_to_scale() -> None:
    nothing = lab(1, check("safe", Status.FAILED, 40), check("fast", Status.FAILED, 60))
    graded = [FULL, FULL, GOOD, nothing]
    rows = [row(entry(f"s{number}", "lab1"), result) for number, result in enumerate(graded)]
    view = class_view(run_of(rows), NOW, rows)
    assert [bin.count for bin in view.bins] == [1, 0, 0, 0, 1, 0, 0, 0, 0, 2]
    assert [bin.percent for bin in view.bins if bin.count] == [50, 50, 100]
    assert view.median == "70"


def test_a_check_that_was_skipped_did_not_fail() -> None:
    rows = [row(entry(f"s{number}", "lab1", "lab2"), GOOD, SKIPPED) for number in range(2)]
    rows.append(row(entry("s2", "lab1"), FULL, SKIPPED))
    view = class_view(run_of(rows, ("lab1", "lab2")), NOW, rows)
    # s2 has handed in nothing for lab 2, which says nothing about its checks.
    assert [(failure.lab, failure.title, failure.count, failure.words) for failure in view.failures] == [
        ("lab2", "title of values", 2, "of 2 files failed"),
        ("lab1", "title of fast", 2, "of 3 files failed"),
    ]
    html = class_page(run_of(rows, ("lab1", "lab2")), NOW, rows)
    assert "title of gpu" not in html, "it was skipped, and did not fail"
    assert view.students[2].cells[1].text == "no file"


def test_a_file_that_does_not_compile_and_an_untouched_stub_are_kinds_of_their_own() -> None:
    fails = (check("safe", Status.FAILED, 40, "does not compile"), check("fast", Status.FAILED, 60))
    broken = replace(lab(1, *fails), compile_output="error: expected ';'")
    untouched = lab(1, check("safe", Status.FAILED, 40), check("fast", Status.SKIPPED, 60))
    rows = [
        row(entry("ann", "lab1"), GOOD),
        row(entry("bob", "lab1"), broken),
        replace(row(entry("cy", "lab1"), untouched), untouched=("lab1",)),
        row(entry("dee"), lab(1, *fails)),
    ]
    view = class_view(run_of(rows), NOW, rows)
    assert [student.cells[0].text for student in view.students] == ["40", "compile error", "stub", "no file"]
    assert len({student.cells[0].sort for student in view.students}) == 4
    # Of three files one could be checked: its failure is that of one in one, and not of three.
    assert [(failure.title, failure.count, failure.words) for failure in view.failures] == [
        ("title of fast", 1, "of 1 file failed"),
    ]
    (column,) = view.labs
    assert (column.handed_in, column.untouched, column.broken, column.full) == ("3 of 4", "1", "1", "0")
    assert [student.states for student in view.students] == [
        "lab1:partly",
        "lab1:broken",
        "lab1:stub",
        "lab1:none",
    ]


def test_on_a_phone_it_says_that_the_table_scrolls() -> None:
    html = page([row(entry("ann", "lab1"), GOOD)])
    assert html.index('class="sideways"') < html.index('<table class="class"')
    assert ".sideways { display: none" in html and "  .sideways { display: block; }" in html


def test_what_a_person_should_look_at_is_a_note() -> None:
    odd = replace(GOOD, remark="the test program was ended by SIGSEGV, at each run")
    assert "lab1: the test program was ended by SIGSEGV" in page([row(entry("ann", "lab1"), odd)])


def test_late_ones_and_notes_are_marked() -> None:
    html = page([row(entry("ann", "lab1", notes=("a.zip: is empty",), late=True), GOOD)])
    assert ">late</span>" in html
    assert 'href="#note-1"' in html and 'id="note-1"' in html
    assert "a.zip: is empty" in html
    assert 'id="look"' not in page([row(entry("bob", "lab1"), GOOD)])


def test_without_a_script_the_table_is_there_in_the_students_order() -> None:
    html = page([row(entry(name, "lab1"), GOOD) for name in ("ann", "bob", "cy")])
    table = html[html.index('<table class="class"') :]
    body = table[: table.index("</tbody>")]
    assert re.findall(r"scorecard\.html\">(\w+)<", body) == ["ann", "bob", "cy"]


def test_who_is_stuck_is_named_with_the_attempts() -> None:
    ann = row(entry("ann", "lab1"), GOOD)
    rows = [replace(ann, stuck=(Stuck("lab1", "title of fast", "32 sectors", 3, 4),)), ann]
    view = class_view(run_of(rows), NOW, rows)
    assert [(one.person.name, one.tries, one.points) for one in view.help] == [
        ("ann", "3 attempts in a row, 4 in all", "40 of 100")
    ]
    assert 'id="help"' in page(rows) and 'id="help"' not in page([ann])


def test_students_with_the_same_files_are_named_only_where_that_was_asked_for() -> None:
    rows = [row(entry(name, "lab1"), GOOD) for name in ("ann", "bob", "cy")]
    assert 'id="same"' not in page(rows)
    group = SameFiles("lab1", ("ann", "cy"), identical=False, own=31)
    html = class_page(run_of(rows), NOW, rows, same=[group])
    part = html[html.index('id="same"') :]
    assert ">ann</a>, <a" in part and ">cy</a>" in part and ">bob</a>" not in part
    assert "the same but for formatting and names; 31 tokens that the handed-out file has not" in part
    assert "No two are the same." in class_page(run_of(rows), NOW, rows, same=[])
