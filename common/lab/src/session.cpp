#include "lab/session.h"

#include <utility>

namespace lab {
namespace {

Session* current_session = nullptr;

// Of processor time, for one launch. The largest launch of a check takes a twentieth of a second.
constexpr double kTimeLimitSeconds = 3;

}  // namespace

struct Session::OnSimt {
  explicit OnSimt(const SessionOptions& options)
      : student(options.module), machine(simt::MachineOptions{0, 0, kTimeLimitSeconds}) {
    if (!options.given.empty()) given.emplace(options.given);
  }

  simt::Module student;
  std::optional<simt::Module> given;
  simt::Machine machine;
};

// The GPU comes first, so that it goes last: modules live in its context.
struct Session::OnCuda {
  Gpu gpu;
  std::map<From, std::unique_ptr<GpuModule>> modules;
};

Session::Session(SessionOptions options) : options_(std::move(options)) {
  if (on_cuda()) {
    on_cuda_ = std::make_unique<OnCuda>();
  } else {
    on_simt_ = std::make_unique<OnSimt>(options_);
  }
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

const simt::Module& Session::module(From from) const {
  const OnSimt& own = simt();
  if (from == From::student) return own.student;
  if (from == From::kit || !own.given) throw simt::Error(options_.lab + " gives no kernels");
  return *own.given;
}

simt::Machine& Session::machine() { return simt().machine; }

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
  if (on_cuda()) return gpu_module(From::student).find(kernel) != nullptr;
  return student().find(kernel) != nullptr;
}

std::string Session::path() const { return on_cuda() ? options_.module : student().path(); }

std::string Session::source() const {
  if (!on_cuda()) return student().source();
  return options_.source.empty() ? options_.module : options_.source;
}

std::string Session::compiler() const { return on_cuda() ? "nvcc" : student().compiler(); }

std::mt19937_64 Session::random(const std::string& purpose) const {
  std::seed_seq sequence(purpose.begin(), purpose.end());
  std::mt19937_64 of_purpose(sequence);
  return std::mt19937_64(options_.seed ^ of_purpose());
}

}  // namespace lab
