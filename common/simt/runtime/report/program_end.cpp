#include "report/program_end.h"

#include <fcntl.h>
#include <semaphore.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <thread>

#include "report/code_places.h"
#include "report/program_instruction.h"
#include "report/program_report.h"
#include "report/recorder.h"

namespace cudart {
namespace {

constexpr time_t kSecondsBetweenReports = 1;
// A stopped program waits so long for its report: reading the debug information of a large program takes a
// while.
constexpr time_t kSecondsForTheLastReport = 20;
constexpr std::size_t kSignalStackBytes = std::size_t{64} * 1024;

// Belongs to the process that began. A child that it forks has no report of its own.
struct ProgramEnd {
  Recorder* recorder = nullptr;
  pid_t process = 0;
  sem_t wake{};
  sem_t started{};
  sem_t written{};
  std::atomic<int> signal{0};
  ProgramStack stopped_at{};  // an error in host code; written before `signal`
  std::atomic<bool> has_changed{false};
  std::atomic<bool> is_over{false};  // the last report is written, or being written
  std::timed_mutex writing;
};

ProgramEnd& program_end() {
  static auto* const end = new ProgramEnd;  // NOLINT(cppcoreguidelines-owning-memory): outlives main()
  return *end;
}

bool is_this_process() { return program_end().recorder != nullptr && getpid() == program_end().process; }

void write_all(int file, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t count = write(file, text.data() + at, text.size() - at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    at += static_cast<std::size_t>(count);
  }
}

// A reader finds the old file or the new one, whole. A file that is not a plain one, such as a pipe, is
// written to directly.
void write_file(const std::string& path, const std::string& text) {
  struct stat known {};
  const bool is_special = stat(path.c_str(), &known) == 0 && !S_ISREG(known.st_mode);
  const std::string made = is_special ? path : path + ".new";
  const int file = open(made.c_str(), O_WRONLY | O_CLOEXEC | (is_special ? 0 : O_CREAT | O_TRUNC), 0666);
  if (file < 0) {
    std::fprintf(stderr, "SIMT machine: cannot write the report to %s\n", path.c_str());
    return;
  }
  write_all(file, text);
  close(file);
  std::error_code failed;
  if (!is_special) std::filesystem::rename(made, path, failed);
}

std::string report_of(const Recorded& recorded, const ReportSettings& settings, const Ending& ending) {
  switch (settings.form) {
    case ReportForm::json:
      return json_report(recorded, settings, ending);
    case ReportForm::github:
      return github_report(recorded, settings, ending);
    default:
      return text_report(recorded, settings, ending);
  }
}

// The innermost instruction whose line the program's author has written; if there is none, the innermost.
std::uintptr_t authors_instruction(const ProgramStack& stack) {
  std::vector<const void*> calls;
  for (std::size_t i = 0; i < stack.size() && stack[i] != 0; ++i)
    calls.push_back(reinterpret_cast<const void*>(stack[i] + 1));
  return calls.empty() ? 0 : reinterpret_cast<std::uintptr_t>(authors_call(calls)) - 1;
}

void write_report(const Ending& ending) {
  ProgramEnd& end = program_end();
  const std::unique_lock<std::timed_mutex> lock(end.writing, std::chrono::seconds(kSecondsForTheLastReport));
  if (ending.how == Ending::How::running && end.is_over) return;  // the last report has overtaken this one
  const std::optional<Recorded> recorded = end.recorder->snapshot();
  const ReportSettings& settings = end.recorder->settings();
  if (!lock.owns_lock() || !recorded) return;
  if (settings.form == ReportForm::none) return;
  const std::string text = report_of(*recorded, settings, ending);
  if (settings.file.empty()) {
    write_all(STDERR_FILENO, text);
  } else {
    write_file(settings.file, text);
  }
}

timespec after(time_t seconds) {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_sec += seconds;
  return time;
}

[[noreturn]] void write_when_asked() {
  ProgramEnd& end = program_end();
  const bool has_file = !end.recorder->settings().file.empty();
  sem_post(&end.started);
  for (;;) {
    while (sem_wait(&end.wake) != 0) continue;
    if (const int signal = end.signal; signal != 0) {
      write_report({Ending::How::signal, signal, authors_instruction(end.stopped_at)});
      sem_post(&end.written);
      for (;;) pause();
    } else if (has_file && end.has_changed.exchange(false)) {
      write_report({Ending::How::running, 0, 0});
      const timespec next = after(kSecondsBetweenReports);
      while (end.signal == 0 && sem_timedwait(&end.wake, &next) == 0) continue;
      if (end.has_changed || end.signal != 0) sem_post(&end.wake);
    }
  }
}

// Signals of the thread's own doing have a place; abort() and Ctrl-C come from elsewhere.
bool has_place(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL;
}

void handle(int signal, siginfo_t*, void* context) {
  if (has_place(signal)) program_end().stopped_at = program_stack(context);
  end_by_signal(signal);
}

void handle_signals() {
  struct sigaction action = {};
  action.sa_sigaction = handle;
  for (const int signal :
       {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTRAP, SIGXCPU}) {
    struct sigaction known = {};
    sigaction(signal, nullptr, &known);
    // program_stack() may fail as the program did.
    action.sa_flags = SA_ONSTACK | SA_SIGINFO | (has_place(signal) ? SA_NODEFER : 0);
    if (known.sa_handler == SIG_DFL) sigaction(signal, &action, nullptr);
  }
}

// Gives the main thread a stack for signals: a thread that has used up its own stack cannot run a handler on
// it.
void give_signal_stack() {
  static char memory[kSignalStackBytes];
  stack_t stack = {};
  stack.ss_sp = memory;
  stack.ss_size = sizeof memory;
  sigaltstack(&stack, nullptr);
}

void start_writer() {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // the thread that starts has the mask of this one
  std::thread(write_when_asked).detach();
  // A program that forks while the thread still starts would leave its child with what a starting thread holds: locks
  // of the address sanitizer, for one.
  while (sem_wait(&program_end().started) != 0) continue;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void write_at_exit() {
  if (!is_this_process() || program_end().is_over.exchange(true)) return;
  std::fflush(stdout);  // the report must stand below what the program printed
  write_report({Ending::How::exit, 0, 0});
}

// SIMT_FAIL_ON. exit() while the program exits goes on with what is left to do, and changes the status (glibc, exit.c).
void fail_where_asked(int status, void*) {
  if (status != 0 || !is_this_process()) return;
  const Recorder& recorder = *program_end().recorder;
  const std::vector<std::string>& kinds = recorder.settings().fails_on;
  if (kinds.empty()) return;
  const std::optional<Recorded> recorded = program_end().recorder->snapshot();
  if (recorded && has_fault_of(*recorded, kinds)) std::exit(EXIT_FAILURE);
}

}  // namespace

void report_at_end(Recorder& recorder) {
  ProgramEnd& end = program_end();
  end.recorder = &recorder;
  end.process = getpid();
  sem_init(&end.wake, 0, 0);
  sem_init(&end.started, 0, 0);
  sem_init(&end.written, 0, 0);
  start_writer();
  give_signal_stack();
  handle_signals();
  on_exit(fail_where_asked, nullptr);  // behind the report, which is registered next
  std::atexit(write_at_exit);
  std::at_quick_exit(write_at_exit);
  note_change();
}

void note_change() {
  ProgramEnd& end = program_end();
  if (end.recorder != nullptr && !end.has_changed.exchange(true)) sem_post(&end.wake);
}

void end_by_signal(int signal) {
  ProgramEnd& end = program_end();
  if (is_this_process() && !end.is_over.exchange(true)) {
    end.signal = signal;
    sem_post(&end.wake);
    const timespec last = after(kSecondsForTheLastReport);
    while (sem_timedwait(&end.written, &last) != 0 && errno == EINTR) continue;
  }
  std::signal(signal, SIG_DFL);
  sigset_t own;
  sigemptyset(&own);
  sigaddset(&own, signal);
  pthread_sigmask(SIG_UNBLOCK, &own, nullptr);
  std::raise(signal);
  _exit(128 + signal);
}

}  // namespace cudart
