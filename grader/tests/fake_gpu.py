"""A GPU for the tiny checkout: a test program that answers for it, and an nvcc that copies."""

from __future__ import annotations

import json
from pathlib import Path

from grader.tests.fake_project import FOLDER, FakeProject, listing

MEASURED_TEST = "TransposePadded.BandwidthBound"
PROGRAM = """#!/bin/sh
[ "$1" != --gpu ] || {{ cat '{root}/gpu'; cat '{root}/no-gpu' >&2; exit "$(cat '{root}/gpu.status')"; }}
[ "$1" != --gtest_list_tests ] || {{ cp '{root}/tests' "${{2#--gtest_output=json:}}"; exit 0; }}
while [ $# -gt 0 ]; do
  case $1 in
    --results) results=$2; shift ;;
    --machine) machine=$2; shift ;;
    --launches) machine=$2; shift ;;
    --gtest_filter=*) filter=$1 ;;
  esac
  echo "$1" >> '{root}/arguments'
  shift
done
cp '{root}/'$machine.json "$results"
exit "$(cat '{root}/'$machine.status)"
"""
NVCC = """#!/bin/sh
[ "$1" != --list-gpu-arch ] || { printf 'compute_75\\ncompute_80\\ncompute_90\\ncompute_100\\n'; exit 0; }
echo "$@" >> '@ROOT@/nvcc_calls'
[ ! -f '@ROOT@/nvcc_says' ] || { cat '@ROOT@/nvcc_says' >&2; exit 1; }
while [ $# -gt 0 ]; do
  case $1 in -o) out=$2; shift ;; esac
  shift
done
echo fatbin > "$out"
"""


class FakeGpu:
    """Adds to the checkout: a check that is measured, the lab's given kernels, the kit, a GPU."""

    def __init__(self, fake: FakeProject) -> None:
        self.fake = fake
        text = fake.manifest.read_text(encoding="utf-8")
        line = f'test = "{MEASURED_TEST}"\n'
        fake.manifest.write_text(text.replace(line, line + "measured = true\n"), encoding="utf-8")
        (fake.kernel.parent / "given_kernels.cu").write_text("// given", encoding="utf-8")
        kit = fake.root / "common" / "lab" / "measuring" / "measuring.cu"
        kit.parent.mkdir(parents=True)
        kit.write_text("// kit", encoding="utf-8")
        program = fake.project.build / "labs" / FOLDER / "lab4_test"
        fake.script(program, PROGRAM.format(root=fake.root))
        (fake.root / "tests").write_text(listing(check.test for check in fake.lab.checks), encoding="utf-8")
        self.nvcc = fake.script(fake.root / "cuda" / "bin" / "nvcc", NVCC)
        self.is_there()
        self.simulates("passing", 0)
        self.measures(0, status="passed", value=0.95)

    @property
    def root(self) -> Path:
        return self.fake.root

    def is_there(self, said: str = "NVIDIA H200, compute capability 9.0") -> None:
        (self.root / "gpu").write_text(said + "\n", encoding="utf-8")
        (self.root / "no-gpu").write_text("", encoding="utf-8")
        (self.root / "gpu.status").write_text("0", encoding="utf-8")

    def is_missing(self, why: str) -> None:
        """What a lab's program says on its error stream where it finds no GPU."""
        (self.root / "gpu").write_text("", encoding="utf-8")
        (self.root / "no-gpu").write_text(f"lab4_test: no GPU can be used: {why}\n", encoding="utf-8")
        (self.root / "gpu.status").write_text("2", encoding="utf-8")

    def simulates(self, record: str, ended: int) -> None:
        (self.root / "simt.json").write_text(self.fake.data(f"{record}.json"), encoding="utf-8")
        (self.root / "simt.status").write_text(str(ended), encoding="utf-8")

    def measures(self, ended: int, **changes: object) -> None:
        """What the run on the GPU reports of its one check, in place of a passing record's words."""
        record = json.loads(self.fake.data("passing.json"))
        check = next(item for item in record["checks"] if item["test"] == MEASURED_TEST)
        check.update({"evidence": "measured", "unit": "times the bandwidth of the copy", **changes})
        record.update({"machine": "cuda", "compiler": "nvcc", "checks": [check]})
        (self.root / "cuda.json").write_text(json.dumps(record), encoding="utf-8")
        (self.root / "cuda.status").write_text(str(ended), encoding="utf-8")

    def arguments(self) -> list[str]:
        """Of all runs of the program, one after another."""
        file = self.root / "arguments"
        return file.read_text(encoding="utf-8").splitlines() if file.exists() else []

    def compilations(self) -> list[str]:
        file = self.root / "nvcc_calls"
        return file.read_text(encoding="utf-8").splitlines() if file.exists() else []
