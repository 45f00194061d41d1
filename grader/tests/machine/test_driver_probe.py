"""The driver is asked for a GPU before anything is built."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from grader.machine import driver_probe
from grader.machine.gpu import NoGpu, gpu_trouble
from grader.tests.conftest import Command
from grader.tests.fake_gpu import FakeGpu
from grader.tests.fake_project import FakeProject

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).resolve().parents[3]
COMPILER = shutil.which("g++") or shutil.which("c++") or "g++"
# A driver whose answers are fixed when it is compiled.
DRIVER = """
#include <stdlib.h>
#include <string.h>
extern "C" int cuInit(unsigned) { ON_INIT; return INIT; }
extern "C" int cuDeviceGetCount(int* count) { *count = DEVICES; return 0; }
extern "C" int cuDeviceGet(int* device, int) { *device = 0; return 0; }
extern "C" int cuDeviceGetName(char* name, int, int) { strcpy(name, "Fake GPU"); return 0; }
extern "C" int cuGetErrorName(int, const char** name) { *name = "CUDA_ERROR_NO_DEVICE"; return 0; }
#ifndef OLD
extern "C" int cuGetErrorString(int, const char** text) { *text = "no CUDA device"; return 0; }
#endif
"""


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Makes such a driver the one that is asked."""

    def installed(init: int = 0, devices: int = 1, on_init: str = "", old: bool = False) -> int:
        library = tmp_path / "libfake.so"
        defines = [
            f"-DINIT={init}",
            f"-DDEVICES={devices}",
            f"-DON_INIT={on_init}",
            *(["-DOLD"] if old else []),
        ]
        command = [COMPILER, "-x", "c++", "-shared", "-fPIC", *defines, "-o", str(library), "-"]
        subprocess.run(command, input=DRIVER, text=True, check=True)
        monkeypatch.setenv("COALESCE_CUDA_DRIVER", str(library))
        return 0

    return installed


@pytest.fixture
def nvcc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A toolkit, as far as it is looked for."""
    program = tmp_path / "toolkit" / "bin" / "nvcc"
    program.parent.mkdir(parents=True)
    program.touch(mode=0o755)
    monkeypatch.setenv("CUDA_HOME", str(tmp_path / "toolkit"))


def no_driver(monkeypatch: pytest.MonkeyPatch, fake: FakeProject, tmp_path: Path) -> None:
    """Undoes what the fixture `course` does for tests with a fake GPU; a build would be noticed."""
    monkeypatch.setattr("grader.machine.gpu.gpu_trouble", gpu_trouble)
    monkeypatch.setenv("COALESCE_CUDA_DRIVER", "libno-such-driver.so.1")
    fake.script(tmp_path / "tools" / "cmake", f"#!/bin/sh\ntouch '{tmp_path}/built'\n")


@pytest.mark.usefixtures("nvcc")
def test_where_there_is_a_gpu_nothing_is_wrong(driver: Command) -> None:
    driver()
    assert gpu_trouble() is None


@pytest.mark.usefixtures("nvcc")
@pytest.mark.parametrize(
    ("made", "why"),
    [
        ({"devices": 0}, "the NVIDIA driver is installed, but it sees no GPU"),
        (
            {"init": 100},
            "the NVIDIA driver is installed, but cannot be used: cuInit: CUDA_ERROR_NO_DEVICE, no CUDA "
            "device. the driver sees no GPU: look at nvidia-smi, and at CUDA_VISIBLE_DEVICES",
        ),
        ({"on_init": "abort()"}, "the GPU's driver does not answer"),
    ],
)
def test_what_a_driver_says_against_it_is_told(driver: Command, made: dict[str, object], why: str) -> None:
    driver(**made)
    assert gpu_trouble() == NoGpu(why)


@pytest.mark.usefixtures("nvcc")
def test_a_driver_that_lacks_a_function_is_called_old(driver: Command) -> None:
    driver(init=1, old=True)
    trouble = gpu_trouble()
    assert trouble is not None
    assert "has no function cuGetErrorString: it is older than CUDA 11.8; update the driver" in trouble.reason


def test_no_driver_is_to_be_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COALESCE_CUDA_DRIVER", "libno-such-driver.so.1")
    trouble = gpu_trouble()
    assert trouble is not None and trouble.expected
    assert trouble.reason.startswith("no NVIDIA driver could be opened (libno-such-driver.so.1: ")


def test_a_gpu_without_a_toolkit_is_named(driver: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    driver()
    monkeypatch.setattr("grader.machine.gpu.find_nvcc", lambda _environment: None)
    trouble = gpu_trouble()
    assert trouble is not None
    assert trouble.reason.startswith("there is a Fake GPU, but no nvcc")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("measure", "lab4", "--out", "m"), "Nothing was measured. This needs an NVIDIA GPU"),
        (("check", "lab4", "--machine", "cuda"), "Without a GPU: --machine simt"),
        (("prove", "lab4", "--machine", "cuda"), "Without a GPU: --machine simt"),
    ],
)
def test_nothing_is_built_where_there_is_no_gpu(
    course: Command,
    fake: FakeProject,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: Capture,
    command: tuple[str, ...],
    said: str,
) -> None:
    FakeGpu(fake)
    no_driver(monkeypatch, fake, tmp_path)
    assert course(*command) == 2
    err = " ".join(capsys.readouterr().err.split())
    assert "no GPU can be used: no NVIDIA driver could be opened (libno-such-driver.so.1: " in err
    assert said in err
    assert not (tmp_path / "built").exists()
    assert list(Path().iterdir()) == []


def test_labs_that_measure_nothing_ask_for_no_gpu(
    course: Command, fake: FakeProject, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    no_driver(monkeypatch, fake, tmp_path)
    assert course("check", "lab4", "--machine", "cuda") == 0
    assert (tmp_path / "built").exists()


def test_its_words_are_those_of_the_test_programs() -> None:
    sources = "".join(
        (ROOT / "common" / "lab" / "src" / "cuda" / name).read_text(encoding="utf-8")
        for name in ("driver.cpp", "local_gpu.cpp")
    )
    for words in (
        "no NVIDIA driver could be opened (",
        "it is older than CUDA 11.8; update the driver",
        "the NVIDIA driver is installed, but cannot be used: ",
        "the NVIDIA driver is installed, but it sees no GPU",
        *driver_probe.ADVICE.values(),
    ):
        assert words in sources
