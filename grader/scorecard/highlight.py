"""Light syntax colours: a source text as lines of classed pieces."""

from __future__ import annotations

from dataclasses import dataclass

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, _TokenType

# In order: the first that holds the token wins. Names and punctuation stay plain.
CLASSES: tuple[tuple[_TokenType, str], ...] = (
    (Comment.Preproc, "pre"),
    (Comment.PreprocFile, "pre"),
    (Comment, "com"),
    (Keyword, "key"),
    (String, "str"),
    (Number, "num"),
    (Name.Builtin, "cud"),
    (Operator, ""),
    (Punctuation, ""),
)


@dataclass(frozen=True)
class Piece:
    """A run of text of one class; css is '' for plain text."""

    css: str
    text: str


def highlight(text: str) -> tuple[tuple[Piece, ...], ...]:
    """One tuple of pieces a line, as many lines as a compiler counts in text."""
    lines: list[tuple[Piece, ...]] = []
    line: list[Piece] = []
    lexer = get_lexer_by_name("cuda", stripnl=False, ensurenl=False)
    for token, value in lexer.get_tokens(text.replace("\r\n", "\n").replace("\r", " ")):
        first, *others = value.split("\n")
        line.append(Piece(_class_of(token), first))
        for part in others:
            lines.append(_whole(line))
            line = [Piece(_class_of(token), part)]
    lines.append(_whole(line))
    return tuple(lines)


def _whole(line: list[Piece]) -> tuple[Piece, ...]:
    return tuple(piece for piece in line if piece.text)


def _class_of(token: _TokenType) -> str:
    # A token type is a tuple of names: a kind of `parent` starts with all of its names.
    return next((css for parent, css in CLASSES if token[: len(parent)] == parent[:]), "")
