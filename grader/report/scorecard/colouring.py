"""Colours CUDA source lightly: comments, directives, keywords, texts, numbers, and CUDA's own names.

In go lines of a source text, out come lines of classed pieces that join to the very same text. It is no
compiler: it looks at each character once and never back, because the text may be made to keep a lexer of
patterns busy for ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

COMMENT, DIRECTIVE, KEYWORD, TEXT, NUMBER, CUDA = "com", "pre", "key", "str", "num", "cud"

_KEYWORDS = """
alignas alignof asm auto bool break case catch char class const constexpr const_cast continue decltype
default delete do double dynamic_cast else enum explicit extern false float for friend goto if inline int
int8_t int16_t int32_t int64_t long mutable namespace new noexcept nullptr operator private protected public
reinterpret_cast restrict return short signed size_t sizeof static static_assert static_cast struct switch
template this throw true try typedef typename uint8_t uint16_t uint32_t uint64_t union unsigned using
virtual void volatile while
"""
_CUDA_WORDS = """
__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ __forceinline__ __noinline__
__launch_bounds__ threadIdx blockIdx blockDim gridDim warpSize dim3 __syncthreads __syncwarp __threadfence
__threadfence_block __threadfence_system __ldg __ldcg __ldca __ldcs __shfl_sync __shfl_up_sync
__shfl_down_sync __shfl_xor_sync __ballot_sync __all_sync __any_sync __activemask atomicAdd atomicSub
atomicExch atomicMin atomicMax atomicInc atomicDec atomicCAS atomicAnd atomicOr atomicXor
"""
KEYWORDS, CUDA_WORDS = frozenset(_KEYWORDS.split()), frozenset(_CUDA_WORDS.split())
VECTOR = re.compile(r"u?(?:char|short|int|long|longlong|float|double)[1-4]")
# Each is one class of characters, repeated: it cannot look back.
WORD = re.compile(r"[^\W\d]\w*")
DIGITS = re.compile(r"\.?\d[\w.']*")
OTHER = re.compile(r"[^\w\"'/.]+")
IN_TEXT = {'"': re.compile(r'[^"\\]+'), "'": re.compile(r"[^'\\]+")}


@dataclass(frozen=True)
class Piece:
    """A run of text of one class; css is '' for plain text."""

    css: str
    text: str


def coloured(lines: list[str]) -> tuple[tuple[Piece, ...], ...]:
    """The lines, each as its pieces; neighbours differ in their class, and none is empty."""
    inside = False  # whether a comment that began above continues here
    found: list[tuple[Piece, ...]] = []
    for line in lines:
        runs, inside = _runs(line, inside)
        found.append(tuple(_joined(runs)))
    return tuple(found)


def _runs(line: str, inside: bool) -> tuple[list[tuple[str, str]], bool]:
    """The line's runs of a class, and whether a comment continues in the next line."""
    runs: list[tuple[str, str]] = []
    at = 0
    # A preprocessor directive has one class, except for its texts and comments.
    plain = DIRECTIVE if not inside and line.lstrip().startswith("#") else ""
    while at < len(line):
        if inside or line.startswith("/*", at):
            end = line.find("*/", at if inside else at + 2)
            inside, to = end < 0, len(line) if end < 0 else end + 2
            css = COMMENT
        elif line.startswith("//", at):
            css, to = COMMENT, len(line)
        else:
            css, to = _token(line, at)
            css = css if css == TEXT or not plain else plain
        runs.append((css, line[at:to]))
        at = to
    return runs, inside


def _token(line: str, at: int) -> tuple[str, int]:
    """The class of what begins there, and where it ends."""
    if line[at] in IN_TEXT:
        return TEXT, _end_of_text(line, at)
    if word := WORD.match(line, at):
        return _class_of(word[0]), word.end()
    if digits := DIGITS.match(line, at):
        return NUMBER, digits.end()
    other = OTHER.match(line, at)
    return "", other.end() if other else at + 1


def _end_of_text(line: str, at: int) -> int:
    quote, at = line[at], at + 1
    while at < len(line):
        if inner := IN_TEXT[quote].match(line, at):
            at = inner.end()
        elif line[at] == quote:
            return at + 1
        else:
            at += 2  # a backslash, and what it escapes
    return len(line)


def _class_of(word: str) -> str:
    if word in KEYWORDS:
        return KEYWORD
    return CUDA if word in CUDA_WORDS or VECTOR.fullmatch(word) else ""


def _joined(runs: list[tuple[str, str]]) -> Iterator[Piece]:
    """The runs, those of one class together: a line of a million semicolons is one piece."""
    texts: list[str] = []
    current = ""
    for css, text in runs:
        if css != current and texts:
            yield Piece(current, "".join(texts))
            texts = []
        current = css
        texts.append(text)
    if texts:
        yield Piece(current, "".join(texts))
