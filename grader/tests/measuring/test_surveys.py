"""Every launch of the labs' survey programs, given kernels included, is right on the SIMT machine too."""

from __future__ import annotations

import re
import subprocess

import pytest

from grader.core.manifest import Lab, read_labs
from grader.core.paths import current_project
from grader.machine.module import Module, compile_kernel
from grader.measuring.surveying import survey_target

PROJECT = current_project()
LABS = read_labs(PROJECT)
# Whether one launch computed what it should: common/lab/src/once.cpp.
OUTCOME = re.compile(r": (right|WRONG)$", re.MULTILINE)


def launched_once(lab: Lab) -> str:
    """What the survey program prints that launches each kernel of the lab once, of the reference solution."""
    folder = PROJECT.root / "labs" / lab.folder
    module = compile_kernel(PROJECT, PROJECT.root / "solutions" / lab.folder / lab.kernel_file, folder)
    assert isinstance(module, Module)
    program = PROJECT.build / "labs" / lab.folder / survey_target(lab)
    if not program.is_file():
        pytest.fail("no survey programs: cmake --preset ci && cmake --build --preset ci")
    return subprocess.run(
        [program, "--machine", "simt", "--once", "--module", module.path],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=120,
    ).stdout


@pytest.mark.slow
@pytest.mark.parametrize("lab", LABS, ids=[lab.id for lab in LABS])
def test_every_launch_of_a_survey_is_right(lab: Lab) -> None:
    outcomes = OUTCOME.findall(launched_once(lab))
    assert set(outcomes) == {"right"}


def test_a_busy_sm_sees_the_conflicts_of_the_stride() -> None:
    (lab,) = (lab for lab in LABS if lab.id == "lab3")
    printed = launched_once(lab)
    kernel = (PROJECT.root / "labs" / lab.folder / "given_kernels.cu").read_text(encoding="utf-8")
    line = 1 + kernel[: kernel.index("i < rounds; ++i) sum += *word")].count("\n")
    assert re.search(rf"{line}  shared load, 4 B +16384  32 wavefronts \(least 1\)", printed)
