#include "host_faults.h"

#include <csignal>
#include <cstdio>

#include "program_end.h"
#include "runtime.h"

namespace cudart {
namespace {

struct sigaction machines;  // its handler of SIGSEGV

void handle(int signal, siginfo_t* info, void* context) {
  Runtime& runtime = Runtime::get();
  if (!runtime.memory().is_device_address(info->si_addr) || runtime.memory().is_open()) {
    machines.sa_sigaction(signal, info, context);
    return;
  }
  const Allocation* const allocation = runtime.memory().find(info->si_addr);
  std::fprintf(stderr, "SIMT machine: host code used the device pointer %p%s: copy with cudaMemcpy first\n",
               info->si_addr, allocation == nullptr ? ", which belongs to no allocation" : "");
  end_by_signal(signal);
}

}  // namespace

void watch_host_faults() {
  struct sigaction action = {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaction(SIGSEGV, &action, &machines);
}

}  // namespace cudart
