#include "system_calls.h"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <sstream>
#include <string>

#include "simt/machine.h"

namespace simt::remote {
namespace {

// The calls that a machine needs: memory, time, its own signals, its threads, and what is open.
constexpr const char* kComputing =
    "brk clock_getres clock_gettime clock_nanosleep close exit exit_group fcntl fstat futex get_robust_list "
    "getcpu getpid getppid getrandom getrusage gettid gettimeofday lseek madvise membarrier mremap munmap "
    "nanosleep poll ppoll pread64 read recvfrom recvmsg restart_syscall rseq rt_sigaction rt_sigprocmask "
    "rt_sigreturn sched_getaffinity sched_yield sendmsg sendto set_robust_list set_tid_address sigaltstack "
    "sysinfo timer_create timer_delete timer_gettime timer_settime uname write";

// The calls that read files, map them, and load the next filter.
constexpr const char* kReading =
    "access arch_prctl dup dup2 dup3 faccessat faccessat2 fadvise64 fstatfs getcwd getdents64 getegid "
    "geteuid getgid getrlimit getuid lstat mmap mprotect newfstatat pipe2 prctl prlimit64 readlink "
    "readlinkat seccomp stat statfs statx";

// The calls that NVIDIA's driver and cuBLAS make besides, from their start to their end.
constexpr const char* kDriving =
    "bind connect epoll_create1 epoll_ctl epoll_wait epoll_pwait eventfd2 fallocate fchmod flock fsync "
    "ftruncate getpgrp getsid gettid get_mempolicy ioctl link listen mbind memfd_create mincore mkdir "
    "mkdirat mlock mmap mprotect msync munlock open openat pipe prctl pselect6 pwrite64 readv rename "
    "renameat renameat2 rmdir sched_get_priority_max sched_get_priority_min sched_getparam "
    "sched_getscheduler sched_setaffinity sched_setscheduler select set_mempolicy setpriority getpriority "
    "setsockopt getsockopt getsockname getpeername accept4 shutdown socketpair umask unlink unlinkat "
    "utimensat writev";

constexpr std::uint32_t kBinaryTree = 2;  // seccomp_attr_set(3): faster than one rule after another

using Filter = std::unique_ptr<void, decltype(&seccomp_release)>;

[[noreturn]] void fail(int status) {
  throw Error(std::string("libseccomp cannot make a filter of system calls: ") + std::strerror(-status));
}

void require(int status) {
  if (status != 0) fail(status);
}

// Names that this architecture does not have are left out.
void allow(void* filter, const char* names) {
  std::istringstream words(names);
  for (std::string name; words >> name;) {
    const int number = seccomp_syscall_resolve_name(name.c_str());
    if (number >= 0) require(seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0));
  }
}

// Allows a call only if the bits of `mask` in that argument are as they are in `value`.
void allow_where(void* filter, int number, unsigned argument, scmp_datum_t mask, scmp_datum_t value) {
  require(seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 1,
                           scmp_arg_cmp{argument, SCMP_CMP_MASKED_EQ, mask, value}));
}

// Threads and processes, in the namespaces that they are in: sched.h. clone3's flags are in memory, where no
// filter can look; the C library turns to clone where it does not exist.
void allow_clone(void* filter) {
  constexpr scmp_datum_t kNamespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                       CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
  allow_where(filter, SCMP_SYS(clone), 0, kNamespaces, 0);
  require(seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0));
}

Filter filter_of(Allowed allowed) {
  Filter filter(seccomp_init(SCMP_ACT_ERRNO(EPERM)), &seccomp_release);
  if (filter == nullptr) fail(-ENOMEM);
  require(seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS));
  require(seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_OPTIMIZE, kBinaryTree));
  require(seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_TSYNC, 1));
  allow(filter.get(), kComputing);
  allow_where(filter.get(), SCMP_SYS(tgkill), 0, ~scmp_datum_t{0}, static_cast<scmp_datum_t>(getpid()));
  if (allowed == Allowed::launching) {
    for (const int number : {SCMP_SYS(mmap), SCMP_SYS(mprotect)})
      allow_where(filter.get(), number, 2, PROT_EXEC, 0);
    return filter;
  }
  allow_clone(filter.get());
  allow(filter.get(), kReading);
  if (allowed == Allowed::driving) {
    allow(filter.get(), kDriving);
    // The driver asks its services on this computer (MPS, persistence) through Unix sockets, which reach no
    // network.
    allow_where(filter.get(), SCMP_SYS(socket), 0, ~scmp_datum_t{0}, AF_UNIX);
    return filter;
  }
  allow_where(filter.get(), SCMP_SYS(openat), 2, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY);
  return filter;
}

}  // namespace

bool allow_only(Allowed allowed) { return seccomp_load(filter_of(allowed).get()) == 0; }

}  // namespace simt::remote
