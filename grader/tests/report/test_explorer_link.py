"""A scorecard's worst request as a state of the explorer. test_explorer.py opens such states in a browser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from grader.report.costs import LineCost, all_costs
from grader.report.request_drawing.explorer_link import explorer_state
from grader.report.scorecard.scorecard_page import Surroundings, render_scorecard
from grader.schema.results import Results
from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject
from grader.tests.report.test_scorecard import NOON, graded


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
    [{"op": "atomic"}, {"space": "texture"}, {"instruction": "ldmatrix.x4"}, {"asynchronous": True}],
)
def test_what_the_explorer_has_no_rule_for_has_no_link(fake: FakeProject, changes: dict[str, object]) -> None:
    assert explorer_state(changed(conflict(fake), (), **changes)) == ""


def test_the_card_links_to_the_explorer_where_there_is_one(fake: FakeProject) -> None:
    results = Results("simt", "clang 14.0.6", (graded(fake, "conflict"),))
    html = render_scorecard(results, NOON, around=Surroundings(explorer="docs/explorer/index.html"))
    assert html.count('<a href="docs/explorer/index.html#access=%7B') == 1
    assert "in the explorer" not in render_scorecard(results, NOON)


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
