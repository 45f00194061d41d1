// One launch of conflict_probe, and what it must have done.
#pragma once

#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "bank_conflicts.h"
#include "lab/accesses.h"
#include "lab/problem.h"

namespace probe {

struct Form {
  int stride = 0;
  int rounds = 0;

  std::string text() const {
    return "stride " + std::to_string(stride) + ", " + std::to_string(rounds) + " rounds";
  }
};

// The wavefronts of a strided access by a full warp.
inline int degree_of_stride(int stride) { return stride == 0 ? 1 : std::gcd(stride, BANKS); }

// All loads from shared memory in one launch.
lab::AccessSum shared_loads(const simt::LaunchReport& report);

class Probe : public lab::Problem {
 public:
  explicit Probe(Form form);

  lab::LaunchResult run();

  // Every lane's sum is right and was stored by the kernel; the cycles were stored. One failure says what is
  // wrong.
  bool expect_sums(const lab::LaunchResult& run) const;
  bool expect_timed(const lab::LaunchResult& run) const;

  // The launch qualifies for a check of costs: it has no faults and gives the right sums.
  bool expect_right(const lab::LaunchResult& run) const;

  // Exactly one load from shared memory per round, each with exactly the wavefronts of its stride.
  bool expect_conflict(const lab::LaunchResult& run) const;

  // Fails at the line that loads. If loads are missing, that is the cause, and the message says so instead.
  void fail_at_loads(const lab::LaunchResult& run, const std::string& message) const;

  double cycles_a_load() const;  // NaN if the kernel stored none

  // Checks, on the SIMT machine, that the stored cycles come from its clock. Runs the launch again under a
  // clock of another rate, drawn from the seed.
  bool expect_clock();

 private:
  std::string diagnosis(const lab::AccessSum& loads) const;

  Form form_;
  lab::Output<float> out_;
  lab::Output<long long> cycles_;
};

// The given kernel conflict_busy: 16 warps whose loads share one SM.
class BusyProbe : public lab::Problem {
 public:
  explicit BusyProbe(Form form);

  lab::LaunchResult run();
  bool expect_sums(const lab::LaunchResult& run) const;
  // The SM's cycles a load: the time of all loads by their number.
  double cycles_a_load() const;

 private:
  Form form_;
  lab::Output<float> out_;
  lab::Output<long long> cycles_;
};

// Samples on a GPU: cycles per load in each of 21 runs of every form, with verified sums. Records and prints
// each form's median. Returns nothing, and has added a failure, if a run was wrong.
std::optional<std::vector<std::vector<double>>> sampled_cycles(const std::vector<Form>& forms);
std::optional<std::vector<std::vector<double>>> sampled_busy_cycles(const std::vector<Form>& forms);

}  // namespace probe
