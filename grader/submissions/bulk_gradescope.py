"""Gradescope's export of an assignment's submissions ("Export Submissions" on its page Review Grades).

A folder `assignment_<id>_export` holds `submission_metadata.yml` and one folder `submission_<id>` for each
submission, with the files as they were handed in. Gradescope does not document the metadata file. Its
form here is the one that public programs read, such as
https://github.com/djhuffman/gradescope_renaming_files:

    submission_123:
      :submitters:
      - :name: Ann Lee
        :sid: '3031'
        :email: ann@example.edu
      :created_at: 2024-02-03 10:11:12.000000000 Z
      :results: ...

Below :results: lies what tests printed, so of the whole file only the submitters are looked at, line by
line: everything else is indented further.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress

from grader.submissions.bulk import Draft, Sorted, in_folder, is_hidden
from grader.submissions.member import Kind, Member, Unreadable
from grader.submissions.model import MIB, Person
from grader.submissions.names import shown
from grader.submissions.tree import Tree

SOURCE = "a Gradescope export"
METADATA = "submission_metadata.yml"
METADATA_BYTES = 256 * MIB
KEY = re.compile(r"  (?:- |  ):(\w+):\s*(.*)")


def find_gradescope(tree: Tree) -> Tree | None:
    """The tree that holds the metadata: this one or its only folder; None when it is no such export."""
    entries = [entry for entry in tree.entries() if not is_hidden(entry.name)]
    if any(entry.name == METADATA for entry in entries):
        return tree
    if len(entries) == 1 and entries[0].kind is Kind.FOLDER and not entries[0].problem:
        inside = tree.inside(entries[0].name)
        with suppress(Unreadable):
            if any(entry.name == METADATA for entry in inside.entries()):
                return inside
    return None


def sort_gradescope(tree: Tree) -> Sorted:
    """One draft for each submission that the metadata or the folders name."""
    notes: list[str] = []
    entries = {entry.name: entry for entry in tree.entries() if not is_hidden(entry.name)}
    people = _people(entries.pop(METADATA), notes)
    drafts = [_draft(tree, name, entry, people.get(name, ())) for name, entry in entries.items()]
    for name in people:
        if name not in entries:
            drafts.append(_named(name, people[name], [f"{METADATA} lists {shown(name)}, which is not there"]))
    return Sorted(SOURCE, drafts, notes)


def _named(name: str, people: tuple[Person, ...], notes: list[str]) -> Draft:
    student = ", ".join(person.name for person in people) or name
    return Draft(name, student, people or (Person(shown(name)),), notes=notes)


def _draft(tree: Tree, name: str, entry: Member, people: tuple[Person, ...]) -> Draft:
    draft = _named(name, people, [] if people else [f"{METADATA} does not tell whose {shown(name)} is"])
    if entry.problem:
        draft.notes.append(f"{shown(name)}: {entry.problem}")
    elif entry.kind is Kind.FOLDER:
        draft.parts = [in_folder((name,), tree.below(name))]
    else:
        draft.parts = [[entry]]
    return draft


def _people(metadata: Member, notes: list[str]) -> Mapping[str, tuple[Person, ...]]:
    try:
        if metadata.problem or metadata.size > METADATA_BYTES:
            raise Unreadable(metadata.problem or "is too large")
        text = metadata.read(METADATA_BYTES).decode("utf-8", errors="replace")
    except Unreadable as error:
        notes.append(f"{METADATA}: {error}; submissions are called by their folders")
        return {}
    return parse_metadata(text)


def parse_metadata(text: str) -> dict[str, tuple[Person, ...]]:
    """The people of each submission, by the name of its folder."""
    found: dict[str, list[dict[str, str]]] = {}
    submission, inside = "", False
    for line in _lines(text):
        if not line.startswith((" ", "-", "#")) and line.rstrip().endswith(":"):
            submission, inside = _scalar(line.rstrip()[:-1]), False
            found.setdefault(submission, [])
        elif line.startswith("  :"):
            inside = line.rstrip() == "  :submitters:"
        elif inside and submission:
            _add_key(found[submission], line)
    return {name: tuple(map(_person, people)) for name, people in found.items()}


def _lines(text: str) -> Iterator[str]:
    """The lines by their line feeds alone: str.splitlines also ends them at what a name may hold."""
    return (line.removesuffix("\r") for line in text.split("\n") if line.strip() and line != "---")


def _add_key(people: list[dict[str, str]], line: str) -> None:
    match = KEY.fullmatch(line)
    if match is None:
        return
    if line.startswith("  - "):
        people.append({})
    if people:
        people[-1].setdefault(match[1], _scalar(match[2]))


def _person(keys: Mapping[str, str]) -> Person:
    name, email = keys.get("name", ""), keys.get("email", "")
    return Person(shown(name or email or "unknown"), sid=shown(keys.get("sid", "")), email=shown(email))


def _scalar(text: str) -> str:
    """A YAML scalar of one line: plain, 'single' or "double" quoted; '' for null and for tagged ones."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        return _double_quoted(text)
    return "" if text in ("", "~", "null") or text.startswith(("!", "|", ">")) else text


def _double_quoted(text: str) -> str:
    # YAML's escapes are JSON's, and \xNN, \e and a few more.
    json_like = re.sub(r"\\x([0-9A-Fa-f]{2})", r"\\u00\1", text)
    try:
        return str(json.loads(json_like, strict=False))
    except ValueError:
        return text[1:-1]
