"""Writes every catalogued answer as a whole kernel file, for tools that want many of them: the fuzzer.

python -m grader.proof.write_answers DIR writes DIR/lab8/NAME.cu. It needs nothing but Python.
"""

from __future__ import annotations

import sys
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.manifest import read_labs
from grader.core.paths import Project, current_project
from grader.proof.answer_text import read_answers


def write_answers(project: Project, folder: Path) -> int:
    """Write them all. Returns how many there are. GraderError for a malformed one."""
    written = 0
    for lab in read_labs(project):
        place = folder / lab.id
        place.mkdir(parents=True, exist_ok=True)
        for answer in read_answers(project, lab):
            (place / f"{answer.name}.cu").write_text(answer.text, encoding="utf-8")
            written += 1
    return written


def main(arguments: list[str]) -> int:
    """Returns 0 when all are written, else 2."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        print(f"{write_answers(current_project(), Path(arguments[0]))} answers written to {arguments[0]}")
    except GraderError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
