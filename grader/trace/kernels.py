"""Finds a file's kernels, chooses those that a user names, and writes the source that hands them out.

A scan over tokens knows namespaces and templates, no more: it offers names, and the compiler has the last
word. The written source includes the file as it is; behind it stands a variable for each chosen kernel that
holds its address, whether it is in a namespace or is an instance of a template. A note on the variable is
the kernel's name as the user wrote it: simtcc gives the kernel that name in the module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.kernel_text import ATTRIBUTES, NO_CODE

TOKEN = re.compile(r"[A-Za-z_]\w*|::|\S")
PAIRS = {"(": ")", "<": ">", "[": "]"}


@dataclass(frozen=True)
class Kernel:
    """A __global__ function. name: with its namespaces. template: its parameters, None for none."""

    name: str
    template: str | None = None

    @property
    def short(self) -> str:
        return self.name.rpartition("::")[2]

    @property
    def shown(self) -> str:
        return self.name if self.template is None else f"{self.name}<{self.template}>"


def kernels_of(text: str) -> tuple[Kernel, ...]:
    """Every kernel that the text declares, in order, each once."""
    code = NO_CODE.sub(lambda match: "\n" * match[0].count("\n") or " ", text)
    return tuple(dict.fromkeys(_Scan(TOKEN.findall(code)).kernels()))


class _Scan:
    """Goes over the tokens once, and knows in which namespace it is."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = tokens
        self.at = 0

    def kernels(self) -> Iterator[Kernel]:
        scopes: list[str] = []
        template: str | None = None
        space = ""
        while self.at < len(self.tokens):
            token = self._take()
            if token == "namespace":
                space = self._name_of_namespace()
            elif token == "{":
                scopes.append(space)
                space, template = "", None
            elif token == "}":
                del scopes[-1:]
                template = None
            elif token == ";":
                template = None
            elif token == "template" and self._next() == "<":
                template = self._inside("<")
            elif token == "__global__":
                name = self._name_of_function()
                if name:
                    yield Kernel("::".join([scope for scope in scopes if scope] + [name]), template)

    def _take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def _next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _inside(self, opening: str) -> str:
        """The text between a bracket, which comes next, and its partner."""
        closing = PAIRS[opening]
        self._take()
        depth = 1
        inside: list[str] = []
        while self.at < len(self.tokens):
            token = self._take()
            depth += (token == opening) - (token == closing)
            if not depth:
                break
            inside.append(token)
        return re.sub(r" (?=[,:])|(?<=:) ", "", " ".join(inside))

    def _name_of_namespace(self) -> str:
        words: list[str] = []
        while re.fullmatch(r"\w+|::", self._next()):
            words.append(self._take())
        # An alias and a using directive open nothing; what they name is cleared at the next semicolon.
        return "".join(word for word in words if word != "inline") if self._next() == "{" else ""

    def _name_of_function(self) -> str:
        """The name before the parameters; '' for an instance of a template, which has arguments there."""
        while self.at < len(self.tokens) and self._next() not in ";{}":
            token = self._take()
            if token in ATTRIBUTES and self._next() == "(":
                self._inside("(")
            elif self._next() == "(" and re.fullmatch(r"[A-Za-z_]\w*", token):
                return token
        return ""


# The name that the compiler gives the generated lines, so that its errors in them can be told from the file's
# own.
COMMAND_LINE = "the kernel named on the command line"


@dataclass(frozen=True)
class NamedKernel:
    """A kernel as the user names it, and the expression that means it in C++."""

    name: str
    expression: str


def choose_kernel(name: str, kernels: Sequence[Kernel], shown: str) -> NamedKernel:
    """The kernel that a user means; namespaces may be left out where one kernel has that name.

    Raises GraderError when several have it, or a template's arguments are missing.
    """
    if not name:
        return _only_one(kernels, shown)
    base, bracket, arguments = name.partition("<")
    wanted = base.strip().removeprefix("::")
    found = [k for k in kernels if k.name == wanted] or [k for k in kernels if k.short == wanted]
    if len({k.name for k in found}) > 1:
        names = ", ".join(sorted(k.name for k in found))
        raise GraderError(f"several kernels in {shown} are called '{wanted}'", f"Name one: {names}")
    if found and not bracket and all(k.template is not None for k in found):
        raise GraderError(
            f"'{wanted}' is a template in {shown}: {found[0].shown}",
            f"Name an instance of it, with its arguments: --kernel '{wanted}<…>'",
        )
    # A kernel that a macro makes is not found here; the compiler may know it all the same.
    return NamedKernel(name, f"{found[0].name if found else wanted}{bracket}{arguments}")


def wrong_kernel(
    chosen: Sequence[NamedKernel], kernels: Sequence[Kernel], shown: str, words: str
) -> GraderError:
    """The error for a kernel that is not there, or cannot be so. words: the compiler's."""
    names = ", ".join(kernel.shown for kernel in kernels)
    known = {kernel.name for kernel in kernels}
    for kernel in chosen:
        if kernel.expression.partition("<")[0] not in known:
            return GraderError(
                f"no kernel '{kernel.name}' in {shown}",
                f"It has: {names}" if names else "It has no __global__ function.",
            )
    named = ", ".join(f"'{kernel.name}'" for kernel in chosen)
    return GraderError(f"{named} cannot be taken from {shown}: {words}", f"It has: {names}")


def wrapper_text(file: Path, kernels: Sequence[NamedKernel]) -> str:
    """A source that includes the file as it is, and names each kernel as the user does."""
    if re.search(r'["\\\n]', str(file)):
        raise GraderError(f"cannot trace {file}: a path with quotation marks or backslashes", "Rename it.")
    return f'#include "{file}"\n' + "".join(_named(index, kernel) for index, kernel in enumerate(kernels))


def _named(index: int, kernel: NamedKernel) -> str:
    literal = kernel.name.replace("\\", "\\\\").replace('"', '\\"')
    note = f'__attribute__((used, annotate("simt.written:{literal}")))'
    variable = f"__device__ {note} auto* const simt_traced_{index} = &::{kernel.expression};"
    return f'#line 1 "{COMMAND_LINE}"\n{variable}\n'


def _only_one(kernels: Sequence[Kernel], shown: str) -> NamedKernel:
    if len(kernels) == 1 and kernels[0].template is None:
        return NamedKernel(kernels[0].name, kernels[0].name)
    names = ", ".join(kernel.shown for kernel in kernels)
    raise GraderError(
        f"say which kernel of {shown} to run",
        f"Add --kernel NAME. It has: {names}" if names else "It has no __global__ function.",
    )
