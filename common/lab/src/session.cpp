#include "lab/session.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "missing_kernel.h"

namespace lab {
namespace {

Session* current_session = nullptr;

// The processor time of one launch. The largest launch of a check takes a twentieth of a second.
constexpr double kTimeLimitSeconds = 3;

constexpr int kMachineEnded = 3;  // exit status

// The numbers that the machine's process gives the modules.
constexpr std::size_t kStudents = 0;
constexpr std::size_t kGiven = 1;

std::vector<std::string> modules_of(const SessionOptions& options) {
  std::vector<std::string> modules{options.module};
  if (!options.given.empty()) modules.push_back(options.given);
  return modules;
}

std::vector<unsigned> schedules_for(const SessionOptions& options, std::mt19937_64 random) {
  constexpr unsigned kSchedules = 3;
  if (options.schedule != 0) return {options.schedule};
  std::uniform_int_distribution<unsigned> number(1, 9999);
  std::vector<unsigned> schedules;
  for (unsigned i = 0; i < kSchedules; ++i) schedules.push_back(number(random));
  return schedules;
}

// A check gives points for the absence of races: a kernel whose threads all store one value to one place does not earn them.
simt::MachineOptions checking() {
  simt::MachineOptions options;
  options.time_limit_seconds = kTimeLimitSeconds;
  options.is_strict = true;
  return options;
}

// Ends this program as the machine's process ended, because no later check could be run. Whoever started it
// then sees the same end as if the kernels had run here. The record is left unfinished.
[[noreturn]] void end_likewise(const simt::MachineEnded& ended) {
  std::fprintf(stderr, "%s: this and later checks could not be run\n", ended.what());
  std::fflush(nullptr);
  if (ended.signal() != 0) {
    std::signal(ended.signal(), SIG_DFL);
    std::raise(ended.signal());
  }
  std::_Exit(kMachineEnded);
}

}  // namespace

struct Session::OnSimt {
  explicit OnSimt(const SessionOptions& options)
      : machine({SIMT_MACHINE, options.sandbox, modules_of(options), checking(), end_likewise}) {}

  simt::RemoteMachine machine;
};

// The GPU comes first, so that it goes last: modules live in its context.
struct Session::OnCuda {
  explicit OnCuda(const SessionOptions& options) : gpu(with_end(options.gpu)) {}

  static GpuOptions with_end(GpuOptions options) {
    options.on_end = end_likewise;
    return options;
  }

  Gpu gpu;
  std::map<From, std::unique_ptr<GpuModule>> modules;
};

Session::Session(SessionOptions options) : options_(std::move(options)) {
  if (on_cuda()) {
    on_cuda_ = std::make_unique<OnCuda>(options_);
  } else {
    on_simt_ = std::make_unique<OnSimt>(options_);
  }
  schedules_ = schedules_for(options_, random("schedules"));
  current_session = this;
}

Session::~Session() {
  if (current_session == this) current_session = nullptr;
}

Session& Session::current() { return *current_session; }

// Programs without a session, such as the kit's own tests, run on no GPU.
bool measuring() {
  return current_session != nullptr && current_session->on_cuda() && !current_session->is_counting();
}

bool counting() { return current_session != nullptr && current_session->is_counting(); }

Session::OnSimt& Session::simt() const {
  if (!on_simt_) throw simt::Error("only the SIMT machine can do this: run the check with --machine simt");
  return *on_simt_;
}

Session::OnCuda& Session::cuda() const {
  if (!on_cuda_) throw simt::Error("only a GPU can do this: run the check with --machine cuda");
  return *on_cuda_;
}

std::size_t Session::module_number(From from) const {
  if (from == From::student) return kStudents;
  if (from == From::kit || options_.given.empty()) throw simt::Error(options_.lab + " gives no kernels");
  return kGiven;
}

const simt::RemoteModule& Session::module(From from) const {
  return simt().machine.modules().at(module_number(from));
}

simt::RemoteMachine& Session::machine() { return simt().machine; }

simt::LaunchReport Session::launch(From from, const simt::Kernel& kernel, const simt::LaunchShape& shape,
                                   const void* const* arguments) {
  machine().restore_variables(module_number(from));
  return machine().launch(module_number(from), kernel, shape, arguments, predicted_on_);
}

Gpu& Session::gpu() { return cuda().gpu; }

GpuModule& Session::gpu_module(From from) {
  OnCuda& own = cuda();
  auto& loaded = own.modules[from];
  if (!loaded) {
    const std::string& path = from == From::student ? options_.module
                              : from == From::given ? options_.given
                                                    : options_.kit;
    if (path.empty()) {
      throw simt::Error(from == From::kit ? "the kit's kernels are missing: say --kit FILE.fatbin"
                                          : options_.lab + " gives no kernels");
    }
    loaded = std::make_unique<GpuModule>(own.gpu, path);
  }
  return *loaded;
}

bool Session::defines(const std::string& kernel) {
  if (on_cuda()) return gpu_module(From::student).defines(kernel);
  return module(From::student).find(kernel) != nullptr;
}

std::string Session::why_not_defined(const std::string& kernel) {
  return not_defined(on_cuda() ? std::vector<simt::Kernel>{} : module(From::student).kernels, kernel,
                     options_.graded)
      .message;
}

std::string Session::path() const { return on_cuda() ? options_.module : module(From::student).path; }

std::string Session::source() const {
  if (!on_cuda()) return module(From::student).source;
  return options_.source.empty() ? options_.module : options_.source;
}

std::string Session::compiler() const { return on_cuda() ? "nvcc" : module(From::student).compiler; }

std::mt19937_64 Session::random(const std::string& purpose) const {
  std::seed_seq sequence(purpose.begin(), purpose.end());
  std::mt19937_64 of_purpose(sequence);
  return std::mt19937_64(options_.seed ^ of_purpose());
}

}  // namespace lab
