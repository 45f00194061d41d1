"""Keeps the standings in .course/progress.json, a file of the checkout that git ignores."""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.files import write_whole
from grader.core.paths import Project
from grader.grading.standing import LastCheck, Standing, Standings
from grader.schema.document import read_document, write_document
from grader.schema.record import Launch
from grader.schema.results import CheckResult, LabResult, Status
from grader.schema.results_json import lab_of, public_lab
from grader.schema.standings_document import FORMAT, STANDINGS, KeptCheck, KeptStanding, KeptStandings

# So many characters of a compiler's message are enough to recognise it.
KEPT_WORDS = 4000

Say = Callable[[str], None]


class UnreadableStandings(GraderError):
    """The file is there, but it is not one that this version wrote."""


def standing_path(project: Project) -> Path:
    """Where the standings are kept."""
    return project.root / ".course" / "progress.json"


def read_standings(project: Project, say: Say) -> Standings:
    """What is remembered; nothing where there is no file, or one that cannot be read (say then tells so)."""
    try:
        return _read(project)
    except GraderError as error:
        say(f"{error.message}; nothing is remembered from it")
        return Standings()


def change_standings(project: Project, change: Callable[[Standings], Standings], say: Say) -> Standings:
    """Read, change, write. A file that cannot be read is set aside, never overwritten.

    Where nothing can be written, say tells so, and the change holds for this run alone.
    """
    known = Standings()
    try:
        with _alone(standing_path(project).parent):
            try:
                known = _read(project)
            except UnreadableStandings as error:
                say(f"{error.message}; it is kept as {_set_aside(project)}, and a new one begun")
            changed = change(known)
            write_whole(standing_path(project), _to_json(changed))
            return changed
    except (OSError, GraderError) as error:
        why = error.message if isinstance(error, GraderError) else f"{error.filename}: {error.strerror}"
        say(f"this is not remembered: {why}")
        return change(known)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """A check beside a running watch must not undo what that has just remembered."""
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        # Some network drives have no locks. The file is still written whole.
        with suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _set_aside(project: Project) -> str:
    path = standing_path(project)
    number = 1
    while (kept := path.with_name(f"progress-unreadable-{number}.json")).exists():
        number += 1
    path.rename(kept)
    return project.shown(kept)


def _read(project: Project) -> Standings:
    path = standing_path(project)
    shown = project.shown(path)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Standings()
    except UnicodeDecodeError as error:
        raise UnreadableStandings(f"{shown} is not text") from error
    except OSError as error:
        raise GraderError(f"{shown} cannot be read: {error.strerror}") from error
    try:
        kept = read_document(STANDINGS, text, shown)
    except GraderError as error:
        raise UnreadableStandings(error.message) from error
    return Standings({name: _standing(one) for name, one in kept.labs.items()})


def _standing(kept: KeptStanding) -> Standing:
    last, before = (_last(one) if one else None for one in (kept.last, kept.before))
    return Standing(kept.hints, last, before)


def _last(kept: KeptCheck) -> LastCheck:
    known = lab_of(kept.result)
    result = replace(
        known,
        checks=tuple(replace(check, launches=kept.stuck.get(check.id, ())) for check in known.checks),
        compile_output=kept.compile_output,
        trouble=kept.trouble,
        refused=kept.refused,
    )
    return LastCheck(kept.at, kept.kernel, result, kept.text, kept.costs)


def _to_json(standings: Standings) -> str:
    labs = {name: _kept(standing) for name, standing in standings.labs.items()}
    return write_document(STANDINGS, KeptStandings(FORMAT, labs))


def _kept(standing: Standing) -> KeptStanding:
    last, before = (_kept_check(one) if one else None for one in (standing.last, standing.before))
    return KeptStanding(standing.hints, last, before)


def _kept_check(last: LastCheck) -> KeptCheck:
    return KeptCheck(
        at=last.at,
        kernel=last.kernel,
        compile_output=last.result.compile_output[:KEPT_WORDS],
        trouble=last.result.trouble[:KEPT_WORDS],
        refused=last.result.refused,
        result=public_lab(last.result),
        stuck=dict(_stuck(last.result)),
        text=last.text,
        costs=last.costs,
    )


def _stuck(result: LabResult) -> Iterator[tuple[str, tuple[Launch, ...]]]:
    """Of the first failed check, the accesses of the line that it points at: `hint` shows their addresses."""
    failed = next((check for check in result.checks if check.status is Status.FAILED), None)
    if failed is not None and (launches := tuple(_at_its_line(failed))):
        yield failed.id, launches


def _at_its_line(check: CheckResult) -> Iterator[Launch]:
    for launch in check.launches:
        accesses = tuple(access for access in launch.accesses if access.line == check.line)
        if accesses:
            yield Launch(launch.kernel, launch.grid, launch.block, launch.shape, accesses)
