// Kernel crashes, caught as signals: the lane is dropped, the launch reports it, the program goes on. And the
// time that a launch may take: when it is over, the next loop that goes round stops.
#pragma once

#include <csignal>
#include <ctime>
#include <vector>

namespace simt {

// Handles SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP and the time limit's signal from now on. A fault of
// anything but a running kernel goes to whoever handled the signal before; where nobody did, it ends the
// program.
void install_fault_signals();

// A stack for the calling thread's signal handlers: a lane that has overflowed its own cannot run one.
class SignalStack {
 public:
  SignalStack();
  ~SignalStack();
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  std::vector<char> memory_;
  stack_t before_{};  // the thread's own
};

// As long as the object lives, it ends the calling thread's launch once the thread has used so much processor
// time.
class CpuTimeLimit {
 public:
  explicit CpuTimeLimit(double seconds);
  ~CpuTimeLimit();
  CpuTimeLimit(const CpuTimeLimit&) = delete;
  CpuTimeLimit& operator=(const CpuTimeLimit&) = delete;

 private:
  timer_t timer_{};
};

}  // namespace simt
