"""The sandbox, tried from inside: what a program there can see, do and use up."""

from __future__ import annotations

import ctypes
import errno
import platform
import shutil
import signal
import struct
import time
from dataclasses import replace
from pathlib import Path

import pytest

import grader.isolation.bubblewrap
from grader.core.errors import GraderError
from grader.core.process import Finished
from grader.isolation.bubblewrap import Sandbox, find_sandbox
from grader.isolation.confinement import MIB, Confinement, Limits, NoSandbox, Places
from grader.isolation.syscalls import ALLOW, ALLOWED, NEW_NAMESPACES, syscall_filter
from grader.machine.runner import Confined, Fault, run_program
from grader.schema.class_results import Settings
from grader.tests.fake_project import FakeProject

# Numbers of system calls, on x86-64 (asm/unistd_64.h) and on ARM64 (asm-generic/unistd.h).
REFUSED = {
    "socket": (41, 198),
    "ptrace": (101, 117),
    "mount": (165, 40),
    "keyctl": (250, 219),
    "unshare": (272, 97),
    "perf_event_open": (298, 241),
    "process_vm_writev": (311, 271),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
}
CLONE, CLONE3 = (56, 220), (435, 435)
COLUMN = {"x86_64": 0, "aarch64": 1}[platform.machine()]
LIMITS = Limits(wall_s=20, cpu_s=5, data_bytes=256 * MIB, file_bytes=MIB, processes=64)


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    return find_sandbox()


def shell(within: Confinement, script: str, folder: Path, limits: Limits = LIMITS) -> Finished:
    return within.run(["sh", "-c", script], limits, Places((), folder))


@pytest.mark.sandbox
def test_it_writes_in_its_folder_and_nowhere_else(sandbox: Sandbox, tmp_path: Path) -> None:
    elsewhere = 'for at in / /tmp /usr /dev /etc; do echo out > "$at/escaped" && exit 9; done'
    script = f'echo in > "$TMPDIR/own"; {elsewhere}; exit 3'
    ended = shell(sandbox, script, tmp_path)
    assert ended.code == 3, ended.errors
    assert [path.name for path in tmp_path.iterdir()] == ["own"]


@pytest.mark.sandbox
def test_it_sees_no_files_but_the_systems(sandbox: Sandbox, tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[3]
    script = f"cat '{root}/README.md' /etc/passwd /proc/self/status; ls /home /root /proc; echo $HOME; exit 0"
    assert shell(sandbox, script, tmp_path).output.strip() == ""


@pytest.mark.sandbox
def test_it_has_no_network_no_rights_and_no_other_processes(sandbox: Sandbox, tmp_path: Path) -> None:
    script = (
        "import os, socket\n"
        "print(os.getuid(), os.getpid() < 10, os.uname().nodename, len(os.listdir('/dev/shm')))\n"
        "try: socket.create_connection(('127.0.0.1', 1), 2)\n"
        "except OSError as error: print(type(error).__name__)\n"
        "try: os.kill(1, 0); os.mkdir('/new')\n"
        "except OSError as error: print(error.errno)\n"
    )
    program = tmp_path / "look.py"
    program.write_text(script, encoding="utf-8")
    ended = sandbox.run(["/usr/bin/python3", program], LIMITS, Places((), tmp_path))
    assert ended.output.split("\n") == ["65534 True sandbox 0", "PermissionError", "30", ""]


@pytest.mark.sandbox
def test_without_the_filter_it_would_still_be_alone_in_its_network(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow_all = struct.pack("=HBBI", 0x06, 0, 0, ALLOW)  # BPF_RET: linux/bpf_common.h
    monkeypatch.setattr(grader.isolation.bubblewrap, "syscall_filter", lambda: allow_all)
    program = tmp_path / "look.py"
    program.write_text("import socket; print([name for _, name in socket.if_nameindex()])", encoding="utf-8")
    ended = sandbox.run(["/usr/bin/python3", program], LIMITS, Places((), tmp_path))
    assert ended.output == "['lo']\n"


def test_nothing_that_reaches_out_of_a_sandbox_is_on_the_list() -> None:
    assert not set(ALLOWED) & {
        *REFUSED,
        "clone",
        "clone3",
        "connect",
        "setns",
        "pivot_root",
        "chroot",
        "init_module",
    }
    assert sorted(set(ALLOWED)) == ALLOWED


@pytest.mark.sandbox
@pytest.mark.parametrize("name", [*REFUSED, "clone3"])
def test_what_is_not_on_the_list_is_refused(sandbox: Sandbox, tmp_path: Path, name: str) -> None:
    number = {**REFUSED, "clone3": CLONE3}[name][COLUMN]
    program = tmp_path / "ask.py"
    program.write_text(
        "import ctypes\n"
        "c = ctypes.CDLL(None, use_errno=True)\n"
        f"print(c.syscall({number}, 0, 0, 0, 0, 0), ctypes.get_errno())\n",
        encoding="utf-8",
    )
    ended = sandbox.run(["/usr/bin/python3", program], LIMITS, Places((), tmp_path))
    assert ended.output == f"-1 {errno.ENOSYS if name == 'clone3' else errno.EPERM}\n", ended.errors


def test_where_libseccomp_is_missing_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.setattr(ctypes, "CDLL", missing)
    syscall_filter.cache_clear()
    with pytest.raises(GraderError, match=r"libseccomp\.so\.2: cannot open") as caught:
        syscall_filter()
    assert caught.value.fix == "Install it: apt-get install libseccomp2"


@pytest.mark.sandbox
def test_no_namespace_is_made_by_clone_either(sandbox: Sandbox, tmp_path: Path) -> None:
    new_user, child_ends = 0x10000000, 17
    assert new_user & NEW_NAMESPACES
    program = tmp_path / "clone.py"
    program.write_text(
        "import ctypes, os\n"
        "c = ctypes.CDLL(None, use_errno=True)\n"
        f"print(c.syscall({CLONE[COLUMN]}, {new_user | child_ends}, 0, 0, 0, 0), ctypes.get_errno())\n",
        encoding="utf-8",
    )
    ended = sandbox.run(["/usr/bin/python3", program], LIMITS, Places((), tmp_path))
    assert ended.output == f"-1 {errno.EPERM}\n", ended.errors


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("exit 7", 7),
        ("kill -SEGV $$", -signal.SIGSEGV),
        ('head -c 2000000 /dev/zero > "$TMPDIR/big"', -signal.SIGXFSZ),
        ("exec head -c 2000000 /dev/zero", -signal.SIGXFSZ),
    ],
)
def test_the_end_is_told_as_it_was(sandbox: Sandbox, tmp_path: Path, script: str, code: int) -> None:
    assert shell(sandbox, f"exec 2>/dev/null; {script}; exit $?", tmp_path).code in (code, 128 - code)


@pytest.mark.sandbox
def test_processor_time_and_the_clock_have_limits(sandbox: Sandbox, tmp_path: Path) -> None:
    busy = Limits(20, 1, 256 * MIB, MIB)
    assert shell(sandbox, "exec python3 -c 'while True: pass'", tmp_path, busy).code == -signal.SIGXCPU
    idle = Limits(0.5, 5, 256 * MIB, MIB)
    assert shell(sandbox, "sleep 60", tmp_path, idle).timed_out


@pytest.mark.parametrize("kind", ["none", pytest.param("sandbox", marks=pytest.mark.sandbox)])
@pytest.mark.parametrize("script", ["exec sh -c 'while :; do :; done'", "(while :; do :; done) & wait"])
def test_processor_time_of_all_processes_together_has_a_limit(tmp_path: Path, kind: str, script: str) -> None:
    within: Confinement = find_sandbox() if kind == "sandbox" else NoSandbox()
    ended = shell(within, script, tmp_path, replace(LIMITS, total_s=0.5))
    assert ended.used_up and not ended.timed_out
    assert ended.processor_s >= 0.5
    waits = shell(within, "sleep 1.2; exit 7", tmp_path, replace(LIMITS, total_s=0.5))
    assert (waits.code, waits.used_up) == (7, False)


@pytest.mark.sandbox
def test_memory_has_a_limit(sandbox: Sandbox, tmp_path: Path) -> None:
    ended = shell(sandbox, "exec python3 -c 'x = bytearray(1 << 30)'", tmp_path)
    assert (ended.code, "MemoryError" in ended.errors) == (1, True)


@pytest.mark.sandbox
def test_nothing_it_started_outlives_it(sandbox: Sandbox, tmp_path: Path) -> None:
    ended = shell(sandbox, '(sleep 1; echo late > "$TMPDIR/late") & exit 0', tmp_path)
    assert ended.code == 0
    time.sleep(1.5)
    assert not (tmp_path / "late").exists()


def test_a_sandbox_that_cannot_be_made_is_our_fault(tmp_path: Path) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: no namespaces' >&2\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    with pytest.raises(GraderError, match="no namespaces"):
        shell(Sandbox(str(broken), shutil.which("prlimit") or "prlimit"), "exit 0", tmp_path)


def test_where_bubblewrap_is_missing_the_remedy_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GraderError) as caught:
        find_sandbox()
    assert "bubblewrap is not installed" in caught.value.message
    assert "apt-get install bubblewrap" in caught.value.fix
    assert "--unsafe-no-sandbox" in caught.value.fix


def test_where_bubblewrap_can_make_none_the_reason_and_both_remedies_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: no namespaces' >&2\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(GraderError, match=r"cannot make one here: .*bwrap: no namespaces") as caught:
        find_sandbox()
    assert "It needs user namespaces: " in caught.value.fix
    assert "--security-opt seccomp=unconfined" in caught.value.fix
    assert "--unsafe-no-sandbox" in caught.value.fix


def test_without_a_sandbox_the_end_reads_the_same(tmp_path: Path) -> None:
    ended = shell(NoSandbox(), 'echo x > "$TMPDIR/own"; exit 7', tmp_path)
    assert (ended.code, (tmp_path / "own").is_file()) == (7, True)


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("ending", "fault"),
    [
        ("kill -XCPU $$", Fault.TIME_OUT),
        ("kill -XFSZ $$", Fault.OUTPUT),
        ("kill -KILL $$", Fault.CRASH),
        ("echo 'lab4_test: std::bad_alloc' >&2; exit 2", Fault.MEMORY),
        ("exit 2", Fault.COULD_NOT_RUN),
        ("kill -SEGV $$", Fault.CRASH),
    ],
)
def test_a_limit_that_struck_is_the_submissions_doing(
    fake: FakeProject, sandbox: Sandbox, ending: str, fault: Fault
) -> None:
    program = fake.program(ending)
    outcome = run_program(program, fake.kernel, Settings(limit_s=20), confined=Confined(sandbox))
    assert (outcome.record, outcome.fault) == (None, fault)


@pytest.mark.sandbox
def test_a_confined_run_gives_the_record(fake: FakeProject, sandbox: Sandbox) -> None:
    program = fake.reports("conflict", 1)
    outcome = run_program(
        program, fake.kernel, Settings(), confined=Confined(sandbox, (fake.root / "conflict.json",))
    )
    assert outcome.fault is None
    assert outcome.record is not None
