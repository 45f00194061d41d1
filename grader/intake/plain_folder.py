"""Lists the submissions of a plain folder: one folder, git checkout, archive or .cu file for each student.

Each entry is named after its author. A loose .cu file must also tell its lab: ann_tiled_transpose.cu.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.core.manifest import Lab
from grader.intake.archives import archive_suffix
from grader.intake.found import FoundSubmission, FoundSubmissions, in_folder, is_hidden, renamed
from grader.intake.member import Kind, Member
from grader.intake.names import shown
from grader.intake.tree import Tree
from grader.schema.class_results import Person

SOURCE = "a folder of submissions"
KERNEL_SUFFIX = ".cu"
SEPARATORS = "_-. "


def list_folder_submissions(tree: Tree, labs: Sequence[Lab]) -> FoundSubmissions:
    """One submission for each entry; the loose kernel files of one author make one submission."""
    found: list[FoundSubmission] = []
    loose: dict[str, FoundSubmission] = {}
    notes: list[str] = []
    for entry in tree.entries():
        name = entry.name
        if is_hidden(name):
            continue
        if entry.problem:
            found.append(_submission(_stem(name), notes=[f"{shown(name)}: {entry.problem}"]))
        elif entry.kind is Kind.FOLDER:
            found.append(_folder(tree, entry))
        elif archive_suffix(name):
            found.append(_submission(_stem(name), entry))
        elif name.endswith(KERNEL_SUFFIX):
            _add_loose(loose, entry, labs)
        else:
            notes.append(f"{shown(name)}: is no folder, archive or {KERNEL_SUFFIX} file: passed over")
    return FoundSubmissions(SOURCE, [*found, *loose.values()], notes)


def _submission(student: str, *members: Member, notes: list[str] | None = None) -> FoundSubmission:
    return FoundSubmission(student, student, (Person(shown(student)),), [members], notes or [])


def _folder(tree: Tree, entry: Member) -> FoundSubmission:
    found = _submission(entry.name)
    found.parts = [in_folder((entry.name,), tree.below(entry.name))]
    return found


def _stem(name: str) -> str:
    suffix = archive_suffix(name) or (KERNEL_SUFFIX if name.endswith(KERNEL_SUFFIX) else "")
    return name[: len(name) - len(suffix)]


def _add_loose(loose: dict[str, FoundSubmission], entry: Member, labs: Sequence[Lab]) -> None:
    student, lab = _author(entry.name, labs)
    submission = loose.setdefault(student, _submission(student))
    if lab is None:
        wanted = ", ".join(f"{student}_{lab.kernel_file}" for lab in labs)
        submission.notes.append(
            f"{shown(entry.name)}: does not tell its lab: name it {shown(wanted)}, or use a folder"
        )
        return
    submission.parts.append([renamed(entry, lab.kernel_file)])


def _author(name: str, labs: Sequence[Lab]) -> tuple[str, Lab | None]:
    """'ann_tiled_transpose.cu' is ann's; with one lab only, so is 'ann.cu'."""
    for lab in sorted(labs, key=lambda lab: -len(lab.kernel_file)):
        before = name.removesuffix(lab.kernel_file)
        if before != name and before[-1:] in SEPARATORS:
            return before.rstrip(SEPARATORS) or _stem(lab.kernel_file), lab
    return _stem(name), labs[0] if len(labs) == 1 else None
