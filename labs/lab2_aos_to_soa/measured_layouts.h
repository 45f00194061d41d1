// The measured forms of lab 2's checks: on a GPU, for 67,108,864 particles where its memory holds them.
#pragma once

#include "particle_data.h"

namespace particles {

// The conversion has at least this part of the bandwidth of the given copy.
void expect_measured_to_soa(double part);
void expect_measured_to_aos(double part);

// The layout's update has at least this many times the bandwidth of update_aos.
void expect_measured_update(Layout layout, double times);

}  // namespace particles
