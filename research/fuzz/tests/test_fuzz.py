"""The fuzzer finds nothing in a few kernels, and finds what is made wrong on purpose."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from research.fuzz.__main__ import main
from research.fuzz.drawn_kernels import Kernel, Phase, random_kernel
from research.fuzz.drawn_programs import HERE, Compilers
from research.fuzz.structs import Struct

ROOT = Path(__file__).parents[3]
BUILD = Path(os.environ.get("COALESCE_BUILD_DIR", ROOT / "build" / "default"))
SIMTCC = Path(os.environ.get("SIMTCC", BUILD / "common" / "simt" / "compiler" / "simtcc")).resolve()

needs_compilers = pytest.mark.skipif(
    not SIMTCC.exists() or shutil.which("g++") is None, reason="needs simtcc and g++"
)


def kernel_of(statement: str, name: str = "k0") -> Kernel:
    record = Struct(f"{name}_S", ["u32 m;"], ["{s}.m = x;"], ["{s}.m"])
    phase = Phase("BEGIN(32U)", [statement, "out[t] = r.acc;"], {1})
    return Kernel(name, 32, 1, [record], [phase])


def wrong_model(folder: Path) -> Path:
    """A host model whose __umul24() is wrong for the largest operands."""
    model = (HERE / "host_model.h").read_text(encoding="utf-8")
    (folder / "host_model.h").write_text(model.replace("(y & 0xFFFFFF)", "y & 0xFFFFF"), encoding="utf-8")
    (folder / "program.h").write_text((HERE / "program.h").read_text(encoding="utf-8"), encoding="utf-8")
    return folder


def test_a_kernel_is_its_seeds_alone() -> None:
    assert random_kernel(3, 5).text() == random_kernel(3, 5).text()
    assert random_kernel(3, 5).text() != random_kernel(4, 5).text()


@needs_compilers
def test_a_few_kernels_have_no_findings() -> None:
    assert Compilers(SIMTCC).findings([random_kernel(1, index) for index in range(12)]) == []


@needs_compilers
def test_a_wrong_model_is_found(tmp_path: Path) -> None:
    kernels = [kernel_of("r.acc = __umul24(t + 0xFFFFFFU, 3U);")]
    assert Compilers(SIMTCC).findings(kernels) == []
    kernels = [kernel_of("r.acc = __umul24(t, 0xFFFFFFU);")]
    found = Compilers(SIMTCC, host_model=wrong_model(tmp_path)).findings(kernels)
    assert [finding.kind for finding in found] == ["difference"]


@needs_compilers
def test_a_difference_by_undefined_behaviour_is_named_so(tmp_path: Path) -> None:
    kernels = [
        kernel_of("r.acc = t;", "k0"),
        kernel_of("r.acc = __umul24(t, 0xFFFFFFU) + (1U << (t + 1U));", "k1"),
    ]
    found = Compilers(SIMTCC, host_model=wrong_model(tmp_path)).findings(kernels)
    assert [(finding.kernel, finding.kind) for finding in found] == [("k1", "undefined behaviour")]


@needs_compilers
def test_the_kernel_that_fails_its_program_is_named() -> None:
    statements = ("r.acc = t;", "r.acc = t + 1U;", "r.acc = no_such_function(t);", "r.acc = t;")
    kernels = [kernel_of(statement, f"k{index}") for index, statement in enumerate(statements)]
    found = Compilers(SIMTCC).findings(kernels)
    assert [(finding.kernel, finding.kind) for finding in found] == [("k2", "the host's compiler refuses it")]


@needs_compilers
def test_a_fault_and_undefined_behaviour_are_found() -> None:
    fault = Compilers(SIMTCC).findings([kernel_of("r.acc = all_ga[t];")])
    assert fault[0].kind == "fault"
    undefined = Compilers(SIMTCC).findings([kernel_of("r.acc = 1U << (t + 1U);")], seeks_undefined=True)
    assert undefined[0].kind == "undefined behaviour"


def test_a_missing_compiler_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["fuzz", "--simtcc", "/nowhere/simtcc"])
    assert main() == 2
    assert "no simtcc at /nowhere/simtcc" in capsys.readouterr().err
