"""A text from a record as one line that any drawing takes."""

from __future__ import annotations

from grader.wording import printable

# XML, and so SVG, has no place for these two, in whatever way they are written.
NO_XML = {0xFFFE: 0xFFFD, 0xFFFF: 0xFFFD}


def one_line(text: str) -> str:
    """Text without control characters and line breaks."""
    return " ".join(printable(text).translate(NO_XML).split())
