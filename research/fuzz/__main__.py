"""Compares random well-defined kernels on the SIMT machine with the same as host C++.

    python -m research.fuzz --kernels 20000 --simtcc SIMTCC [--seed N] [--jobs N] [--out DIR]

Many kernels are one program, and a kernel with a finding is compiled again by itself. UBSan shows there, and
in one of eight programs, that the kernels are well-defined.

A finding is a difference, a fault, undefined behaviour, a kernel that is refused, or a crash. It is reduced,
and written to DIR as one program: compile it with simtcc, or with g++ and the flags of drawn_programs.py.
`--only INDEX` runs one kernel again.
Exit status: 0 no finding; 1 findings; 2 could not run.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from research.fuzz.drawn_kernels import Kernel, random_kernel
from research.fuzz.drawn_programs import Compilers, Finding, program, reduced

KERNELS_PER_PROGRAM = 80
UNDEFINED_IN_ONE_OF = 8  # programs
MOST_REDUCED = 20


def main() -> int:
    """Run what the command line asks for."""
    options = _options()
    simtcc = shutil.which(options.simtcc)
    if simtcc is None:
        return _cannot_run(
            f"there is no simtcc at {options.simtcc}: build it (cmake --build --preset ci), and pass its path"
        )
    if shutil.which(options.host) is None:
        return _cannot_run(f"there is no {options.host}: install a C++ compiler for the host, such as g++")
    compilers = Compilers(Path(simtcc).resolve(), options.host)
    if options.only is not None:
        return _report(options, compilers, [random_kernel(options.seed, options.only)], seeks_undefined=True)
    groups = [
        range(first, min(first + KERNELS_PER_PROGRAM, options.kernels))
        for first in range(0, options.kernels, KERNELS_PER_PROGRAM)
    ]
    started = time.monotonic()
    count = 0

    def run(group: range) -> int:
        nonlocal count
        kernels = [random_kernel(options.seed, index) for index in group]
        seeks_undefined = group.start // KERNELS_PER_PROGRAM % UNDEFINED_IN_ONE_OF == 0
        found = _report(options, compilers, kernels, seeks_undefined)
        count += len(group)
        if count % (10 * KERNELS_PER_PROGRAM) == 0:
            print(f"{count} kernels, {time.monotonic() - started:.0f} s", flush=True)
        return found

    with ThreadPoolExecutor(options.jobs) as pool:
        failed = sum(pool.map(run, groups))
    print(
        f"seed {options.seed}: {options.kernels} kernels, {failed} programs with findings, "
        f"{time.monotonic() - started:.0f} s"
    )
    return 1 if failed else 0


def _report(
    options: argparse.Namespace, compilers: Compilers, kernels: list[Kernel], seeks_undefined: bool
) -> int:
    """Prints and writes what is found. Returns 1 if anything is."""
    by_name = {kernel.name: kernel for kernel in kernels}
    firsts: dict[str, Finding] = {}
    for finding in compilers.findings(kernels, seeks_undefined):
        firsts.setdefault(finding.kernel, finding)
    for name, finding in firsts.items():
        print(f"seed {options.seed}, {name}: {finding.kind}: {finding.words}", flush=True)
        if options.out is not None and name in by_name:
            _write(options, compilers, by_name[name], finding)
    return 1 if firsts else 0


def _write(options: argparse.Namespace, compilers: Compilers, kernel: Kernel, finding: Finding) -> None:
    options.out.mkdir(parents=True, exist_ok=True)
    if len(list(options.out.glob("*.cu"))) < MOST_REDUCED:
        kernel = reduced(kernel, finding, compilers)
    heading = f"// seed {options.seed}, {kernel.name}: {finding.kind}: {finding.words}\n"
    (options.out / f"seed{options.seed}_{kernel.name}.cu").write_text(
        heading + program([kernel]), encoding="utf-8"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m research.fuzz", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--simtcc", required=True, help="path to simtcc")
    parser.add_argument("--host", default="g++", help="the host's C++ compiler (default: g++)")
    parser.add_argument("--seed", type=int, default=1, help="which kernels (default: 1)")
    parser.add_argument("--kernels", type=int, default=400, help="how many (default: 400)")
    parser.add_argument("--only", type=int, metavar="INDEX", help="run one kernel of the seed")
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time (default: 2)")
    parser.add_argument("--out", type=Path, help="folder for reduced findings")
    return parser.parse_args()


def _cannot_run(why: str) -> int:
    print(why, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
