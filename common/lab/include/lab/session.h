// One run of a lab's test program: which module is checked, on which machine, from which seed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "lab/gpu.h"
#include "simt/remote_machine.h"

namespace lab {

// Who wrote the kernels: the student, the lab, or the kit, which has some for measurements.
enum class From { student, given, kit };

enum class MachineKind { simt, cuda };

struct SessionOptions {
  std::string lab;         // "lab4"
  std::string module;      // the kernels to check: path of a .so, or on cuda of a .fatbin
  std::string given;       // the kernels that the lab gives, likewise; empty when it gives none
  std::uint64_t seed = 0;  // the seed of everything that is random
  MachineKind machine = MachineKind::simt;
  // The kernels that this program's checks are about. If there are any, a student's kernel that is missing or
  // defined otherwise fails the running test; if not, it throws.
  std::vector<std::string> graded;
  // For the SIMT machine only: the words of a command that starts a program confined. Without it, the process
  // that runs the kernels gives up system calls, and sees the files that its user sees.
  std::vector<std::string> sandbox;
  // These are for cuda only.
  std::string kit;     // the kit's kernels (common/lab/measuring), which fill and compare arrays
  std::string source;  // the file that `module` was made from: a .fatbin does not tell; empty when not known
  GpuOptions gpu;
  unsigned schedule =
      0;  // the only drawn schedule that launches are repeated under; 0: several, drawn from the seed
  bool counting = false;  // for a profiler: a check launches what its simulated form does, and judges nothing
};

class Session {
 public:
  // Throws simt::Error when a module cannot be loaded, NoGpu when there is no GPU for MachineKind::cuda.
  explicit Session(SessionOptions options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // The session of this program; it lives from the start of main() to its end.
  static Session& current();

  const SessionOptions& options() const { return options_; }
  bool on_cuda() const { return options_.machine == MachineKind::cuda; }
  bool is_counting() const { return on_cuda() && options_.counting; }

  // These describe the student's module on either machine.
  bool defines(const std::string& kernel);
  std::string why_not_defined(const std::string& kernel);
  std::string path() const;
  std::string source() const;
  std::string compiler() const;

  // These are for the SIMT machine, which is a process of its own. Each throws simt::Error on the other
  // machine.
  const simt::RemoteModule& module(From from) const;
  simt::RemoteMachine& machine();
  // Launches a kernel. The module's variables have their first values again before it.
  simt::LaunchReport launch(From from, const simt::Kernel& kernel, const simt::LaunchShape& shape,
                            const void* const* arguments);
  // The schedules under which launches are repeated whose outcome may depend on the order of threads.
  const std::vector<unsigned>& schedules() const { return schedules_; }

  // On which devices the launches that follow have predicted times: lab/modelled.h. None at first.
  bool is_predicting() const { return !predicted_on_.empty(); }
  void predict_on(std::vector<std::string> devices) { predicted_on_ = std::move(devices); }

  // These are for the cuda machine, which is a process as well. They throw on the SIMT machine.
  Gpu& gpu();
  GpuModule& gpu_module(From from);

  // Kernels that ran into the time limit, by name: it is met once, not once a check.
  struct EndlessLaunch {
    std::string shape;
    simt::Fault fault;
  };
  std::map<std::string, EndlessLaunch>& endless_kernels() { return endless_kernels_; }

  // A generator for one purpose: the same seed and purpose give the same numbers, whatever ran before.
  std::mt19937_64 random(const std::string& purpose) const;

 private:
  // Each machine has something that the other lacks.
  struct OnSimt;
  struct OnCuda;

  OnSimt& simt() const;
  std::size_t module_number(From from) const;
  OnCuda& cuda() const;

  SessionOptions options_;
  std::vector<std::string> predicted_on_;
  std::vector<unsigned> schedules_;
  std::unique_ptr<OnSimt> on_simt_;
  std::unique_ptr<OnCuda> on_cuda_;
  std::map<std::string, EndlessLaunch> endless_kernels_;
};

// Whether this run is on a GPU, where a check's measured form applies:
//
//   if (lab::measuring()) { … lab/measure.h … } else { … the simulated form … }
bool measuring();

// Whether this run makes the simulated form's launches on a GPU, for a profiler to count. Nothing is judged.
bool counting();

}  // namespace lab
