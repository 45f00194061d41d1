"""All verdict messages that the catalogue of wrong answers requires, as text."""

from __future__ import annotations

from pathlib import Path

from grader.core.manifest import Lab, read_labs
from grader.core.paths import Project
from grader.proof.catalogue import Entry, read_catalogue


def markdown(root: Path) -> str:
    """A section for each lab, a paragraph for each wrong answer."""
    project = Project(root, root / "build")
    return "\n\n".join(_lab(lab, read_catalogue(project, lab)) for lab in read_labs(project))


def _lab(lab: Lab, entries: tuple[Entry, ...]) -> str:
    parts = [f"## {lab.id}: {lab.title}"]
    parts += [_entry(entry) for entry in entries if entry.kind == "wrong"]
    return "\n\n".join(parts)


def _entry(entry: Entry) -> str:
    lines = [f"**{entry.name}** · {_plain(entry.summary)}", ""]
    for message in entry.messages:
        words = " … ".join(_plain(part) for part in message.contains) or "(no message required)"
        line = f"; of the line {_code(message.line_of)}" if message.line_of else ""
        lines.append(f"- {_code(message.check)}{line}:<br>“{words}”")
    return "\n".join(lines)


def _plain(text: str) -> str:
    """As text, with nothing in it that Markdown would read; code in backticks stays code."""
    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return _escaped(text)
    return "".join(_code(p) if i % 2 else _escaped(p) for i, p in enumerate(pieces))


def _escaped(text: str) -> str:
    return "".join(f"\\{char}" if char in "\\`*_{}[]<>#|~" else char for char in text)


def _code(text: str) -> str:
    fence = "``" if "`" in text else "`"
    return f"{fence} {text} {fence}" if "`" in text else f"`{text}`"
