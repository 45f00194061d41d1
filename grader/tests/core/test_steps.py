"""Lines of progress and the counts in them."""

from __future__ import annotations

from grader.core.steps import Step, ToolOutput, part_of, tool_output


def test_ninja_counts_its_steps() -> None:
    line = tool_output("[12/80] Building CXX object a.o")
    assert (line.done, line.total) == (12, 80)
    assert (tool_output("-- Configuring done").done, tool_output("[x/80] a").total) == (0, 0)


def test_the_lines_of_a_part_have_its_count_and_others_keep_their_own() -> None:
    told: list[str] = []
    tell = part_of(told.append, 2, 5)
    own, tool = Step("of its own", 1, 9), ToolOutput("a compiler says")
    for line in ("plain", own, tool):
        tell(line)
    first = told[0]
    assert isinstance(first, Step) and (first, first.done, first.total) == ("plain", 2, 5)
    assert told[1] is own and told[2] is tool
