"""Text of others, as every page, table, log and terminal of the grader shows it.

In go names, messages, printed output and source lines that a submission may have written. Out comes text
that steers no terminal, reorders no line and hides nothing: each character without a shape of its own stands
there as its number, <U+202E> or <U+001B>, and each byte that is not UTF-8 as <0xFF>. Every writer uses these
functions, and none has a rule of its own. What a character means to a format, such as a quote in HTML or `=`
in CSV, is that format's business.

All functions take time in proportion to the text.
"""

from __future__ import annotations

import unicodedata

# The most characters of any text that a page shows whole: a reader needs no more.
MOST_CHARACTERS = 4_000
# Letters and marks that are drawn as nothing.
BLANK = frozenset(
    (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0)
)
VARIATION_SELECTORS = range(0xE0100, 0xE01F0)
# Persian, Devanagari and their like spell with these two; between other letters they would only mislead.
JOINERS = "\u200c\u200d"
FIRST_JOINED, LAST_JOINED = "\u0600", "\u1fff"
# Bytes that are not UTF-8, as Python keeps them in names of files.
RAW_BYTES = range(0xDC80, 0xDD00)
KEPT = {0x09: "\t", 0x0A: "\n"}
MOST_REMEMBERED = 4_096


class _Shown(dict[int, str]):
    """What is shown for a character, by its number, looked up once for the first few thousand."""

    def __missing__(self, code: int) -> str:
        found = _shown(code)
        if len(self) < MOST_REMEMBERED:
            self[code] = found
        return found


def _shown(code: int) -> str:
    if code in RAW_BYTES:
        return f"<0x{code - 0xDC00:02X}>"
    char = chr(code)
    # Controls, format characters (bidirectional, zero-width), separators, and what no font knows.
    has_shape = char.isprintable() or unicodedata.category(char) == "Zs"
    if has_shape and code not in BLANK and code not in VARIATION_SELECTORS:
        return char
    return f"<U+{code:04X}>"


_TEXT, _LINE = _Shown(KEPT), _Shown()


def visible(text: str) -> str:
    """Text of any number of lines: line feeds and tabs stay, all else without a shape is spelt out."""
    if text.isascii() and text.isprintable():
        return text
    return _translated(text.replace("\r\n", "\n"), _TEXT)


def visible_line(text: str, most: int = MOST_CHARACTERS) -> str:
    """Text as one line of a table or a message; beyond `most` characters it is cut with an ellipsis."""
    # Cut first: a name may have millions of letters.
    line = _translated(text[: most + 1], _LINE)
    return line if len(line) <= most else f"{line[: most - 1]}…"


def cut(text: str, most: int = MOST_CHARACTERS) -> str:
    """The text, or its beginning and how much of it is missing."""
    missing = len(text) - most
    return text if missing <= 0 else f"{text[:most]}\n[{missing:,} more characters are left out]"


def cut_middle(text: str, most: int) -> str:
    """The text, or its beginning, how much is missing, and its end."""
    missing = len(text) - most
    if missing <= 0:
        return text
    half = most // 2
    return f"{text[:half]}\n[{missing:,} characters are left out]\n{text[len(text) - half :]}"


def _translated(text: str, table: _Shown) -> str:
    if "\u200c" not in text and "\u200d" not in text:
        return text.translate(table)
    parts: list[str] = []
    begin = 0
    for at in range(1, len(text) - 1):
        if text[at] in JOINERS and _joins(text[at - 1], text[at + 1]):
            parts += (text[begin:at].translate(table), text[at])
            begin = at + 1
    return "".join((*parts, text[begin:].translate(table)))


def _joins(before: str, after: str) -> bool:
    return _spells_with_joiners(before) and _spells_with_joiners(after)


def _spells_with_joiners(char: str) -> bool:
    return FIRST_JOINED <= char <= LAST_JOINED and unicodedata.category(char)[0] in "LM"
