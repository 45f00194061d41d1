// A process that this one starts and ends, with descriptors that it inherits under fixed numbers.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace simt::remote {

// How a process ended. A sandbox that reports a signal as a shell does, with a status above 128, counts as
// ended by that signal.
struct ProcessEnd {
  int status = 0;
  int signal = 0;

  std::string text() const;  // "ended by signal 11 (Segmentation fault)"
};

class ChildProcess {
 public:
  // `words`: the program's path and its arguments. `inherited`: descriptors of this process, which are 3, 4,
  // … there. The program's standard output is dropped, its errors are kept. Throws Error if it cannot start.
  ChildProcess(const std::vector<std::string>& words, const std::vector<int>& inherited);
  // Kills it, if it still runs.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Waits until it has ended, and kills it if it has not soon.
  ProcessEnd wait();
  // Returns what the process has written to standard error, the first few KiB of it.
  std::string errors() const;

 private:
  pid_t process_ = 0;  // 0: it has ended, and was waited for
  int errors_ = -1;
  ProcessEnd end_;
};

}  // namespace simt::remote
