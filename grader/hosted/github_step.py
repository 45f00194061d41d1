"""Says a result where GitHub Actions looks for it: summary, annotations and outputs of a step."""

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
def commands_off() -> Iterator[None]:
    """What is printed inside is text: no line of it, whoever wrote it, is a command to the runner.

    https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions ("Stopping")
    """
    token = secrets.token_hex(16)
    print(f"::stop-commands::{token}", flush=True)
    try:
        yield
    finally:
        print(f"::{token}::", flush=True)


def tell_github(exported: str, environment: Mapping[str, str] = os.environ) -> None:
    """exported: github.json's text. Outside of a workflow only the annotations are printed."""
    texts = json.loads(exported)
    _append(environment.get(SUMMARY, ""), texts["summary"] + "\n")
    _append(environment.get(OUTPUT, ""), texts["outputs"])
    print(texts["annotations"], end="", flush=True)


def tell_github_nothing(why: str, environment: Mapping[str, str] = os.environ) -> None:
    """There is no result; `why` is our own sentence."""
    _append(environment.get(SUMMARY, ""), f"# To be graded again\n\nThis is not your fault: {why}\n")
    _append(environment.get(OUTPUT, ""), "points=\npassed=false\n")
    print(f"::error title=To be graded again::{why}", flush=True)


def _append(file: str, text: str) -> None:
    if not file:
        return
    try:
        with Path(file).open("a", encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        raise GraderError(f"cannot write {file}: {error.strerror}") from error
