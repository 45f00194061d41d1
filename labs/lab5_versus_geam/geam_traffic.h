// What a launch moves between the SMs and memory, beside the least that its shape allows.
#pragma once

#include <cstdint>

#include "geam_problem.h"
#include "lab/kernel.h"

namespace geam {

// Of A, of C, and of B where beta is not 0: the sectors of rows x cols floats that lie there without a gap.
// 8 floats share a sector, so this is what reaches DRAM at least, whatever the order.
std::uint64_t least_sectors(Shape shape);

// The same when the rows of a rows x cols matrix are accessed in pieces of 32 floats, as a warp's lanes do
// with 4 bytes each. Where rows do not start on a sector, most pieces touch 5 instead of 4.
std::uint64_t sectors_in_pieces(int rows, int cols);

// All loads and stores together touch at most `slack` times as many sectors as they must: the least where all
// rows start on a sector, else what rows in pieces of 32 floats touch. B counts where beta is not 0. Points
// at the line to blame.
bool expect_traffic(const lab::LaunchResult& run, Shape shape, Scalars scalars, double slack);

}  // namespace geam
