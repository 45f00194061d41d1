"""Finds labs by the names that people type."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from pathlib import Path

from grader.errors import GraderError
from grader.manifest import Lab

# As difflib suggests it: such as lba4 for lab4.
CLOSE = 0.6


def find_lab(labs: tuple[Lab, ...], name: str) -> Lab:
    """A lab by id ('lab4'), number ('4'), folder, or a file in that. GraderError lists the known ones."""
    wanted = name.strip().rstrip("/").lower().split("/")
    for lab in labs:
        if wanted[-1] in (lab.id, str(lab.number)) or lab.folder.lower() in wanted[-2:]:
            return lab
    known = f"Known labs: {', '.join(f'{lab.id} ({lab.title})' for lab in labs)}."
    meant = _meant(labs, wanted[-1])
    raise GraderError(f"there is no lab '{name}'", f"Did you mean {meant}?\n{known}" if meant else known)


def choose_labs(labs: tuple[Lab, ...], names: list[str]) -> tuple[Lab, ...]:
    """The named labs, each once, in the course's order; all of them when none is named."""
    if not names:
        return labs
    wanted = {find_lab(labs, name).id for name in names}
    return tuple(lab for lab in labs if lab.id in wanted)


def _meant(labs: tuple[Lab, ...], wanted: str) -> str:
    """The id of the lab that was probably meant; '' where none is close, or several are equally so."""
    likeness: dict[str, float] = {}
    for lab in labs:
        # Ids differ in their number alone: lab9 is no misspelt lab4.
        if str(lab.number) in wanted or not re.search(r"\d", wanted):
            names = (lab.id, lab.folder.lower(), Path(lab.kernel_file.lower()).stem)
            likeness[lab.id] = max(SequenceMatcher(None, wanted, name).ratio() for name in names)
    best = max(likeness.values(), default=0.0)
    close = [lab_id for lab_id, ratio in likeness.items() if ratio == best]
    return close[0] if best >= CLOSE and len(close) == 1 else ""
