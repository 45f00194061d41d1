// The checks of lab 2 that weigh what accesses cost. Each runs the student's kernel on whole blocks of
// particles and, where sectors are counted, on a number that no chunk divides.
#pragma once

#include "particle_data.h"

namespace particles {

// No more sectors than the particles lie in, on the side of the AoS and on that of the SoA.
void expect_coalesced_to_soa();
void expect_coalesced_to_aos();

// No bank conflict in shared memory. A conversion through registers alone, which is coalesced, has none
// either.
void expect_no_conflicts_to_soa();
void expect_no_conflicts_to_aos();

// At least half the bandwidth of the given copy: measured on a GPU, else by its traffic.
void expect_half_the_copy_to_soa();
void expect_half_the_copy_to_aos();

// Three of eight fields stored, six loaded, and no more sectors than these lie in: 4 a request.
void expect_coalesced_update(Layout layout);

// At least 1.8 times the bandwidth of update_aos, likewise.
void expect_faster_than_aos(Layout layout);

}  // namespace particles
