"""What is asked of every page: it fits, the keyboard reaches all of it, axe finds nothing, links resolve."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote, urlsplit

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page

OPEN_ALL = "() => document.querySelectorAll('details').forEach((one) => (one.open = true))"
WIDER = """() => {
  const page = document.documentElement;
  if (page.scrollWidth <= innerWidth) return [];
  const right = (one) => one.getBoundingClientRect().right;
  const beyond = [...document.body.querySelectorAll('*')].filter((one) => right(one) > innerWidth + 1);
  return beyond.slice(0, 5).map((one) => one.outerHTML.slice(0, 120));
}"""
# Numbers all that Tab should come to, and keeps how each looks without the focus.
NUMBER_ALL = """() => {
  const look = (one) => {
    const style = getComputedStyle(one);
    const ring = [style.outlineStyle, style.outlineWidth, style.boxShadow];
    return [...ring, style.borderColor, style.backgroundColor].join();
  };
  const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')];
  const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const reached = all.filter((one) => one.tabIndex >= 0 && !one.disabled && seen(one));
  globalThis.numbered = new Map(reached.map((one, number) => [one, { number, plain: look(one) }]));
  globalThis.lookOf = look;
  return reached.map((one) => one.outerHTML.slice(0, 120));
}"""
# Has each press of Tab note where the focus was until then: null on the page itself, -1 on what has no
# number. To ask the page after each press would take twice as long.
NOTE_FOCUS = """() => {
  const where = () => {
    const one = document.activeElement;
    if (!one || one === document.body) return null;
    const known = globalThis.numbered.get(one);
    if (!known) return { number: -1, seen: true, inside: true };
    const box = one.getBoundingClientRect();
    const inside = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
    return { number: known.number, seen: globalThis.lookOf(one) !== known.plain, inside };
  };
  globalThis.walked = [];
  const note = (event) => event.key === "Tab" && globalThis.walked.push(where());
  addEventListener("keydown", note, { capture: true });
}"""
WALKED = "() => globalThis.walked.splice(0)"
STRIDE = 20
# Moves the focus to each in turn and says what goes wrong. Once Tab was pressed, the browser also shows a
# focus that a script moves.
FOCUS_EACH = """() => [...globalThis.numbered].flatMap(([one, known]) => {
  one.focus({ preventScroll: true });
  const fault = document.activeElement !== one ? "cannot take the focus"
    : globalThis.lookOf(one) === known.plain ? "no visible focus" : "";
  return fault ? [`${fault}: ${one.outerHTML.slice(0, 120)}`] : [];
})"""
LEAVE = """() => {
  document.activeElement?.blur();
  scrollTo(0, 0);
}"""
# Marks one element of those whose text has one colour, size and weight, in elements of the same kinds and
# backgrounds all the way up: where one of them can be read, so can the others.
MARK_KINDS_OF_TEXT = """() => {
  const paths = new Map([[null, ""]]);
  const pathOf = (one) => {
    if (!paths.has(one)) {
      const style = getComputedStyle(one);
      const own = [one.tagName, ...[...one.classList].sort(), style.backgroundColor, style.backgroundImage];
      paths.set(one, `${pathOf(one.parentElement)} > ${own.join()} ${style.opacity}`);
    }
    return paths.get(one);
  };
  const kinds = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (const old of document.querySelectorAll("[data-kind-of-text]")) delete old.dataset.kindOfText;
  while (texts.nextNode()) {
    const one = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !one.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(one);
    const kind = [style.color, style.fill, style.fontSize, style.fontWeight, pathOf(one)].join();
    if (!kinds.has(kind)) one.dataset.kindOfText = kinds.size;
    kinds.add(kind);
  }
  return kinds.size;
}"""
# The rules that depend on colours.
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
# preload would fetch style sheets a second time, which a page from a file may not. Nor may it talk to a
# frame: the explorer, which is one in its page of the handbook, is looked at by itself.
AXE_OPTIONS = {"resultTypes": ["violations"], "preload": False, "iframes": False}
HAS_AXE = "() => 'axe' in globalThis"
RUN_AXE = "([where, options]) => axe.run(where, options).then((found) => found.violations)"
LINKS = "() => [...document.querySelectorAll('[href]')].map((one) => one.getAttribute('href'))"
HAS_ID = "(id) => document.getElementById(id) !== null"


def overflow(page: Page) -> list[str]:
    """What makes the page wider than its window."""
    return [f"wider than the window: {one}" for one in cast(list[str], page.evaluate(WIDER))]


def axe_violations(page: Page, *, contrast: bool) -> list[str]:
    """All that axe finds, of whatever weight, with the place of each. contrast: the one slow rule, too."""
    return _axe(page, "html", {"rules": {"color-contrast": {"enabled": contrast}}})


def colour_violations(page: Page) -> list[str]:
    """What axe finds of the page's colours, looking at each kind of text once.

    A scorecard has ten thousand texts of two hundred kinds: to look at all takes axe half a minute.
    """
    if page.evaluate(MARK_KINDS_OF_TEXT) == 0:
        return ["there is no text here"]
    return _axe(page, "[data-kind-of-text]", {"runOnly": COLOUR_RULES})


def _axe(page: Page, where: str, options: dict[str, Any]) -> list[str]:
    if not page.evaluate(HAS_AXE):
        page.evaluate(AXE_SCRIPT)
    violations = cast(list[dict[str, Any]], page.evaluate(RUN_AXE, [where, {**AXE_OPTIONS, **options}]))
    return [
        f"axe {violation['id']}: {violation['help']}: {node['html'][:160]} {node.get('failureSummary', '')}"
        for violation in violations
        for node in violation["nodes"]
    ]


def focus_faults(page: Page) -> list[str]:
    """What cannot take the focus, or does not show it. A script moves it, which is much faster than Tab."""
    page.evaluate(LEAVE)
    page.evaluate(NUMBER_ALL)
    page.keyboard.press("Tab")
    faults = cast(list[str], page.evaluate(FOCUS_EACH))
    page.evaluate(LEAVE)
    return faults


def keyboard_faults(page: Page) -> list[str]:
    """Goes through the page with Tab: what it does not come to, and where the focus cannot be seen."""
    all_of_it = cast(list[str], page.evaluate(NUMBER_ALL))
    if not all_of_it:
        return ["nothing here can be reached by the keyboard"]
    page.evaluate(NOTE_FOCUS)
    visited: set[int] = set()
    faults: list[str] = []
    for at in _walked(page, 3 * len(all_of_it) + 100):
        if at is None or at["number"] in visited:
            break
        if at["number"] < 0:
            continue
        visited.add(at["number"])
        if not at["seen"]:
            faults.append(f"no visible focus: {all_of_it[at['number']]}")
        if not at["inside"]:
            faults.append(f"has the focus outside the window: {all_of_it[at['number']]}")
    page.evaluate(LEAVE)
    missed = sorted(set(range(len(all_of_it))) - visited)
    return faults + [f"not reached by Tab: {all_of_it[number]}" for number in missed]


def _walked(page: Page, most: int) -> Iterator[dict[str, Any] | None]:
    """Where Tab leads, press by press. Scrolled boxes are stops of Chromium's own: many, but not endless."""
    page.keyboard.press("Tab")
    page.evaluate(WALKED)  # where the focus was before it
    for _ in range(0, most, STRIDE):
        # Held down, it is pressed again and again.
        for _ in range(STRIDE):
            page.keyboard.down("Tab")
        page.keyboard.up("Tab")
        yield from cast("list[dict[str, Any] | None]", page.evaluate(WALKED))


def broken_links(page: Page, file: Path) -> list[str]:
    """Links and anchors of the page in `file` that lead to nothing. One into the web cannot be tried."""
    links = sorted(set(cast(list[str], page.evaluate(LINKS))))
    return [f"leads nowhere: {link}" for link in links if not resolves(page, file, link)]


def resolves(page: Page, file: Path, link: str) -> bool:
    parts = urlsplit(link)
    if parts.scheme == "https":
        return bool(parts.netloc)
    anchor = unquote(parts.fragment)
    if parts.scheme == "file":
        # The explorer's page: what follows its address is no place of it, but what it draws.
        return Path(unquote(parts.path)).is_file() and anchor.startswith("access=")
    if parts.scheme or parts.netloc:
        return False
    if not parts.path:
        # HTML's standard: an empty fragment, and "top", are the top of the page.
        return anchor in ("", "top") or bool(page.evaluate(HAS_ID, anchor))
    target = file.parent / unquote(parts.path)
    if not target.is_file():
        return False
    return not anchor or f'id="{anchor}"' in target.read_text(encoding="utf-8")
