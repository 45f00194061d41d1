"""Every list of the labs comes from their manifests: adding or removing a lab changes no other file."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from handbook.lab_pages import markdown, write_lab_pages

from grader.core.kernel_text import code_of
from grader.core.manifest import read_labs
from grader.core.paths import current_project
from grader.tests.fake_project import FakeProject

PROJECT = current_project()
ROOT = PROJECT.root
# What a user reads and what builds the course. Research and the chapter name the labs that they are about.
WHERE = (
    *("CMakeLists.txt", "CMakePresets.json", "common/cmake", "common/lab", "tools", "course"),
    *("docs/_ext", "docs/labs", ".vscode", ".github", "containers"),
)


def lab_table(root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "lab_table.py"), "--root", str(root), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.skipif(not PROJECT.solutions.is_dir(), reason="a student edition has a README of its own")
def test_the_readmes_table_is_up_to_date() -> None:
    ended = lab_table(ROOT)
    assert ended.returncode == 0, ended.stderr


def test_a_stale_table_is_named_and_renewed(fake: FakeProject) -> None:
    readme = fake.root / "README.md"
    readme.write_text("# Labs\n\n<!-- labs -->\nold\n<!-- /labs -->\n\nEnd\n", encoding="utf-8")
    ended = lab_table(fake.root)
    assert ended.returncode == 1
    assert "tools/lab_table.py --update" in ended.stderr
    assert lab_table(fake.root, "--update").returncode == 0
    text = readme.read_text(encoding="utf-8")
    assert f"| [lab4](labs/{fake.lab.folder}/README.md) {fake.lab.title} | {fake.lab.summary} |" in text
    assert text.startswith("# Labs\n") and text.endswith("\nEnd\n") and "old" not in text
    assert lab_table(fake.root).returncode == 0


def test_the_tasks_of_an_editor_are_those_of_the_labs(fake: FakeProject) -> None:
    (fake.root / "README.md").write_text("<!-- labs -->\n<!-- /labs -->\n", encoding="utf-8")
    tasks = fake.root / ".vscode" / "tasks.json"
    tasks.parent.mkdir()
    tasks.write_bytes((ROOT / ".vscode" / "tasks.json").read_bytes())
    assert lab_table(fake.root).returncode == 1
    ended = lab_table(fake.root, "--update")
    assert ended.returncode == 0, ended.stderr
    text = tasks.read_text(encoding="utf-8")
    assert '"label": "check lab4"' in text
    assert '"label": "check lab5"' not in text
    fake.another_lab("lab5", "passing", 0)
    ended = lab_table(fake.root)
    assert ".vscode/tasks.json differs from the labs' manifests" in ended.stderr
    assert lab_table(fake.root, "--update").returncode == 0
    assert '"label": "check lab5"' in tasks.read_text(encoding="utf-8")
    assert lab_table(fake.root).returncode == 0


def stub_hashes(root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "stub_hashes.py"), "--root", str(root), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="git knows the stubs")
def test_each_manifest_knows_the_stub_that_is_handed_out() -> None:
    ended = stub_hashes(ROOT)
    assert ended.returncode == 0, ended.stderr


def test_a_changed_stub_is_named_and_its_hash_renewed(fake: FakeProject) -> None:
    subprocess.run(["git", "-C", fake.root, "init", "--quiet"], check=True)
    subprocess.run(["git", "-C", fake.root, "add", "labs"], check=True)
    assert fake.lab.stub_sha256 == ""
    ended = stub_hashes(fake.root)
    assert ended.returncode == 1
    assert "lab.toml: its stub_sha256 and stub_code are not those of tiled_transpose.cu" in ended.stderr
    assert stub_hashes(fake.root, "--update").returncode == 0
    digest = hashlib.sha256(fake.kernel.read_bytes()).hexdigest()
    assert fake.lab.stub_sha256 == digest
    fake.kernel.write_text("// an answer", encoding="utf-8")
    assert stub_hashes(fake.root).returncode == 0, "what is staged counts, and not the working copy"
    subprocess.run(["git", "-C", fake.root, "add", "labs"], check=True)
    assert stub_hashes(fake.root).returncode == 1
    assert stub_hashes(fake.root, "--update").returncode == 0
    assert fake.lab.stub_sha256 == hashlib.sha256(b"// an answer").hexdigest()
    assert fake.manifest.read_text(encoding="utf-8").count("stub_sha256") == 1
    fake.kernel.write_text("__global__ void k() { int x; }", encoding="utf-8")
    subprocess.run(["git", "-C", fake.root, "add", "labs"], check=True)
    assert stub_hashes(fake.root, "--update").returncode == 0
    assert fake.lab.stub_code == code_of("__global__ void k() { int x; }  // now")
    assert fake.manifest.read_text(encoding="utf-8").count("stub_code") == 1


def test_a_linked_lab_is_not_in_the_readme(fake: FakeProject, tmp_path: Path) -> None:
    other = fake.another_lab("lab5", "passing", 0)
    place = fake.project.labs / other.folder
    shutil.move(place, tmp_path / other.folder)
    place.symlink_to(tmp_path / other.folder)
    (fake.root / "README.md").write_text("<!-- labs -->\n<!-- /labs -->\n", encoding="utf-8")
    assert lab_table(fake.root, "--update").returncode == 0
    text = (fake.root / "README.md").read_text(encoding="utf-8")
    assert "lab4" in text and "lab5" not in text


def test_the_handbook_has_a_page_for_each_lab(fake: FakeProject) -> None:
    pages = fake.root / "docs" / "labs"
    pages.mkdir(parents=True)
    (pages / "index.md").write_text("# Labs\n", encoding="utf-8")
    (pages / "lab3.md").write_text("a lab that is gone", encoding="utf-8")
    for lab_id in ("lab10", "lab5"):
        fake.another_lab(lab_id, "passing", 0)
    write_lab_pages(fake.root / "docs")
    assert {page.name for page in pages.iterdir()} == {"index.md", "lab4.md", "lab5.md", "lab10.md"}
    said = (pages / "lab4.md").read_text(encoding="utf-8")
    assert said == f"<!-- whole: labs/{fake.lab.folder}/README.md -->\n"
    assert markdown(fake.root).split("\n")[2:5] == ["lab4", "lab5", "lab10"]


def test_a_page_that_is_right_is_not_written_again(fake: FakeProject) -> None:
    # ./course docs watches the folder: a page written at each build would start the next.
    pages = fake.root / "docs" / "labs"
    pages.mkdir(parents=True)
    write_lab_pages(fake.root / "docs")
    before = (pages / "lab4.md").stat().st_mtime_ns
    write_lab_pages(fake.root / "docs")
    assert (pages / "lab4.md").stat().st_mtime_ns == before


def test_no_list_of_the_labs_is_typed() -> None:
    folders = [lab.folder for lab in read_labs(PROJECT)]
    for place in WHERE:
        files = [ROOT / place] if (ROOT / place).is_file() else sorted((ROOT / place).rglob("*"))
        for file in files:
            if not file.is_file() or file.suffix == ".pyc" or re.fullmatch(r"lab\d+\.md", file.name):
                continue
            text = file.read_text(encoding="utf-8", errors="replace")
            named = [folder for folder in folders if folder in text]
            assert len(named) < 2, f"{file.relative_to(ROOT)} names {', '.join(named)}"
