"""What became better or worse since the version before, on the scorecard: per check and per line."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

from grader.grading.guidance import Move
from grader.grading.standing import LastCheck, Standings
from grader.report.scorecard.scorecard_page import Surroundings, render_scorecard
from grader.report.scorecard.since_view import since_view
from grader.schema.results import LabResult, Results
from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject
from grader.tests.report.test_scorecard import NOON, graded, words

EARLIER = datetime(2026, 11, 20, 11, 30, tzinfo=timezone.utc)


def kept(lab: LabResult) -> LastCheck:
    known = Standings().with_results(Results("simt", "clang 14.0.6", (lab,)), EARLIER)
    last = known.labs[lab.id].last
    assert last is not None
    return last


def test_checks_and_lines_that_became_better_are_told(fake: FakeProject) -> None:
    view = since_view(graded(fake, "passing"), kept(graded(fake, "conflict")))
    assert view is not None
    assert view.when == "20 November 2026, 11:30 UTC"
    assert view.head == "2 checks better, 1 access better"
    first = view.notes[0]
    assert (first.trend, first.what) == ("better", "transpose_padded has no bank conflict")
    assert first.words == "now passes, 31 to 0 bank conflicts per request, +15 points"
    (line,) = view.lines[42]
    assert line.words == "32 to 1 wavefronts per request" and line.href == "#lab4-L42"


def test_what_became_worse_is_told_the_other_way_round(fake: FakeProject) -> None:
    view = since_view(graded(fake, "conflict"), kept(graded(fake, "passing")))
    assert view is not None
    assert view.head == "2 checks worse, 1 access worse"
    assert view.notes[0].words.endswith("-15 points")


def test_a_line_keeps_its_history_when_lines_are_put_above_it(fake: FakeProject) -> None:
    was = kept(graded(fake, "conflict"))
    above = replace(was, text="// one\n// two\n" + was.text)
    above = replace(above, costs=tuple(replace(cost, line=cost.line + 2) for cost in was.costs))
    view = since_view(graded(fake, "passing"), above)
    assert view is not None and [note.words for note in view.lines[42]] == ["32 to 1 wavefronts per request"]
    elsewhere = replace(was, costs=tuple(replace(cost, line=cost.line + 2) for cost in was.costs))
    view = since_view(graded(fake, "passing"), elsewhere)
    assert view is not None and view.lines == {}


def test_a_version_that_was_not_checked_is_not_compared(fake: FakeProject) -> None:
    good, was = graded(fake, "passing"), kept(graded(fake, "conflict"))
    assert since_view(good, was) is not None and since_view(good, None) is None
    for bad in (replace(good, compile_output="error"), replace(good, refused=True)):
        assert since_view(bad, was) is None
        assert since_view(good, replace(was, result=bad)) is None


def test_the_card_shows_it_at_the_lab_and_at_the_line(fake: FakeProject) -> None:
    results = Results("simt", "clang 14.0.6", (graded(fake, "conflict"),))
    html = render_scorecard(results, NOON, around=Surroundings({"lab4": kept(graded(fake, "passing"))}))
    head = "Since your version of 20 November 2026, 11:30 UTC: 2 checks worse, 1 access worse"
    assert f'<details class="since"><summary>{head}</summary>' in html
    line = html[html.index('id="lab4-L42"') : html.index('id="lab4-L43"')]
    assert "▲ worse 1 to 32 wavefronts per request since the version before" in words(line)
    assert "Since your version" not in render_scorecard(results, NOON)


def test_the_command_compares_with_the_version_before(course: Command, fake: FakeProject) -> None:
    fake.reports("conflict", 1)
    assert course("check") == 1
    fake.kernel.write_text(fake.kernel.read_text(encoding="utf-8") + "// edited\n", encoding="utf-8")
    fake.reports("passing", 0)
    for _ in range(2):  # and when it is asked for again
        assert course("scorecard", "--out", "card.html") == 0
        assert "2 checks better, 1 access better" in Path("card.html").read_text("utf-8")
    assert course("scorecard", "--out", "card.html", "--kernel", str(fake.kernel), "lab4") == 0
    assert "Since your version" not in Path("card.html").read_text("utf-8")


def test_a_finished_card_points_to_the_next_lab(fake: FakeProject) -> None:
    done = Results("simt", "clang 14.0.6", (graded(fake, "passing"),))
    onward = Move("./course watch lab5", "continues with lab5, Versus geam")
    html = render_scorecard(done, NOON, around=Surroundings(onward=onward))
    assert "Next: ./course watch lab5 continues with lab5, Versus geam" in words(html[: html.index("<main")])
    failed = replace(done, labs=(graded(fake, "conflict"),))
    assert "./course watch lab5" not in render_scorecard(failed, NOON, around=Surroundings(onward=onward))
