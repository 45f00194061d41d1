"""What a confined program may not even ask of the kernel: a seccomp filter, as bubblewrap takes it.

It refuses what no compiler and no test program needs and what holes in kernels were found behind: namespaces,
mounts, sockets, other processes' memory, keys, tracing, io_uring. The kernel's manual, seccomp(2), and
linux/bpf_common.h say what the numbers mean.
"""

from __future__ import annotations

import errno
import platform
import struct

MACHINE = "x86_64"
# linux/audit.h; linux/seccomp.h; offsets in struct seccomp_data.
ARCH_X86_64 = 0xC000003E
KILL_PROCESS, ALLOW, REFUSE = 0x80000000, 0x7FFF0000, 0x00050000
NUMBER_AT, ARCH_AT, FIRST_ARGUMENT_AT = 0, 4, 16
LOAD, JUMP_EQUAL, JUMP_AT_LEAST, JUMP_ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
# Calls of the x32 interface have this bit.
X32 = 0x40000000
CLONE, CLONE3 = 56, 435
# CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET: sched.h.
NEW_NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000

# Numbers on x86-64: asm/unistd_64.h.
DENIED = {
    "socket": 41,
    "socketpair": 53,
    "ptrace": 101,
    "syslog": 103,
    "personality": 135,
    "pivot_root": 155,
    "adjtimex": 159,
    "chroot": 161,
    "acct": 163,
    "settimeofday": 164,
    "mount": 165,
    "umount2": 166,
    "swapon": 167,
    "swapoff": 168,
    "reboot": 169,
    "iopl": 172,
    "ioperm": 173,
    "init_module": 175,
    "delete_module": 176,
    "quotactl": 179,
    "clock_settime": 227,
    "kexec_load": 246,
    "add_key": 248,
    "request_key": 249,
    "keyctl": 250,
    "unshare": 272,
    "perf_event_open": 298,
    "name_to_handle_at": 303,
    "open_by_handle_at": 304,
    "setns": 308,
    "process_vm_readv": 310,
    "process_vm_writev": 311,
    "kcmp": 312,
    "finit_module": 313,
    "kexec_file_load": 320,
    "bpf": 321,
    "userfaultfd": 323,
    "io_uring_setup": 425,
    "io_uring_enter": 426,
    "io_uring_register": 427,
    "open_tree": 428,
    "move_mount": 429,
    "fsopen": 430,
    "fsconfig": 431,
    "fsmount": 432,
    "fspick": 433,
    "pidfd_getfd": 438,
    "mount_setattr": 442,
}


def syscall_filter() -> bytes:
    """The filter as a program of the kernel's; empty where its numbers are not those of this machine."""
    if platform.machine() != MACHINE:
        return b""
    steps = [
        _step(LOAD, ARCH_AT),
        _step(JUMP_EQUAL, ARCH_X86_64, 1, 0),
        _step(RETURN, KILL_PROCESS),
        _step(LOAD, NUMBER_AT),
        _step(JUMP_AT_LEAST, X32, 0, 1),
        _refuse(errno.ENOSYS),
        # Its flags lie in memory, where no filter can look; C libraries go back to clone then.
        _step(JUMP_EQUAL, CLONE3, 0, 1),
        _refuse(errno.ENOSYS),
    ]
    for number in DENIED.values():
        steps += [_step(JUMP_EQUAL, number, 0, 1), _refuse(errno.EPERM)]
    steps += [
        _step(JUMP_EQUAL, CLONE, 0, 3),
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
