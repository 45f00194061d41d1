// gpu_machine: the GPU in a process of its own, for the program that started it (lab/gpu.h). It holds the
// driver, modules and arrays, and nothing that kernels are judged by. Descriptor 3 is the channel.
//
// It gives up the system calls that a driver does without: it starts no program, and reaches no other
// process. A profiler (ncu, nsys, compute-sanitizer) needs those for the code that it puts into the process,
// and is known by the environment, which no submission can set.
#include <sys/prctl.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "channel.h"
#include "gpu_service.h"
#include "system_calls.h"

namespace {

constexpr int kChannel = 3;

// The first is what ncu 2025.3 and compute-sanitizer 2025.3 set, the others are CUDA's and NVTX's own ways
// in.
bool is_profiled() {
  constexpr std::array<const char*, 3> kInjections{"NVIDIA_PROCESS_INJECTION_CRASH_REPORTING",
                                                   "CUDA_INJECTION64_PATH", "NVTX_INJECTION64_PATH"};
  return std::any_of(kInjections.begin(), kInjections.end(),
                     [](const char* name) { return std::getenv(name) != nullptr; });
}

// Gives up system calls. If the Linux kernel offers no filters, this process measures without a sandbox, and
// says what is missing.
void confine() {
  if (is_profiled() || simt::remote::allow_only(simt::remote::Allowed::driving)) return;
  std::fputs(
      "gpu_machine: this kernel offers no system-call filters (seccomp), so the process that drives the GPU "
      "keeps all its system calls\n",
      stderr);
}

}  // namespace

int main(int argc, char** /*argv*/) try {
  if (argc != 1) {
    std::fputs("gpu_machine is started by the labs' test programs: lab/gpu.h\n", stderr);
    return 2;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  confine();
  simt::remote::Channel channel(kChannel);
  lab::cuda::serve_gpu(channel);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "gpu_machine: %s\n", error.what());
  return 2;
}
