// What every survey program has beside main.cpp.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "lab/kernel.h"
#include "rounds.h"

namespace lab {
namespace {

std::vector<std::string> own_arguments() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> arguments;
  for (std::string argument; std::getline(file, argument, '\0');) arguments.push_back(argument);
  return arguments;
}

// Closes the driver's descriptors at exec: left open, they would keep the lost GPU's memory, and a kernel
// that does not end running.
void close_with_this_process() {
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    const int descriptor = std::stoi(entry.path().filename().string());
    if (descriptor > STDERR_FILENO) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  }
}

}  // namespace

// A survey leaves out what is not defined.
std::vector<std::string> graded_kernels() { return {}; }

void begin_again(const std::string& fatal_launches) {
  std::vector<std::string> arguments = own_arguments();
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  setenv(kFatalLaunches, fatal_launches.c_str(), 1);
  std::printf("the GPU is lost to this process: once more, without that launch\n");
  std::fflush(nullptr);
  close_with_this_process();
  execv("/proc/self/exe", pointers.data());
}

}  // namespace lab
