"""Makes an SVG of Matplotlib's a part of the page: its colours, its fonts, ids of its own, nothing else."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from grader.report.scorecard.chart_ink import PAGE_COLOURS

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
NUMBER = re.compile(r"-?\d+\.\d+")
# The page's font draws the text; a size is kept, in whichever way this Matplotlib writes it.
FONT = re.compile(r"(?P<size>[\d.]+px)")
DROPPED_STYLES = {
    "stroke-dashoffset",
    "font-family",
    "font-style",
    "font-variant",
    "font-weight",
    "font-stretch",
}
# Where one element names another: a marker that is used, a hatch that fills.
POINTING = ("href", "style", "clip-path")
POINTER = re.compile(r"(?<![\w:])#(?P<id>[A-Za-z][\w-]*)")
DROPPED_TAGS = {"metadata", "style"}


def page_svg(text: str, prefix: str) -> str:
    """What stands between <svg> and </svg>, for HTML. Every id starts with `prefix`."""
    # The text is Matplotlib's own: it has no entities to expand.
    root = ElementTree.fromstring(text)
    _strip(root)
    _rename(root, prefix)
    return "".join(ElementTree.tostring(child, encoding="unicode").strip() for child in root)


def _strip(element: Element) -> None:
    """Plain names, page colours and short numbers, here and in all below."""
    element.tag = element.tag.removeprefix(SVG)
    for child in list(element):
        if child.tag.removeprefix(SVG) in DROPPED_TAGS:
            element.remove(child)
    if LINK in element.attrib:
        element.set("href", element.attrib.pop(LINK))
    if "fill" in element.attrib:  # a variable is sure to work in a style alone
        element.set("style", f"fill:{element.attrib.pop('fill')};{element.get('style', '')}")
    for name, value in element.attrib.items():
        element.set(name, _style(value) if name == "style" else _attribute(name, value))
    if element.tag != "text":
        element.text = None
    for child in element:
        child.tail = None
        _strip(child)
    for child in list(element):
        if child.tag in ("g", "defs") and len(child) == 0:
            element.remove(child)


def _attribute(name: str, value: str) -> str:
    if name in ("id", "href"):
        return value
    return " ".join(_short(value).split())


def _style(value: str) -> str:
    kept = []
    for declaration in value.split(";"):
        name, _, setting = (part.strip() for part in declaration.partition(":"))
        if name == "font":
            size = FONT.search(setting)
            kept += [f"font-size:{size['size']}"] if size else []
        elif name and name not in DROPPED_STYLES:
            kept.append(f"{name}:{_short(setting) if 'url' not in setting else setting}")
    return _coloured(";".join(kept))


def _short(value: str) -> str:
    return NUMBER.sub(lambda match: f"{float(match[0]):.1f}".removesuffix(".0"), value)


def _coloured(value: str) -> str:
    for colour, variable in PAGE_COLOURS.items():
        value = value.replace(colour, f"var({variable})")
    return value


def _rename(root: Element, prefix: str) -> None:
    """Ids that nothing points to go; the others become short and the page's only ones."""
    elements = list(root.iter())
    used = {match["id"] for element in elements for match in _pointers(element)}
    names: dict[str, str] = {}
    for element in elements:
        own = element.attrib.pop("id", "")
        if own in used:
            element.set("id", names.setdefault(own, f"{prefix}-{len(names) + 1}"))
    for element in elements:
        for name in POINTING:
            if name in element.attrib:
                element.set(name, POINTER.sub(lambda match: f"#{names[match['id']]}", element.attrib[name]))


def _pointers(element: Element) -> list[re.Match[str]]:
    return [match for name in POINTING for match in POINTER.finditer(element.attrib.get(name, ""))]
