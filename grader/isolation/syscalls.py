"""The system calls that a confined program may make: an allow-list, as a seccomp filter for bubblewrap.

It holds what compilers, linkers and Python need: files, memory, processes and threads of their own.
Everything else fails with EPERM: sockets, namespaces, mounts, keys, tracing, other processes' memory,
io_uring. libseccomp makes the filter: seccomp_rule_add(3). The process that runs kernels narrows its calls
down further by itself: common/simt/remote/system_calls.cpp.
"""

from __future__ import annotations

import ctypes
import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from grader.core.errors import GraderError

# libseccomp's seccomp.h.
ALLOW, KILL_PROCESS, REFUSE = 0x7FFF0000, 0x80000000, 0x00050000
ACT_BADARCH, OPTIMIZE, BINARY_TREE = 2, 8, 2
MASKED_EQUAL = 7
# CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET: sched.h.
NEW_NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000

# Names that a processor does not have are left out there.
ALLOWED = """
    access alarm arch_prctl brk chdir chmod clock_getres clock_gettime clock_nanosleep close
    copy_file_range creat dup dup2 dup3 epoll_create1 epoll_ctl epoll_pwait epoll_wait eventfd2 execve
    execveat exit exit_group faccessat faccessat2 fadvise64 fallocate fchdir fchmod fchmodat fcntl
    fdatasync flock fork fstat fstatfs fsync ftruncate futex get_robust_list getcpu getcwd getdents
    getdents64 getegid geteuid getgid getgroups getitimer getpgid getpgrp getpid getppid getpriority
    getrandom getresgid getresuid getrlimit getrusage getsid gettid gettimeofday getuid ioctl kill link
    linkat lseek lstat madvise membarrier memfd_create mincore mkdir mkdirat mmap mprotect mremap msync
    munmap nanosleep newfstatat open openat openat2 pause pidfd_open pidfd_send_signal pipe pipe2 poll
    ppoll prctl pread64 preadv prlimit64 pselect6 pwrite64 pwritev read readlink readlinkat readv recvfrom
    recvmsg rename renameat renameat2 restart_syscall rmdir rseq rt_sigaction rt_sigpending rt_sigprocmask
    rt_sigreturn rt_sigsuspend rt_sigtimedwait sched_get_priority_max sched_get_priority_min
    sched_getaffinity sched_getparam sched_getscheduler sched_setaffinity sched_yield seccomp select
    sendfile sendmsg sendto set_robust_list set_tid_address setitimer setpgid setpriority setrlimit setsid
    sigaltstack splice stat statfs statx symlink symlinkat sync_file_range sysinfo tgkill time
    timer_create timer_delete timer_getoverrun timer_gettime timer_settime times truncate umask uname
    unlink unlinkat utime utimensat utimes vfork wait4 waitid write writev
""".split()  # noqa: SIM905 (a name a line would be a hundred lines)


class Comparison(ctypes.Structure):
    """struct scmp_arg_cmp: what an argument must be for a rule to hold."""

    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operation", ctypes.c_int),
        ("mask", ctypes.c_uint64),
        ("value", ctypes.c_uint64),
    )


@cache
def syscall_filter() -> bytes:
    """The filter as a program of the kernel's. Raises GraderError where libseccomp is missing or fails."""
    library = _library()
    with _filter(library) as context, tempfile.TemporaryFile() as file:
        _require(library.seccomp_attr_set(context, ACT_BADARCH, KILL_PROCESS))
        _require(library.seccomp_attr_set(context, OPTIMIZE, BINARY_TREE))
        for name in ALLOWED:
            _add(library, context, ALLOW, name)
        # Threads and processes in the namespaces that they are in. clone3's flags are in memory, where no
        # filter can look; C libraries go back to clone where it does not exist.
        _add(library, context, ALLOW, "clone", Comparison(0, MASKED_EQUAL, NEW_NAMESPACES, 0))
        _add(library, context, REFUSE | errno.ENOSYS, "clone3")
        _require(library.seccomp_export_bpf(context, file.fileno()))
        file.seek(0)
        return file.read()


def _library() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL("libseccomp.so.2")
    except OSError as error:
        raise GraderError(
            f"submissions are run in a sandbox, and libseccomp cannot be loaded: {error}",
            "Install it: apt-get install libseccomp2",
        ) from error
    library.seccomp_init.argtypes = [ctypes.c_uint32]
    library.seccomp_init.restype = ctypes.c_void_p
    library.seccomp_release.argtypes = [ctypes.c_void_p]
    library.seccomp_attr_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32]
    library.seccomp_rule_add_array.argtypes = [
        ctypes.c_void_p,
        ctypes.c_uint32,
        ctypes.c_int,
        ctypes.c_uint,
        ctypes.c_void_p,
    ]
    library.seccomp_export_bpf.argtypes = [ctypes.c_void_p, ctypes.c_int]
    return library


@contextmanager
def _filter(library: ctypes.CDLL) -> Iterator[ctypes.c_void_p]:
    context = library.seccomp_init(REFUSE | errno.EPERM)
    if not context:
        raise GraderError("libseccomp cannot make a filter of system calls")
    try:
        yield context
    finally:
        library.seccomp_release(context)


def _add(library: ctypes.CDLL, context: ctypes.c_void_p, action: int, name: str, *where: Comparison) -> None:
    number = library.seccomp_syscall_resolve_name(name.encode())
    if number >= 0:
        rules = (Comparison * len(where))(*where)
        _require(library.seccomp_rule_add_array(context, action, number, len(where), rules))


def _require(status: int) -> None:
    if status != 0:
        raise GraderError(f"libseccomp cannot make a filter of system calls: {os.strerror(-status)}")
