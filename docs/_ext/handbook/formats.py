"""The formats that `./course grade --formats` writes, as a table: from the registry in grader/formats."""

from __future__ import annotations

from pathlib import Path

from grader.formats.registry import (
    ClassExport,
    FeedbackArchive,
    class_exports,
    feedback_archives,
    student_exports,
)


def markdown(_: Path) -> str:
    """One row for each format; those that are written for each student come first."""
    lines = ["| `--formats` | writes | read by |", "| --- | --- | --- |"]
    lines += [
        f"| `{export.name}` | `students/NAME/{export.file}` | {export.purpose} |"
        for export in student_exports()
    ]
    of_class: list[ClassExport | FeedbackArchive] = [*class_exports(), *feedback_archives()]
    lines += [f"| `{export.name}` | `{export.file}` | {export.purpose} |" for export in of_class]
    return "\n".join(lines)
