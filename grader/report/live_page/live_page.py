"""The live page: takes each step of a watch, and gives a browser what is to be seen now.

A browser holds one request open until there is something new (long polling), then replaces what it shows. An
answer that ends comes through every proxy; an event stream is kept back by some.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import secrets
import threading
import time
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs

from grader import COURSE
from grader.report.live_page import live_view
from grader.report.live_page.live_view import NewsView, StateView
from grader.report.live_page.page_server import PLAIN, Answer, Page, PageServer
from grader.report.scorecard.scorecard_page import Surroundings, render_scorecard
from grader.report.watch_words import Run
from grader.schema.results import Results

# Proxies end a request that says nothing for a minute or less.
WAIT_S = 20.0
# A reader who has not asked for this long has gone.
GONE_S = WAIT_S + 5
# The last words of a watch wait this long for a reader who is between two requests.
LAST_WORDS_S = 0.5
NOT_YET = "Nothing is checked yet. Load this page again in a moment.\n"
# The explorer's files, by which the scorecard's requests are drawn with other indexes.
EXPLORER = "explorer/"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
}


@dataclass(frozen=True)
class Shown:
    """All that a browser shows. number: one more at each change. card: the scorecard, of run `card_number`.

    is_old: the scorecard is not of the file as it was saved last.
    """

    number: int
    state: StateView
    news: NewsView
    card: str = ""
    card_number: int = 0
    is_old: bool = False
    is_over: bool = False


class LivePage:
    """What `watch` shows in a browser, served until it is closed.

    Its methods say what has just happened. The thread of the watch calls them, those of the server read.
    explorer: the folder of the explorer, which is served with it; None for none.
    """

    def __init__(self, port: int = 0, explorer: Path | None = None) -> None:
        self._changed = threading.Condition()
        self._shown = Shown(1, live_view.building(""), NewsView(""))
        self._card_at: datetime | None = None
        self._lab = ""
        # When each reader asked last, and the number that it was told then.
        self._readers: dict[str, tuple[float, int]] = {}
        files = explorer_files(explorer) if explorer is not None else {}
        pages: dict[str, Page] = {"": self._shell, "scorecard": self._card, "state": self._state, **files}
        self._server = PageServer(pages, port)
        self.address, self.port = self._server.address, self._server.port
        index = f"{EXPLORER}index.html"
        # From the page and from its scorecard.
        self.explorer = index if index in files else ""

    def opens(self, lab: str) -> None:
        """The watch turns to a lab."""
        if lab != self._lab:
            self._card_at = None
        self._lab = lab
        self._show(state=live_view.building(lab))

    def checks(self) -> None:
        """A check begins."""
        self._show(state=live_view.checking(self._lab))

    def checked(self, run: Run, results: Results, graded_at: datetime, around: Surroundings) -> None:
        """A check has ended. around: what the scorecard says beside the results."""
        trouble = live_view.trouble_in(run.result)
        if trouble and self._card_at is not None:
            old = f"The scorecard below is of {self._card_at:%H:%M:%S}, before this save."
            self._show(state=live_view.checked(run), news=live_view.news_of(run, old), is_old=True)
            return
        self._card_at = None if trouble else run.at
        self._show(
            state=live_view.checked(run),
            news=live_view.news_of(run, ""),
            card=render_scorecard(results, graded_at, around=around),
            card_number=self._shown.card_number + 1,
            is_old=False,
        )

    def failed(self, words: str) -> None:
        """The file could not be checked."""
        self._show(state=live_view.failed(self._lab, words), is_old=self._card_at is not None)

    def ends(self, words: str) -> None:
        """The watch is over: browsers get this as the last thing, and all connections end."""
        self._show(state=live_view.ended(self._lab, words), is_over=True)
        with self._changed:
            self._changed.wait_for(self._all_were_told, LAST_WORDS_S)
        self._server.close()

    def _all_were_told(self) -> bool:
        since = time.monotonic() - GONE_S
        return all(told == self._shown.number for at, told in self._readers.values() if at > since)

    def _show(self, **changes: object) -> None:
        with self._changed:
            self._shown = replace(self._shown, number=self._shown.number + 1, **changes)  # type: ignore[arg-type]
            self._changed.notify_all()

    # ------------------------------------------------------------------------------------- the pages

    def _shell(self, _: str) -> Answer:
        nonce = secrets.token_urlsafe(16)
        # The nonce is also that of the scorecard's own scripts, which the page's script takes over.
        policy = f"script-src 'nonce-{nonce}'; connect-src 'self'"
        return Answer(live_view.shell(nonce, COURSE), policy=policy)

    def _card(self, _: str) -> Answer:
        """The scorecard by itself, as ./course scorecard writes it."""
        card = self._shown.card
        if not card:
            return Answer(NOT_YET, PLAIN)
        hashes = " ".join(
            f"'sha256-{_digest(one)}'" for one in re.findall(r"<script>(.*?)</script>", card, re.S)
        )
        return Answer(card, policy=f"script-src {hashes}" if hashes else "")

    def _state(self, query: str) -> Answer:
        """What is new since `after`, and the scorecard unless the reader has it; waits until there is."""
        given = parse_qs(query)
        after, card = _number(given, "after"), _number(given, "card")
        reader = given.get("reader", [""])[0][:16]
        with self._changed:
            self._note(reader, after)
            self._changed.wait_for(lambda: self._shown.number != after, WAIT_S)
            shown = self._shown
            self._note(reader, shown.number)
        return Answer(
            json.dumps(
                {
                    "number": shown.number,
                    "state": live_view.strip_of(shown.state),
                    "news": live_view.section_of(shown.news),
                    "lab": shown.state.lab,
                    "card": shown.card_number,
                    "html": shown.card if shown.card_number != card else None,
                    "old": shown.is_old,
                    "over": shown.is_over,
                }
            ),
            "application/json",
        )

    def _note(self, reader: str, number: int) -> None:
        now = time.monotonic()
        known = {**self._readers, reader: (now, number)}
        self._readers = {one: noted for one, noted in known.items() if noted[0] > now - GONE_S}
        self._changed.notify_all()


def explorer_files(folder: Path) -> dict[str, Page]:
    """The explorer's files by the names of their pages; none where the folder is not there."""
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    return {f"{EXPLORER}{file.name}": partial(_file, file) for file in files if file.suffix in KINDS}


def _file(file: Path, _: str) -> Answer:
    return Answer(file.read_text(encoding="utf-8"), KINDS[file.suffix], "script-src 'self'")


def _number(given: dict[str, list[str]], name: str) -> int:
    text = given.get(name, [""])[0]
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else 0


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
