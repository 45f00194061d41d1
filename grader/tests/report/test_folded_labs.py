"""Eleven labs at once: what is done or not begun is one line, and what a student works on comes first."""

from __future__ import annotations

import hashlib
import io
import re
from dataclasses import replace
from datetime import datetime, timezone

import pytest
from rich.console import Console

from grader.grading.grade_labs import in_course
from grader.grading.join import join_outcome
from grader.machine.runner import Outcome
from grader.report.scorecard.finished import finish_view
from grader.report.scorecard.lab_card import lab_view
from grader.report.scorecard.lab_pictures import ComparisonView
from grader.report.scorecard.page_limits import LADDER, bounded
from grader.report.scorecard.scorecard_page import page_view, render_scorecard
from grader.report.terminal.verdicts import print_results
from grader.schema.results import LabResult, Results, Source, next_step
from grader.tests.class_of_fakes import FakeClass
from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject
from grader.tests.report.test_scorecard import Outline

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=timezone.utc)
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def five(fake: FakeProject) -> Results:
    """Lab 2 is done, lab 4 begun, labs 1, 3 and 5 are not."""
    done, begun = (
        join_outcome(fake.project, fake.lab, fake.source, Outcome(fake.record(name)))
        for name in ("passing", "conflict")
    )
    stub = replace(begun, untouched=True)
    kinds = {"lab1": stub, "lab2": done, "lab3": stub, "lab4": begun, "lab5": stub}
    labs = tuple(replace(result, id=lab) for lab, result in kinds.items())
    return Results("simt", "clang 14.0.6", labs)


def lines_of(html: str) -> dict[str, str]:
    """The one line of each folded lab, by the lab's id."""
    found = re.findall(
        r'<article class="lab folded \w+" id="(\w+)".*?<summary>(.*?)</summary>', html, re.DOTALL
    )
    return {lab: " ".join(re.sub("<[^>]+>", " ", line).split()) for lab, line in found}


def test_done_and_untouched_labs_are_one_line_that_holds_the_rest(five: Results) -> None:
    html = render_scorecard(five, NOON)
    stub = "Tiled transpose Not begun. ./course watch {0} 0 of 100 points"
    # The sample's stub has points; a real one has none.
    lines = {lab: line.replace("75 of", "0 of") for lab, line in lines_of(html).items()}
    assert lines == {
        "lab1": "lab1 " + stub.format("lab1"),
        "lab2": "lab2 Tiled transpose All 7 checks passed 100 of 100 points",
        "lab3": "lab3 " + stub.format("lab3"),
        "lab5": "lab5 " + stub.format("lab5"),
    }
    folded = html[html.index('id="lab3"') : html.index('id="lab5"')]
    for part in ("Checks", "Hint 1 of 3", "Bandwidth that the traffic allows", 'id="lab3-L42"'):
        assert part in folded, "all that is shown of an open lab is behind the line"
    assert folded.count("<details") == folded.count("</details>")


def test_the_page_with_folded_labs_is_sound(five: Results) -> None:
    outline = Outline()
    outline.feed(render_scorecard(five, NOON))
    assert outline.open == []
    assert len(set(outline.ids)) == len(outline.ids)
    assert {link[1:] for link in outline.links} | set(outline.labels) <= set(outline.ids)
    steps = zip(outline.headings, outline.headings[1:], strict=False)
    assert all(after <= before + 1 for before, after in steps)


def test_a_lab_that_was_begun_comes_before_the_first_stub(five: Results) -> None:
    found = next_step(five)
    assert found is not None and found[0].id == "lab4"
    view = page_view([bounded(lab, LADDER[0]) for lab in five.labs], five, NOON)
    assert [lab.css for lab in view.contents] == ["untouched", "done", "untouched", "current", "untouched"]


def order_of(html: str) -> tuple[list[str], list[str]]:
    """The labs in the list of contents, and as they follow each other on the page."""
    contents = html[html.index('<nav class="jump"') : html.index("<main")]
    return re.findall(r'href="#(lab\d+)"', contents), re.findall(
        r'<article class="lab[^"]*" id="(\w+)"', html
    )


def test_the_lab_that_the_reader_is_at_is_the_first_and_the_contents_keep_their_order(five: Results) -> None:
    html = render_scorecard(five, NOON)
    contents, labs = order_of(html)
    assert contents == ["lab1", "lab2", "lab3", "lab4", "lab5"]
    assert labs == ["lab4", "lab1", "lab2", "lab3", "lab5"]
    assert html.index('id="lab4"') < html.index(">Other labs</h2>") < html.index('id="lab1"')
    of_next = html[html.index('id="next"') : html.index('<nav class="jump"')]
    assert 'href="#lab4-L' in of_next, "it is the lab that Next is about"


def test_where_every_check_passed_the_labs_keep_their_order(five: Results) -> None:
    done = five.labs[1]
    html = render_scorecard(replace(five, labs=(replace(done, id="lab1"), done)), NOON)
    assert order_of(html) == (["lab1", "lab2"], ["lab1", "lab2"])
    assert "Other labs" not in html
    assert set(lines_of(html)) == {"lab1", "lab2"}


def test_the_contents_come_before_the_best_numbers_of_a_finished_course(five: Results) -> None:
    done = five.labs[1]
    best = replace(done.checks[0], measurable=True, evidence="measured", value=0.95, comparison="at least")
    labs = (replace(done, id="lab1", checks=(best, *done.checks[1:])), done)
    html = render_scorecard(replace(five, labs=labs), NOON)
    assert html.index('<nav class="jump"') < html.index("Best numbers") < html.index("<main")


def test_where_nothing_was_begun_it_says_where_to_begin(five: Results) -> None:
    stubs = replace(five, labs=tuple(lab for lab in five.labs if lab.untouched))
    html = render_scorecard(stubs, NOON)
    top = " ".join(re.sub("<[^>]+>", " ", html[html.index("<body") : html.index("<main")]).split())
    assert "Begin with lab1, Tiled transpose" in top
    assert "Read labs/lab4_tiled_transpose/README.md , then run ./course watch lab1" in top
    assert "32-way bank conflict" not in top
    assert 'href="#lab1">to the lab<' in html
    assert set(lines_of(html)) == {"lab3", "lab5"}, "that of lab1 is open"


def test_a_lab_that_was_asked_for_alone_is_open(five: Results) -> None:
    html = render_scorecard(replace(five, labs=five.labs[:1]), NOON)
    assert lines_of(html) == {}
    assert '<article class="lab" id="lab1"' in html


def test_a_finished_course_folds_its_patterns_if_they_are_many(five: Results) -> None:
    done = replace(five, labs=(five.labs[1],))
    view = lab_view(done.labs[0])
    compared = replace(view, pictures=replace(view.pictures, settled=(ComparisonView((), False),)))
    for count, is_open in ((3, True), (4, False)):
        finish = finish_view(done, [compared] * count, NOON)
        assert finish is not None
        assert len(finish.patterns) == count
        assert finish.patterns_open is is_open


def test_the_stub_is_known_by_its_hash_alone(fake: FakeProject) -> None:
    lab = replace(fake.lab, stub_sha256=hashlib.sha256(b"// stub\nint x;\n").hexdigest())

    def untouched(text: str) -> bool:
        result = LabResult("lab4", "", (), source=Source("a.cu", "/a.cu", text))
        return in_course(result, lab).untouched

    assert untouched("// stub\nint x;\n")
    assert untouched("// stub\r\nint x;\r\n"), "as a checkout on Windows has it"
    assert not untouched("// stub\nint y;\n")
    assert not untouched("")
    unknown = LabResult("lab4", "", (), source=Source("a.cu", "/a.cu", "// stub\nint x;\n"))
    assert not in_course(unknown, fake.lab).untouched, "a manifest that does not say"


def with_stub_hash(fake: FakeProject) -> None:
    digest = hashlib.sha256(fake.kernel.read_bytes()).hexdigest()
    for manifest in fake.project.labs.glob("*/lab.toml"):
        text = manifest.read_text(encoding="utf-8")
        manifest.write_text(f'stub_sha256 = "{digest}"\n{text}', encoding="utf-8")


def test_check_has_one_line_for_each_lab_that_was_not_begun(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    for lab in ("lab2", "lab5", "lab6"):
        fake.another_lab(lab, "conflict", 1)
    with_stub_hash(fake)
    (fake.project.labs / "lab5_more" / "tiled_transpose.cu").write_text("// begun", encoding="utf-8")
    assert course("check") == 1
    out = capsys.readouterr().out
    for lab in ("lab2", "lab4", "lab6"):
        assert len(re.findall(rf"^{lab}  Tiled transpose .*not begun: ./course watch {lab}$", out, re.M)) == 1
    assert out.count("✗ failed") == 2, "those of lab5 alone"
    assert "Next: lab5, transpose_padded has no bank conflict" in out
    assert "not begun" not in said(course, capsys, "check", "lab2"), "one that is named is shown whole"


def said(course: Command, capsys: Capture, *arguments: str) -> str:
    capsys.readouterr()
    course(*arguments)
    return capsys.readouterr().out


def test_check_says_where_to_begin(five: Results) -> None:
    file = io.StringIO()
    stubs = replace(five, labs=tuple(lab for lab in five.labs if lab.untouched))
    print_results(Console(file=file, width=80, highlight=False), stubs)
    assert "Next: begin with lab1, Tiled transpose" in file.getvalue()


def test_progress_has_one_line_for_a_lab_that_was_not_checked(
    course: Command, fake: FakeProject, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5, 11):
        fake.another_lab(f"lab{number}", "passing", 0)
    for columns, most in (("100", 1), ("60", 2)):
        monkeypatch.setenv("COLUMNS", columns)
        out = said(course, capsys, "progress")
        rows = out[out.index("lab4") : out.index("Next:")].strip().splitlines()
        assert len(rows) == 7 * most
        assert out.count("not checked yet") == 7


def test_a_stub_that_was_checked_is_still_not_begun(
    course: Command, fake: FakeProject, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    fake.reports("conflict", 1)
    for lab in ("lab5", "lab6"):
        fake.another_lab(lab, "conflict", 1)
    with_stub_hash(fake)
    course("check")
    out = said(course, capsys, "progress")
    assert out.count("not begun") == 3 and "checked just now" not in out
    assert "Next: begin with lab4" in out
    begun = fake.project.labs / "lab5_more" / "tiled_transpose.cu"
    begun.write_text("// begun", encoding="utf-8")
    assert "changed since its check" in said(course, capsys, "progress"), "an edit shows at once"
    course("check")
    out = said(course, capsys, "progress")
    assert out.count("not begun") == 2 and out.count("checked just now") == 1
    assert "Next: lab5" in out, "the lab that was begun, and not the first"


def test_a_students_card_folds_the_stub_that_was_handed_in(school: FakeClass) -> None:
    school.fake.another_lab("lab5", "passing", 0)
    for folder, text in (("lab4_tiled_transpose", "good"), ("lab5_more", None)):
        stub = school.fake.kernel.read_text(encoding="utf-8")
        place = f"ann/labs/{folder}"
        school.hands_in(place, stub if text is None else text)
    status, words = school.grade(school.folder / "out")
    assert status == 0, words
    card = (school.folder / "out" / "students" / "ann" / "scorecard.html").read_text(encoding="utf-8")
    assert "Not begun. ./course watch lab5" in lines_of(card)["lab5"]
