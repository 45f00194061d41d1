// What lab 5's checks compare the student's kernel with: cublasSgeam's counters, recorded on an H200
// (geam_record.cpp, h200_geam.csv), and cublasSgeam itself on a GPU (measured_geam.cpp).
#pragma once

#include <string>

#include "geam_problem.h"
#include "simt/least_time.h"

namespace geam {

// One recorded call, as a launch whose report holds the hardware's counters.
struct RecordedCall {
  Shape shape;
  Scalars scalars;
  lab::LaunchResult counted;
};

// The call with this shape and beta. Throws simt::Error if none was recorded, or if the file is missing or
// broken.
RecordedCall recorded_call(Shape shape, float beta);

// A shape near a recorded one, drawn from the session's seed. Each side differs by a multiple of 64, so that
// rows begin at the same places in their sectors and tiles end as before. A side shorter than a warp stays as
// it is.
Shape drawn_near(Shape recorded);

// The cost of such a call at the drawn shape: the recorded counts per element, times its elements.
RecordedCall scaled(RecordedCall call, Shape shape);

// A resource's least time in cublasSgeam's launch, divided by that in ours: below 1 if ours needs more of it.
struct Standing {
  std::string resource;  // "L2"
  double ratio = 0;
};

// The resource in which ours is furthest behind, on the H200 on which the calls were recorded. DRAM is left
// out, because it moves the same bytes for both.
Standing worst_resource(const lab::LaunchResult& ours, const RecordedCall& call, std::uint64_t problem_bytes);

// Timed at every listed shape that the GPU's memory holds, with and without B: at least this fraction of
// cublasSgeam's bandwidth. Plots the fractions. Throws simt::Error, and gives no verdict, if there is no
// cuBLAS.
void expect_measured(double part);

}  // namespace geam
