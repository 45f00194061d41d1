// The process that a session has started, as the kernel lists it.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <fstream>
#include <string>

// 0: this process has no child.
inline pid_t only_child() {
  pid_t child = 0;
  std::ifstream("/proc/self/task/" + std::to_string(getpid()) + "/children") >> child;
  return child;
}
