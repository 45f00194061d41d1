"""Canvas's "Download Submissions" of an assignment.

How Canvas names the files is in its class ContentZipper
(https://github.com/instructure/canvas-lms/blob/master/lib/content_zipper.rb): the sortable name in small
letters without anything but word characters, LATE if it was late, the student's number, the file's
number and its name; an anonymous assignment has no name and anon_ before its own number. What was typed
or linked is a page of its own:

    leeann_12345_67890_lab4.zip    leeann_LATE_12345_67890_tiled_transpose.cu    leeann_12345_text.html

A file handed in again gets a number behind its stem: tiled_transpose-1.cu.
"""

from __future__ import annotations

import re

from grader.submissions.bulk import Draft, Sorted, in_folder, is_hidden, renamed
from grader.submissions.member import Kind, Member
from grader.submissions.model import Person
from grader.submissions.names import shown
from grader.submissions.tree import Tree

SOURCE = "a Canvas download"
WHO = r"(?:(?P<name>\w+?)_)??(?P<late>LATE_)?(?P<number>\d+|anon_[A-Za-z0-9]+)"
FILE = re.compile(WHO + r"_\d+_(?P<file>.+)", re.DOTALL)
PAGE = re.compile(WHO + r"_(?P<page>text|link)\.html")


def is_canvas(tree: Tree) -> bool:
    """Whether at least half of the entries are named as Canvas names files."""
    names = [entry.name for entry in tree.entries() if not is_hidden(entry.name)]
    return bool(names) and 2 * len([name for name in names if _match(name)]) >= len(names)


def sort_canvas(tree: Tree) -> Sorted:
    """One draft a student, who may have several files."""
    drafts: dict[str, Draft] = {}
    notes: list[str] = []
    for entry in tree.entries():
        match = _match(entry.name)
        if match is None:
            if not is_hidden(entry.name):
                notes.append(f"{shown(entry.name)}: is not named as Canvas names files: passed over")
            continue
        number = match["number"]
        name = match["name"] or number
        person = Person(shown(name), number=number if number.isdigit() else "")
        draft = drafts.setdefault(number, Draft(f"{name}_{number}", name, (person,)))
        _add(draft, tree, entry, match)
    return Sorted(SOURCE, list(drafts.values()), notes)


def _match(name: str) -> re.Match[str] | None:
    return FILE.fullmatch(name) or PAGE.fullmatch(name)


def _add(draft: Draft, tree: Tree, entry: Member, match: re.Match[str]) -> None:
    if match["late"] and not draft.late:
        draft.late = True
        draft.notes.append("was handed in late")
    if entry.problem:
        draft.notes.append(f"{shown(entry.name)}: {entry.problem}")
    elif "page" in match.re.groupindex:
        draft.notes.append(f"{shown(entry.name)}: is a page, not a file, not read: ask for the file")
    elif entry.kind is Kind.FOLDER:
        # An archive that somebody unpacked in its place.
        draft.parts.append(in_folder((match["file"],), tree.below(entry.name)))
    else:
        draft.parts.append([renamed(entry, match["file"])])
