"""The functions of a kernel file: where each begins, what its TODO asks, whether it was edited.

A file goes in as text; out come its __global__ and __device__ functions in order, each with a digest of its
code. Comments and spacing are no part of the digest: whoever removes a TODO has written nothing yet. The scan
knows brackets, comments and strings, no more. A function that a macro makes is not found, and so counts as
edited.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile

# Comments, and what may hold a bracket without opening one.
COMMENT = re.compile(r"//(?:\\\n|[^\n])*|/\*.*?\*/", re.DOTALL)
NO_CODE = re.compile(
    COMMENT.pattern + r"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'|^[ \t]*\#(?:\\\n|[^\n])*",
    re.DOTALL | re.MULTILINE,
)
MARK = re.compile(r"\b(?:__global__|__device__)\b")
TOKEN = re.compile(r"[A-Za-z_]\w*|[^\w\s]|\w+")
TODO = re.compile(r"//[ \t]*TODO:[ \t]*(?P<task>.*(?:\n[ \t]*//.*)*)")
ATTRIBUTES = ("__launch_bounds__", "__attribute__", "__maxnreg__", "__cluster_dims__", "alignas")
OPENING, CLOSING = "([{", ")]}"
DIGEST_LENGTH = 16


@dataclass(frozen=True)
class Function:
    """A function of a kernel file. line: where it begins, from 1. task: what its TODO says, '' without one.

    code: a digest of what it does.
    """

    name: str
    line: int
    task: str
    code: str


def functions_of(text: str) -> tuple[Function, ...]:
    """Every function with a body that can run on a device, in order."""
    bare = NO_CODE.sub(_blank, text)
    return tuple(found for mark in MARK.finditer(bare) if (found := _function(text, bare, mark.start())))


def code_of(text: str) -> dict[str, str]:
    """The digest of each function's code, by its name."""
    return {function.name: function.code for function in functions_of(text)}


def unedited(text: str, handed_out: Mapping[str, str]) -> tuple[Function, ...]:
    """The functions whose code is still the one that was handed out. handed_out: digests, as of code_of."""
    return tuple(one for one in functions_of(text) if handed_out.get(one.name) == one.code)


def _blank(found: re.Match[str]) -> str:
    """As many characters, and as many lines, without a bracket in them."""
    return re.sub(r"[^\n]", " ", found[0])


def _function(text: str, bare: str, start: int) -> Function | None:
    """The function whose mark is at `start`; None for a variable, a declaration or a broken file."""
    name, open_at = _name(bare, start)
    if not name:
        return None
    body = bare.find("{", _partner(bare, open_at))
    # A declaration ends before the next brace.
    if body < 0 or ";" in bare[open_at:body]:
        return None
    whole = text[start : _partner(bare, body)]
    told = TODO.search(whole)
    task = re.sub(r"\n[ \t]*//[ \t]*", " ", told["task"]).strip() if told else ""
    return Function(name, text.count("\n", 0, start) + 1, task, _digest(whole))


def _name(bare: str, start: int) -> tuple[str, int]:
    """The name before the parameters, and where those open; '' where there is none."""
    previous, skip_to = "", start
    for token in takewhile(lambda token: token[0] not in ";={", TOKEN.finditer(bare, start)):
        if token.start() < skip_to:
            continue
        if token[0] == "(":
            if previous not in ATTRIBUTES:
                return (previous, token.start()) if previous.isidentifier() else ("", 0)
            skip_to = _partner(bare, token.start())
        previous = token[0]
    return "", 0


def _partner(bare: str, opening: int) -> int:
    """Just behind the bracket that closes the one at `opening`; the end of the text where none does."""
    depth = 0
    for at, bracket in _brackets(bare, opening):
        depth += 1 if bracket in OPENING else -1
        if depth == 0:
            return at + 1
    return len(bare)


def _brackets(bare: str, start: int) -> Iterator[tuple[int, str]]:
    return ((at, bare[at]) for at in range(start, len(bare)) if bare[at] in OPENING + CLOSING)


def _digest(whole: str) -> str:
    tokens = " ".join(TOKEN.findall(COMMENT.sub(" ", whole)))
    return hashlib.sha256(tokens.encode("utf-8", "surrogatepass")).hexdigest()[:DIGEST_LENGTH]
