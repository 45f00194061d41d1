"""The set-up: it makes what is missing, destroys nothing, and recovers from having been stopped anywhere."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from grader.tests.terminal import in_a_terminal

TOOLS = Path(__file__).resolve().parents[3] / "tools"
# Makes environments as `python -m venv --clear` does, but in no time.
PYTHON = """\
#!/bin/sh
case "$*" in
  --version) echo Python 3.12 ;;
  "-m venv --clear "*) rm -rf "$4"/*; mkdir -p "$4/bin"; : >"$4/bin/python" ;;
esac
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "clone"
    root.mkdir()
    python = tmp_path / "python"
    python.write_text(PYTHON, encoding="utf-8")
    python.chmod(0o755)
    return root


def make_venv(root: Path) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/bin:/bin", "ROOT": str(root), "PYTHON": str(root.parent / "python")}
    script = f'. "{TOOLS}/needs.sh"; . "{TOOLS}/progress.sh"; . "{TOOLS}/setup.sh"; make_venv'
    return subprocess.run(
        ["sh", "-euc", script], env=environment, capture_output=True, text=True, check=False, cwd=root
    )


def test_an_old_environment_is_emptied_and_made_again(root: Path) -> None:
    (root / ".venv").mkdir()
    (root / ".venv" / "old").touch()
    ended = make_venv(root)
    assert ended.returncode == 0, ended.stderr
    assert (root / ".venv" / "origin").read_text(encoding="utf-8").startswith(str(root / ".venv"))
    assert not (root / ".venv" / "old").exists()


def test_a_link_is_refused_and_what_it_points_to_stays(root: Path) -> None:
    shared = root.parent / "shared"
    shared.mkdir()
    (shared / "precious").touch()
    (root / ".venv").symlink_to(shared)
    ended = make_venv(root)
    assert ended.returncode == 2
    assert f"{root}/.venv is a symbolic link (to {shared})" in ended.stderr
    assert f"rm {root}/.venv " in ended.stderr
    assert (shared / "precious").exists()


def test_a_link_to_nowhere_is_refused_too(root: Path) -> None:
    (root / ".venv").symlink_to(root.parent / "gone")
    ended = make_venv(root)
    assert ended.returncode == 2
    assert "is a symbolic link" in ended.stderr
    assert not (root.parent / "gone").exists()


class Machine:
    """Programs of the system as a test wants them, and a shell in which the set-up's functions are."""

    def __init__(self, root: Path) -> None:
        self.root, self.tools = root, root.parent / "tools"
        self.tools.mkdir()
        self.program("python", PYTHON)
        self.program("df", "echo header; echo 'disk 9 9 999999999 1% /'\n")

    def program(self, name: str, text: str) -> None:
        path = self.tools / name
        path.write_text(text if text.startswith("#!") else f"#!/bin/sh\n{text}", encoding="utf-8")
        path.chmod(0o755)

    @property
    def environment(self) -> dict[str, str]:
        return {
            "PATH": f"{self.tools}:/usr/bin:/bin",
            "ROOT": str(self.root),
            "PYTHON": str(self.tools / "python"),
        }

    def command(self, script: str) -> list[str]:
        parts = "".join(f'. "{TOOLS}/{name}.sh"; ' for name in ("needs", "progress", "setup"))
        return ["/bin/sh", "-euc", f"{parts}guard_ending; {script}"]

    def start(self, script: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self.command(script),
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.root,
            start_new_session=True,
        )

    def run(self, script: str) -> tuple[int, str]:
        """Exit status, and what it said on stderr."""
        started = self.start(script)
        _, said = started.communicate(timeout=60)
        return started.returncode, said


@pytest.fixture
def machine(root: Path) -> Machine:
    return Machine(root)


def environment(machine: Machine, pip: str) -> None:
    """An environment that is there, in which pip does as the text says."""
    (machine.root / ".venv" / "bin").mkdir(parents=True)
    (machine.root / "requirements").mkdir()
    (machine.root / "requirements" / "run.txt").write_text("rich==1", encoding="utf-8")
    # make_venv copies it: the new environment's pip works.
    machine.program("python", PYTHON.replace(': >"$4/bin/python"', 'cp "$0" "$4/bin/python"'))
    python = machine.root / ".venv" / "bin" / "python"
    python.write_text(f"#!/bin/sh\n{pip}", encoding="utf-8")
    python.chmod(0o755)


def test_an_environment_that_pip_cannot_go_on_in_is_made_anew(machine: Machine) -> None:
    environment(machine, "echo 'ERROR: uninstall-no-record-file'; exit 1\n")
    status, said = machine.run("install_python_packages run.txt")
    assert status == 0, said
    assert "starting over" in said
    assert (machine.root / ".venv" / "run.txt").is_file()


def test_without_a_network_the_environment_stays(machine: Machine) -> None:
    environment(machine, "echo 'ERROR: Failed to establish a new connection'; exit 1\n")
    machine.program("apt-config", "")
    status, said = machine.run("install_python_packages run.txt")
    assert status == 2
    assert "starting over" not in said
    assert "pip could not download anything" in said
    assert not (machine.root / ".venv" / "run.txt").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="asks for sudo where it is not root")
def test_an_installation_that_was_interrupted_is_finished_first(machine: Machine) -> None:
    finished = machine.root / "finished"
    machine.program("dpkg", f"touch '{finished}'\n")
    machine.program(
        "apt-get",
        f"[ -e '{finished}' ] || case $* in *install*) echo 'E: dpkg was interrupted'; exit 100 ;; esac\n",
    )
    status, said = machine.run("install_packages g++")
    assert status == 0, said
    assert "finishing it first" in said


# What dpkg and apt-get of Debian 12 say where a package is unpacked and those that it depends on are not.
UNCONFIGURED = """\
dpkg: dependency problems prevent configuration of g++:
 g++ depends on cpp (= 4:12.2.0-3); however:
  Package cpp is not installed.
dpkg: error processing package g++ (--configure):
 dependency problems - leaving unconfigured
"""
UNMET = "E: Unmet dependencies. Try 'apt --fix-broken install' with no packages (or specify a solution)."


def half_unpacked(machine: Machine, fix_broken: str) -> None:
    """A system in which dpkg cannot configure what is unpacked, and apt-get refuses to install more."""
    whole = machine.root / "whole"
    machine.program("id", "echo 0\n")
    machine.program("apt-config", "")
    machine.program(
        "dpkg", f'[ -e \'{whole}\' ] || [ "$1" != --configure ] || {{ echo "{UNCONFIGURED}"; exit 1; }}\n'
    )
    machine.program(
        "apt-get",
        f"""case $* in
  *update) echo 'Hit:1 http://mirror bookworm InRelease' ;;
  *--fix-broken*) {fix_broken} ;;
  *install*) [ -e '{whole}' ] || {{ echo "{UNMET}"; exit 100; }} ;;
esac
""",
    )


def test_what_dpkg_cannot_configure_is_left_to_apt(machine: Machine) -> None:
    half_unpacked(machine, f"touch '{machine.root}/whole'")
    status, said = machine.run("install_packages g++")
    assert status == 0, said
    assert "finishing it first" in said


def test_the_advice_for_an_interrupted_installation_finishes_it(machine: Machine) -> None:
    half_unpacked(machine, f'echo "{UNMET}"; exit 100')
    status, said = machine.run("install_packages g++")
    assert status == 2
    assert "was interrupted, and could not be finished" in said
    assert "dpkg --configure -a; apt-get install --fix-broken\n    then ./course setup" in said


def test_a_disk_that_unpacking_filled_is_called_that(machine: Machine) -> None:
    """dpkg leaves half a package behind, but finishing it now would fill the disk again."""
    half_unpacked(machine, "true")
    full = "cannot copy extracted data: failed to write (No space left on device)"
    machine.program(
        "apt-get", f'[ "$*" != "${{*%install*}}" ] || exit 0; echo "{full}"; echo "{UNMET}"; exit 100'
    )
    status, said = machine.run("install_packages g++")
    assert status == 2
    assert "the disk is full: no space was left for /usr" in said
    assert "finishing it first" not in said


REFUSED = "Could not connect to 127.0.0.1:9 (127.0.0.1). - connect (111: Connection refused)"


@pytest.mark.parametrize(
    ("proxy", "failure", "told"),
    [
        ("", REFUSED, "deb.example.org refuses or does not answer."),
        ("", "Connection timed out [IP: 127.0.0.1 8099]", "deb.example.org refuses or does not answer."),
        ("", "Temporary failure resolving 'deb.example.org'", "deb.example.org refuses or does not answer."),
        ("http://me:secret@127.0.0.1:9", REFUSED, "the proxy http://127.0.0.1:9 refuses or does not answer."),
        (
            "http://127.0.0.1:9",
            "403  Forbidden by policy [IP: 127.0.0.1 9]",
            "the proxy http://127.0.0.1:9 refuses or does not answer.",
        ),
    ],
)
def test_a_network_that_fails_is_told_in_one_sentence(
    machine: Machine, proxy: str, failure: str, told: str
) -> None:
    """No package is tried where no source answered: each would be waited for."""
    machine.program("id", "echo 0\n")
    machine.program("apt-config", "")
    address = "http://deb.example.org/debian/dists/bookworm/InRelease"
    machine.program(
        "apt-get",
        f"""case $* in
  *update) echo "W: Failed to fetch {address}  {failure}" ;;
  *) touch '{machine.root}/tried'; exit 100 ;;
esac
""",
    )
    status, said = machine.run(f"export http_proxy={proxy}; install_packages g++")
    assert status == 2
    assert [line for line in said.splitlines() if line.startswith("course: ")][1:] == [
        f"course: apt-get could not download anything: {told}"
    ]
    assert "run the same command again" in said
    assert not (machine.root / "tried").exists()


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_stopped_it_says_that_the_next_call_resumes(
    machine: Machine, number: signal.Signals, status: int
) -> None:
    began = machine.root / "began"
    machine.program("endless", f"touch '{began}'; exec sleep 60\n")
    started = machine.start(f"run_logged '{machine.root}/log' endless")
    while not began.exists():
        time.sleep(0.02)
    os.killpg(started.pid, number)
    _, said = started.communicate(timeout=20)
    assert started.returncode == status
    assert "What was downloaded and installed is kept. Run the same command again to resume." in said


# As apt-get tells a program: what it downloads, then what it installs, each from 0 to 100.
APT_TELLS = """for file in 1 2 3 4 5 6 7 8; do
  echo "Get:$file http://deb.debian.org/debian bookworm/main amd64 libfoo$file"
  echo "dlstatus:1:$((file * 12)).4:Retrieving file $file of 8"
  sleep 0.5
done
echo 'pmstatus:libfoo1:25.0:Unpacking libfoo1 (amd64)'
sleep 1.2
"""
INSTALLS = "setup_log='{log}'; SUDO=; apt_get install libfoo"


@pytest.mark.slow
def test_a_download_has_a_bar_in_a_terminal(machine: Machine) -> None:
    machine.program("apt-get", APT_TELLS)
    script = INSTALLS.format(log=machine.root / "log")
    screen = in_a_terminal(machine.command(script), machine.environment)
    assert screen.status == 0
    bars = re.findall(r"\[(#*)\.*\] (\d+) %", screen.text)
    assert bars and all(len(full) == int(percent) // 5 for full, percent in bars)
    assert int(bars[0][1]) >= 36, "none before two seconds"
    assert re.search(r"%, about \d+ s left  Retrieving file \d of 8", screen.text)
    assert "] 25 %" in screen.text and "Unpacking libfoo1" in screen.text
    assert "dlstatus" not in screen.text
    assert all(len(line) <= 80 for line in re.split(r"[\r\n]+", screen.text))


@pytest.mark.slow
def test_pip_has_a_bar_by_the_packages_of_its_lockfile(machine: Machine) -> None:
    environment(machine, "for n in 1 2 3 4; do echo Collecting a$n; sleep 1; done\n")
    (machine.root / "requirements" / "run.txt").write_text(
        "# locked\na1==1 \\\n    --hash=sha256:0\na2==1\na3==1\na4==1\n", encoding="utf-8"
    )
    screen = in_a_terminal(machine.command("pip_install run.txt"), machine.environment)
    assert screen.status == 0
    assert re.search(r"\[#{15}\.{5}\] 75 %(, about \d s left)?  Collecting a3", screen.text)


def test_the_last_words_of_a_failed_installation_are_apts_own(machine: Machine) -> None:
    machine.program("apt-get", APT_TELLS.replace("sleep", ": ") + "echo 'E: no such package'; exit 100\n")
    script = INSTALLS.format(log=machine.root / "log")
    _, said = machine.run(f'{script} || last_words "$setup_log" >&2')
    assert "| E: no such package" in said
    assert "status:" not in said and "\x1b" not in said


def test_a_full_disk_is_called_that(machine: Machine) -> None:
    machine.program("df", "echo header; echo 'disk 9 9 17 100% /'\n")
    status, said = machine.run("false")
    assert status != 0
    assert "the disk is full" in said
    assert f"df -h {machine.root}" in said
    assert "run the same command again to resume" in said


def test_a_disk_that_pip_found_full_is_called_that_too(machine: Machine) -> None:
    """pip has taken back what it wrote: there is room again."""
    environment(machine, "echo 'ERROR: [Errno 28] No space left on device'; exit 1\n")
    status, said = machine.run("install_python_packages run.txt")
    assert status == 2
    assert "the disk is full" in said
    assert f"df -h {machine.root}/.venv" in said
    assert "network" not in said


def test_nvcc_is_installed_on_top_of_an_environment_that_works(machine: Machine) -> None:
    environment(machine, 'for word; do last=$word; done; echo "$last" >>asked\n')
    assert machine.run("require_nvcc") == (
        0,
        "course: Installing nvcc, ptxas and nvdisasm into .venv, once (110 MB): requirements/nvcc.txt\n",
    )
    assert (machine.root / "asked").read_text(encoding="utf-8") == f"{machine.root}/requirements/nvcc.txt\n"


def test_an_nvcc_that_cannot_be_installed_leaves_the_environment_alone(machine: Machine) -> None:
    environment(machine, "echo 'ERROR: No matching distribution found'; exit 1\n")
    (machine.root / ".venv" / "kept").touch()
    status, said = machine.run("require_nvcc")
    assert status == 2
    assert "pip could not install requirements/nvcc.txt" in said
    assert "./course setup --nvcc" in said
    assert (machine.root / ".venv" / "kept").exists()


@pytest.mark.parametrize("typed", ["", "--dev"])
def test_nvcc_is_installed_only_where_it_is_asked_for(typed: str) -> None:
    script = COURSE.read_text(encoding="utf-8")
    loop = re.search(r"^    groups=\n.*?^    done$", script, re.MULTILINE | re.DOTALL)
    assert loop
    lines = f'{loop[0]}; echo "$groups"'
    groups = subprocess.run(
        ["sh", "-euc", lines, "sh", *typed.split()], capture_output=True, text=True, check=True
    ).stdout.split()
    assert groups == [word.removeprefix("--") for word in typed.split()]
    asked = subprocess.run(
        ["sh", "-euc", lines, "sh", "--nvcc", *typed.split()], capture_output=True, text=True, check=True
    )
    assert asked.stdout.split()[-1] == "nvcc"


COURSE = TOOLS.parent / "course"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("chek", "./course check "),
        ("tset", "./course test "),
        ("lab4", "./course check lab4"),
        ("xyzzy", "--help"),
    ],
)
def test_a_mistyped_command_gets_a_suggestion(typed: str, said: str) -> None:
    ended = subprocess.run([COURSE, typed], capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert f"there is no command '{typed}'" in ended.stderr
    assert said in ended.stderr


def test_every_command_of_the_help_is_on_the_handbooks_page() -> None:
    """And the other way round; ctest is none of ./course's."""
    usage = subprocess.run([COURSE, "--help"], capture_output=True, text=True, check=True).stdout
    listed = set(re.findall(r"^  ([a-z][a-z-]*) ", usage, re.MULTILINE))
    page = (COURSE.parent / "docs" / "commands.md").read_text(encoding="utf-8")
    assert listed == set(re.findall(r"^- `\./course ([a-z-]+)", page, re.MULTILINE))
    assert len(listed) > 15


@pytest.mark.parametrize(
    ("source", "arguments", "groups"),
    [
        ("#include <cub/cub.cuh>\n", "program.cu", "python build libraries"),
        ("  #  include <thrust/sort.h>\n", "program.cu -- 5", "python build libraries"),
        ("// #include <cub/cub.cuh>\n", "program.cu", "python build"),
        ("#include <cub/cub.cuh>\n", "-I own program.cu", "python build"),
        ("#include <cub/cub.cuh>\n", "other.cu -- program.cu", "python build"),
    ],
)
def test_libraries_are_fetched_for_programs_that_include_them(
    tmp_path: Path, source: str, arguments: str, groups: str
) -> None:
    (tmp_path / "program.cu").write_text(source, encoding="utf-8")
    script = f'. "{TOOLS}/needs.sh"; groups_of_run {arguments}'
    ended = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert " ".join(ended.stdout.split()) == groups
