"""No kernel of the student edition gives a lab's answer away, and one that does is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.classroom.student_edition import release_edition
from grader.core.lab_files import solution_of
from grader.core.manifest import Lab, read_labs
from grader.core.paths import current_project
from grader.machine.toolchain import build_programs
from grader.tests.edition_answers import read_sources, sources_in, try_lab
from grader.tests.edition_kernels import SourceFile

PROJECT = current_project()
LABS = read_labs(PROJECT)
LAB4 = next(lab for lab in LABS if lab.id == "lab4")
# Of 100, a kernel that is right and slow earns 45 in lab 5, and less in any other.
MOST_HANDED_OUT = 50
pytestmark = pytest.mark.skipif(not PROJECT.solutions.is_dir(), reason="this is a student edition")


def planted(folder: Path, text: str, name: str = "docs/examples/planted.cu") -> dict[str, str]:
    """What is found in an edition that has one file of that text."""
    file = folder / name
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    return sources_in(folder)


def disguised() -> str:
    """Lab 4's padded transpose, in a program of its own: other names, no header, no extern "C"."""
    text = solution_of(PROJECT, LAB4).read_text(encoding="utf-8")
    text = text.replace('extern "C" ', "").replace('#include "tiled_transpose.h"', "#include <cstdio>")
    for old, new in {"transpose_padded": "turn", "in": "source", "out": "target", "cols": "width"}.items():
        text = re.sub(rf"\b{old}\b", new, text)
    constants = "constexpr int TILE = 32, BLOCK_ROWS = 8, SMALL_TILE = 16;\n"
    return text.replace("#include <cstdio>", f"#include <cstdio>\n{constants}") + (
        'int main() { std::printf("%d\\n", TILE); return 0; }\n'
    )


@pytest.mark.slow
def test_a_planted_answer_is_found(tmp_path: Path) -> None:
    build_programs(PROJECT, [LAB4], lambda _: None)
    files = read_sources(PROJECT, planted(tmp_path / "edition", disguised()))
    tried = try_lab(PROJECT, LAB4, files, tmp_path)
    found = {one.how.split(",")[0]: one for one in tried.given_away}
    assert found["turn"].points >= 40, tried
    assert "docs/examples/planted.cu: turn" in str(found["turn"])


@pytest.mark.slow
def test_a_planted_answer_in_a_page_is_found(tmp_path: Path) -> None:
    """A block of code, as a template that the page names with its arguments."""
    build_programs(PROJECT, [LAB4], lambda _: None)
    block = """
template <int kPitch>
__global__ void turn(const float* in, float* out, int height, int width) {
  __shared__ float tile[32][kPitch];
  int x = blockIdx.x * 32 + threadIdx.x;
  for (int i = threadIdx.y; i < 32; i += 8) {
    int y = blockIdx.y * 32 + i;
    if (x < width && y < height) tile[i][threadIdx.x] = in[y * width + x];
  }
  __syncthreads();
  int row = blockIdx.y * 32 + threadIdx.x;
  for (int i = threadIdx.y; i < 32; i += 8) {
    int col = blockIdx.x * 32 + i;
    if (col < width && row < height) out[col * height + row] = tile[threadIdx.x][i];
  }
}
void start(const float* in, float* out) { turn<33><<<1, dim3(32, 8)>>>(in, out, 32, 32); }
"""
    page = f"# A page\n\nText.\n\n```cuda\n{block}```\n"
    files = read_sources(PROJECT, planted(tmp_path / "edition", page, "docs/page.md"))
    tried = try_lab(PROJECT, LAB4, files, tmp_path)
    assert [one.file for one in tried.given_away] == ["docs/page.md:5"]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[SourceFile]:
    """Every kernel of the edition."""
    edition = tmp_path_factory.mktemp("student") / "edition"
    release_edition(PROJECT, LABS, edition)
    found = read_sources(PROJECT, sources_in(edition))
    assert sum(len(file.kernels) for file in found) > 100
    return found


@pytest.mark.slow
@pytest.mark.full
@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_no_kernel_of_the_edition_gives_an_answer_away(
    lab: Lab, files: list[SourceFile], tmp_path: Path
) -> None:
    build_programs(PROJECT, [lab], lambda _: None)
    tried = try_lab(PROJECT, lab, files, tmp_path)
    assert not tried.given_away, "\n".join(map(str, tried.given_away))
    assert tried.handed_out <= MOST_HANDED_OUT, "the lab's own folder holds most of its answer"
    # A lab for which simtcc refuses what is tried was not looked at.
    assert tried.compiled >= max(1, tried.refused), tried
