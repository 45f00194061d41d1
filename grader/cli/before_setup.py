"""What ./course answers before its packages are installed, with Python's standard library alone.

`python3 -m grader.cli.before_setup COMMAND ARGUMENTS...` refuses an option that the command does not have,
explains the command, and answers `progress` and `hint` while nothing was checked. commands.txt, which
`--update` writes from Typer's own help, says which options each command has.

Exit status: 0 answered, 2 refused, 3 the packages are needed.
"""

from __future__ import annotations

import difflib
import json
import re
import subprocess
import sys
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

HELPS = Path(__file__).with_name("commands.txt")
ANSWERED, REFUSED, NEEDS_PACKAGES = 0, 2, 3
OPTION = re.compile(r"^  (--?[A-Za-z][a-z-]*)(?: (\S+))?", re.MULTILINE)


def helps() -> dict[str, str]:
    """The help of each command of the grader's."""
    texts = re.split(r"^(?=Usage: )", HELPS.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {text.split()[2]: text.rstrip() + "\n" for text in texts if text}


def options_of(text: str) -> dict[str, bool]:
    """The options that a help lists, and whether a value must follow."""
    listed = text.partition("\nOptions:\n")[2]
    # [F] may follow or not; what follows --then are the options of another launch.
    return {name: value != "…" and value[:1] not in ("", "[") for name, value in OPTION.findall(listed)}


def unknown_option(options: Mapping[str, bool], words: Sequence[str]) -> str:
    """The first word that is an option and none of these; empty where there is none."""
    rest = iter(words)
    for word in rest:
        if word == "--":
            break
        name = word.partition("=")[0] if word.startswith("--") else word[:2]
        if not re.match("--?[A-Za-z]", word):
            continue
        if name not in options:
            return name
        if options[name] and word == name:
            next(rest, "")
    return ""


def answer(command: str, words: Sequence[str]) -> int:
    """Answer what can be answered without the packages, and return the exit status."""
    text = helps().get(command, "")
    options = options_of(text)
    if wrong := unknown_option(options, words):
        meant = difflib.get_close_matches(wrong, options, 1)
        fix = f"./course {command} {meant[0]}      (did you mean this? --help lists all)" if meant else ""
        print(f"\ncourse: {command} has no option '{wrong}'.\n  To fix it:", file=sys.stderr)
        print(f"    {fix or f'./course {command} --help      (lists them)'}", file=sys.stderr)
        return REFUSED
    own = words[: words.index("--")] if "--" in words else words
    if "--help" in own:
        print(text, end="")
        return ANSWERED
    try:
        if command == "progress" and not words:
            return show_progress()
        if command == "hint" and len(words) < 2 and not any(word.startswith("-") for word in words):
            return show_hint(*words)
    except (ImportError, OSError, ValueError, LookupError, TypeError, AttributeError):
        # Python 3.10 reads no TOML. The command itself explains better what is wrong with a file.
        pass
    return NEEDS_PACKAGES


def _course() -> tuple[Any, Any, dict[str, int]]:
    """The checkout, the labs of the course, and how many hints of each were given.

    Raises ValueError where a lab was checked: its result is for the command itself to read.
    """
    from grader.core.course_file import read_course_file
    from grader.core.errors import GraderError
    from grader.core.manifest import read_labs
    from grader.core.paths import current_project

    try:
        project = current_project()
        labs = read_labs(project)
        course = read_course_file(project, labs, None)
    except GraderError as error:
        raise ValueError(error.message) from error
    kept = project.root / ".course" / "progress.json"
    known = json.loads(kept.read_text(encoding="utf-8"))["labs"] if kept.exists() else {}
    if any(standing["last"] for standing in known.values()):
        raise ValueError("a lab was checked")
    given = {name: int(standing["hints"]) for name, standing in known.items()}
    return project, course.labs if course else labs, given


def show_progress() -> int:
    """Print all labs, none of which was checked, as `progress` does in a narrow terminal."""
    project, labs, given = _course()
    from grader.core.lab_files import lab_folder
    from grader.core.points import add
    from grader.core.wording import plural

    print(f"0 of {plural(len(labs), 'lab')} done, 0 of {add(lab.points for lab in labs)} points\n")
    for lab in labs:
        hints = f", {given[lab.id]} of {len(lab.hints)} hints" if given.get(lab.id) else ""
        print(f"{lab.id:<6}{lab.title}\n      not checked yet{hints}")
    handout = project.shown(lab_folder(project, labs[0]) / "README.md")
    print(f"\nNext: begin with {labs[0].id}, {labs[0].title}: read {handout}")
    print(f"Try:  ./course watch {labs[0].id}  (checks at each save)")
    return ANSWERED


def show_hint(name: str = "") -> int:
    """Print a lab's next hint, and remember that it was given."""
    project, labs, given = _course()
    from grader.core.errors import GraderError
    from grader.core.files import write_whole
    from grader.core.manifest import find_lab, read_labs

    try:
        lab = find_lab(read_labs(project), name) if name else labs[0]
    except GraderError as error:
        print(f"error: {error.message}\n  {error.fix}", file=sys.stderr)
        return REFUSED
    number = given.get(lab.id, 0)
    if number >= len(lab.hints):
        return NEEDS_PACKAGES
    print(f"{lab.id}  {lab.title}\n\nHint {number + 1} of {len(lab.hints)}")
    print(textwrap.fill(lab.hints[number], 80, initial_indent="  ", subsequent_indent="  "))
    given[lab.id] = number + 1
    kept = {"version": 1, "labs": {key: {"hints": count, "last": None} for key, count in given.items()}}
    (project.root / ".course").mkdir(exist_ok=True)
    write_whole(project.root / ".course" / "progress.json", json.dumps(kept, indent=1))
    return ANSWERED


def written_by_typer() -> str:
    """What commands.txt must hold: the help of every command, 80 columns wide."""
    from grader.cli.main import COMMANDS

    return "\n".join(_help_of(name) for name in sorted(COMMANDS))


def _help_of(name: str) -> str:
    command = ["env", "COLUMNS=80", sys.executable, "-m", "grader", name, "--help"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    if sys.argv[1:] == ["--update"]:
        HELPS.write_text(written_by_typer(), encoding="utf-8")
    else:
        sys.exit(answer(sys.argv[1], sys.argv[2:]))
