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

from grader.formats.registry import Download
from grader.intake.found import FoundSubmission, FoundSubmissions, in_folder, is_hidden, renamed
from grader.intake.member import Kind, Member
from grader.intake.names import shown
from grader.intake.tree import Tree
from grader.schema.class_results import Person

SOURCE = "a Moodle download"
NAMED = re.compile(
    r"(?P<name>.+?)_(?P<number>[0-9]+)_assignsubmission_(?P<plugin>[a-z]+)(?:_(?P<file>.*))?", re.DOTALL
)


def find_moodle_download(tree: Tree) -> Tree | None:
    """The tree, when some entry is named as only Moodle names submissions; else None."""
    return tree if any(NAMED.fullmatch(entry.name) for entry in tree.entries()) else None


def list_moodle_submissions(tree: Tree) -> FoundSubmissions:
    """One submission for each participant, who may have several entries."""
    found: dict[str, FoundSubmission] = {}
    notes: list[str] = []
    for entry in tree.entries():
        match = NAMED.fullmatch(entry.name)
        if match is None:
            if not is_hidden(entry.name):
                notes.append(f"{shown(entry.name)}: is not named as Moodle names submissions: passed over")
            continue
        name, number = match["name"], match["number"]
        person = Person(shown(name), number=number)
        submission = found.setdefault(number, FoundSubmission(f"{name}_{number}", name, (person,)))
        _add(submission, tree, entry, match)
    return FoundSubmissions(SOURCE, list(found.values()), notes)


def _add(submission: FoundSubmission, tree: Tree, entry: Member, match: re.Match[str]) -> None:
    if entry.problem:
        submission.notes.append(f"{shown(entry.name)}: {entry.problem}")
    elif match["plugin"] == "onlinetext":
        submission.notes.append(f"{shown(entry.name)}: is text typed into Moodle, not read: ask for the file")
    elif entry.kind is Kind.FOLDER:
        submission.parts.append(in_folder((entry.name,), tree.below(entry.name)))
    else:
        submission.parts.append([renamed(entry, match["file"] or entry.name)])


DOWNLOAD = Download("Moodle", find_moodle_download, list_moodle_submissions, has_unique_sign=True)
