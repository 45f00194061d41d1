"""The wheel, built once a process, and the checkout's simtcc."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.core.paths import current_project
from grader.machine.toolchain import build_targets
from grader.program.program_build import TARGETS
from grader.tests.notebook.wheel import build_wheel, install_wheel


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def site(wheel: Path) -> Path:
    return install_wheel(wheel, wheel.parent / "site")


@pytest.fixture(scope="session")
def simtcc() -> Path:
    project = current_project()
    build_targets(project, TARGETS, lambda _line: None)
    return project.simtcc
