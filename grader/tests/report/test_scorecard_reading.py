"""What a reader of a scorecard meets first: failures by name, what needs a look open, and all else folded."""

from __future__ import annotations

import re
from dataclasses import replace

from grader.classroom.grade_submission import not_handed_in
from grader.report.scorecard.scorecard_page import render_scorecard
from grader.schema.record import Failure
from grader.schema.results import Results, Status
from grader.tests.fake_project import FakeProject
from grader.tests.report.test_scorecard import NOON, graded, html_of, words


def test_a_failed_check_is_headed_by_its_failure_and_the_demand_stands_below(fake: FakeProject) -> None:
    html = html_of(graded(fake, "conflict"))
    check = html[html.index('id="lab4-padded-no-conflict"') :]
    check = check[: check.index("</li>")]
    heading, demand = check.index("<h4>"), check.index('<p class="demand">')
    assert "32-way bank conflict" in check[heading:demand]
    assert "transpose_padded has no bank conflict" in check[demand:]
    passed = html[html.index('id="lab4-padded-values"') :]
    passed = passed[: passed.index("</li>")]
    assert "<h4>transpose_padded gives the exact transpose</h4>" in passed
    assert "demand" not in passed


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
    assert "fails transpose_padded reads tile with a 32-way bank conflict" in words(at_fault)


def test_the_source_comes_before_the_drawings(fake: FakeProject) -> None:
    html = html_of(graded(fake, "conflict"))
    order = [html.index(f'id="lab4-{part}"') for part in ("checks", "source", "pictures", "bounds")]
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
    progress = html[html.index('<nav class="progress"') : html.index("</nav>")]
    assert "no file" in words(progress)


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
