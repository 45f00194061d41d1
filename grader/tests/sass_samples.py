"""What nvcc, ptxas and nvdisasm said of sample files (data/sass), and programs that say it again."""

from __future__ import annotations

from pathlib import Path

from grader.machine.sass_listing import CompiledKernel, read_kernels
from grader.tests.fake_project import DATA, FakeProject

SAMPLES = DATA / "sass"
KERNELS = SAMPLES / "kernels.cu"
TRANSPOSE = "tiled_transpose"

NVCC = """#!/bin/sh
case $1 in
  --version) echo 'Cuda compilation tools, release 13.0, V13.0.88'; exit ;;
  --list-gpu-arch) printf 'compute_80\\ncompute_90\\ncompute_100\\n'; exit ;;
esac
while [ $# -gt 0 ]; do
  case $1 in -o) out=$2; shift ;; *.cu) file=$1 ;; esac; shift
done
[ ! -f '@ROOT@/nvcc_says' ] || { cat '@ROOT@/nvcc_says' >&2; exit 1; }
cat '@PTXAS@' >&2
echo "$file" > "$out"
"""
NVDISASM = """#!/bin/sh
sed "s#@FILE@#$(cat "$3")#" '@SASS@'
"""


def listing_of(name: str, file: Path) -> str:
    """What nvdisasm said of a sample, as if the source lay at `file`."""
    text = (SAMPLES / f"{name}.sass").read_text(encoding="utf-8")
    return text.replace("@FILE@", str(file)).replace("@CUDA@", "/usr/local/cuda")


def words_of(name: str) -> str:
    """What ptxas said of a sample."""
    return (SAMPLES / f"{name}.ptxas").read_text(encoding="utf-8")


def sample_kernels() -> dict[str, CompiledKernel]:
    """The kernels of kernels.cu, by name."""
    kernels = read_kernels(listing_of("kernels", KERNELS), words_of("kernels"))
    return {kernel.name: kernel for kernel in kernels}


def line_of(text: str) -> int:
    """The number of the one line of kernels.cu that contains the text."""
    lines = KERNELS.read_text(encoding="utf-8").splitlines()
    (found,) = [number for number, line in enumerate(lines, start=1) if text in line]
    return found


def make_fake_cuda(fake: FakeProject) -> Path:
    """A folder with an nvcc and an nvdisasm that say again what was said of the sample transpose."""
    folder = fake.root / "cuda" / "bin"
    fake.script(folder / "nvcc", NVCC.replace("@PTXAS@", str(SAMPLES / f"{TRANSPOSE}.ptxas")))
    fake.script(folder / "nvdisasm", NVDISASM.replace("@SASS@", str(SAMPLES / f"{TRANSPOSE}.sass")))
    return folder
