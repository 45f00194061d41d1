"""A lab of `./course new-lab` compiles and is proved, in the tree and in a folder of its own.

Its program is compiled and linked by the commands that built lab 4's, with the kit that is built already: a
configuration of its own would build the whole kit first, and test_outside_lab.py does that.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.core.manifest import Lab, read_labs
from grader.core.paths import current_project
from grader.machine.toolchain import build_programs, program_of
from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject

REAL = current_project()
LABS = read_labs(REAL) if any(REAL.labs.glob("*/lab.toml")) else ()
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not REAL.solutions.is_dir(), reason="this is a student edition"),
]


@pytest.fixture
def bare(fake: FakeProject) -> FakeProject:
    """The tiny checkout, with this checkout's template, machine and compiler."""
    lab4 = next(lab for lab in LABS if lab.id == "lab4")
    build_programs(REAL, (lab4,), lambda _: None)
    (fake.root / "tools").mkdir()
    (fake.root / "tools" / "new_lab").symlink_to(REAL.root / "tools" / "new_lab")
    for place, own in ((fake.root, REAL.root), (fake.project.build, REAL.build)):
        shutil.rmtree(place / "common")
        (place / "common").symlink_to(own / "common")
    return fake


def run(*command: str | Path) -> str:
    """What the command says, run where this checkout is built."""
    ended = subprocess.run(command, cwd=REAL.build, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def commands_of_lab4() -> Iterator[list[str]]:
    for line in run("ninja", "-t", "commands", "lab4_test").splitlines():
        if "lab4_tiled_transpose" in line:
            yield shlex.split(line)


def built(bare: FakeProject, lab: Lab) -> None:
    """Compile every source of the lab, and link its test program."""
    lab4 = next(lab for lab in LABS if lab.id == "lab4")
    program, like = program_of(bare.project, lab), program_of(REAL, lab4)
    program.parent.mkdir(parents=True)
    # By this source main() knows where the lab's kernels are: add_lab.cmake writes one for each program.
    text = like.with_name("lab4_test.cpp").read_text(encoding="utf-8")
    for word, wanted in (
        (str(like.parent), str(program.parent)),
        (lab4.folder, lab.folder),
        (lab4.kernel_file, lab.kernel_file),
        (lab4.id, lab.id),
    ):
        text = text.replace(word, wanted)
    definition = program.with_name("definition.cpp")
    definition.write_text(text, encoding="utf-8")

    folder, commands = bare.project.labs / lab.folder, list(commands_of_lab4())
    run(REAL.simtcc, "-I", folder, folder / "given_kernels.cu", "-o", program.with_name(f"{lab.id}_given.so"))
    [compiles] = [words for words in commands if words[-1].endswith("/tiled_transpose_test.cpp")]
    compiles = compiles[: compiles.index("-MD")]  # what follows names lab 4's files
    objects = {}
    for source in (*folder.glob("*.cpp"), definition):
        objects[source.name] = program.with_name(f"{source.stem}.o")
        run(*compiles, "-o", objects[source.name], "-c", source)
    del objects["survey.cpp"]  # of the other program

    [links] = [words[2:-2] for words in commands if words[0] == ":"]
    links[links.index("-o") + 1] = str(program)
    kept = [word for word in links if not word.startswith(f"labs/{lab4.folder}/")]
    run(kept[0], *objects.values(), *kept[1:])


@pytest.mark.parametrize("options", [[], ["--in=~/my labs"]], ids=["in the tree", "in a folder"])
def test_it_compiles_and_is_proved(
    bare: FakeProject,
    course: Command,
    options: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    # No shell has expanded this tilde.
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "my labs").mkdir()
    assert course("new-lab", "lab12", "warp_gather", *options) == 0
    lab = next(lab for lab in read_labs(bare.project) if lab.id == "lab12")
    assert (tmp_path / "my labs" / "lab12_warp_gather" / "lab.toml").is_file() == bool(options)
    built(bare, lab)
    status = course("prove", "lab12")
    said = capsys.readouterr()
    assert status == 0, said.out + said.err
    for answer in ("stub", "solution", "a-piece-a-thread", "copied-not-reversed", "written-backwards"):
        assert answer in said.out
