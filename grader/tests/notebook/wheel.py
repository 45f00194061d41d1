"""The notebook wheel, built as ./course package builds it, and notebooks that are run with it alone."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[3]
SOURCE = ROOT / "tools" / "notebook_wheel"
LIMIT_S = 300
# A learner's file beside the notebook that has the name of the project's own package.
HOSTILE = "raise SystemExit('a file of the learner')\n"


def build_wheel(out: Path) -> Path:
    """The wheel, in the folder."""
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(SOURCE)]
    made = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LIMIT_S)
    assert made.returncode == 0, made.stdout + made.stderr
    [wheel] = out.glob("*.whl")
    return wheel


def install_wheel(wheel: Path, site: Path) -> Path:
    """The folder that has the wheel's packages, as pip would unpack them."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def notebook_of(cells: Sequence[str]) -> Any:
    """A notebook with these cells of code."""
    book = nbformat.v4.new_notebook()  # type: ignore[no-untyped-call]
    book.cells = [nbformat.v4.new_code_cell(text) for text in cells]  # type: ignore[no-untyped-call]
    return book


def execute(book: Any, site: Path, folder: Path, simtcc: Path, *, allow_errors: bool = False) -> Any:
    """Run all cells in the folder, with the unpacked wheel and simtcc, and nothing of the checkout."""
    (folder / "grader.py").write_text(HOSTILE, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(site), "SIMTCC": str(simtcc)}
    client = NotebookClient(
        book,
        timeout=LIMIT_S,
        kernel_name="python3",
        allow_errors=allow_errors,
        resources={"metadata": {"path": str(folder)}},
    )
    client.execute(env=environment)
    return book


def printed(cell: Any, stream: str = "stdout") -> str:
    """What a cell printed."""
    return "".join(one.text for one in cell.outputs if one.output_type == "stream" and one.name == stream)


def error_of(cell: Any) -> str:
    """The error that ended the cell, as the notebook shows it; '' for none."""
    return "\n".join("\n".join(one.traceback) for one in cell.outputs if one.output_type == "error")


def shown(cell: Any, kind: str = "text/plain") -> str:
    """The report that the cell displays, once."""
    reports = [one.data[kind] for one in cell.outputs if one.output_type == "display_data"]
    assert len(reports) == 1, f"{len(reports)} reports"
    return str(reports[0])
