// What lab 5's checks hold the student's kernel against: cublasSgeam's counters, recorded on an H200
// (geam_record.cpp, h200_geam.csv), and cublasSgeam itself beside it on a GPU (measured_geam.cpp).
#pragma once

#include <string>

#include "geam_problem.h"
#include "lab/traffic_bound.h"

namespace geam {

// One recorded call, as a launch whose report holds the hardware's counters.
struct RecordedCall {
  Shape shape;
  Scalars scalars;
  lab::LaunchResult counted;
};

// The call with this shape and beta. Throws simt::Error when none was recorded, or the file is missing or
// broken.
RecordedCall recorded_call(Shape shape, float beta);

// A shape near a recorded one, drawn from the session's seed: each side differs by a multiple of 64, so that
// rows begin at the same places in their sectors and tiles end as they did. A side shorter than a warp stays.
Shape drawn_near(Shape recorded);

// What such a call costs at the drawn shape: the recorded counts for each element, times its elements.
RecordedCall scaled(RecordedCall call, Shape shape);

// A resource's least time in cublasSgeam's launch against that in ours: below 1 where ours needs more of it.
struct Standing {
  std::string resource;  // "L2"
  double ratio = 0;
};

// The resource in which ours is furthest behind, on an H200, as the calls were recorded. DRAM is not
// among them: it moves the same bytes for both.
Standing worst_resource(const lab::LaunchResult& ours, const RecordedCall& call, std::uint64_t problem_bytes);

// Timed at every listed shape that the GPU's memory holds, with and without B: at least this part of
// cublasSgeam's bandwidth. Plots the parts. Throws simt::Error, and gives no verdict, where there is no
// cuBLAS.
void expect_measured(double part);

}  // namespace geam
