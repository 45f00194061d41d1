"""A scorecard opens in any browser: whatever a submission prints, names or writes, the page stays small."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest

from grader.grading.join import join_outcome
from grader.machine.runner import Outcome
from grader.report.scorecard.colouring import coloured
from grader.report.scorecard.page_limits import LADDER, LARGEST_PAGE, bounded
from grader.report.scorecard.scorecard_page import render_scorecard
from grader.schema.record import Access, Launch
from grader.schema.results import LabResult, Results, Source
from grader.tests.fake_project import FakeProject

NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
MIB = 1 << 20
SOURCES = {
    "one line": "a" * MIB,
    "pieces": "1;" * (MIB // 2),
    "markup": "<&>" * (MIB // 3),
    "quotes": "\"'\\" * (MIB // 3),
    "lines": "\n" * MIB,
    "hidden": "\u202e" * (MIB // 3),
    "comments": "/*" * (MIB // 2),
    "names": "a::b::" * (MIB // 6) + "(",
    "spaces": " " * MIB + "x",
}


@pytest.fixture
def lab(fake: FakeProject) -> LabResult:
    return join_outcome(fake.project, fake.lab, fake.source, Outcome(fake.record("conflict")))


def page_of(*labs: LabResult) -> str:
    began = time.process_time()
    page = render_scorecard(Results("simt", "clang 14.0.6", labs), NOW)
    assert time.process_time() - began < 30
    assert len(page.encode()) <= LARGEST_PAGE < 3_000_000
    return page


def with_text(lab: LabResult, text: str) -> LabResult:
    assert lab.source is not None
    return replace(lab, source=Source(lab.source.file, lab.source.path, text))


def test_an_honest_result_passes_unchanged(lab: LabResult) -> None:
    lab = replace(lab, checks=tuple(replace(check, printed="row 0\n") for check in lab.checks))
    shown = bounded(lab, LADDER[0])
    assert shown.lab == lab
    assert shown.left_out == ()


@pytest.mark.parametrize("name", SOURCES)
def test_a_source_of_a_megabyte_makes_no_large_page(lab: LabResult, name: str) -> None:
    page = page_of(*[with_text(replace(lab, id=f"lab{number}"), SOURCES[name]) for number in range(1, 6)])
    assert "too long to be shown whole" in page or "are cut after" in page


@pytest.mark.parametrize("what", ["printed", "message", "file"])
@pytest.mark.parametrize(
    "text", ["x" * MIB, "\x1b[31m\n" * (MIB // 6), "<" * MIB], ids=["one", "lines", "markup"]
)
def test_what_a_check_says_is_cut(lab: LabResult, what: str, text: str) -> None:
    hostile: dict[str, Any] = {what: text}
    checks = tuple(replace(check, **hostile) for check in lab.checks)
    page = page_of(*[replace(lab, id=f"lab{number}", checks=checks) for number in range(1, 6)])
    assert "\x1b" not in page
    assert what == "file" or "characters are left out" in page


def test_the_compilers_words_are_cut(lab: LabResult) -> None:
    assert "characters are left out" in page_of(replace(lab, compile_output="error\n" * MIB))


def many(launch: Launch, count: int) -> Launch:
    first: Access = launch.accesses[0]
    return replace(launch, accesses=tuple(replace(first, line=1 + number) for number in range(count)))


def test_of_many_accesses_the_costliest_are_shown(lab: LabResult) -> None:
    check = next(check for check in lab.checks if check.launches)
    launch = many(check.launches[0], 20_000)
    dear = replace(launch.accesses[0], line=30_000, sectors=launch.accesses[0].sectors * 100)
    launch = replace(launch, accesses=(*launch.accesses, dear))
    page = page_of(replace(lab, checks=(replace(check, launches=(launch,) * 3),)))
    assert "memory accesses the 400 costliest are shown" in page
    assert ":30000</th>" in page


def test_names_of_megabytes_are_cut(lab: LabResult) -> None:
    check = next(check for check in lab.checks if check.launches)
    launch = check.launches[0]
    access = launch.accesses[0]
    example = replace(access.example, array="A" * MIB)
    hostile = replace(launch, kernel="k" * MIB, accesses=(replace(access, example=example),))
    page = page_of(replace(lab, checks=(replace(check, launches=(hostile,)),)))
    assert "k" * 200 not in page
    assert "A" * 200 not in page


@pytest.mark.parametrize("name", SOURCES)
def test_colours_change_no_text(name: str) -> None:
    lines = SOURCES[name].split("\n")
    found = coloured(lines)
    assert ["".join(piece.text for piece in line) for line in found] == lines


def test_colours_of_cuda() -> None:
    (line,) = coloured(
        ['__global__ void k(float4 *a) { a[0x1f] = 1.5f; /* note */ f("a\\"b", \'"\'); } // end']
    )
    by_class = {
        css: [p.text.strip() for p in line if p.css == css] for css in ("cud", "key", "num", "str", "com")
    }
    assert by_class == {
        "cud": ["__global__", "float4"],
        "key": ["void"],
        "num": ["0x1f", "1.5f"],
        "str": ['"a\\"b"', "'\"'"],
        "com": ["/* note */", "// end"],
    }
    directive, inside, after = coloured(['#include "a.h" // why', "/* from here", "to here */ int"])
    assert [(p.css, p.text) for p in directive] == [
        ("pre", "#include "),
        ("str", '"a.h"'),
        ("pre", " "),
        ("com", "// why"),
    ]
    assert [p.css for p in inside] == ["com"]
    assert [(p.css, p.text) for p in after] == [("com", "to here */"), ("", " "), ("key", "int")]
