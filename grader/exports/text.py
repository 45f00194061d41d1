"""Text that a student may have written, made fit for any export."""

from __future__ import annotations

from grader.submissions.names import JOINERS
from grader.wording import printable

# A message says what is wrong and where; the scorecard has all of it.
MESSAGE_LENGTH = 4_000
UNSURE = "\ufffd"


def clean(text: str) -> str:
    """Text without control characters, bidirectional overrides, lone surrogates and non-characters.

    What is left is valid in UTF-8, in JSON and in XML 1.0 (https://www.w3.org/TR/xml/#charsets).
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(char if char in JOINERS else _whole(printable(char)) for char in plain)


def cut(text: str, length: int = MESSAGE_LENGTH) -> str:
    """The text, or its beginning and how much of it is missing."""
    missing = len(text) - length
    return text if missing <= 0 else f"{text[:length]}\n[{missing:,} more characters are left out]"


def one_line(text: str) -> str:
    """The text with every run of white space as one space."""
    return " ".join(text.split())


def _whole(char: str) -> str:
    code = ord(char)
    return UNSURE if code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF else char
