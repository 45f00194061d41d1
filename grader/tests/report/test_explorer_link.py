"""A recorded request as a state of the explorer, and the pages that link to it: scorecard, run and trace.

test_explorer.py opens such states in a browser.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from grader.report.costs import LineCost, all_costs, costs_of
from grader.report.program_view.program_page import render_page as render_run
from grader.report.request_drawing.explorer_link import explorer_link, explorer_state
from grader.report.scorecard.scorecard_page import Surroundings, render_scorecard
from grader.report.scorecard.source_listing import source_lines
from grader.report.trace_view.trace_page import render_page as render_trace
from grader.schema.program_report import parse_report
from grader.schema.results import Results
from grader.schema.trace_document import parse_trace
from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject
from grader.tests.program_document import document as program_document
from grader.tests.report.test_scorecard import NOON, graded
from grader.tests.trace_document import SOURCE
from grader.tests.trace_document import document as trace_document

PAGE = "docs/explorer/index.html"


def conflict(fake: FakeProject) -> LineCost:
    return next(
        cost
        for cost in all_costs(graded(fake, "conflict"))
        if cost.is_wasteful and cost.access.space == "shared"
    )


def changed(cost: LineCost, addresses: tuple[int, ...], **changes: object) -> LineCost:
    access = cost.access
    example = replace(access.example, addresses=addresses or access.example.addresses)
    return replace(cost, access=replace(access, example=example, **changes))  # type: ignore[arg-type]


def test_the_state_has_every_lanes_address(fake: FakeProject) -> None:
    cost = conflict(fake)
    said = parse_qs(explorer_state(cost).removeprefix("#"))
    first = min(cost.access.example.addresses)
    listed = [int(byte) for byte in said["access"][0].strip("{}").split()]
    assert [byte + first // 128 * 128 for byte in listed] == list(cost.access.example.addresses)
    assert (said["space"], said["op"], said["size"]) == (["shared"], ["load"], ["4"])
    assert "lanes" not in said, "all take part"


def test_far_addresses_move_by_whole_lines_and_idle_lanes_are_left_out(fake: FakeProject) -> None:
    far = (1_000_004, *(-1,) * 29, 1_000_260, 1_000_132)
    said = parse_qs(explorer_state(changed(conflict(fake), far)).removeprefix("#"))
    assert said["access"] == [f"{{68 {'0 ' * 29}324 196}}"]
    assert said["lanes"] == ["c0000001"]


@pytest.mark.parametrize(
    "changes",
    [
        {"op": "atomic"},
        {"space": "texture"},
        {"instruction": "stmatrix.x4", "op": "store"},
        {"instruction": "ldmatrix.x1"},  # with an address in every lane it is none
        {"asynchronous": True},
    ],
)
def test_what_the_explorer_has_no_rule_for_has_no_link(fake: FakeProject, changes: dict[str, object]) -> None:
    assert explorer_state(changed(conflict(fake), (), **changes)) == ""


@pytest.mark.parametrize(
    ("instruction", "rows"), [("ldmatrix.x1", 8), ("ldmatrix.x2", 16), ("ldmatrix.x4", 32)]
)
def test_a_load_of_matrices_has_the_address_of_each_row(
    fake: FakeProject, instruction: str, rows: int
) -> None:
    lanes = tuple(1024 + 128 * lane for lane in range(rows)) + (-1,) * (32 - rows)
    state = explorer_state(changed(conflict(fake), lanes, instruction=instruction, width=16))
    said = parse_qs(state.removeprefix("#"))
    assert said["access"] == [f"{{{' '.join(str(128 * lane) for lane in range(rows))}}}"]
    assert (said["op"], said["space"]) == ([instruction], ["shared"])
    assert "size" not in said and "lanes" not in said, "the instruction says both"


def test_the_card_links_to_the_explorer_where_there_is_one(fake: FakeProject) -> None:
    results = Results("simt", "clang 14.0.6", (graded(fake, "conflict"),))
    html = render_scorecard(results, NOON, around=Surroundings(explorer=PAGE))
    state = explorer_state(conflict(fake)).replace("&", "&amp;")
    below_the_drawing = f'<p class="explore"><a href="{PAGE}{state}">Try this request in the explorer</a>'
    assert below_the_drawing in html
    of_line = html[html.index(f'id="lab4-L{conflict(fake).access.line}"') :].partition("<li id=")[0]
    assert f'<a class="explore" href="{PAGE}{state}">explore' in of_line
    assert "explorer" not in render_scorecard(results, NOON)


def links_of(html: str) -> list[str]:
    """The links to the explorer, as they follow each other on a page."""
    return [unescape(link) for link in re.findall(rf'href="({PAGE}#[^"]*)"', html)]


def test_a_traces_page_links_at_what_costs_most_at_its_lines_and_below_its_drawings(tmp_path: Path) -> None:
    file = tmp_path / "k.cu"
    file.write_text(SOURCE, encoding="utf-8")
    trace = parse_trace(trace_document(str(file)), "test")
    html = render_trace(trace, SOURCE, file, NOON, PAGE)
    of_space = {cost.access.space: explorer_link(cost, PAGE) for cost in costs_of([trace.launches[0].launch])}
    assert of_space["texture"] == of_space["constant"] == "", "the explorer has no rule for them"
    plain = [of_space["global"], of_space["shared"]]
    assert sorted(links_of(html[: html.index("<main")])) == sorted(plain)
    assert links_of(html[html.index('class="source"') : html.index("</ol>")]) == plain
    assert links_of(html[html.index('class="pictures"') :]) == plain
    assert "explorer" not in render_trace(trace, SOURCE, file, NOON)


def test_a_runs_page_links_in_the_same_places(tmp_path: Path) -> None:
    file = tmp_path / "k.cu"
    file.write_text(SOURCE, encoding="utf-8")
    report = parse_report(program_document(str(file)), "test")
    html = render_run(report, file, NOON, PAGE)
    found = [explorer_link(cost, PAGE) for cost in costs_of(group.launch for group in report.launches)]
    for part in (html[: html.index("<main")], html[html.index("<main") : html.index('class="pictures"')]):
        assert set(links_of(part)) == {link for link in found if link} != set()
    assert links_of(html[html.index('class="pictures"') :])
    assert "explorer" not in render_run(report, file, NOON)


def test_accesses_of_several_kernels_that_cost_the_same_are_still_one_row(fake: FakeProject) -> None:
    cost = conflict(fake)
    moved = tuple(address + 4 for address in cost.access.example.addresses)
    other = replace(changed(cost, moved), launch=replace(cost.launch, kernel="other"))
    (line,) = source_lines("p", "x\n", {1: (cost, other)}, explorer=PAGE)
    (row,) = line.costs
    assert row.kernel == "both kernels" and row.explorer == explorer_link(cost, PAGE)


def test_the_command_finds_the_explorer_of_its_checkout(course: Command, fake: FakeProject) -> None:
    fake.reports("conflict", 1)
    assert course("scorecard", "--out", "card.html") == 0
    assert "in the explorer" not in Path("card.html").read_text("utf-8"), "this checkout has none"
    page = fake.project.root / "docs" / "explorer" / "index.html"
    page.parent.mkdir(parents=True)
    page.write_text("<!DOCTYPE html>", encoding="utf-8")
    assert course("scorecard", "--out", "card.html") == 0
    assert f'href="{page.resolve().as_uri()}#access=' in Path("card.html").read_text("utf-8")
    assert course("scorecard", "--out", str(fake.project.root / "card.html")) == 0
    assert 'href="docs/explorer/index.html#access=' in (fake.project.root / "card.html").read_text("utf-8")
