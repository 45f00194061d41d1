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

// As long as the object lives, it ends the calling thread's launch: once the thread has used so much processor time, and meanwhile no
// block has begun or passed a barrier, as those do that take one tile after another: an endless loop as far as anybody can tell; or
// three times as much, since a computer half as fast as another must not stop what is only slow.
class CpuTimeLimit {
 public:
  explicit CpuTimeLimit(double seconds);
  ~CpuTimeLimit();
  CpuTimeLimit(const CpuTimeLimit&) = delete;
  CpuTimeLimit& operator=(const CpuTimeLimit&) = delete;

  void note_progress() { has_progress_ = 1; }
  // Asked at each of the timer's signals: whether the launch is to end.
  bool is_over();

 private:
  timer_t timer_{};
  volatile std::sig_atomic_t has_progress_ = 0;
  int idle_looks_ = 0;  // in a row
  int looks_ = 0;
};

}  // namespace simt
