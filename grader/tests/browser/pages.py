"""The pages that are looked at, and how each is made.

A page that is there already is one line more in PAGES.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from grader.cli.main import main
from grader.core.manifest import Lab, find_lab, read_labs
from grader.core.paths import current_project
from grader.grading.grade_labs import Grading, Submission, grade
from grader.machine.toolchain import build_programs
from grader.proof.answer_text import composed_folder, read_answers
from grader.report.scorecard.scorecard_page import Surroundings, render_scorecard
from grader.tests.class_of_fakes import FakeClass
from grader.tests.fake_project import make_fake_project
from grader.tests.handbook_build import built_handbook
from grader.tests.report.test_second_opinion import opinion_of, sample_lab, sample_page

PROJECT = current_project()
NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)
AROUND = Surroundings(explorer=(PROJECT.root / "docs/explorer/index.html").as_uri())
# One kind of trouble a lab: a wrong value, a race, a wrong count, conflicts; any other does not compile.
FAULTY = {
    "lab1": "predict-span-over-32",
    "lab2": "missing-syncthreads",
    "lab3": "load-read-once",
    "lab4": "unpadded-as-padded",
}
BROKEN = '#include "{header}"\n\nextern "C" __global__ void set_first(float* C) {{ C[0] = 1 }}\n'
# What the fake checkout makes of a kernel is in its first line; see class_of_fakes.
CLASS = ("good", "bad", "good", "bad", "crash", "good", "bad", "good", "good", "bad", "good", "bad")

Make = Callable[[Path], Path]  # writes into that folder, and returns the page's file


@dataclass(frozen=True)
class PageOf:
    """One page. address: what follows its file's name."""

    name: str
    make: Make
    address: str = ""


def there(path: str) -> Make:
    """A page of the checkout itself."""
    return lambda _: PROJECT.root / path


def scorecard(kernel_of: Callable[[Lab, Path], Path]) -> Make:
    """The scorecard of one kernel file a lab."""

    def make(folder: Path) -> Path:
        labs = read_labs(PROJECT)
        build_programs(PROJECT, labs, lambda _: None)
        submissions = [Submission(lab, kernel_of(lab, folder)) for lab in labs]
        page = folder / "scorecard.html"
        results = grade(Grading(PROJECT), submissions, lambda _: None)
        page.write_text(render_scorecard(results, NOW, around=AROUND), encoding="utf-8")
        return page

    return make


def solution(lab: Lab, _: Path) -> Path:
    return PROJECT.solutions / lab.folder / lab.kernel_file


def stub(lab: Lab, _: Path) -> Path:
    return PROJECT.labs / lab.folder / lab.kernel_file


def faulty(lab: Lab, folder: Path) -> Path:
    if lab.id in FAULTY:
        known = {answer.name: answer for answer in read_answers(PROJECT, lab)}
        return known[FAULTY[lab.id]].written_to(composed_folder(PROJECT, lab))
    broken = folder / lab.kernel_file
    broken.write_text(BROKEN.format(header=lab.header), encoding="utf-8")
    return broken


def half_way(lab: Lab, folder: Path) -> Path:
    """Of a student in the middle: the first labs done, lab 4 without padding yet, the others not begun."""
    if lab.number == 4:
        return faulty(lab, folder)
    return stub(lab, folder) if lab.number > 4 else solution(lab, folder)


def class_page(folder: Path) -> Path:
    """A dozen students, one with two files, one with none that is known, one whose run is our fault."""
    school = FakeClass(make_fake_project(folder / "checkout"), folder)
    for number, answer in enumerate(CLASS):
        school.hands_in(f"student_{number:02}", answer)
    school.hands_in("çelik_ada", "good")
    school.hands_in("student_03", "good", name="tiled_transpose (1).cu")
    school.hands_in("empty_handed", "nothing to grade", name="notes.txt")
    status, said = school.grade(folder / "graded")
    page = folder / "graded" / "index.html"
    assert status in (0, 1) and page.is_file(), said
    return page


def traced(folder: Path) -> Path:
    """The README's own example of ./course trace, as a page."""
    page = folder / "trace.html"
    launch = ["--grid", "8,8", "--block", "32,8", "--arg", "f32:256x256:iota", "--arg", "f32:256x256:uninit"]
    source = str(PROJECT.root / "common/simt/examples/transpose.cu")
    given = ["trace", source, "--kernel", "transpose_tiled<32>", *launch, "--arg", "256", "--html", str(page)]
    assert main(given) == 0
    return page


def one_lab(folder: Path) -> Path:
    """The scorecard of one lab whose tile has no padding, as ./course scorecard lab4 makes it."""
    lab = find_lab(read_labs(PROJECT), "lab4")
    build_programs(PROJECT, [lab], lambda _: None)
    results = grade(Grading(PROJECT), [Submission(lab, faulty(lab, folder))], lambda _: None)
    page = folder / "scorecard.html"
    page.write_text(render_scorecard(results, NOW, around=AROUND), encoding="utf-8")
    return page


RACY = """// A sum of each block that lacks a barrier, and a scaling that strides.
#include <cstdio>

__global__ void sum_blocks(const float* in, float* out)
{
  __shared__ float partial_sums[256];
  partial_sums[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      partial_sums[threadIdx.x] += partial_sums[threadIdx.x + half];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial_sums[0];
}

__global__ void scale_strided(float* values, int n)
{
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * 33 % n;
  values[i] = values[i] * 2.0f;
}

int main()
{
  const int n = 1 << 14;
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n / 256 * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  sum_blocks<<<n / 256, 256>>>(in, out);
  scale_strided<<<n / 256, 256>>>(in, n);
  float first = 0.0f;
  cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("%g\\n", first);
  cudaFree(in);
  cudaFree(out);
}
"""


def run(folder: Path) -> Path:
    """A program with a race and a stride, as a page of ./course run."""
    source, page = folder / "racy_sums.cu", folder / "run.html"
    source.write_text(RACY, encoding="utf-8")
    assert main(["run", str(source), "--report", "html", "--out", str(page)]) == 1
    return page


def compared(folder: Path) -> Path:
    """Two kernels of an example, one of which pads its tile, as a page of ./course compare."""
    page = folder / "compare.html"
    source = str(PROJECT.root / "common/simt/examples/square_transposes.cu")
    kernels = ["--kernel", "transpose_tiled<32>", "--kernel", "transpose_tiled<33>"]
    assert main(["compare", source, source, *kernels, "--report", "html", "--out", str(page)]) == 0
    return page


def with_nvcc(folder: Path) -> Path:
    """A scorecard of sample kernels with what nvcc makes of their lines."""
    lab = sample_lab()
    page = folder / "sass.html"
    page.write_text(sample_page(lab, opinion_of(lab)), encoding="utf-8")
    return page


def handbook(page: str) -> Make:
    """A page of the handbook, which is built once for all."""
    return lambda folder: built_handbook(folder.parent) / page


EXPLORER = there("docs/explorer/index.html")
PAGES: tuple[PageOf, ...] = (
    PageOf("explorer", EXPLORER),
    PageOf("explorer-shared", EXPLORER, "#access=tile[tid][col]&space=shared&by=wavefronts&step=5"),
    PageOf("explorer-bytes", EXPLORER, "#access=in[i*3]&size=1&base=5&lanes=0fffffff&step=9"),
    PageOf("explorer-matrices", EXPLORER, "#access=tile[lane%2516][0]&op=ldmatrix.x2&.pitch=64&step=3"),
    PageOf("explorer-error", EXPLORER, "#access=in[i*stride&.stride=2"),
    PageOf("explorer-tile", EXPLORER, "#view=tile"),
    PageOf("explorer-tile-global", EXPLORER, "#view=tile&side=16&size=8&warp=2&step=1&store=r*17%2Bc"),
    PageOf("explorer-tile-error", EXPLORER, "#view=tile&load=r*32%2B("),
    PageOf("scorecard-solutions", scorecard(solution)),
    PageOf("scorecard-faulty", scorecard(faulty)),
    PageOf("scorecard-stubs", scorecard(stub)),
    PageOf("scorecard-half-way", scorecard(half_way)),
    PageOf("scorecard-sass", with_nvcc),
    PageOf("scorecard-one", one_lab),
    PageOf("class", class_page),
    PageOf("trace", traced),
    PageOf("run", run),
    PageOf("comparison", compared),
    PageOf("handbook", handbook("index.html")),
    PageOf("handbook-chapter", handbook("chapter/index.html")),
    PageOf("handbook-banks", handbook("chapter/banks.html")),
    PageOf("handbook-padding", handbook("chapter/padding.html")),
    PageOf("handbook-lab4", handbook("labs/lab4.html")),
    PageOf("handbook-claims", handbook("claims.html")),
    PageOf("handbook-glossary", handbook("glossary.html")),
    PageOf("handbook-troubleshooting", handbook("troubleshooting.html")),
    PageOf("handbook-class", handbook("instructors/index.html")),
)
BY_NAME: Mapping[str, PageOf] = {page.name: page for page in PAGES}
