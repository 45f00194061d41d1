// The curve of strided_read: what each stride leaves of the bandwidth, as a bound from the launches' counts.
#pragma once

#include <string>
#include <vector>

#include "lab/chart.h"
#include "lab/kernel.h"

namespace sweep {

// 1, 2, 4, 8, 16 and 32.
const std::vector<int>& swept_strides();

// The curve that was measured on a GPU: at each swept stride, the part of the bandwidth of its cudaMemcpy.
lab::Chart measured_chart(const std::vector<double>& parts, const std::string& gpu);

// strided_read at these strides.
class StrideCurve {
 public:
  StrideCurve();

  const lab::LaunchResult& first() const { return runs_.front(); }  // stride 1
  const lab::LaunchResult& last() const { return runs_.back(); }    // stride 32

  // The bound on the bandwidth at stride 32, as a part of that at stride 1.
  double what_is_left() const;

  // This curve, the one that the strides alone allow, and the one recorded on an H200.
  lab::Chart chart() const;

 private:
  std::vector<lab::LaunchResult> runs_;
};

}  // namespace sweep
