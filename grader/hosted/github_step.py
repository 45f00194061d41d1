"""Reports a result to GitHub Actions: the summary, the annotations and the outputs of a workflow's step.

The texts are made by grader.formats.github; here they go to the files that GitHub names in the environment,
and to the standard output, where a line can be a command to the runner. Only our own lines may be one: what
is printed while a submission is graded is printed inside without_commands().
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from grader.core.errors import GraderError

SUMMARY, OUTPUT = "GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"


@contextmanager
def without_commands() -> Iterator[None]:
    """No line that is printed inside is a command to the runner, whatever its source.

    https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions ("Stopping")
    """
    token = secrets.token_hex(16)
    print(f"::stop-commands::{token}", flush=True)
    try:
        yield
    finally:
        print(f"::{token}::", flush=True)


def report_result(exported: str, *, asked_passed: bool, environment: Mapping[str, str] = os.environ) -> None:
    """exported: github.json's text. Outside of a workflow only the annotations are printed.

    asked_passed: whether the labs that were asked for have all their points.
    """
    texts = json.loads(exported)
    _append(environment.get(SUMMARY, ""), texts["summary"] + "\n")
    _append(environment.get(OUTPUT, ""), f"{texts['outputs']}asked-passed={str(asked_passed).lower()}\n")
    print(texts["annotations"], end="", flush=True)


def report_no_result(why: str, environment: Mapping[str, str] = os.environ) -> None:
    """There is no result; `why` is our own sentence."""
    _append(environment.get(SUMMARY, ""), f"# To be graded again\n\nThis is not your fault: {why}\n")
    _append(environment.get(OUTPUT, ""), "points=\npassed=false\nasked-passed=false\n")
    print(f"::error title=To be graded again::{why}", flush=True)


def _append(file: str, text: str) -> None:
    if not file:
        return
    try:
        with Path(file).open("a", encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        raise GraderError(f"cannot write {file}: {error.strerror}") from error
