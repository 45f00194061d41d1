"""Compiles a kernel file with nvcc for a GPU that need not be there, and disassembles what it made.

In go a kernel file and the folder of its lab's headers. Out come its kernels as a GPU would run them. The
file is untrusted wherever it was handed in: nvcc and nvdisasm, whose input it determines, are confined then,
and always limited. nvcc, ptxas and nvdisasm come with CUDA's toolkit, or as Python packages
(requirements/nvcc.txt), which need no GPU, no driver and no toolkit.
"""

from __future__ import annotations

import os
import re
import shutil
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.paths import Project
from grader.core.process import Finished, run_limited, signal_name
from grader.core.run_defaults import far_stop_s
from grader.core.temporary import temporary_folder
from grader.isolation.confinement import Confinement, Places
from grader.machine.cache_key import headers_in
from grader.machine.compiling import LARGEST_MODULE, CompilerJob, compile_confined
from grader.machine.module import COMPILE_LIMIT_S, CompileError, read_compile_error, refuse_stalled
from grader.machine.nvcc import LIST_LIMIT_S, OURS, Nvcc, find_nvcc, nvcc_for
from grader.machine.sass_listing import CompiledKernel, read_kernels

# The compute capability of the GPUs that the course was measured on.
CAPABILITY = 90
DISASSEMBLER = "nvdisasm"
RELEASE = re.compile(r"\bV(\d+\.\d+\.\d+)")
HOW_TO_INSTALL = "./course setup --nvcc"


@dataclass(frozen=True)
class SassTools:
    """A compiler with its target, and a disassembler. release: the compiler's, such as 13.0.88."""

    nvcc: Nvcc
    nvdisasm: Path
    release: str

    @property
    def words(self) -> str:
        """Which compiler made the code, and for which GPUs."""
        return f"nvcc {self.release} -O3 for sm_{self.nvcc.target}".replace("  ", " ")


def wheel_folders() -> tuple[Path, ...]:
    """Where the Python packages of nvcc put their programs, the newest CUDA first."""
    packages = Path(sysconfig.get_path("purelib")) / "nvidia"
    return tuple(sorted(packages.glob("cu[0-9]*/bin"), reverse=True))


def find_sass_tools(environment: Mapping[str, str] = os.environ) -> SassTools:
    """A toolkit in PATH, in $CUDA_HOME or in its usual place; else the Python packages.

    Raises GraderError when there is neither, or the compiler cannot be used.
    """
    nvcc = find_nvcc(environment)
    nvdisasm = _disassembler_beside(nvcc, environment) if nvcc else None
    if nvcc is None or nvdisasm is None:
        wheels = os.pathsep.join(map(str, wheel_folders()))
        nvcc = shutil.which("nvcc", path=wheels) if wheels else None
        nvdisasm = shutil.which(DISASSEMBLER, path=wheels) if wheels else None
    if nvcc is None or nvdisasm is None:
        raise GraderError(
            "nvcc and nvdisasm were not found: they show what NVIDIA's compiler makes of each line",
            f"Install them as Python packages (110 MB to download, 280 MB on disk; no GPU needed): "
            f"{HOW_TO_INSTALL}",
        )
    try:
        ended = run_limited([nvcc, "--version"], LIST_LIMIT_S)
    except OSError as error:
        raise GraderError(f"cannot start {nvcc}: {error.strerror}", "Install it again.") from error
    found = RELEASE.search(ended.output)
    return SassTools(nvcc_for(nvcc, CAPABILITY), Path(nvdisasm), found[1] if found else "")


def _disassembler_beside(nvcc: str, environment: Mapping[str, str]) -> str | None:
    """The nvdisasm of the same toolkit; of PATH where the toolkit has none."""
    beside = [str(Path(nvcc).parent), str(Path(nvcc).resolve().parent)]
    return shutil.which(DISASSEMBLER, path=os.pathsep.join([*beside, environment.get("PATH", "")]))


def compile_to_sass(
    project: Project, tools: SassTools, kernel: Path, include: Path, within: Confinement | None = None
) -> tuple[CompiledKernel, ...] | CompileError:
    """The file's kernels as nvcc makes them, with what ptxas says of each.

    within: compile there; None trusts the file, as on its author's own machine. Raises GraderError when a
    tool cannot be run.
    """
    kernel = kernel.resolve()
    with temporary_folder() as folder:
        cubin = CubinJob(tools, kernel, include, folder / "kernels.cubin")
        ended = _run(cubin, within)
        if not cubin.module.is_file():
            return _refusal(project, kernel, ended)
        listing = ListingJob(tools, cubin.module, folder / "kernels.sass")
        disassembled = _run(listing, within)
        if not listing.module.is_file() or listing.module.stat().st_size > LARGEST_MODULE:
            return _refusal(project, kernel, disassembled, f"{DISASSEMBLER} cannot read what nvcc made of it")
        text = listing.module.read_text(encoding="utf-8", errors="replace")
    # nvcc writes ptxas's words to one stream or the other, by its version.
    return read_kernels(text, f"{ended.errors}\n{ended.output}")


@dataclass(frozen=True)
class CubinJob:
    """A kernel file to be compiled. module: where the machine code is to lie."""

    tools: SassTools
    kernel: Path
    include: Path
    module: Path

    def command(self, module: Path) -> list[str | Path]:
        """How nvcc is called: the options are those of a measurement on a GPU, for one kind of GPU."""
        target = f"-arch=sm_{self.tools.nvcc.target}"
        options = ["-std=c++17", "-O3", "-lineinfo", target, "-cubin", "-Xptxas", "-v"]
        return [self.tools.nvcc.path.resolve(), *options, "-I", self.include, self.kernel, "-o", module]

    def places(self, folder: Path) -> Places:
        """The toolkit, the lab's headers and the file."""
        toolkit = self.tools.nvcc.path.resolve().parents[1]
        read = (toolkit, *(path.resolve() for path in headers_in(self.include)), self.kernel)
        return Places(read, folder)


@dataclass(frozen=True)
class ListingJob:
    """Machine code to be disassembled. module: where the listing is to lie."""

    tools: SassTools
    cubin: Path
    module: Path

    def command(self, module: Path) -> list[str | Path]:
        """How nvdisasm is called. It only writes to its standard output, of which a listing is too large."""
        line = 'exec "$1" -gi -c "$2" >"$3"'
        return ["sh", "-c", line, "sh", self.tools.nvdisasm.resolve(), self.cubin.resolve(), module]

    def places(self, folder: Path) -> Places:
        """The toolkit and the machine code."""
        return Places((self.tools.nvdisasm.resolve().parents[1], self.cubin.resolve()), folder)


def _run(job: CompilerJob, within: Confinement | None) -> Finished:
    if within is not None:
        return compile_confined(within, job, COMPILE_LIMIT_S)
    # The files that a killed compiler leaves are removed with the folder.
    environment = {**os.environ, "TMPDIR": str(job.module.parent)}
    ended = run_limited(
        job.command(job.module),
        far_stop_s(COMPILE_LIMIT_S),
        processor_s=COMPILE_LIMIT_S,
        environment=environment,
    )
    if ended.code != 0:
        # What a program that failed has written is not whole.
        job.module.unlink(missing_ok=True)
    return ended


def _refusal(project: Project, kernel: Path, ended: Finished, what: str = "") -> CompileError:
    """Why there is no code of the file. Raises GraderError where the computer is the reason."""
    if ended.used_up:
        words = f"nvcc did not finish within {COMPILE_LIMIT_S:g} s of processor time"
        return CompileError(words, str(kernel), 0, words, refused=True)
    refuse_stalled(ended, COMPILE_LIMIT_S)
    words = ended.errors.strip() or ended.output.strip()
    if what or not words or any(sign in words for sign in OURS):
        how = signal_name(ended.code) if ended.code < 0 else f"it ended with status {ended.code}"
        raise GraderError(
            f"{project.shown(kernel)} could not be compiled to SASS: {what or 'nvcc failed'}: {words or how}",
            "Leave out --sass: everything else works without it.",
        )
    return read_compile_error(words)
