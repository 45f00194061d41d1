"""The options of a cell: what stands behind %%simt, as `./course run` has it."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from grader.core.errors import GraderError

MAGIC = "%%simt"
USAGE = "[--kernel K] [--report] [OPTIONS] [-- ARGUMENTS]"
ABOUT = """Compile this cell, a whole CUDA program, and run it on the SIMT machine, which
needs no GPU."""
FURTHER = """Everything after -- is passed to the program:
  %%simt --report --nvcc '-O3 -std=c++20' -- --size 512
Faults, and an exit status other than 0, are errors of the cell, so that a run
of all cells stops there."""
DEFAULT_TIMEOUT_S = 120.0


@dataclass(frozen=True)
class CellOptions:
    """How a cell is compiled, run and shown. compiler: nvcc's options. arguments: of the program."""

    kernel: str = ""
    launch: int = 0
    report: bool = False
    device: str = ""
    schedule: int = 0
    strict: bool = False
    compiler: tuple[str, ...] = ()
    timeout_s: float = DEFAULT_TIMEOUT_S
    raises: bool = True
    arguments: tuple[str, ...] = ()


class HelpAsked(Exception):
    """The line asks for help, which is this exception's text."""


class _Parser(argparse.ArgumentParser):
    """Raises where a command line would end the process, which is the notebook's kernel."""

    def error(self, message: str) -> NoReturn:
        """Raise what the cell then shows."""
        raise GraderError(f"%%simt: {message}", f"{MAGIC} {USAGE}      (%simt --help explains all options)")

    def print_help(self, file: object = None) -> NoReturn:  # noqa: ARG002  # argparse's signature
        """Raise the help, for the caller to show."""
        raise HelpAsked(self.format_help())


def read_options(line: str) -> CellOptions:
    """Raises GraderError for what is no option, and HelpAsked for --help."""
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise GraderError(f"%%simt {line}: {error}", "Close the quotation.") from error
    own, arguments = _apart(words)
    given = option_parser().parse_args(own)
    compiler = [word for folder in given.include for word in ("-I", folder)]
    compiler += [word for macro in given.define for word in ("-D", macro)]
    return CellOptions(
        kernel=given.kernel,
        launch=given.launch,
        report=given.report,
        device=given.device,
        schedule=given.schedule,
        strict=given.strict,
        compiler=(*compiler, *_compiler_words(given.nvcc)),
        timeout_s=given.timeout,
        raises=given.raises,
        arguments=tuple(arguments),
    )


def option_parser() -> argparse.ArgumentParser:
    """All options, with their help."""
    parser = _Parser(
        MAGIC,
        usage=f"%(prog)s {USAGE}",
        description=ABOUT,
        epilog=FURTHER,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--report", action="store_true", help="show what each line cost, with pictures of the worst requests")
    add("--kernel", metavar="K", default="", help="count only this kernel: scale, scale<float>, lib::scale")
    add("--launch", metavar="N", type=_number, default=0, help="count only the program's N-th launch")
    add("--device", metavar="NAME", default="", help="the GPU whose times are predicted: h200 (default), …")
    add(
        "--schedule",
        metavar="N",
        type=_number,
        default=0,
        help="seed of the order in which blocks, warps and lanes take turns; 0: in order",
    )
    add("--strict", action="store_true", help="make stores of the same value in no order a fault")
    add("-I", metavar="DIR", dest="include", action="append", default=[], help="add a folder to #include's")
    add("-D", metavar="X=Y", dest="define", action="append", default=[], help="define a macro")
    add("--nvcc", metavar="'OPTIONS'", default="", help="more options of the compiler, as nvcc takes them")
    add(
        "--timeout",
        metavar="SECONDS",
        type=_seconds,
        default=DEFAULT_TIMEOUT_S,
        help=f"stop the program after this time (default: {DEFAULT_TIMEOUT_S:g})",
    )
    add(
        "--no-raise-error",
        dest="raises",
        action="store_false",
        help="faults and the exit status are no error of the cell",
    )
    return parser


def _apart(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The options, and what stands behind --."""
    if "--" not in words:
        return list(words), []
    at = words.index("--")
    return list(words[:at]), list(words[at + 1 :])


def _compiler_words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise GraderError(f"--nvcc {text}: {error}", "Close the quotation.") from error


def _number(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text} is no number from 0 on")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is no number of seconds")
    return seconds
