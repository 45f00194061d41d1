"""Finds out on what, with what and at which state of the course it is measured."""

from __future__ import annotations

import os
import re
import shutil
from datetime import datetime
from pathlib import Path

from grader.core.paths import Project
from grader.core.process import run_limited
from grader.machine.gpu import Gpu
from grader.schema.measurements import Setting

LIMIT_S = 30.0


def setting_of(
    project: Project, gpu: Gpu, ncu_version: str, when: datetime, command: str, kernels: str, seed: int
) -> Setting:
    """when: in UTC. What a tool does not tell is ''."""
    return Setting(
        device=gpu.name,
        capability=gpu.capability,
        driver=driver_version(),
        nvcc=nvcc_version(gpu.nvcc.path),
        ncu=ncu_version,
        date=when.strftime("%Y-%m-%d"),
        commit=commit_of(project.root),
        command=command,
        kernels=kernels,
        seed=seed,
    )


def driver_version() -> str:
    """The NVIDIA driver's version; '' where nvidia-smi does not tell."""
    query = ["--query-gpu=driver_version", "--format=csv,noheader", "--id=0"]
    return said_by("nvidia-smi", query, r"^(\S+)$")


def nvcc_version(path: Path) -> str:
    """As V13.0.88; '' where nvcc does not tell."""
    return said_by(str(path), ["--version"], r"\b(V\d+(?:\.\d+)*)")


def commit_of(root: Path) -> str:
    """The commit's short name, with a + where files were changed since.

    COALESCE_COMMIT names it in a copy without history.
    """
    if known := os.environ.get("COALESCE_COMMIT"):
        return known
    commit = said_by("git", ["-C", str(root), "rev-parse", "--short=12", "HEAD"], r"^([0-9a-f]+)$")
    changed = commit and said_by("git", ["-C", str(root), "status", "--porcelain", "-uno"], r"(\S)")
    return f"{commit}+" if changed else commit


def said_by(program: str, options: list[str], pattern: str) -> str:
    """The pattern's first group in what a program prints; '' where there is none."""
    found = shutil.which(program)
    if found is None:
        return ""
    ended = run_limited([found, *options], LIMIT_S)
    match = re.search(pattern, ended.output, re.MULTILINE)
    return match[1] if ended.code == 0 and match else ""
