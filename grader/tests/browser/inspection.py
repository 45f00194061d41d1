"""What is asked of every page: it fits, the keyboard reaches all of it, axe finds nothing, links resolve."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote, urlsplit

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
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
# Where the focus is: null on the page itself, -1 on something that was not numbered.
FOCUSED = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const known = globalThis.numbered.get(one);
  if (!known) return { number: -1, seen: true, inside: true };
  const box = one.getBoundingClientRect();
  const inside = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  return { number: known.number, seen: globalThis.lookOf(one) !== known.plain, inside };
}"""
# preload would fetch style sheets a second time, which a page from a file may not.
AXE_OPTIONS = {"resultTypes": ["violations"], "preload": False}
LINKS = "() => [...document.querySelectorAll('[href]')].map((one) => one.getAttribute('href'))"
HAS_ID = "(id) => document.getElementById(id) !== null"


def overflow(page: Page) -> list[str]:
    """What makes the page wider than its window."""
    return [f"wider than the window: {one}" for one in cast(list[str], page.evaluate(WIDER))]


def axe_violations(page: Page, *, contrast: bool) -> list[str]:
    """All that axe finds, of whatever weight, with the place of each. contrast: the one slow rule, too."""
    options = {**AXE_OPTIONS, "rules": {"color-contrast": {"enabled": contrast}}}
    found: dict[str, Any] = Axe().run(page, options=options).response
    return [
        f"axe {violation['id']}: {violation['help']}: {node['html'][:160]} {node.get('failureSummary', '')}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def keyboard_faults(page: Page) -> list[str]:
    """Goes through the page with Tab: what it does not come to, and where the focus cannot be seen."""
    all_of_it = cast(list[str], page.evaluate(NUMBER_ALL))
    if not all_of_it:
        return ["nothing here can be reached by the keyboard"]
    visited: set[int] = set()
    faults: list[str] = []
    # Scrolled boxes are stops of Chromium's own: they are many, but not without end.
    for _ in range(3 * len(all_of_it) + 100):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUSED)
        if at is None or at["number"] in visited:
            break
        if at["number"] < 0:
            continue
        visited.add(at["number"])
        if not at["seen"]:
            faults.append(f"no visible focus: {all_of_it[at['number']]}")
        if not at["inside"]:
            faults.append(f"has the focus outside the window: {all_of_it[at['number']]}")
    missed = sorted(set(range(len(all_of_it))) - visited)
    return faults + [f"not reached by Tab: {all_of_it[number]}" for number in missed]


def broken_links(page: Page, file: Path) -> list[str]:
    """Links and anchors of the page in `file` that lead to nothing. One into the web cannot be tried."""
    links = sorted(set(cast(list[str], page.evaluate(LINKS))))
    return [f"leads nowhere: {link}" for link in links if not resolves(page, file, link)]


def resolves(page: Page, file: Path, link: str) -> bool:
    parts = urlsplit(link)
    if parts.scheme == "https":
        return bool(parts.netloc)
    if parts.scheme or parts.netloc:
        return False
    anchor = unquote(parts.fragment)
    if not parts.path:
        # HTML's standard: an empty fragment, and "top", are the top of the page.
        return anchor in ("", "top") or bool(page.evaluate(HAS_ID, anchor))
    target = file.parent / unquote(parts.path)
    if not target.is_file():
        return False
    return not anchor or f'id="{anchor}"' in target.read_text(encoding="utf-8")
