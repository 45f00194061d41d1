// What lab 5's checks weigh beside values: traffic against the least (geam_traffic.cpp), counters against
// those recorded of cublasSgeam (geam_record.cpp, h200_geam.csv), and bandwidth beside cublasSgeam's on a GPU
// (measured_geam.cpp).
#pragma once

#include <string>
#include <vector>

#include "geam_problem.h"
#include "lab/traffic_bound.h"

namespace geam {

// All loads and stores together touch at most `slack` times as many sectors as they must: the least where all
// rows start on a sector, else what rows in pieces of 32 floats touch. B counts where beta is not 0. Points
// at the line to blame.
bool expect_traffic(const lab::LaunchResult& run, Shape shape, Scalars scalars, double slack);

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

// Timed at every listed shape that the GPU's memory holds, with and without B: at least this part of
// cublasSgeam's bandwidth. Plots the parts. Throws simt::Error, and gives no verdict, where there is no
// cuBLAS.
void expect_measured(double part);

}  // namespace geam
