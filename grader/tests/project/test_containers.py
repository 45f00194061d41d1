"""The containers: what they name is there, and the image has what a first run would install."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from grader.core.paths import current_project

ROOT = current_project().root
DOCKERFILE = ROOT / "containers" / "Dockerfile"
CONTAINERS = sorted((ROOT / ".devcontainer").rglob("devcontainer.json"))
# What https://containers.dev/implementors/json_reference/ says of the properties that are used here.
KINDS: dict[str, type] = {
    "name": str,
    "build": dict,
    "runArgs": list,
    "hostRequirements": dict,
    "postCreateCommand": str,
    "customizations": dict,
}
BUILD = {"dockerfile": str, "context": str, "args": dict}
REQUIREMENTS = {"cpus": int, "memory": str, "gpu": bool}

Json = dict[str, Any]


def read(file: Path) -> Json:
    data: Json = json.loads(re.sub(r"^\s*//.*$", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE))
    return data


def instructions() -> list[str]:
    text = re.sub(r"^#.*\n", "", DOCKERFILE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [line for line in text.replace("\\\n", "").splitlines() if line]


def test_there_is_one_without_a_gpu_and_one_with() -> None:
    assert [file.parent.name for file in CONTAINERS] == ["cuda", ".devcontainer"]


@pytest.mark.parametrize("file", CONTAINERS, ids=lambda file: str(file.parent.name))
def test_it_says_only_what_there_is_to_say(file: Path) -> None:
    data = read(file)
    for known, given in (
        (KINDS, data),
        (BUILD, data["build"]),
        (REQUIREMENTS, data["hostRequirements"]),
    ):
        assert all(isinstance(value, known[key]) for key, value in given.items())
    assert re.fullmatch(r"\d+([tgmk]b)?", data["hostRequirements"]["memory"])


@pytest.mark.parametrize("file", CONTAINERS, ids=lambda file: str(file.parent.name))
def test_it_builds_the_dockerfile_from_the_checkout(file: Path) -> None:
    build = read(file)["build"]
    assert (file.parent / build["dockerfile"]).resolve() == DOCKERFILE
    assert (file.parent / build["context"]).resolve() == ROOT
    arguments = {line.split()[1].partition("=")[0] for line in instructions() if line.startswith("ARG ")}
    assert set(build.get("args", {})) <= arguments


@pytest.mark.parametrize("file", CONTAINERS, ids=lambda file: str(file.parent.name))
def test_its_extensions_are_those_that_the_checkout_recommends(file: Path) -> None:
    recommended = re.findall(
        r'"([\w-]+\.[\w-]+)"', (ROOT / ".vscode" / "extensions.json").read_text(encoding="utf-8")
    )
    extensions = read(file)["customizations"]["vscode"]["extensions"]
    assert extensions
    assert set(extensions) <= set(recommended)


def test_only_the_one_with_cuda_asks_for_a_gpu() -> None:
    cuda, plain = (read(file) for file in CONTAINERS)
    assert cuda["runArgs"] == ["--gpus", "all"]
    assert cuda["hostRequirements"]["gpu"]
    assert "cuda" in cuda["build"]["args"]["BASE"]
    assert "runArgs" not in plain
    assert "args" not in plain["build"]


def test_what_the_image_copies_is_there_and_reaches_the_build() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    copied = [name for line in instructions() if line.startswith("COPY ") for name in line.split()[1:-1]]
    assert copied
    assert "*" in ignored
    for name in copied:
        assert (ROOT / name).exists()
        assert f"!{name}" in ignored


def test_the_image_has_what_the_readme_asks_for_and_no_root() -> None:
    (install,) = (line for line in instructions() if "apt-get install" in line)
    assert {"git", "python3", "sudo", "ca-certificates"} <= set(install.split())
    assert any("/course setup" in line for line in instructions())
    (user,) = (line.split()[1] for line in instructions() if line.startswith("USER "))
    assert user not in ("0", "root")
