"""What a reader of a scorecard meets first: failures by name, what needs a look open, and all else folded."""

from __future__ import annotations

import re
from dataclasses import replace

from grader.classroom.grade_submission import not_handed_in
from grader.report.scorecard.next_view import other_lines
from grader.report.scorecard.scorecard_page import render_scorecard
from grader.schema.record import Failure, LineTime, Modelled
from grader.schema.results import Results, Status
from grader.tests.fake_project import FakeProject
from grader.tests.report.test_scorecard import NOON, graded, html_of, words


def test_a_failure_is_told_once_and_its_check_and_its_line_refer_to_it(fake: FakeProject) -> None:
    html = html_of(graded(fake, "conflict"))
    assert html.count("with a 32-way bank conflict") == 1
    check = html[html.index('id="lab4-padded-no-conflict"') :]
    check = check[: check.index("</li>")]
    assert "<h4>transpose_padded has no bank conflict</h4>" in check
    assert '<a href="#next">Told under Next, at the top</a>' in check
    line = html[html.index('id="lab4-L42"') : html.index('id="lab4-L43"')]
    assert '<span class="said"><a href="#next">transpose_padded has no bank conflict</a>' in line


def test_another_failure_is_told_in_its_check_with_the_demand_below(fake: FakeProject) -> None:
    html = html_of(graded(fake, "conflict"))
    check = html[html.index('id="lab4-padded-bound"') :]
    check = check[: check.index("</li>")]
    heading, demand = check.index("<h4>"), check.index('<p class="demand">')
    assert heading < demand and "Told under Next" not in check
    passed = html[html.index('id="lab4-padded-values"') :]
    passed = passed[: passed.index("</li>")]
    assert "<h4>transpose_padded gives the exact transpose</h4>" in passed
    assert "demand" not in passed


def test_checks_that_fail_for_one_reason_tell_it_in_the_first_of_them(fake: FakeProject) -> None:
    lab = graded(fake, "conflict")
    first, second, third, *rest = lab.checks
    message = "the kernel did not finish\n  at line 3"
    same = tuple(replace(one, status=Status.FAILED, message=message) for one in (second, third))
    lab = replace(lab, checks=(replace(first, status=Status.FAILED, message="first"), *same, *rest))
    html = html_of(lab)
    assert html.count("the kernel did not finish") == 1
    assert f'<a href="#lab4-{second.id}">Fails for the same reason as this check</a>' in html


RACE = (
    "race in shared memory: `tile` is read in line 15 by thread (0, 0, 0) and written in line 12 by "
    "thread (1, 0, 0), with no __syncthreads() in between"
)


def test_a_race_is_one_entry_with_both_its_lines(fake: FakeProject) -> None:
    lab = graded(fake, "conflict")
    assert lab.source is not None
    failed = replace(lab.checks[0], status=Status.FAILED, message=RACE, fault="race", advice="")
    failed = replace(failed, file=lab.source.file, line=15)
    html = html_of(replace(lab, checks=(failed, *lab.checks[1:])))
    top = html[html.index('id="next"') : html.index("<main")]
    assert ':15</a>, <a href="#lab4-L12">line 12</a>' in top
    assert "Put a <code>__syncthreads()</code> between the two accesses" in top
    assert html.count("is read in line 15") == 1
    for line, other in ((15, 12), (12, 15)):
        row = html[html.index(f'id="lab4-L{line}"') : html.index(f'id="lab4-L{line + 1}"')]
        assert f'<span class="word">race</span> <span class="said"><a href="#next">with line {other}: ' in row
    outside = re.sub(r"<details.*?</details>", "", html, flags=re.DOTALL)
    assert 'id="lab4-L12"' in outside, "the other thread's line is open"


def test_what_is_worth_nothing_says_what_waits_for_it(fake: FakeProject) -> None:
    lab = graded(fake, "conflict")
    first, second, *rest = lab.checks
    failed = replace(first, status=Status.FAILED, message=RACE, points=0, max_points=0)
    waiting = replace(second, status=Status.SKIPPED, message=f"needs {first.title}", points=0, max_points=15)
    html = html_of(replace(lab, checks=(failed, waiting, *rest)))
    assert "15 points wait for it." in html[html.index('id="next"') : html.index("<main")]
    row = html[html.index(f'id="lab4-{first.id}"') :]
    assert "/0" not in row[: row.index("</li>")]


def test_other_faults_have_no_other_line(fake: FakeProject) -> None:
    lab = graded(fake, "conflict")
    check = replace(lab.checks[0], message=RACE, line=15, fault="out of bounds")
    assert other_lines(check) == ()
    assert other_lines(replace(check, fault="race")) == (12,)
    of_file = RACE.replace("in line 12 by", "in line 12 of helpers.h by")
    assert other_lines(replace(check, fault="race", message=of_file)) == (), "another file's line 12"


def test_the_time_that_a_failing_line_takes_is_told_with_its_error(fake: FakeProject) -> None:
    lab = graded(fake, "conflict")
    assert lab.source is not None
    lines = (LineTime(lab.source.path, 42, 0.52),)
    modelled = Modelled("NVIDIA H200", 0.42, 21.2, 11.0, 0.2, "L1 and shared memory", "", lines)
    checks = tuple(
        replace(check, launches=tuple(replace(one, modelled=(modelled,)) for one in check.launches))
        if check.id == "padded-no-conflict"
        else check
        for check in lab.checks
    )
    top = html_of(replace(lab, checks=checks))
    told = (
        "15 points. transpose_padded takes about 21.2 µs on an NVIDIA H200 (±20 %), by the model of time; "
        "line 42 is 52 % of that; it is limited by L1 and shared memory."
    )
    assert told in top[: top.index("<main")]
    assert "by the model of time" not in html_of(lab)


def test_the_next_failures_of_a_check_are_counted_and_folded(fake: FakeProject) -> None:
    lab = graded(fake, "conflict")
    others = (Failure("race in shared memory\n  at line 9", "kernel.cu", 9),)
    checks = tuple(
        replace(check, failures=2, others=others) if check.status is Status.FAILED else check
        for check in lab.checks
    )
    html = html_of(replace(lab, checks=checks))
    fold = html[html.index("1 more failure of this check</summary>") :]
    assert fold[: fold.index("</details>")].count("kernel.cu:9: race in shared memory\n  at line 9") == 1
    assert "more failure" not in html_of(lab)


def test_what_a_lab_asks_for_is_no_fault(fake: FakeProject) -> None:
    """lab.toml says that the check tiled-conflict asks for the shared accesses of transpose_tiled."""
    lab = graded(fake, "passing")
    asked = [check for check in lab.checks if check.asks_for]
    assert [check.id for check in asked] == ["tiled-conflict"]
    assert "as asked shared load 32 wavefronts" in words(html_of(lab))
    assert "heavy shared load 32 wavefronts" not in words(html_of(lab))
    assert "at least twice the least possible" not in words(html_of(lab))
    drawn = html_of(lab)[html_of(lab).index('id="lab4-pictures"') :]
    assert drawn.count("as the lab asks</span>") == drawn.count('class="picture asked"') == 1


def test_only_a_check_that_passed_takes_the_blame_off_a_line(fake: FakeProject) -> None:
    lab = graded(fake, "passing")
    failed = tuple(
        replace(check, status=Status.FAILED, points=0) if check.asks_for else check for check in lab.checks
    )
    said = words(html_of(replace(lab, checks=failed)))
    assert "heavy shared load 32 wavefronts" in said
    assert "as asked" not in said


def test_lines_that_need_no_look_are_folded_and_those_that_do_are_open(fake: FakeProject) -> None:
    html = html_of(graded(fake, "conflict"))
    source = html[html.index('<ol class="source">') : html.index("All accesses as a table")]
    outside = re.sub(r"<details.*?</details>", "", source, flags=re.DOTALL)
    shown = [int(number) for number in re.findall(r'id="lab4-L(\d+)"', outside)]
    assert shown == list(range(39, 46))
    everything = re.findall(r'id="lab4-L(\d+)"', source)
    assert [int(number) for number in everything] == list(range(1, len(everything) + 1))
    at_fault = outside[outside.index('id="lab4-L42"') : outside.index('id="lab4-L43"')]
    assert "fails transpose_padded has no bank conflict" in words(at_fault)


def test_the_source_comes_before_the_checks_and_the_drawings(fake: FakeProject) -> None:
    html = html_of(graded(fake, "conflict"))
    order = [html.index(f'id="lab4-{part}"') for part in ("source", "checks", "pictures", "bounds")]
    assert order == sorted(order)


def test_skipped_checks_are_folded(fake: FakeProject) -> None:
    html = html_of(graded(fake, "out_of_bounds"))
    skipped = html.index("<summary>2 checks skipped</summary>")
    assert html.index('id="lab4-tiled-values"') < skipped < html.index('id="lab4-tiled-coalesced"')


def test_a_lab_without_a_file_is_one_line(fake: FakeProject) -> None:
    absent = replace(not_handed_in(fake.lab), id="lab9")
    html = render_scorecard(Results("simt", "clang 14.0.6", (graded(fake, "conflict"), absent)), NOON)
    article = html[html.index('id="lab9"') : html.index("</main>")]
    said = words(f"<p {article}")
    assert said == "lab9 Tiled transpose no file tiled_transpose.cu was handed in 0 of 100 points"
    contents = html[html.index('<nav class="jump"') : html.index("</nav>")]
    assert words(contents).endswith("lab9 0/100")


def test_a_finished_course_is_a_page_worth_keeping(fake: FakeProject) -> None:
    lab = graded(fake, "passing")
    html = html_of(lab)
    top = words(html[: html.index("<main")])
    assert "Done All checks passed Coalesce Labs, Tiled transpose, 20 November 2026: 100 of 100 points" in top
    assert "Next" not in top.split("Total")[1].split("Machine")[0]
    assert "Best numbers" not in top, "no check of this lab can be measured"
    checks = tuple(
        replace(check, measurable=True, evidence="measured", value=0.9512)
        if check.id == "padded-bound"
        else check
        for check in lab.checks
    )
    html = html_of(replace(lab, checks=checks))
    top = words(html[: html.index("<main")])
    assert "Best numbers lab4, Tiled transpose 0.95 of the copy measured" in top


def test_an_unfinished_course_has_no_such_heading(fake: FakeProject) -> None:
    assert "All checks passed" not in words(html_of(graded(fake, "conflict")))
    assert "Best numbers" not in words(html_of(graded(fake, "conflict")))
