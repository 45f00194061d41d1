"""Finds the kernels of a source file, to name them: the compiler has the last word on what they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

# Comments, strings and preprocessor lines hold words that are no code.
NO_CODE = re.compile(
    r"//(?:\\\n|[^\n])*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'|^[ \t]*\#(?:\\\n|[^\n])*",
    re.DOTALL | re.MULTILINE,
)
TOKEN = re.compile(r"[A-Za-z_]\w*|::|\S")
PAIRS = {"(": ")", "<": ">", "[": "]"}
ATTRIBUTES = ("__launch_bounds__", "__attribute__", "__maxnreg__", "__cluster_dims__", "alignas")


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
