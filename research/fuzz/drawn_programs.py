"""Compiles kernels for the SIMT machine and for the host, runs both, and says where they differ."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from research.fuzz.drawn_kernels import Kernel

HERE = Path(__file__).parent
COMPILE_LIMIT_S = 300
RUN_LIMIT_S = 120
HOST_FLAGS = (
    *("-x", "c++", "-std=c++17", "-O0", "-w", "-ffp-contract=off", "-fno-strict-aliasing", "-DFUZZ_HOST"),
)
UNDEFINED_FLAGS = ("-fsanitize=undefined", "-fno-sanitize-recover=undefined")
# Code that is quick to generate: the machine's counts and checks are the same with any.
DEVICE_FLAGS = ("-Xptxas", "-O0", "-Xcompiler", "-O0")


@dataclass(frozen=True)
class Finding:
    """A kernel that must not end as it did. kernel: '' where all of a file's kernels fail together."""

    kernel: str
    kind: str  # "difference", "fault", "undefined behaviour", "refused", "crash"
    words: str


@dataclass(frozen=True)
class Compilers:
    """Both compilers. host_model: the folder of host_model.h, CUDA's functions for the host."""

    simtcc: Path
    host: str = "g++"
    host_model: Path = HERE

    def findings(self, kernels: list[Kernel], seeks_undefined: bool = False) -> list[Finding]:
        """What is wrong with these kernels. Undefined behaviour is sought in all, or where something is.

        UBSan triples the host's compilation. Where a whole program fails, its halves are tried.
        """
        with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
            found = self._findings(kernels, Path(folder), seeks_undefined)
        if len(kernels) == 1:
            found = [Finding(kernels[0].name, finding.kind, finding.words) for finding in found]
            is_final = seeks_undefined or not found
            return found if is_final else self.findings(kernels, seeks_undefined=True) or found
        if any(finding.kernel == "" for finding in found):
            half = len(kernels) // 2
            return [
                finding
                for part in (kernels[:half], kernels[half:])
                for finding in self.findings(part, seeks_undefined)
            ]
        by_name = {kernel.name: kernel for kernel in kernels}
        return [
            finding
            for name in dict.fromkeys(one.kernel for one in found)
            for finding in self.findings([by_name[name]], seeks_undefined=True)
            or [one for one in found if one.kernel == name]
        ]

    def _findings(self, kernels: list[Kernel], folder: Path, seeks_undefined: bool) -> list[Finding]:
        source = folder / "kernels.cu"
        source.write_text(program(kernels), encoding="utf-8")
        include = ("-I", str(self.host_model), "-I", str(HERE))
        flags = (*HOST_FLAGS, *(UNDEFINED_FLAGS if seeks_undefined else ()), *include)
        host = _run((self.host, *flags, str(source), "-o", str(folder / "host")), folder)
        if host.returncode != 0:
            return [Finding("", "the host's compiler refuses it", _first(host.stderr))]
        flags = (*DEVICE_FLAGS, *include)
        device = _run((str(self.simtcc), *flags, str(source), "-o", str(folder / "device")), folder)
        if device.returncode != 0:
            return [Finding("", "refused", _first(device.stderr))]
        expected = _run((str(folder / "host"),), folder)
        if expected.returncode != 0:
            return [Finding("", "undefined behaviour", _first(expected.stderr))]
        report = folder / "report.json"
        actual = _run((str(folder / "device"),), folder, SIMT_REPORT="json", SIMT_REPORT_FILE=str(report))
        if actual.returncode not in (0, 1) or not report.exists():
            return [Finding("", "crash", f"status {actual.returncode}: {_first(actual.stderr)}")]
        return [*_faults(json.loads(report.read_text())), *_differences(expected.stdout, actual.stdout)]


def program(kernels: list[Kernel]) -> str:
    """The program that runs these kernels."""
    texts = "\n".join(kernel.text() for kernel in kernels)
    runs = "\n".join(f"  {kernel.run()}" for kernel in kernels)
    return f'#include "program.h"\n\n{texts}\nint main() {{\n{runs}\n  return 0;\n}}\n'


def reduced(kernel: Kernel, finding: Finding, compilers: Compilers, most_tries: int = 60) -> Kernel:
    """The kernel without the statements that the finding does not need, as far as so many tries go."""
    size = max(1, len(kernel.removable()) // 2)
    while most_tries > 0:
        changed = False
        left = kernel.removable()
        for at in range(0, len(left), size):
            if most_tries == 0:
                break
            most_tries -= 1
            shorter = kernel.without(frozenset(left[at : at + size]))
            if any(
                found.kind == finding.kind for found in compilers.findings([shorter], seeks_undefined=True)
            ):
                kernel, changed = shorter, True
        if size == 1 and not changed:
            break
        size = max(1, size // 2)
    return kernel


def _run(arguments: tuple[str, ...], folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    limit = COMPILE_LIMIT_S if len(arguments) > 1 else RUN_LIMIT_S
    try:
        return subprocess.run(
            arguments,
            cwd=folder,
            env=os.environ | variables,
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(arguments, 124, "", f"no end after {limit} seconds")


def _first(text: str) -> str:
    """The first line with an error, or the first line."""
    lines = text.strip().splitlines() or [""]
    return next((line for line in lines if "error:" in line), lines[0])[:400]


def _faults(report: dict[str, Any]) -> list[Finding]:
    found = [
        Finding(str(launch["kernel"]).split("(")[0], "fault", f"{fault['kind']}: {fault['message']}")
        for launch in report["launches"]
        for fault in launch["faults"]
    ]
    return [*found, *(Finding("", "fault", str(fault)) for fault in report["host_faults"])]


def _differences(expected: str, actual: str) -> list[Finding]:
    results = dict(line.split() for line in actual.splitlines() if len(line.split()) == 2)
    found = []
    for line in expected.splitlines():
        name, digest = line.split()
        if results.get(name) != digest:
            found.append(Finding(name, "difference", f"host {digest}, SIMT machine {results.get(name)}"))
    return found
