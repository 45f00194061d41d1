#include "state/host_faults.h"

#include <array>
#include <csignal>
#include <cstdio>

#include "report/program_end.h"
#include "report/program_instruction.h"
#include "state/runtime.h"

namespace cudart {
namespace {

constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL};

struct Handlers {
  struct sigaction before = {};  // the device began
  struct sigaction machine = {};
};
std::array<Handlers, kSignals.size()> handlers;

Handlers& handlers_of(int signal) {
  std::size_t i = 0;
  while (kSignals[i] != signal) ++i;
  return handlers[i];
}

void hand_on(const struct sigaction& to, int signal, siginfo_t* info, void* context) {
  if ((to.sa_flags & SA_SIGINFO) != 0 && to.sa_sigaction != nullptr) {
    to.sa_sigaction(signal, info, context);
  } else if (to.sa_handler != SIG_DFL && to.sa_handler != SIG_IGN) {
    to.sa_handler(signal);
  } else {
    std::signal(signal, SIG_DFL);  // the signal then happens again, for real
  }
}

std::string message_of(DeviceMemory& memory, const void* address) {
  const std::string begin = "Host code read or wrote device memory through a pointer";
  if (const Allocation* const allocation = memory.find(address))
    return begin + " (`" + allocation->name + "`).";
  if (const std::string* const freed = memory.find_freed(address))
    return begin + " to `" + *freed + "`, which was also freed before.";
  return begin + " that belongs to no allocation.";
}

void handle(int signal, siginfo_t* info, void* context) {
  Runtime& runtime = Runtime::get();
  const Handlers& others = handlers_of(signal);
  if (runtime.memory().is_open()) return hand_on(others.machine, signal, info, context);
  const bool is_access = signal == SIGSEGV || signal == SIGBUS;
  if (is_access && runtime.memory().is_device_address(info->si_addr)) {
    HostFault fault;
    fault.kind = "device pointer used by host code";
    fault.message = message_of(runtime.memory(), info->si_addr);
    fault.advice = "copy the data to host memory with cudaMemcpy, or allocate it with cudaMallocManaged";
    for (const std::uintptr_t instruction : program_stack(context)) {
      if (instruction != 0) fault.callers.push_back(reinterpret_cast<const void*>(instruction + 1));
    }
    if (!fault.callers.empty()) fault.where = fault.callers.front();
    runtime.recorder().add(fault);
  }
  hand_on(others.before, signal, info, context);
}

}  // namespace

void note_signal_handlers() {
  for (const int signal : kSignals) sigaction(signal, nullptr, &handlers_of(signal).before);
}

void watch_host_faults() {
  struct sigaction action = {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int signal : kSignals) sigaction(signal, &action, &handlers_of(signal).machine);
}

}  // namespace cudart
