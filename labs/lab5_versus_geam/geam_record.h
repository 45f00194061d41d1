// What cublasSgeam's kernels did on an H200 (h200_geam.csv), to weigh the student's against.
#pragma once

#include <string>
#include <vector>

#include "geam_problem.h"
#include "lab/kernel.h"
#include "lab/traffic_bound.h"

namespace geam {

// One recorded call, as a launch whose report holds the hardware's counters.
struct RecordedCall {
  Shape shape;
  Scalars scalars;
  lab::LaunchResult counted;
};

// All calls, in the file's order. Throws simt::Error when the file is missing or broken.
const std::vector<RecordedCall>& recorded_calls();

// The call with this shape and beta. Throws simt::Error when none was recorded.
const RecordedCall& recorded_call(Shape shape, float beta);

// A resource's least time in cublasSgeam's launch against that in ours: below 1 where ours needs more of it.
struct Standing {
  std::string resource;  // "L2"
  double ratio = 0;
};

// The resource in which ours is furthest behind, on the device that the calls were recorded on. DRAM is not
// among them: it moves the same bytes for both.
Standing worst_resource(const lab::LaunchResult& ours, const RecordedCall& call, std::uint64_t problem_bytes);

extern const char* const kRecordedDevice;

}  // namespace geam
