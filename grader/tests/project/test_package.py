"""The SIMT machine as a package, and a course that uses an installed machine instead of building one."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SIMT = ROOT / "common" / "simt"


def digest_of(folder: Path) -> str:
    script = SIMT / "cmake" / "source_digest.sh"
    return subprocess.run(["sh", script, folder], capture_output=True, text=True, check=True).stdout


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    copy = tmp_path / "simt"
    for name in ("include/simt", "machine", "tests"):
        shutil.copytree(SIMT / name, copy / name)
    return copy


def test_the_machine_is_named_by_what_it_is_built_from(sources: Path) -> None:
    before = digest_of(sources)
    (sources / "tests" / "more.cpp").write_text("int more;\n", encoding="utf-8")
    (sources / "README.md").write_text("Words.\n", encoding="utf-8")
    assert digest_of(sources) == before
    header = sources / "include" / "simt" / "report.h"
    header.write_text(header.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    changed = digest_of(sources)
    assert changed != before
    header.rename(header.with_name("renamed.h"))
    assert digest_of(sources) not in (before, changed)


class Installed:
    """A prefix with an installed machine, as far as CMake's decision looks at it."""

    def __init__(self, prefix: Path) -> None:
        self.prefix = prefix
        self.simtcc = prefix / "bin" / "simtcc"
        self.facts = prefix / "lib" / "simt"
        self.simtcc.parent.mkdir(parents=True)
        self.facts.mkdir(parents=True)
        self.simtcc.write_text("#!/bin/sh\n", encoding="utf-8")
        self.simtcc.chmod(0o755)

    def is_of(self, version: str, sources: str) -> None:
        (self.facts / "version").write_text(f"{version}\n", encoding="utf-8")
        (self.facts / "sources.sha256").write_text(sources, encoding="utf-8")

    def decision(self, build: Path, prebuilt: str = "ON") -> tuple[str, str]:
        """The prefix that a build uses, empty where it builds its own machine; and what it says."""
        project = build.parent / "project"
        project.mkdir(exist_ok=True)
        (project / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.21)\nproject(simt VERSION 1.2.3 LANGUAGES NONE)\n"
            f'include("{SIMT}/cmake/prebuilt.cmake")\nfind_prebuilt_machine(prefix)\n'
            f'file(WRITE "{build}/prefix" "${{prefix}}")\n',
            encoding="utf-8",
        )
        (project / "cmake").mkdir(exist_ok=True)
        shutil.copy(SIMT / "cmake" / "source_digest.sh", project / "cmake")
        cmake = shutil.which("cmake")
        assert cmake is not None
        command: list[str | Path] = [cmake, "-S", project, "-B", build, f"-DSIMT_PREBUILT={prebuilt}"]
        path = f"{self.simtcc.parent}:/usr/bin:/bin"
        subprocess.run(command, env={"PATH": path}, capture_output=True, check=True)
        said = (build / "prebuilt.txt").read_text(encoding="utf-8").strip()
        return (build / "prefix").read_text(encoding="utf-8"), said


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    return Installed(tmp_path / "opt")


def test_a_machine_of_the_same_sources_is_used(installed: Installed, tmp_path: Path) -> None:
    build = tmp_path / "build"
    installed.is_of("1.2.3", "0" * 64 + "\n")
    installed.decision(build)  # writes the project, whose sources are then known
    installed.is_of("1.2.3", digest_of(tmp_path / "project"))
    assert installed.decision(build) == (
        str(installed.prefix),
        f"using the installed SIMT machine 1.2.3: {installed.simtcc}",
    )
    assert installed.decision(build, "OFF") == ("", "")


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("1.2.2", "is version 1.2.2 of the SIMT machine, and this course needs 1.2.3: building it here"),
        (
            "1.2.3",
            "was built from other sources than common/simt in this checkout: building the SIMT machine",
        ),
    ],
)
def test_another_machine_is_refused_with_the_reason(
    installed: Installed, tmp_path: Path, version: str, said: str
) -> None:
    installed.is_of(version, "0" * 64 + "\n")
    prefix, words = installed.decision(tmp_path / "build")
    assert prefix == "" and words.startswith(f"{installed.simtcc} {said}")


def test_another_program_of_that_name_is_passed_over(installed: Installed, tmp_path: Path) -> None:
    assert installed.decision(tmp_path / "build") == ("", "")


def test_the_build_folder_of_an_own_machine_takes_the_installed_one_and_gives_it_back(
    installed: Installed, tmp_path: Path
) -> None:
    toolkit = installed.facts / "toolkit"
    (toolkit / "lib64").mkdir(parents=True)
    (toolkit / "lib64" / "libcudart_static.a").write_text("theirs", encoding="utf-8")
    project, build = tmp_path / "project", tmp_path / "build"
    own = build / "compiler" / "toolkit"
    project.mkdir()
    (project / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.21)\nproject(simt VERSION 1.2.3 LANGUAGES CXX)\n"
        f'include("{SIMT}/cmake/prebuilt.cmake")\nif(USED)\nuse_prebuilt_machine("{installed.prefix}")\n'
        "else()\nremove_prebuilt_links()\nendif()\n",
        encoding="utf-8",
    )

    def configure(used: str) -> None:
        command = ["cmake", "-S", str(project), "-B", str(build), f"-DUSED={used}"]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stderr

    (own / "lib64").mkdir(parents=True)
    (own / "lib64" / "libcudart_static.a").write_text("own", encoding="utf-8")
    for _ in range(2):
        configure("ON")
        assert own.resolve() == toolkit
    configure("OFF")
    assert not own.is_symlink()
    assert (toolkit / "lib64" / "libcudart_static.a").read_text(encoding="utf-8") == "theirs"


def test_the_set_up_asks_for_llvm_unless_the_installed_machine_is_of_this_checkout(
    installed: Installed,
) -> None:
    script = f'ROOT="{ROOT}"; . "{ROOT}/tools/needs.sh"; llvm_works() {{ return 1; }}; missing_build'

    def asks_for_llvm() -> bool:
        environment = {"PATH": f"{installed.simtcc.parent}:/usr/bin:/bin"}
        ended = subprocess.run(
            ["sh", "-c", script], env=environment, capture_output=True, text=True, check=False
        )
        return "llvm-dev" in ended.stdout.split()

    installed.is_of("0.1.0", digest_of(SIMT))
    assert not asks_for_llvm()
    installed.is_of("0.1.0", "0" * 64 + "\n")
    assert asks_for_llvm()
    installed.simtcc.unlink()
    assert asks_for_llvm()


@pytest.mark.parametrize(
    ("words", "refused"),
    [
        (["--no-hadbook"], "./course package --no-handbook"),
        (["one", "two"], "package takes one folder"),
        (["--fix"], "package does not take '--fix'"),
    ],
)
def test_what_it_does_not_take_is_refused_at_once(words: list[str], refused: str) -> None:
    ended = subprocess.run([ROOT / "course", "package", *words], capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert refused in ended.stderr


@pytest.mark.full
@pytest.mark.browser
def test_it_prints_the_handbook(tmp_path: Path) -> None:
    made = subprocess.run(
        [ROOT / "course", "package", tmp_path], capture_output=True, text=True, check=False, timeout=3000
    )
    assert made.returncode == 0, made.stderr
    [handbook] = tmp_path.glob("coalesce-labs-handbook-*.pdf")
    assert str(handbook) in made.stdout.split()
    assert handbook.read_bytes().startswith(b"%PDF") and handbook.stat().st_size > 1 << 20


@pytest.mark.full
def test_the_package_has_what_a_program_and_a_checkout_need(tmp_path: Path) -> None:
    made = subprocess.run(
        [ROOT / "course", "package", tmp_path, "--no-handbook"],
        capture_output=True,
        text=True,
        check=False,
        timeout=1200,
    )
    assert made.returncode == 0, made.stderr
    [package, archive, wheel] = sorted(tmp_path.iterdir(), key=lambda file: file.suffix)
    assert [str(package), str(archive), str(wheel)] == made.stdout.split()
    assert wheel.name.startswith("coalesce_labs-") and wheel.suffix == ".whl"
    fields = subprocess.run(
        ["dpkg-deb", "--show", "--showformat=${Package} ${Depends}", package],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert fields.startswith("coalesce-simt clang-") and "libllvm" in fields.lower()
    # tarfile's own filter came with Python 3.11.4; without one, newer versions warn.
    (tmp_path / "unpacked").mkdir()
    subprocess.run(["tar", "-xzf", archive, "-C", tmp_path / "unpacked"], check=True)
    [top] = (tmp_path / "unpacked").iterdir()
    prefix = top / "usr"
    assert (prefix / "lib" / "simt" / "sources.sha256").read_text(encoding="utf-8") == digest_of(SIMT)
    assert (prefix / "share" / "man" / "man1" / "simtcc.1").is_file()
    program = tmp_path / "streams"
    source = SIMT / "runtime" / "tests" / "programs" / "streams.cu"
    subprocess.run([prefix / "bin" / "simtcc", source, "-o", program], check=True)
    subprocess.run([program], check=True, capture_output=True)
    # A student's checkout compiles lab 1's test program, and not the machine.
    build = tmp_path / "build"
    path = f"{prefix / 'bin'}:{ROOT / '.venv' / 'bin'}:/usr/local/bin:/usr/bin:/bin"
    commands: tuple[list[str | Path], ...] = (
        ["cmake", "--preset", "default", "-B", build],
        ["cmake", "--build", build, "--target", "simtcc", "cuda_headers", "lab1_test", "lab1_module"],
    )
    for command in commands:
        subprocess.run(command, cwd=ROOT, env={"PATH": path}, check=True, capture_output=True, timeout=600)
    assert (build / "common" / "simt" / "compiler" / "simtcc").resolve() == prefix / "bin" / "simtcc"
    tested = subprocess.run(
        [build / "labs" / "lab1_stride_sweep" / "lab1_test", "--gtest_brief=1"],
        capture_output=True,
        check=False,
    )
    assert tested.returncode == 1, "the stub fails, and the installed machine says so"
