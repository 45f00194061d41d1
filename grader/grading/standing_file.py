"""Keeps the standings in .course/progress.json, a file of the checkout that git ignores."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.fields import Table, as_table
from grader.core.files import write_whole
from grader.core.paths import Project
from grader.grading.standing import LastCheck, Standing, Standings
from grader.schema.results_json import lab_from_table, lab_to_data

FORMAT = 1
# Enough of a compiler's words to know them again.
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
        # Some network drives know no locks; the file is still written whole.
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
        return _from_table(as_table(json.loads(text), shown))
    except (json.JSONDecodeError, RecursionError) as error:
        raise UnreadableStandings(f"{shown} is not valid JSON: {error}") from error
    except GraderError as error:
        raise UnreadableStandings(error.message) from error


def _from_table(table: Table) -> Standings:
    if table.whole("version") != FORMAT:
        raise table.fail(f"'version' is {table.whole('version')}, this course reads {FORMAT}")
    labs = table.table("labs")
    found = {name: _standing(labs.table(name)) for name in labs.data}
    table.close()
    return Standings(found)


def _standing(table: Table) -> Standing:
    last = table.maybe_table("last")
    standing = Standing(table.count("hints"), _last(last) if last else None)
    table.close()
    return standing


def _last(table: Table) -> LastCheck:
    try:
        at = datetime.fromisoformat(table.text("at"))
    except ValueError as error:
        raise table.fail(f"'at' is no time: {error}") from error
    if at.tzinfo is None:
        raise table.fail("'at' names no time zone")
    result = replace(
        lab_from_table(table.table("result")),
        compile_output=table.text("compile_output"),
        trouble=table.text("trouble"),
        refused=table.flag("refused"),
    )
    last = LastCheck(at, table.text("kernel"), result)
    table.close()
    return last


def _to_json(standings: Standings) -> str:
    labs = {name: _standing_data(standing) for name, standing in standings.labs.items()}
    return json.dumps({"version": FORMAT, "labs": labs}, indent=1, ensure_ascii=True) + "\n"


def _standing_data(standing: Standing) -> dict[str, object]:
    last = standing.last
    return {"hints": standing.hints, "last": None if last is None else _last_data(last)}


def _last_data(last: LastCheck) -> dict[str, object]:
    return {
        "at": last.at.isoformat(timespec="seconds"),
        "kernel": last.kernel,
        "compile_output": last.result.compile_output[:KEPT_WORDS],
        "trouble": last.result.trouble[:KEPT_WORDS],
        "refused": last.result.refused,
        "result": lab_to_data(last.result),
    }
