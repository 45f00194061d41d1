"""The line below each title (how long, which level, whose page), and the page's previous and next.

Sphinx's own previous and next follow the table of contents, which lists all of the chapter, then all labs. A
student reads three pages, then does a lab. The pages of a door follow docs/reading.toml, therefore, and all
others the table of contents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError

from handbook.drawing import OWN
from handbook.reading import LEVELS, Reading, count_words, lab_time, minutes_of, read_reading

BEFORE_ACCESS = 800  # access.py is the last that rewrites a body
START = "index"


@dataclass(frozen=True)
class PageLine:
    """What stands below a title, in words."""

    time: str
    level: str
    place: str


def line_of(page: str, time: str, reading: Reading) -> PageLine:
    """A page's line. Raises ExtensionError for one without a level."""
    try:
        level = reading.level_of(page)
    except KeyError:
        raise ExtensionError(f"docs/reading.toml has no level for {page}: add it to [levels]") from None
    door = reading.door_of(page)
    place = f"For {door.reader}s: {door.path.index(page) + 1} of {len(door.path)}" if door else ""
    if level == "reference":
        time = time.replace("to read", "if read whole")
    return PageLine(time, LEVELS[level].capitalize(), place)


def time_of(text: str) -> str:
    """How long a page takes, from its text."""
    if found := lab_time(text):
        return f"{found[0]} minutes for the core, {found[1]} for everything"
    minutes = minutes_of(count_words(text))
    return f"{minutes} minute{'s' if minutes > 1 else ''} to read"


def neighbours(contents: Sequence[str], reading: Reading) -> dict[str, tuple[str, str]]:
    """By page, the previous one and the next one; '' where there is none. contents: all pages in order."""
    ways = [door.path for door in reading.doors]
    placed = {START}.union(*ways)
    found = {START: ("", ways[0][0])}
    for way in [*ways, tuple(page for page in contents if page not in placed)]:
        befores = (START, *way)
        afters = (*way[1:], "")
        found.update(zip(way, zip(befores, afters, strict=False), strict=True))
    return found


def note_text(env: BuildEnvironment, page: str, text: str) -> None:
    """Keep what the line says of the page that is read."""
    _times(env)[page] = time_of(text)


def _times(env: BuildEnvironment) -> dict[str, str]:
    # The environment is kept between builds, and its attributes with it.
    return cast("dict[str, str]", vars(env).setdefault("handbook_times", {}))


def pages_in_order(env: BuildEnvironment) -> list[str]:
    """All pages, in the order of the table of contents."""
    relations = env.collect_relations()
    pages: list[str] = []
    page: str | None = START
    while page:
        pages.append(page)
        page = relations[page][2] if page in relations else None
    return pages


def _page(app: Sphinx, page: str, _template: str, context: dict[str, Any], _: nodes.document | None) -> None:
    if page not in app.env.titles or "body" not in context:
        return
    reading = read_reading(Path(app.srcdir))
    line = OWN.get_template("page_line.html.j2").render(line=line_of(page, _times(app.env)[page], reading))
    context["body"] = context["body"].replace("</h1>", f"</h1>\n{line}", 1)
    before, after = neighbours(pages_in_order(app.env), reading).get(page, ("", ""))
    context["prev"] = _link(app, page, before)
    context["next"] = _link(app, page, after)


def _link(app: Sphinx, page: str, to: str) -> dict[str, str] | None:
    if not to:
        return None
    title = cast(Any, app.builder).render_partial(app.env.titles[to])["title"]
    return {"link": app.builder.get_relative_uri(page, to), "title": title}


def setup(app: Sphinx) -> None:
    """Called by the extension."""
    app.connect("html-page-context", _page, priority=BEFORE_ACCESS)
