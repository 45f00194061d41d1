#include "child_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "simt/machine.h"

namespace simt::remote {
namespace {

constexpr int kFirstInherited = 3;
constexpr int kShellSignals = 128;  // a shell's status for a process that signal n ended is 128 + n
constexpr std::chrono::seconds kPatience{2};
constexpr std::size_t kMostErrors = 8192;

// Owns the list of descriptors in the form that posix_spawn takes.
class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  void put(int descriptor, int as) { posix_spawn_file_actions_adddup2(&actions_, descriptor, as); }
  void open_nothing(int as, int mode) {
    posix_spawn_file_actions_addopen(&actions_, as, "/dev/null", mode, 0);
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

// Copies above all numbers that are given away, so that none is overwritten before it is copied itself.
std::vector<int> copied_above(const std::vector<int>& descriptors) {
  const int first_free = kFirstInherited + static_cast<int>(descriptors.size());
  std::vector<int> copies;
  copies.reserve(descriptors.size());
  for (const int descriptor : descriptors) copies.push_back(fcntl(descriptor, F_DUPFD_CLOEXEC, first_free));
  return copies;
}

}  // namespace

std::string ProcessEnd::text() const {
  if (signal == 0) return "ended with status " + std::to_string(status);
  return "was ended by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
}

ChildProcess::ChildProcess(const std::vector<std::string>& words, const std::vector<int>& inherited)
    : errors_(memfd_create("simt errors", MFD_CLOEXEC)) {
  FileActions actions;
  actions.open_nothing(STDIN_FILENO, O_RDONLY);
  actions.open_nothing(STDOUT_FILENO, O_WRONLY);
  const std::vector<int> copies = copied_above(inherited);
  if (errors_ >= 0) actions.put(errors_, STDERR_FILENO);
  for (std::size_t i = 0; i < copies.size(); ++i)
    actions.put(copies[i], kFirstInherited + static_cast<int>(i));
  std::vector<std::string> texts = words;
  std::vector<char*> arguments;
  arguments.reserve(texts.size() + 1);
  for (std::string& text : texts) arguments.push_back(text.data());
  arguments.push_back(nullptr);
  const int failed =
      posix_spawn(&process_, arguments.front(), actions.get(), nullptr, arguments.data(), environ);
  for (const int copy : copies) close(copy);
  if (failed != 0) {
    if (errors_ >= 0) close(errors_);
    throw Error("cannot start " + words.front() + ": " + std::strerror(failed));
  }
}

ChildProcess::~ChildProcess() {
  if (process_ != 0) {
    kill(process_, SIGKILL);
    wait();
  }
  if (errors_ >= 0) close(errors_);
}

ProcessEnd ChildProcess::wait() {
  if (process_ == 0) return end_;
  const auto until = std::chrono::steady_clock::now() + kPatience;
  int status = 0;
  while (waitpid(process_, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > until) kill(process_, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  process_ = 0;
  if (WIFSIGNALED(status)) {
    end_.signal = WTERMSIG(status);
  } else if (WEXITSTATUS(status) > kShellSignals) {
    end_.signal = WEXITSTATUS(status) - kShellSignals;
  } else {
    end_.status = WEXITSTATUS(status);
  }
  return end_;
}

std::string ChildProcess::errors() const {
  std::array<char, kMostErrors> text{};
  const ssize_t count = pread(errors_, text.data(), text.size(), 0);
  return count <= 0 ? "" : std::string(text.data(), static_cast<std::size_t>(count));
}

}  // namespace simt::remote
