"""What nvcc, and where there is a GPU the measured checks, make of the attacks that mean something to them.

Every run on a machine with nvcc compiles those that are tried on every push; the full run compiles all that
say `gpu`, and measures them where there is a GPU.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grader.core.lab_files import include_folder
from grader.core.manifest import Lab, read_labs
from grader.core.paths import current_project
from grader.core.process import run_limited
from grader.machine.cuda_run import compile_modules, measure
from grader.machine.gpu import Gpu, find_gpu, gpu_trouble
from grader.machine.module import CompileError
from grader.machine.nvcc import find_nvcc
from grader.machine.toolchain import build_programs
from grader.proof.attack_bank import Attack, read_bank
from grader.schema.class_results import Settings
from grader.tests.choice import full_unless

PROJECT = current_project()
LABS = {str(lab.id): lab for lab in read_labs(PROJECT)}
NVCC = find_nvcc(os.environ)
COMPILE_LIMIT_S = 120.0
MEASURE_LIMIT_S = 60.0

pytestmark = pytest.mark.slow


def tried() -> list[Any]:
    """Each attack with a verdict on a GPU as a test's parameter."""
    return [
        pytest.param(attack, id=attack.name, marks=full_unless(attack.on_every_push))
        for attack in read_bank()
        if attack.gpu
    ]


@cache
def gpu_here(lab: Lab) -> Gpu | None:
    if gpu_trouble() is not None:
        return None
    build_programs(PROJECT, [lab], lambda _: None)
    found = find_gpu(PROJECT, [lab])
    return found if isinstance(found, Gpu) else None


@pytest.mark.skipif(NVCC is None, reason="no nvcc here")
@pytest.mark.parametrize("attack", tried())
def test_nvcc_says_what_it_must(attack: Attack, tmp_path: Path) -> None:
    assert NVCC is not None
    folder = include_folder(PROJECT, LABS[attack.lab])
    kernel, out = attack.written_to(tmp_path), tmp_path / "out.fatbin"
    options: list[str | Path] = ["-std=c++17", "-arch=sm_90", f"-I{folder}", "-fatbin"]
    ended = run_limited([NVCC, *options, kernel, "-o", out], COMPILE_LIMIT_S)
    assert not ended.timed_out
    assert (ended.code != 0) == (attack.gpu == "compiler"), ended.output


@pytest.mark.full
@pytest.mark.parametrize("attack", [case for case in tried() if case.values[0].gpu == "failed"])
def test_no_measured_check_passes(attack: Attack, tmp_path: Path) -> None:
    lab = LABS[attack.lab]
    gpu = gpu_here(lab)
    if gpu is None:
        pytest.skip("no GPU here")
    kernel = attack.written_to(tmp_path)
    modules = compile_modules(PROJECT, gpu, lab, kernel)
    assert not isinstance(modules, CompileError), modules.message
    checks = [check for check in lab.checks if check.measured]
    assert checks, f"{lab.id} has no measured check: leave `gpu` out"
    outcomes = measure(PROJECT, lab, modules, kernel, checks, Settings(limit_s=MEASURE_LIMIT_S))
    for test, outcome in outcomes.items():
        reports = outcome.record.checks if outcome.record else ()
        passed = [report.test for report in reports if report.status == "passed"]
        assert test not in passed, f"{test}: {outcome.message}"
