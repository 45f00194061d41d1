"""What a confined program may not even ask of the kernel: a seccomp filter, as bubblewrap takes it.

It refuses what no compiler and no test program needs and what holes in kernels were found behind: namespaces,
mounts, sockets, other processes' memory, keys, tracing, io_uring. The kernel's manual, seccomp(2), and
linux/bpf_common.h say what the numbers mean.
"""

from __future__ import annotations

import errno
import platform
import struct

# As platform.machine() names them: the architecture in linux/audit.h, and the column of the numbers below.
MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
# linux/seccomp.h; offsets in struct seccomp_data.
KILL_PROCESS, ALLOW, REFUSE = 0x80000000, 0x7FFF0000, 0x00050000
NUMBER_AT, ARCH_AT, FIRST_ARGUMENT_AT = 0, 4, 16
LOAD, JUMP_EQUAL, JUMP_AT_LEAST, JUMP_ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
# Calls of the x32 interface have this bit.
X32 = 0x40000000
# CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET: sched.h.
NEW_NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000

# Numbers on x86-64 (asm/unistd_64.h) and on ARM64 (asm-generic/unistd.h).
CLONE, CLONE3 = (56, 220), (435, 435)
DENIED: dict[str, tuple[int, int | None]] = {
    "socket": (41, 198),
    "socketpair": (53, 199),
    "ptrace": (101, 117),
    "syslog": (103, 116),
    "personality": (135, 92),
    "pivot_root": (155, 41),
    "adjtimex": (159, 171),
    "chroot": (161, 51),
    "acct": (163, 89),
    "settimeofday": (164, 170),
    "mount": (165, 40),
    "umount2": (166, 39),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "iopl": (172, None),
    "ioperm": (173, None),
    "init_module": (175, 105),
    "delete_module": (176, 106),
    "quotactl": (179, 60),
    "clock_settime": (227, 112),
    "kexec_load": (246, 104),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "unshare": (272, 97),
    "perf_event_open": (298, 241),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "setns": (308, 268),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "finit_module": (313, 273),
    "kexec_file_load": (320, 294),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "pidfd_getfd": (438, 438),
    "mount_setattr": (442, 442),
}


def syscall_filter(machine: str | None = None) -> bytes:
    """The filter as a program of the kernel's; empty where the numbers of that machine are not known.

    machine: None for this one.
    """
    known = MACHINES.get(machine or platform.machine())
    if known is None:
        return b""
    architecture, column = known
    steps = [
        _step(LOAD, ARCH_AT),
        _step(JUMP_EQUAL, architecture, 1, 0),
        _step(RETURN, KILL_PROCESS),
        _step(LOAD, NUMBER_AT),
        _step(JUMP_AT_LEAST, X32, 0, 1),
        _refuse(errno.ENOSYS),
        # Its flags lie in memory, where no filter can look; C libraries go back to clone then.
        _step(JUMP_EQUAL, CLONE3[column], 0, 1),
        _refuse(errno.ENOSYS),
    ]
    for numbers in DENIED.values():
        number = numbers[column]
        if number is not None:
            steps += [_step(JUMP_EQUAL, number, 0, 1), _refuse(errno.EPERM)]
    steps += [
        _step(JUMP_EQUAL, CLONE[column], 0, 3),
        _step(LOAD, FIRST_ARGUMENT_AT),
        _step(JUMP_ANY_BIT, NEW_NAMESPACES, 0, 1),
        _refuse(errno.EPERM),
        _step(RETURN, ALLOW),
    ]
    return b"".join(steps)


def _step(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    """Struct sock_filter. then, otherwise: steps to leave out."""
    return struct.pack("=HBBI", code, then, otherwise, value)


def _refuse(error: int) -> bytes:
    return _step(RETURN, REFUSE | error)
