// The system calls that a machine's process may make, as filters of the kernel's (seccomp, by libseccomp).
// All others fail with EPERM, and calls of another architecture's interface end the process.
#pragma once

namespace simt::remote {

enum class Allowed {
  // A machine that still loads its modules: no programs are started, files are only read.
  loading,
  // A machine that launches kernels: no files are opened, no code is added.
  launching,
  // A process that drives a GPU (common/lab/src/cuda), whose driver opens files and devices, and has threads:
  // no programs are started, no other process is reached, and no network.
  driving,
};

// Restricts all threads of this process from here on. It cannot be undone, and further filters only add to
// it. Returns false if the kernel offers no filters. Throws Error if one cannot be made.
bool allow_only(Allowed allowed);

}  // namespace simt::remote
