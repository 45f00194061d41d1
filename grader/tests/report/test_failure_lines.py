"""A failed check in the terminal: the line that it quotes, and its request in characters."""

from __future__ import annotations

import io
from dataclasses import replace

from rich.cells import cell_len
from rich.console import Console

from grader.grading.join import join_outcome
from grader.machine.runner import Outcome
from grader.report.costs import LineCost, costs_of
from grader.report.terminal.failure_lines import Failures
from grader.report.terminal.quoted_source import quote
from grader.report.terminal.request_sketch import sketch
from grader.schema.results import CheckResult, LabResult, Source, Status
from grader.tests.fake_project import FakeProject

LONG = "  out[(out_row + i) * rows + out_col] = tile[threadIdx.x][threadIdx.y + i];"
SOURCE = Source("a.cu", "/a.cu", f"void k() {{\n  tile[y][x] = in[i];\n\n{LONG}\n}}\n")
RACE = CheckResult(
    id="safe",
    title="k: no races",
    status=Status.FAILED,
    points=0,
    max_points=5,
    message="race: `tile` is read in line 4 by one thread and written in line 2 by another\n  at line 4",
    file="a.cu",
    line=4,
)


def test_a_race_quotes_both_lines_and_underlines_the_array_in_each() -> None:
    assert list(quote(SOURCE, RACE, 100)) == [
        "  2 | tile[y][x] = in[i];",
        "    | ^^^^^^^^^^",
        "> 4 | out[(out_row + i) * rows + out_col] = tile[threadIdx.x][threadIdx.y + i];",
        "    |                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
    ]


def test_of_a_long_line_the_named_code_stays() -> None:
    rows = list(quote(SOURCE, RACE, 60))
    assert all(cell_len(row) <= 60 for row in rows)
    assert "= tile[threadIdx.x][threadIdx.y + i];" in rows[2]
    mark = rows[3].index("^")
    assert rows[2][mark : mark + len("tile[threadIdx.x]")] == "tile[threadIdx.x]"


def test_wide_letters_keep_the_underline_below_its_code() -> None:
    source = replace(SOURCE, text='a("宽宽", tile[0]);\n')
    (code, mark) = quote(source, replace(RACE, line=1, message="`tile` is wrong"), 60)
    assert cell_len(code[: code.index("tile")]) == mark.index("^")
    (cut, *_) = quote(source, replace(RACE, line=1, message="`tile` is wrong"), 20)
    assert cell_len(cut) <= 20


def test_nothing_is_quoted_of_another_file_or_of_a_line_that_is_not_there() -> None:
    assert list(quote(SOURCE, replace(RACE, file="b.cu"), 80)) == []
    assert list(quote(SOURCE, replace(RACE, line=99), 80)) == []
    assert list(quote(SOURCE, replace(RACE, line=0), 80)) == []
    assert list(quote(None, RACE, 80)) == []


def test_no_source_steers_the_terminal() -> None:
    evil = replace(SOURCE, text="\x1b[2J tile\u202e\n")
    rows = "".join(quote(evil, replace(RACE, line=1), 80))
    assert "\x1b" not in rows and "\u202e" not in rows


def lines_of(lab: LabResult, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, highlight=False)
    failures = Failures(console, lab)
    return "\n".join(line.plain for check in lab.checks for line in failures.about(check))


def test_a_line_is_quoted_once_and_its_advice_named() -> None:
    advised = replace(RACE, advice="Add a barrier.")
    lab = LabResult("lab4", "T", (advised, replace(advised, id="again")), source=SOURCE)
    out = lines_of(lab)
    assert out.count("> 4 |") == 1
    assert out.count("at a.cu:4") == 2
    assert out.count("help: Add a barrier.") == 2


def costliest(fake: FakeProject, name: str, space: str) -> LineCost:
    lab = join_outcome(fake.project, fake.lab, fake.source, Outcome(fake.record(name)))
    costs = costs_of(launch for check in lab.checks for launch in check.launches)
    return max((cost for cost in costs if cost.access.space == space), key=lambda cost: cost.rank)


def test_a_bank_conflict_is_one_bank_wavefront_by_wavefront(fake: FakeProject) -> None:
    cost = costliest(fake, "conflict", "shared")
    rows = list(sketch(cost, 76))
    assert rows[0].startswith(
        f"one request of line {cost.access.line}: 32 lanes fall into 1 bank: 32 wavefronts"
    )
    banks = [row.split()[2:6] for row in rows if row.startswith("wavefront")]
    assert len(banks) == 3 and all("".join(groups).count("#") == 1 for groups in banks)
    assert len({tuple(groups) for groups in banks}) == 1, "the same bank each time"
    assert rows[-1] == "and 29 more wavefronts"
    assert list(sketch(cost, 30)) == [], "there is no room for 32 banks"


def test_an_uncoalesced_request_is_a_word_a_sector(fake: FakeProject) -> None:
    cost = costliest(fake, "strided", "global")
    rows = list(sketch(cost, 76))
    sectors = cost.access.example.sectors
    assert f"{sectors} sectors; " in rows[0]
    cells = rows[1].removeprefix("sectors").split()
    assert len(cells) == 7 and {len(cell) for cell in cells} == {8}
    assert {cell.count("#") for cell in cells} == {cost.access.width // 4}
    assert rows[2].split()[:3] == ["lanes", "0", "1"]
    assert rows[-1] == f"and {sectors - 7} more sectors"
    assert all(len(row) <= 40 for row in list(sketch(cost, 40))[1:])
