r"""Moodle's "Download all submissions" of an assignment.

How Moodle names what it packs is in its class mod_assign\downloader
(https://github.com/moodle/moodle/blob/main/mod/assign/classes/downloader.php): the full name with spaces
for underscores (under blind marking "Participant"), the participant's number, the kind of plugin and its
name, all joined by underscores. "Download submissions in folders" (the default since Moodle 3.1) makes
that a folder, in older versions with one more underscore at its end; else it goes before each file's name:

    Ann Lee_12345_assignsubmission_file/labs/...
    Ann Lee_12345_assignsubmission_file_tiled_transpose.cu
    Ann Lee_12345_assignsubmission_onlinetext/onlinetext.html
"""

from __future__ import annotations

import re

from grader.intake.drafts import Draft, Sorted, in_folder, is_hidden, renamed
from grader.intake.member import Kind, Member
from grader.intake.names import shown
from grader.intake.submission import Person
from grader.intake.tree import Tree

SOURCE = "a Moodle download"
NAMED = re.compile(
    r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?P<plugin>[a-z]+)(?:_(?P<file>.*))?", re.DOTALL
)


def is_moodle(tree: Tree) -> bool:
    """Whether some entry is named as Moodle names submissions; no other source does so."""
    return any(NAMED.fullmatch(entry.name) for entry in tree.entries())


def sort_moodle(tree: Tree) -> Sorted:
    """One draft a participant, who may have several entries."""
    drafts: dict[str, Draft] = {}
    notes: list[str] = []
    for entry in tree.entries():
        match = NAMED.fullmatch(entry.name)
        if match is None:
            if not is_hidden(entry.name):
                notes.append(f"{shown(entry.name)}: is not named as Moodle names submissions: passed over")
            continue
        name, number = match["name"], match["number"]
        person = Person(shown(name), number=number)
        draft = drafts.setdefault(number, Draft(f"{name}_{number}", name, (person,)))
        _add(draft, tree, entry, match)
    return Sorted(SOURCE, list(drafts.values()), notes)


def _add(draft: Draft, tree: Tree, entry: Member, match: re.Match[str]) -> None:
    if entry.problem:
        draft.notes.append(f"{shown(entry.name)}: {entry.problem}")
    elif match["plugin"] == "onlinetext":
        draft.notes.append(f"{shown(entry.name)}: is text typed into Moodle, not read: ask for the file")
    elif entry.kind is Kind.FOLDER:
        draft.parts.append(in_folder((entry.name,), tree.below(entry.name)))
    else:
        draft.parts.append([renamed(entry, match["file"] or entry.name)])
