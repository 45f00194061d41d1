// The modelled form of a check: how a kernel's predicted time compares with another kernel's, where there is no GPU to
// measure. The times are the machine's model's (simt/report.h), each with the error to expect of it.
//
// Both launches solve a problem of one size, and one that is large enough to keep a GPU busy for several waves of blocks.
// What a launch takes that does nothing is left out of both times: beside the problems that are measured on a GPU it is
// nothing. A modelled threshold is lower than the measured one, by what the model may be off: an answer that passes on a
// GPU passes here.
//
//   const lab::PredictedLaunches predicted;
//   Transposition large(transpose::modelled_shape(), lab::checked("modelled"));
//   const lab::LaunchResult mine = large.run(kPadded);
//   const lab::Baseline copy("the copy", large.run(kCopy));
//   lab::show(mine, copy);
//   lab::expect_modelled_ratio(mine, copy, 0.60);
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/kernel.h"

namespace lab {

// The GPUs whose times the model was compared with. A check passes if the ratio is enough on one of them: a threshold holds
// on either GPU, and a kernel that meets it on one is no slow one.
const std::vector<std::string>& modelled_devices();

// While it lives, the machine predicts the times of all launches. There may be one at a time.
class PredictedLaunches {
 public:
  PredictedLaunches();
  ~PredictedLaunches();
  PredictedLaunches(const PredictedLaunches&) = delete;
  PredictedLaunches& operator=(const PredictedLaunches&) = delete;
};

// What a kernel's predicted time is compared with, on each of modelled_devices().
class Baseline {
 public:
  // Another kernel's launch. `bytes_ratio`: the bytes of its problem as a multiple of those of the kernel's.
  Baseline(std::string name, const LaunchResult& run, double bytes_ratio = 1);

  // What moves so many bytes at these rates, which were measured on the devices, in 1e9 bytes a second.
  Baseline(std::string name, std::uint64_t bytes, const std::vector<double>& gb_per_s);

  const std::string& name() const { return name_; }
  // What it takes, with and without the launch itself, for as many bytes as the kernel moves.
  double us(std::size_t device) const { return us_.at(device); }
  double work_us(std::size_t device) const { return work_us_.at(device); }

 private:
  std::string name_;
  std::vector<double> us_;
  std::vector<double> work_us_;
};

// cudaMemcpy, as it was measured for arrays that are several times as large as L2; `bytes` are those read and those written.
Baseline memcpy_baseline(std::uint64_t bytes);

// A kernel's predicted bandwidth on one device, in parts of a baseline's.
struct ModelledRatio {
  std::string device;
  double ratio = 0;
  double us = 0;          // what the kernel takes
  double against_us = 0;  // what the other one takes
  double error = 0;       // of either time, a share
  std::string limiter;    // what keeps the kernel from being faster
  std::string next;
  std::vector<simt::LineTime> lines;  // the largest share of the kernel's time first
};

// Returns one ratio for each of modelled_devices(); none if the launch has no predicted time.
std::vector<ModelledRatio> modelled_ratios(const LaunchResult& run, const Baseline& baseline);

// Returns the ratio that a check judges: the largest. NaN, which leaves a gap in a chart, if there is none.
double judged_ratio(const std::vector<ModelledRatio>& ratios);

// Requires at least `required` times the baseline's bandwidth by the model. A failure says what keeps the kernel from being
// faster, and points at the line that takes most of its time.
bool expect_modelled_ratio(const LaunchResult& run, const Baseline& baseline, double required);

// What keeps a launch from being faster on one of modelled_devices(), and what to do about it.
struct CauseOfTime {
  std::string text;
  simt::SourceLine where;  // line 0: no line more than another
};
CauseOfTime cause_of_time(const LaunchResult& run, const simt::PredictedTime& time);

}  // namespace lab
