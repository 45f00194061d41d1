"""The version has one source, `./course --version` tells it anywhere, and nothing else is released.

tools/release.py and the script `course` are tried in small checkouts, each of which lacks one thing that a
release needs.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from grader import __version__
from grader.tests.project.test_workflows import FOLDER, read, steps

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[3]
AUTHOR = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
RELEASE = read(FOLDER / "release.yml") if (FOLDER / "release.yml").is_file() else {}

INIT = '"""The grader."""\n\n__version__ = "1.2.3"\n'
CHANGELOG = """\
# Changelog

## [Unreleased]

## [1.2.3] - 2027-02-28

### Added

- A lab.

## [1.2.0] - 2027-01-01

- The start.
"""
CITATION = "cff-version: 1.2.0\nversion: 1.2.3\ndate-released: 2027-02-28\n"
MACHINE = 'project(simt VERSION 1.2.3 DESCRIPTION "A machine" LANGUAGES CXX)\n'
READY = {
    "grader/__init__.py": INIT,
    "CHANGELOG.md": CHANGELOG,
    "CITATION.cff": CITATION,
    "common/simt/CMakeLists.txt": MACHINE,
}


@dataclass(frozen=True)
class Checkout:
    """A small checkout, ready to be released as v1.2.3."""

    root: Path

    def change(self, name: str, old: str, new: str) -> None:
        text = (self.root / name).read_text(encoding="utf-8")
        assert old in text
        (self.root / name).write_text(text.replace(old, new), encoding="utf-8")

    def release(self, *arguments: str) -> tuple[int, str]:
        """Exit status of tools/release.py, and what it said on stderr."""
        command = [sys.executable, str(self.root / "tools" / "release.py"), *arguments]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        return ended.returncode, ended.stderr

    def version(self, **environment: str) -> str:
        """What ./course --version prints."""
        ended = subprocess.run(
            [self.root / "course", "--version"],
            cwd="/",
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (ended.returncode, ended.stderr) == (0, "")
        return ended.stdout.rstrip("\n")

    def git(self, *arguments: str, at: Path | None = None) -> str:
        command = ["git", "-C", str(at or self.root), *AUTHOR, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self) -> str:
        """Makes it a git checkout; returns the commit as git abbreviates it."""
        self.git("init", "--quiet")
        self.git("add", ".")
        self.git("commit", "--quiet", "-m", "A start")
        return self.git("rev-parse", "--short", "HEAD")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    # As it is in a hook of git, the tests may be run with another repository in the environment.
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    root = tmp_path / "checkout"
    for name, text in READY.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    (root / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "release.py", root / "tools")
    shutil.copy(ROOT / "course", root)
    return Checkout(root)


# ------------------------------------------------------------------------------------------ one source


def test_the_build_and_the_package_have_no_version_of_their_own() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"] and "version" not in project["project"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "grader.__version__"}
    [own] = re.findall(r"^project\([^)]*\)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)
    assert "VERSION" not in own


def test_the_copies_name_the_same_version_and_the_changelog_describes_it() -> None:
    """What tools/release.py says of this checkout: only entries for the next release may be left."""
    command = [sys.executable, str(ROOT / "tools" / "release.py"), f"v{__version__}"]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stderr.splitlines()
    assert [line for line in said if "still has entries" not in line] == []


# ----------------------------------------------------------------------------------- ./course --version


def test_the_version_of_this_checkout_is_the_graders() -> None:
    said = subprocess.run([ROOT / "course", "--version"], capture_output=True, text=True, check=True).stdout
    assert re.fullmatch(rf"coalesce-labs {re.escape(__version__)}( \(\S+\))?\n", said)


def test_a_git_checkout_names_its_commit(checkout: Checkout) -> None:
    commit = checkout.commit()
    assert checkout.version() == f"coalesce-labs 1.2.3 ({commit})"
    checkout.git("tag", "v1.2.3")
    assert checkout.version() == "coalesce-labs 1.2.3 (v1.2.3)"
    checkout.change("CHANGELOG.md", "A lab", "Two labs")
    assert checkout.version() == "coalesce-labs 1.2.3 (v1.2.3-dirty)"


def test_without_git_the_version_stands_alone(checkout: Checkout) -> None:
    assert checkout.version() == "coalesce-labs 1.2.3"


def test_somebody_elses_repository_is_not_asked(checkout: Checkout) -> None:
    """Neither the one around an unpacked archive nor the one of a git hook that calls ./course."""
    around = checkout.root.parent
    checkout.git("init", "--quiet", at=around)
    checkout.git("commit", "--quiet", "--allow-empty", "-m", "Homework", at=around)
    assert checkout.version() == "coalesce-labs 1.2.3"
    commit = checkout.commit()
    assert checkout.version(GIT_DIR=str(around / ".git")) == f"coalesce-labs 1.2.3 ({commit})"


@pytest.mark.parametrize("git", ["", "#!/bin/sh\necho 'fatal: dubious ownership' >&2; exit 128\n"])
def test_it_needs_no_git_that_works_and_no_python(checkout: Checkout, tmp_path: Path, git: str) -> None:
    checkout.commit()
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "dirname", "readlink", "sed"):
        (tools / name).symlink_to(shutil.which(name) or name)
    if git:
        (tools / "git").write_text(git, encoding="utf-8")
        (tools / "git").chmod(0o755)
    assert checkout.version(PATH=str(tools)) == "coalesce-labs 1.2.3"
    assert not (checkout.root / ".venv").exists()


# ------------------------------------------------------------------------------------- tools/release.py


def test_a_checkout_that_is_ready_is_released_with_its_notes(checkout: Checkout, tmp_path: Path) -> None:
    assert checkout.release("v1.2.3", "--notes", str(tmp_path / "notes.md")) == (0, "")
    assert (tmp_path / "notes.md").read_text(encoding="utf-8") == "### Added\n\n- A lab.\n"


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        *((tag, f"the tag is {tag}, but") for tag in ("v1.2.4", "v1.2.0", "v11.2.3")),
        *((tag, "is not a release tag") for tag in ("v1.2", "1.2.3", "v1.2.3-rc.1", "v01.2.3", "vx", "")),
    ],
)
def test_another_tag_is_refused(checkout: Checkout, tmp_path: Path, tag: str, said: str) -> None:
    status, words = checkout.release(tag, "--notes", str(tmp_path / "notes.md"))
    assert status == 1
    assert said in words
    assert not (tmp_path / "notes.md").exists()


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("grader/__init__.py", '"1.2.3"', '"next"', "sets no version"),
        ("CITATION.cff", "version: 1.2.3", "version: 1.2", "CITATION.cff: the version is 1.2, expected"),
        ("CITATION.cff", "\nversion: 1.2.3", "", "CITATION.cff: the version is none"),
        ("CITATION.cff", "-28", "-27", "date-released is not 2027-02-28"),
        ("CITATION.cff", "date-released", "released", "date-released is not 2027-02-28"),
        ("common/simt/CMakeLists.txt", "1.2.3", "1.2.2", "common/simt/CMakeLists.txt: the version is 1.2.2"),
        ("CHANGELOG.md", "## [1.2.3]", "## [1.2.4]", "no section '## [1.2.3] - YYYY-MM-DD'"),
        ("CHANGELOG.md", "### Added\n\n- A lab.\n", "", "the section of 1.2.3 is empty"),
        ("CHANGELOG.md", "2027-02-28", "2027-02-30", "has the date '2027-02-30'"),
        ("CHANGELOG.md", "2027-02-28", "soon", "has the date 'soon'"),
        ("CHANGELOG.md", "Unreleased]\n", "Unreleased]\n\n- A sixth lab.\n", "still has entries"),
        ("CHANGELOG.md", "## [1.2.3]", "## [1.3.0] - 2027-03-01\n\n## [1.2.3]", "the newest version"),
    ],
)  # fmt: skip
def test_what_is_missing_is_named(checkout: Checkout, file: str, old: str, new: str, said: str) -> None:
    checkout.change(file, old, new)
    status, words = checkout.release("v1.2.3")
    assert status == 1
    assert said in words


# ------------------------------------------------------------------------------------------ release.yml


def script(name: str) -> str:
    [found] = [step["run"] for step in steps(RELEASE) if step.get("name") == name]
    return str(found)


def runs(root: Path, name: str, **environment: str) -> int:
    """The exit status of one step of the workflow."""
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script(name)]
    return subprocess.run(
        command, cwd=root, env={**os.environ, **environment}, capture_output=True, check=False
    ).returncode


def test_a_tag_starts_it_and_the_check_comes_before_everything() -> None:
    assert RELEASE["on"] == {"push": {"tags": ["v*"]}}
    build, publish = RELEASE["jobs"]["build"], RELEASE["jobs"]["publish"]
    ran: list[Any] = [step["run"] for step in build["steps"] if "run" in step]
    assert "tools/release.py" in ran[0] and ran.index("./course test") < len(ran) - 1
    assert publish["needs"] == ["build", "package"]
    made = script("Build and pack the SIMT machine").split()
    assert made[:2] == ["./course", "package"]
    installed = script("Install the package, and compile and run a program with it")
    published = script("Make the release")
    assert f"./{made[2]}/*.deb" in installed and "./*.deb" in published
    # The wheel is tried without the checkout, and is one of the release's files.
    tried = script("Install the wheel, and execute the example notebook with it")
    assert f"{made[2]}/*.whl" in tried and "jupyter execute first_hour.ipynb" in tried
    assert "./*.whl" in published
    printed = script("Print the handbook")
    assert "./course docs --pdf" in printed and "./*.pdf" in published
    assert re.search(r'mv build/handbook\.pdf "release/\S+\.pdf"', printed)


def test_the_job_that_may_write_runs_nothing_of_the_repository() -> None:
    rights = {name: job.get("permissions", RELEASE["permissions"]) for name, job in RELEASE["jobs"].items()}
    reads, writes = {"contents": "read"}, {"contents": "write"}
    assert rights == {"build": reads, "package": reads, "publish": writes}
    used = [step.get("uses", "").partition("@")[0] for step in RELEASE["jobs"]["publish"]["steps"]]
    assert used == ["actions/download-artifact", ""]
    assert script("Make the release").startswith("gh release create ")


def test_the_first_step_refuses_a_wrong_tag(checkout: Checkout) -> None:
    step = "The tag is the version, and the changelog describes it"
    assert runs(checkout.root, step, GITHUB_REF_NAME="v9.9.9") == 1
    shutil.rmtree(checkout.root / "release")
    assert runs(checkout.root, step, GITHUB_REF_NAME="v1.2.3") == 0
    assert (checkout.root / "release" / "notes.md").is_file()


def test_the_student_edition_is_packed_the_same_each_time(checkout: Checkout, tmp_path: Path) -> None:
    edition = '#!/bin/sh\nmkdir "$2"; cp "$0" "$2/course"; touch "$2/README.md" -d "$DATE"\n'
    (checkout.root / "course").write_text(edition, encoding="utf-8")
    checkout.commit()
    (checkout.root / "release").mkdir()
    archive = checkout.root / "release" / "coalesce-labs-students-1.2.3.tar.gz"
    packed = []
    for date in ("2027-02-27", "2027-02-28"):
        (tmp_path / date).mkdir()
        environment = {"GITHUB_REF_NAME": "v1.2.3", "RUNNER_TEMP": str(tmp_path / date), "DATE": date}
        assert runs(checkout.root, "Pack the student edition", **environment) == 0
        packed.append(archive.read_bytes())
    assert packed[0] == packed[1]
    with tarfile.open(archive) as files:
        assert sorted(files.getnames())[1:] == [
            f"coalesce-labs-students-1.2.3/{name}" for name in ("README.md", "course")
        ]
        assert files.getmember("coalesce-labs-students-1.2.3/course").mode & 0o111
