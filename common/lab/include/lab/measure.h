// The measured form of a check: kernels against each other on the GPU, in one run. Ratios decide, never
// times.
//
// Kernels take turns, round by round. Before each timed run its inputs are drawn afresh, its outputs
// poisoned, and L2 is swept, so that all data comes from memory; after it the output is verified. What is
// compared is the ratio of two kernels' bandwidths, round by round; its median decides. There is no verdict
// when a run took less time than memory needs for its bytes, or when the ratios scatter too widely twice
// over: the test is then skipped with that reason, and neither passes nor fails.
//
//   lab::measured_check([] {
//     … arrays, and what prepares, launches and verifies …
//     const TimedKernel padded{"transpose_padded", From::student, bytes, prepare, launch, verify};
//     lab::measure({"8192 x 8192", {padded, copy}, {{"transpose_padded", "the copy", at_least, 0.70}}});
//   });
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lab/check.h"
#include "lab/gpu_work.h"
#include "lab/kernel.h"
#include "lab/statistics.h"

namespace lab {

struct TimedKernel {
  std::string name;  // a student's kernel by its own name, a baseline in words: "the copy"
  From from = From::student;
  double bytes = 0;  // the bytes that the kernel must read and write, each once
  // All three only put work in the GPU's queue; verify may wait. The seed is another one in every run.
  std::function<void(std::uint64_t seed)> prepare;        // fills inputs, poisons outputs
  std::function<void()> launch;                           // is timed
  std::function<std::string(std::uint64_t seed)> verify;  // says what is wrong; "": nothing
  std::string defined_as = {};  // a student's kernel in the source, where `name` says more than that

  const std::string& kernel() const { return defined_as.empty() ? name : defined_as; }
};

// Returns the kernel under another name: a given kernel's own, or what a message calls it, such as "the
// copy".
TimedKernel named(const std::string& name, TimedKernel kernel);

// The bandwidth of one kernel as a multiple of another's.
struct RatioAsked {
  std::string of;
  std::string against;
  Comparison comparison = Comparison::at_least;
  double required = 0;
  std::string advice = {};  // what to do if it is not met; empty: look at what each line costs
};

struct Measurement {
  std::string shape;  // the problem's shape: "8192 x 8192"
  std::vector<TimedKernel> kernels;
  std::vector<RatioAsked> asked;
};

// Values that a kernel measured itself, such as cycles, run by run.
struct Samples {
  std::string shape;  // the problem's shape: "stride 32, 256 rounds"
  std::string name;   // the kernel
  std::string unit;   // "cycles a load"
  std::vector<double> values;
};

struct MeasuredRate {
  std::string name;
  Middle bytes_per_s;
};

// Runs the measured form of a check. A lack of GPU memory, say, is then no verdict; uncaught it would look
// like a failure.
void measured_check(const std::function<void()>& body);

// Measures, weighs each required ratio, and fails the running test at the kernel's line where one is not
// met. Returns the kernels' bandwidths in their order, for charts, and notes a reading of each; nothing when
// there is no verdict, or when an output was wrong.
std::optional<std::vector<MeasuredRate>> measure(const Measurement& measurement);

// Fails the running test at the definition of a student's kernel: "conflict_probe, on this NVIDIA H200: …".
void fail_on_gpu(const std::string& kernel, const std::string& message);

// One launch of a form; the sample that the kernel took, or nothing where the launch was wrong: a failure was
// added.
using TakeSample = std::function<std::optional<double>(std::size_t form)>;

// The samples of 21 runs of every form, after 3 that warm up. Forms take turns, so that what drifts meets all
// of them. Nothing when a run was wrong.
std::optional<std::vector<std::vector<double>>> samples_in_turns(std::size_t forms, const TakeSample& take);

// Notes the samples' middle as a reading, prints it, and judges nothing.
void note_samples(const Samples& samples);

// Notes the samples and weighs them: their median decides. Returns whether it meets the requirement; if it
// does not, fails as fail_on_gpu does. If the samples scatter too widely, the test is skipped.
bool weigh_samples(const Samples& samples, Comparison comparison, double required,
                   const std::string& message);

}  // namespace lab
