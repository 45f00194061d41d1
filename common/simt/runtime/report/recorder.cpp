#include "report/recorder.h"

#include <pthread.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "report/program_end.h"

namespace cudart {
namespace {

// A thread that was stopped within add() can hold the lock; nobody waits for it longer.
constexpr std::chrono::seconds kLongestWait{2};

// Blocks signals from outside for this thread while the object lives: a handler would wait for the lock that
// the thread holds.
class SignalsLater {
 public:
  SignalsLater() {
    sigset_t outside;
    sigemptyset(&outside);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&outside, signal);
    pthread_sigmask(SIG_BLOCK, &outside, &before_);
  }
  ~SignalsLater() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsLater(const SignalsLater&) = delete;
  SignalsLater& operator=(const SignalsLater&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

void Recorder::begin() {
  settings_ = read_settings();
  if (settings_.form != ReportForm::none || !settings_.fails_on.empty()) report_at_end(*this);
}

void Recorder::starting(const std::string& kernel, const simt::LaunchShape& shape) {
  const SignalsLater later;
  const std::scoped_lock lock(mutex_);
  running_ = RunningLaunch{kernel, shape, launches_ + 1};
}

bool Recorder::is_asked_for(const LaunchRecord& launch) const {
  return (settings_.kernel.empty() || is_called(launch.kernel, settings_.kernel)) &&
         (settings_.launch == 0 || launch.number == settings_.launch);
}

void Recorder::add(LaunchRecord launch) {
  const SignalsLater later;
  {
    const std::scoped_lock lock(mutex_);
    running_.reset();
    launch.number = ++launches_;
    const bool is_asked = is_asked_for(launch);
    if (!is_asked || !settings_.counts) launch.report.accesses.clear();
    // A fault is told, whatever was selected.
    if (is_asked || !launch.report.faults.empty()) {
      log_.add(std::move(launch));
    } else {
      ++left_out_;
    }
  }
  note_change();
}

void Recorder::add(const HostFault& fault) {
  const SignalsLater later;
  {
    const std::scoped_lock lock(mutex_);
    for (HostFault& known : faults_) {
      if (known.kind == fault.kind && known.where == fault.where) {
        ++known.count;
        return;
      }
    }
    faults_.push_back(fault);
  }
  note_change();
}

void Recorder::add_library_call(const std::string& library, const std::string& function) {
  const SignalsLater later;
  {
    const std::scoped_lock lock(mutex_);
    auto known = std::find_if(libraries_.begin(), libraries_.end(),
                              [&](const LibraryCalls& one) { return one.library == library; });
    if (known == libraries_.end()) known = libraries_.insert(known, {library, {}});
    ++known->functions[function];
  }
  note_change();
}

void Recorder::set_device(const std::string& name) {
  const SignalsLater later;
  const std::scoped_lock lock(mutex_);
  device_ = name;
}

std::optional<Recorded> Recorder::snapshot() {
  const std::unique_lock<std::timed_mutex> lock(mutex_, kLongestWait);
  if (!lock.owns_lock()) return std::nullopt;
  return Recorded{launches_, left_out_, device_, log_.groups(), faults_, libraries_, running_};
}

namespace {

std::string value_of(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

void refuse(const char* name, const std::string& value, const char* known) {
  std::fprintf(stderr, "SIMT machine: %s=%s is not understood: it can be %s\n", name, value.c_str(), known);
}

ReportForm form_of(const std::string& value) {
  if (value == "json") return ReportForm::json;
  if (value == "github") return ReportForm::github;
  if (value == "none") return ReportForm::none;
  if (!value.empty() && value != "text") refuse("SIMT_REPORT", value, "text, json, github or none");
  return ReportForm::text;
}

std::uint64_t number_of(const std::string& value) {
  char* end = nullptr;
  const std::uint64_t number = std::strtoull(value.c_str(), &end, 10);
  if (*end == '\0' && (value.empty() || (number > 0 && value.front() != '-'))) return number;
  refuse("SIMT_REPORT_LAUNCH", value, "1, 2, 3, …");
  return 0;
}

// Each process has a file of its own where the path has %p.
std::string with_process(std::string path) {
  for (std::size_t at = path.find("%p"); at != std::string::npos; at = path.find("%p"))
    path.replace(at, 2, std::to_string(getpid()));
  return path;
}

// "out of bounds" as an option names it.
std::string option_of(std::string kind) {
  std::replace(kind.begin(), kind.end(), ' ', '-');
  return kind;
}

// A check that was asked for and cannot be made is no check that passes.
[[noreturn]] void refuse_kind(const std::string& kind) {
  std::string known = "faults, host";
  for (std::size_t i = 0; i < static_cast<std::size_t>(simt::FaultKind::kCount); ++i)
    known += ", " + option_of(simt::name_of(static_cast<simt::FaultKind>(i)));
  refuse("SIMT_FAIL_ON", kind, known.c_str());
  std::_Exit(2);
}

std::vector<std::string> kinds_of(const std::string& text) {
  std::vector<std::string> kinds;
  std::istringstream words(text);
  for (std::string kind; std::getline(words, kind, ',');) {
    bool is_known = kind == "faults" || kind == "host";
    for (std::size_t i = 0; i < static_cast<std::size_t>(simt::FaultKind::kCount); ++i)
      is_known = is_known || kind == option_of(simt::name_of(static_cast<simt::FaultKind>(i)));
    if (!is_known) refuse_kind(kind);
    kinds.push_back(kind);
  }
  return kinds;
}

// A program must not end well because nobody looked for what it is to fail on.
void refuse_unfindable(const std::vector<std::string>& fails_on) {
  std::string asked = value_of("SIMT_EXPECT_WRITTEN").empty() ? "" : "SIMT_EXPECT_WRITTEN";
  for (const simt::FaultKind kind : {simt::FaultKind::race, simt::FaultKind::uninitialized_read}) {
    const std::string option = option_of(simt::name_of(kind));
    if (std::find(fails_on.begin(), fails_on.end(), option) != fails_on.end())
      asked = "SIMT_FAIL_ON=" + option;
  }
  if (asked.empty()) return;
  std::fprintf(stderr, "SIMT machine: %s asks for what SIMT_RACES=0 leaves out: set one of them\n",
               asked.c_str());
  std::_Exit(2);
}

// "lib::scale<lib::Pair>" without its template arguments: "lib::scale".
std::string without_arguments(const std::string& name) { return name.substr(0, name.find('<')); }

std::string without_namespaces(const std::string& name) {
  const std::size_t scope = without_arguments(name).rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

}  // namespace

ReportSettings read_settings() {
  ReportSettings settings;
  settings.form = form_of(value_of("SIMT_REPORT"));
  settings.file = with_process(value_of("SIMT_REPORT_FILE"));
  settings.fails_on = kinds_of(value_of("SIMT_FAIL_ON"));
  // The program may go to another folder before it ends.
  if (!settings.file.empty()) settings.file = std::filesystem::absolute(settings.file).string();
  settings.kernel = value_of("SIMT_REPORT_KERNEL");
  settings.launch = number_of(value_of("SIMT_REPORT_LAUNCH"));
  settings.counts = value_of("SIMT_COUNT") != "0";
  settings.looks_for_races = value_of("SIMT_RACES") != "0";
  if (!settings.looks_for_races) refuse_unfindable(settings.fails_on);
  return settings;
}

bool has_fault_of(const Recorded& recorded, const std::vector<std::string>& kinds) {
  const auto is_asked_for = [&](const std::string& kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  if (!recorded.faults.empty() && is_asked_for("host")) return true;
  return std::any_of(recorded.groups.begin(), recorded.groups.end(), [&](const LaunchGroup& group) {
    return std::any_of(group.faults.begin(), group.faults.end(), [&](const GroupFault& found) {
      return is_asked_for("faults") || is_asked_for(option_of(simt::name_of(found.fault.kind)));
    });
  });
}

bool is_called(const std::string& name, const std::string& asked) {
  return asked == name || asked == without_namespaces(name) || asked == without_arguments(name) ||
         asked == without_namespaces(without_arguments(name));
}

}  // namespace cudart
