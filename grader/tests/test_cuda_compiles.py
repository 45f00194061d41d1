"""What runs on the SIMT machine is real CUDA: nvcc, where there is one, compiles every kernel file."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ARCHITECTURES = ("80", "90")


def find_nvcc(environment: Mapping[str, str]) -> str | None:
    """As toolkits are installed: in PATH, in $CUDA_HOME, or where NVIDIA's installer puts them."""
    folders = environment.get("PATH", "").split(os.pathsep)
    if home := environment.get("CUDA_HOME"):
        folders.append(str(Path(home) / "bin"))
    folders.append("/usr/local/cuda/bin")
    return shutil.which("nvcc", path=os.pathsep.join(folders))


NVCC = find_nvcc(os.environ)


def kernel_files() -> list[Path]:
    """Stubs, given kernels, solutions, the catalogue, and the machine's own kernels."""
    folders = (
        "labs",
        "solutions",
        "grader/catalogue",
        "common/simt/examples",
        "common/simt/tools",
        "common/simt/bench",
        "common/simt/tests",
        "common/simt/agreement",
    )
    found = sorted(file for folder in folders for file in (ROOT / folder).rglob("*.cu"))
    # What the machine refuses may need a newer GPU than the oldest here, or libraries beside CUDA.
    return [file for file in found if file.parent.name != "unsupported"]


def include_folders(kernel: Path) -> list[Path]:
    """The folder of the lab that a file belongs to; its name starts with the lab's id."""
    parts = kernel.relative_to(ROOT).parts
    return [
        folder
        for folder in (ROOT / "labs").iterdir()
        if any(folder.name.startswith(f"{p}_") or p == folder.name for p in parts)
    ]


def test_there_are_kernels_to_compile() -> None:
    assert len(kernel_files()) > 20


def test_nvcc_is_found_in_path_first_and_in_cuda_home(tmp_path: Path) -> None:
    for folder in ("path", "home/bin"):
        nvcc = tmp_path / folder / "nvcc"
        nvcc.parent.mkdir(parents=True)
        nvcc.touch(mode=0o755)
    home = {"CUDA_HOME": str(tmp_path / "home")}
    assert find_nvcc({"PATH": "/nowhere", **home}) == str(tmp_path / "home/bin/nvcc")
    assert find_nvcc({"PATH": str(tmp_path / "path"), **home}) == str(tmp_path / "path/nvcc")


@pytest.mark.slow
@pytest.mark.skipif(NVCC is None, reason="no nvcc here: real CUDA is compiled where a toolkit is installed")
@pytest.mark.parametrize("kernel", kernel_files(), ids=lambda file: str(file.relative_to(ROOT)))
def test_compiles_to_device_code(kernel: Path, tmp_path: Path) -> None:
    assert NVCC is not None
    targets = [option for a in ARCHITECTURES for option in ("-gencode", f"arch=compute_{a},code=sm_{a}")]
    includes = [f"-I{folder}" for folder in include_folders(kernel)]
    command = [
        NVCC,
        "-std=c++17",
        *targets,
        *includes,
        "-fatbin",
        str(kernel),
        "-o",
        str(tmp_path / "out.fatbin"),
    ]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "out.fatbin").stat().st_size > 0
