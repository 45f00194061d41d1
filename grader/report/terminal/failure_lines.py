"""What a failed check says in the terminal: cause, source line, its request in characters, advice.

The headline comes first, then the place with the line quoted. A line is quoted once a lab: of several checks
that fail there, the first has the quote and the sketch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

from grader.core.visible import visible
from grader.core.wording import plural
from grader.grading.verdict_words import measured, words_of_others
from grader.report.terminal.console import has_unicode, indented, prose
from grader.report.terminal.quoted_source import quote
from grader.report.terminal.request_rows import costly_request
from grader.report.terminal.request_sketch import sketch
from grader.schema.results import CheckResult, LabResult, Status

SHOWN_LINES = 30
INDENT = 4


@dataclass
class Failures:
    """The failed checks of one lab, in the order in which they are shown. by: how far they are moved in."""

    console: Console
    lab: LabResult
    by: int = INDENT
    most: int = SHOWN_LINES
    quoted: set[tuple[str, int]] = field(default_factory=set)

    def about(self, check: CheckResult) -> Iterator[Text]:
        """Everything that helps with the check; of one that passed, what it weighed."""
        weighed = measured(check)
        if weighed:
            yield self._text(f"{weighed} ({check.evidence})", "" if check.message else "dim")
        headline, details = self._message(check)
        if headline:
            yield self._text(headline)
        if check.file:
            yield self._text(f"at {place_of(check)}", "cyan")
        yield from self.shown_at(check)
        for line in details:
            yield self._text(line)
        if check.advice and check.message:
            yield indented(self.console, prose(self.console, check.advice), self.by + 6, self._lead("help: "))
        if check.others:
            following, _, _ = check.others[0].message.strip().partition("\n")
            yield self._text(f"{words_of_others(check)}: {following}", "dim")

    def shown_at(self, check: CheckResult) -> Iterator[Text]:
        """The quoted line and the sketch of its request, once a line."""
        place = (check.file, check.line)
        failed = check.status in (Status.FAILED, Status.ERROR)
        if not failed or not check.line or place in self.quoted:
            return
        self.quoted.add(place)
        room = self.console.width - self.by
        for row in quote(self.lab.source, check, room):
            yield Text(f"{'':{self.by}}{row}", style="bold" if row.startswith(">") else "")
        if (cost := costly_request(check)) is not None:
            head, *rows = list(sketch(cost, room)) or [""]
            if head:
                yield self._text(head, "dim")
            yield from (Text(f"{'':{self.by}}{visible(row)}") for row in rows)

    def _message(self, check: CheckResult) -> tuple[str, list[str]]:
        lines = visible(check.message.strip()).split("\n")
        left = len(lines) - self.most
        if left > 0:
            more = "…" if has_unicode(self.console) else "..."
            lines[self.most :] = [f"{more} and {plural(left, 'more line')}"]
        return lines[0], lines[1:]

    def _text(self, words: str, style: str = "") -> Text:
        return indented(self.console, Text(visible(words), style=style), self.by, " " * self.by)

    def _lead(self, word: str) -> Text:
        return Text(f"{'':{self.by}}").append(word, style="bold")


def place_of(check: CheckResult) -> str:
    """'stub.cu:5', as far as it is known; '' where no place is."""
    return f"{check.file}:{check.line}" if check.file and check.line else check.file
