"""Which line of one version is which line of the other."""

from __future__ import annotations

from grader.comparison.line_matching import Row, match_source

BEFORE = """__global__ void k(float* out, const float* in) {
  const int i = threadIdx.x;
  out[i * 32] = in[i];
  int unused = 0;
}
"""


def rows(before: str, after: str) -> list[tuple[str, int, int]]:
    found = match_source("a.cu", "b.cu", before, after).rows
    assert [row.after for row in found if row.after] == list(range(1, after.count("\n") + 1))
    assert sorted(row.before for row in found if row.before) == list(range(1, before.count("\n") + 1))
    return [(row.match, row.before, row.after) for row in found]


def test_the_same_text_is_the_same_line_by_line() -> None:
    assert rows(BEFORE, BEFORE) == [("same", n, n) for n in range(1, 6)]


def test_a_line_below_added_ones_is_the_same_whatever_its_indentation() -> None:
    after = "// a comment\n" + BEFORE.replace("  out", "      out")
    assert rows(BEFORE, after) == [("added", 0, 1), *(("same", n, n + 1) for n in range(1, 6))]


def test_a_changed_line_stands_beside_its_former_self() -> None:
    found = rows(BEFORE, BEFORE.replace("out[i * 32]", "out[i]"))
    assert found == [
        ("same", 1, 1),
        ("same", 2, 2),
        ("changed", 3, 3),
        ("same", 4, 4),
        ("same", 5, 5),
    ]


def test_of_a_rewritten_stretch_the_lines_that_resemble_each_other_are_pairs() -> None:
    after = BEFORE.replace(
        "  out[i * 32] = in[i];\n", "  __shared__ float tile[32];\n  out[i] = in[i] + tile[0];\n"
    )
    found = rows(BEFORE, after)
    assert ("added", 0, 3) in found and ("changed", 3, 4) in found


def test_what_resembles_nothing_was_removed_or_added() -> None:
    found = rows(BEFORE, BEFORE.replace("  int unused = 0;\n", "  __syncthreads();\n"))
    assert found[3:5] == [("removed", 4, 0), ("added", 0, 4)]


def test_a_line_that_moves_past_others_is_the_same_line() -> None:
    before = "first_thing();\nsecond_thing();\nthird_thing();\nfourth();\n"
    after = "second_thing();\nthird_thing();\nfourth();\nfirst_thing();\n"
    assert rows(before, after) == [("same", 2, 1), ("same", 3, 2), ("same", 4, 3), ("moved", 1, 4)]


def test_a_brace_or_a_repeated_line_is_not_taken_for_a_moved_one() -> None:
    kept = "kept_line();\nkept_as_well();\n"
    for before, after in (
        (f"}}\n{kept}", f"{kept}}}\n"),
        (f"twice();\ntwice();\n{kept}", f"{kept}twice();\n"),
    ):
        found = rows(before, after)
        assert [row[0] for row in found].count("same") == 2
        assert not [row for row in found if row[0] == "moved"]


def test_long_rewritten_stretches_are_matched_in_order_and_quickly() -> None:
    before = "".join(f"  value_{n} = in[{n}];\n" for n in range(400))
    after = "".join(f"  value_{n} = in[2 * {n}];\n" for n in range(400))
    found = rows(before, after)
    assert len([row for row in found if row[0] == "changed" and row[1] == row[2]]) == 400


def test_a_file_of_one_version_alone_has_rows_of_it_alone() -> None:
    assert match_source("", "b.cu", "", "one\ntwo\n").rows == (Row("added", 0, 1), Row("added", 0, 2))
