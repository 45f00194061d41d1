#include "report/recorder.h"

#include <pthread.h>

#include <chrono>
#include <csignal>

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
  if (settings_.form != ReportForm::none) report_at_end(*this);
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

void Recorder::set_device(const std::string& name) {
  const SignalsLater later;
  const std::scoped_lock lock(mutex_);
  device_ = name;
}

std::optional<Recorded> Recorder::snapshot() {
  const std::unique_lock<std::timed_mutex> lock(mutex_, kLongestWait);
  if (!lock.owns_lock()) return std::nullopt;
  return Recorded{launches_, left_out_, device_, log_.groups(), faults_, running_};
}

}  // namespace cudart
