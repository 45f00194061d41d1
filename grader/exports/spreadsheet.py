"""CSV cells that no spreadsheet takes for a formula.

A cell that begins with one of these characters is evaluated by spreadsheets, whether quoted or not; an
apostrophe before it makes it text (https://owasp.org/www-community/attacks/CSV_Injection). The form of the
file is RFC 4180's (https://www.rfc-editor.org/rfc/rfc4180), every cell quoted.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
Cell = str | int | float | None


def csv_text(rows: Iterable[Sequence[Cell]]) -> str:
    """The rows as CSV; None is an empty cell. Numbers are written as they are, texts defused."""
    out = io.StringIO(newline="")
    csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerows(
        [defused(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
    )
    return out.getvalue()


def defused(cell: str) -> str:
    """The text, with an apostrophe before it when a spreadsheet would evaluate it."""
    return f"'{cell}" if cell.lstrip(" \u00a0").startswith(FORMULA_STARTS) else cell
